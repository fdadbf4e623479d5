SHARED = [1, 2, 3]
LOOKUP = {"a": [1]}


def read_shared(n: int) -> list[int]:
    alias = SHARED
    total = sum(alias) + n
    return [total, len(LOOKUP["a"]), alias[-1], *reversed(SHARED)]


ARGUMENTS = {read_shared: [(1,)]}
