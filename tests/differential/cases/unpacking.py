def up_iterators(s: set[int], d: dict[str, int], n: int) -> list[str]:
    a, b = d
    c, e = d.items()
    f, *g = range(n)
    h, i = sorted(s)
    j, k = reversed(range(2))
    (l, m), o = enumerate("xy")
    return [a, b, str(c), str(e), str(f), str(g), str(h), str(i), str(j), str(k), str(l), m, str(o)]


def up_errors(n: int) -> list[int]:
    a, b, c = range(n)
    return [a, b, c]


ARGUMENTS = {
    up_iterators: [({2, 1}, {"a": 1, "b": 2}, 3), ({1}, {"a": 1, "b": 2}, 3), ({1, 2}, {"a": 1}, 3), ({2, 1}, {"a": 1, "b": 2}, 0)],
    up_errors: [(3,), (2,), (5,)],
}
