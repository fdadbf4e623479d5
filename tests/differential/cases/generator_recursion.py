def walk_down(n: int):
    if n > 0:
        yield n
        yield from walk_down(n - 1)


def generator_recursion(n: int) -> int:
    return sum(walk_down(n))


def generator_too_deep(n: int) -> str:
    try:
        return str(sum(walk_down(n)))
    except RecursionError:
        return "too deep"


ARGUMENTS = {generator_recursion: [(50,), (0,)], generator_too_deep: [(100000,)]}
