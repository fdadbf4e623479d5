def note(log: list[str], name: str, value: int) -> int:
    log.append(name)
    return value


def pair(log: list[str], a: int, b: int, *, c: int) -> int:
    log.append("call")
    return a + b + c


def evaluation_order(k: int) -> tuple[list[str], list[object]]:
    log: list[str] = []
    n = lambda name, value: note(log, name, value)
    out: list[object] = []
    out.append(n("a", 1) + n("b", 2) * n("c", 3) ** n("d", k))
    data = [0, 0, 0]
    data[n("index", 1)] = n("value", 5)
    data[n("i2", 0)] += n("v2", 7)
    out.append(pair(log, n("x", 1), n("y", 2), c=n("z", 3)))
    d = {n("k1", 1): n("v1", 10), n("k2", 1): n("v2", 20)}
    out.append(d)
    out.append(n("p", 5) if n("cond", k) else n("q", 6))
    out.append(n("l", 1) < n("m", k) < n("r", 3))
    out.append([n("e1", 1), *[n("e2", 2)], n("e3", 3)])
    a, b = n("first", 1), n("second", 2)
    a, b = b, a
    out.append((a, b))
    data[a], data[b] = n("s1", 8), n("s2", 9)
    out.append(data)
    out.append(n("neg", -k) or n("alt", 4) and n("never", 0))
    out.append(f"{n('f1', 1)}{n('f2', 2):>{n('w', 4)}}")
    out.append([1, 2, 3][n("lo", 0) : n("hi", 2)])
    return log, out


ARGUMENTS = [(0,), (2,), (5,)]
