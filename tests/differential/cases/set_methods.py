def se_ops(a: set[int], b: set[int]) -> list[set[int]]:
    r = [
        a | b,
        a & b,
        a - b,
        a ^ b,
        a.union(b, [100]),
        a.intersection([1, 2, 3]),
        a.difference([1], [2]),
        a.symmetric_difference([1, 9]),
        a.union(),
        a.intersection(b, [1]),
    ]
    c = set(a)
    c |= b
    r.append(set(c))
    c &= {1, 2, 5}
    r.append(set(c))
    c -= {1}
    r.append(set(c))
    c ^= {7}
    r.append(c)
    return r


def se_upd(a: set[int], b: list[int]) -> list[set[int]]:
    c = a.copy()
    c.update(b, [1])
    d = a.copy()
    d.intersection_update(b)
    e = a.copy()
    e.difference_update(b)
    f = a.copy()
    f.symmetric_difference_update(b)
    return [c, d, e, f]


def se_pop(a: set[int]) -> int:
    return a.pop()


def se_cmp(a: set[int], b: set[int]) -> list[bool]:
    return [a < b, a <= b, a > b, a >= b, a == b, a != b, a.issubset([1, 2, 3]), a.issuperset([1]), a.isdisjoint([9]), a.issubset(range(9))]


def set_orders(n: int, k: int) -> list[list[int]]:
    a = {i * k % 1009 for i in range(n)}
    b = {i * 3 for i in range(n // 2)}
    d = {i * 7 % 101: i for i in range(n)}
    return [
        list(a | b),
        list(a & b),
        list(a - b),
        list(a ^ b),
        list(set(d)),
        list(set(a)),
        list(a.union(d, [1, 2])),
        list(a.difference(d)),
        list(a.difference([5, 6])),
        list(a.intersection(d)),
        list(d.keys() & a),
        list(d.keys() | a),
        list(d.keys() - a),
        list(d.keys() ^ a),
        list(a & d.keys()),
        list(a - d.keys()),
        list(set(d.keys())),
        list(a.copy() - {1}),
        list(a.symmetric_difference(d)),
    ]


def set_in_place_orders(n: int, k: int) -> list[list[int]]:
    a = {i * k % 1009 for i in range(n)}
    c = set(a)
    c -= set(range(0, 1009, 3))
    c |= {5, 6, 7}
    out = [list(c)]
    c ^= set(range(50))
    out.append(list(c))
    c &= set(range(0, 1009, 2))
    out.append(list(c))
    c.difference_update(range(100), [200])
    out.append(list(c))
    while len(c) > 3:
        out.append([c.pop()])
    c.add(99)
    out.append([c.pop(), c.pop()])
    c.update(range(30), {"a": 1} and [])
    out.append(list(c))
    return out


def set_itself(a: set[int]) -> list[list[int]]:
    b = set(a)
    b |= b
    c = set(a)
    c -= c
    d = set(a)
    d ^= d
    e = set(a)
    e &= e
    f = set(a)
    f.update(f)
    return [list(b), list(c), list(d), list(e), list(f)]


ARGUMENTS = {
    set_orders: [(5, 1), (40, 37), (100, 17), (0, 1), (300, 511)],
    set_in_place_orders: [(40, 37), (100, 17), (3, 1)],
    set_itself: [({1, 5, 9},), (set(),)],
    se_ops: [({1, 2}, {2, 3}), (set(), {1})],
    se_upd: [({1, 2}, [2, 3])],
    se_pop: [({1},), ({5, 3, 8},), (set(),)],
    se_cmp: [({1, 2}, {1, 2, 3}), ({1}, {1}), (set(), {1})],
}
