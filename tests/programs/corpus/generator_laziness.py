from collections.abc import Iterator


def source(log: list[str], n: int) -> Iterator[int]:
    log.append("start")
    try:
        for i in range(n):
            log.append(f"y{i}")
            yield i
        log.append("exhausted")
    finally:
        log.append("finally")


def generator_laziness(n: int) -> list[object]:
    log: list[str] = []
    out: list[object] = []
    g = source(log, n)
    log.append("created")
    out.append(next(g, "none"))
    out.append([x for x, _ in zip(g, range(1))])
    g.close()
    out.append(list(g))
    h = source(log, n)
    squares = (x * x for x in h)
    log.append("expr")
    out.append(next(squares, None))
    values = [1, 2, 3]
    lazy = (v for v in values)
    values.append(4)
    values[0] = 100
    out.append(list(lazy))
    k = 1
    scaled = (v * k for v in values)
    k = 10
    out.append(list(scaled))
    both = source(log, n)
    for x in both:
        if x == 1:
            break
    out.append(list(both))
    out.append(3 in source(log, n))
    m = max(source(log, n), default=-1)
    out.append(m)
    a, *rest = source(log, n + 1)
    out += [a, rest, log]
    return out


ARGUMENTS = [(3,), (0,), (1,), (5,)]
