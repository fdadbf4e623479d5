from collections.abc import Iterator


def noisy(values: list[int], log: list[str]) -> Iterator[int]:
    for v in values:
        log.append(f"got {v}")
        yield v
    log.append("end")


def any_all_laziness(values: list[int]) -> tuple[list[object], list[str]]:
    log: list[str] = []
    r: list[object] = []
    r.append(any(v > 2 for v in noisy(values, log)))
    log.append("--")
    r.append(all(v > 0 for v in noisy(values, log)))
    log.append("--")
    m = map(lambda v: v * 10, noisy(values, log))
    log.append("made")
    r.append(next(m, -1))
    z = zip(noisy(values, log), noisy(values[:1], log))
    r.append(list(z))
    log.append("--")
    f = filter(None, noisy(values, log))
    r.append([x for x in f])
    r.append(3 in noisy(values, log))
    e = enumerate(noisy(values, log), start=5)
    r.append(next(e, None))
    g = (x for x in noisy(values, log) if x % 2)
    log.append("gen made")
    r.append(sum(g))
    r.append(sum(g))
    return r, log


ARGUMENTS = [([1, 2, 3, 4],), ([],), ([0],), ([-1, 3],)]
