from collections.abc import Callable


def closures_in_loops(n: int) -> list[object]:
    fs: list[Callable[[int], int]] = []
    for i in range(n):
        fs.append(lambda x: x + i)
    gs = [lambda x, i=i: x + i for i in range(n)]
    hs = []
    for i in range(n):

        def h(x: int, step: int = i) -> int:
            return x * step + i

        hs.append(h)
    i = 100
    total = 0

    def add(k: int) -> int:
        nonlocal total
        total += k
        return total

    before = [f(1) for f in fs]
    i = 200
    after = [f(1) for f in fs]
    return [
        before,
        after,
        [g(1) for g in gs],
        [h(2) for h in hs],
        [add(k) for k in range(4)],
        total,
        [f() for f in [lambda: total, lambda: i]],
    ]


ARGUMENTS = [(3,), (0,), (1,)]
