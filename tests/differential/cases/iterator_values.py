def rev(l: list[int], t: tuple[int, str], s: str) -> list[str]:
    return (
        [str(x) for x in reversed(l)]
        + [str(x) for x in reversed(t)]
        + list(reversed(s))
        + [str(x) for x in reversed(range(3))]
        + [str(i) for i, x in reversed(list(enumerate(l)))]
        + list(reversed([*s]))
    )


def it(l: list[int], s: str, d: dict[str, int]) -> list[str]:
    i = iter(l)
    a = next(i, -1)
    b = next(i, -2)
    rest = list(i)
    j = iter(s)
    c = next(j, "")
    k = iter(d)
    m = next(k, None)
    z = zip(l, s)
    p = next(z, None)
    e = enumerate(l)
    q = next(e, (9, 9))
    return [
        str(a),
        str(b),
        str(rest),
        c,
        str(list(j)),
        str(m),
        str(p),
        str(q),
        str(next(iter(d.values()), 0)),
        str(next(iter({5}))),
        str(next((x for x in l if x > 2), None)),
        str(next(reversed(l), 0)),
        str(next(map(str, l), "")),
        str(next(iter(range(4)))),
        str(next(iter((1, 2)))),
    ]


def it_stop(l: list[int]) -> int:
    i = iter(l)
    n = 0
    while True:
        try:
            n += next(i)
        except StopIteration:
            break
    return n


def it_for(l: list[int]) -> list[int]:
    i = iter(l)
    out = []
    for x in i:
        out.append(x)
        y = next(i, None)
        if y is not None:
            out.append(-y)
    return out


def it_pairs(l: list[int]) -> list[tuple[int, int]]:
    i = iter(l)
    return list(zip(i, i))


def it_iter(l: list[int]) -> list[int]:
    return list(iter(iter(l)))


def iterator_shared(l: list[int]) -> list[list[int]]:
    e = enumerate(l)
    z = zip(l, l)
    a = [i for i, _ in e]
    b = [i for i, _ in e]
    c = [i for i, _ in z]
    d = [i for i, _ in z]
    f = reversed(l)
    g = list(f) + list(f)
    h = iter(l)
    pair = (h, h)
    n = next(pair[0], 0) + 10 * next(pair[1], 0)
    return [a, b, c, d, g, [n], list(h)]


def take(it, n):
    out = []
    for x in it:
        out.append(x)
        if len(out) == n:
            break
    return out


def iterator_helper(l: list[int]) -> list[list[int]]:
    i = iter(l)
    return [take(i, 2), take(i, 1), list(i), take(iter(l), 1), take(enumerate(l), 1)[0:0]]


def iterator_stop(l: list[int]) -> int:
    return next(iter(l))


def iterator_grows(l: list[int]) -> list[int]:
    i = iter(l)
    out = list(i)
    l.append(9)
    out += list(i)
    j = iter(l)
    next(j)
    l.append(10)
    return out + list(j)


def iterator_chunks(l: list[int], n: int) -> list[list[int]]:
    it = iter(l)
    out = []
    while True:
        chunk = [x for _, x in zip(range(n), it)]
        if not chunk:
            return out
        out.append(chunk)


ARGUMENTS = {
    iterator_shared: [([1, 2, 3],), ([],)],
    iterator_helper: [([1, 2, 3, 4, 5],), ([],)],
    iterator_stop: [([1],), ([],)],
    iterator_grows: [([1, 2],)],
    iterator_chunks: [([1, 2, 3, 4, 5], 2), ([1, 2, 3, 4], 2)],
    rev: [([1, 2], (1, "x"), "abc")],
    it: [([1, 2, 3], "ab", {"k": 1}), ([], "", {})],
    it_stop: [([1, 2],), ([],)],
    it_for: [([1, 2, 3],)],
    it_pairs: [([1, 2, 3, 4, 5],)],
    it_iter: [([1],)],
}
