"""collections.deque."""

from collections import deque


def deque_basic(xs: list[int]):
    d = deque(xs)
    d.append(1)
    d.appendleft(0)
    d.extend([7, 8])
    d.extendleft([1, 2])
    a = d.popleft(), d.pop()
    d.rotate(2)
    r = list(d)
    d.rotate(-1)
    d.rotate()
    d.insert(1, 99)
    d.insert(-100, 5)
    d.insert(100, 6)
    d[0] = 42
    d[-1] += 1
    del d[1]
    return (
        a,
        r,
        list(d),
        len(d),
        d[0],
        d[-1],
        7 in d,
        d.count(1),
        d.index(7),
        repr(d),
        str(d),
        bool(d),
        d.maxlen,
        [x for x in d],
        list(reversed(d)),
        max(d),
        sum(d),
        sorted(d),
    )


def deque_max(xs: list[str], n: int):
    d = deque(maxlen=n)
    out = []
    for x in xs:
        d.append(x)
        out.append(list(d))
    d.extendleft(xs)
    e = d.copy()
    e.append("q")
    return out, repr(d), d.maxlen, d == e, repr(e), repr(deque(xs, n)), repr(deque(xs, maxlen=None))


def deque_errors(n: int):
    d = deque([1, 2, 3], maxlen=3)
    if n == 0:
        deque().pop()
    if n == 1:
        deque([]).popleft()
    if n == 2:
        return d[5]
    if n == 3:
        d.insert(1, 1)
    if n == 4:
        d.remove(77)
    if n == 5:
        return d.index(9)
    if n == 6:
        for x in d:
            d.append(x)
    if n == 7:
        d[3] = 1
    if n == 8:
        for x in d:
            d.pop()
    if n == 9:
        for x in d:
            if x == 3:
                d.clear()
    if n == 10:
        for i, x in enumerate(d):
            d[i] = x + 1
    if n == 11:
        d.remove(2)
    return list(d)


def deque_bfs(edges: dict[int, list[int]], start: int):
    q = deque([(start, 0)])
    seen = {start}
    out = []
    while q:
        node, depth = q.popleft()
        out.append((node, depth))
        for n in edges.get(node, []):
            if n not in seen:
                seen.add(n)
                q.append((n, depth + 1))
    return out


def deque_alias(xs: list[int]):
    a = deque(xs)
    b = a
    b.append(5)
    a += [1]
    c = a + deque([3])
    a.reverse()
    a.extend(a)
    return (
        list(a),
        list(b),
        list(c),
        a is b,
        a == b,
        a == c,
        deque([1, 2]) == deque([1.0, 2.0]),
        repr(a * 2),
        deque("abc") == deque(["a", "b", "c"]),
    )


def deque_bad_maxlen(n: int):
    return list(deque([1], n))


def deque_window(xs: list[float], n: int):
    w = deque(maxlen=n)
    out = []
    for x in xs:
        w.append(x)
        if len(w) == n:
            out.append(sum(w) / n)
    return out


ARGUMENTS = {
    deque_basic: [([3, 4],), ([],)],
    deque_max: [(["a", "b", "c"], 2), (["a"], 0), ([], 3)],
    deque_errors: [(i,) for i in range(12)],
    deque_bfs: [({1: [2, 3], 2: [4], 3: [4], 4: [1]}, 1)],
    deque_alias: [([1, 2],), ([],)],
    deque_bad_maxlen: [(-1,), (0,), (5,)],
    deque_window: [([1.0, 2.0, 3.0, 4.5], 2)],
}
