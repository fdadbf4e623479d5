def fstring(name: str, n: int, x: float, width: int) -> str:
    return (
        f"{name}: {n:>{width}} {x:{width}.{n}f} {name!r:^{width}} {{literal}} {n + 1} {[n, x]} {name[0] if name else '-'} {n=} {x = :.2f}"
    )


def fstring_containers(n: int) -> str:
    return f"{[1, 'a', None, 2.5, True]} {(n,)} {{'a': {n}}} { {'k': [n]} } {None} {n == 1}"


ARGUMENTS = {fstring: [("Ada", 2, 3.14159, 10), ("", 0, -0.5, 1)], fstring_containers: [(1,)]}
