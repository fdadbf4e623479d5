def set_operations(a: list[int], b: list[int]) -> list[list[int]]:
    x, y = set(a), set(b)
    z = x.copy()
    z.add(1000)
    z.discard(1)
    z.discard(999)
    return [list(x), sorted(x | y), sorted(x & y), sorted(x - y), sorted(x ^ y), list(z), sorted(x.union(b)), [len(x)], list({3, 1, 2})]


def set_tests(a: set[int], b: set[int]) -> list[bool]:
    return [a == b, a <= b, a < b, a >= b, a.issubset(b), a.isdisjoint(b), 1 in a, 5 not in b, a != b]


def set_remove(a: set[str], item: str) -> int:
    a.remove(item)
    return len(a)


def set_order(n: int) -> list[int]:
    s = set()
    for i in range(n):
        s.add(i * 37 % 101 - 20)
    for i in range(0, n, 3):
        s.discard(i * 37 % 101 - 20)
    s.add(-1)
    s.add(-2)
    return list(s)


def set_comprehension(words: list[str]) -> list[str]:
    return sorted({word.lower() for word in words})


def set_floats(values: list[float]) -> list[float]:
    return list({value for value in values})


def set_tuples(values: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return list(set(values))


def set_returned(values: list[int]) -> set[int]:
    return set(values)


ARGUMENTS = {
    set_operations: [([1, 2, 3], [2, 3, 4]), ([], [1]), (list(range(50, 0, -3)), list(range(20)))],
    set_tests: [({1, 2}, {1, 2, 3}), (set(), set()), ({1}, {2})],
    set_remove: [({"a", "b"}, "a"), ({"a"}, "z")],
    set_order: [(5,), (40,), (200,)],
    set_comprehension: [(["A", "a", "b"],)],
    set_floats: [([0.5, 1.0, 2.75, -3.25, 1e300, 0.1],), ([float("inf"), 1e-5, -0.0],)],
    set_tuples: [([(1, 2), (3, 4), (1, 2), (0, 0), (-1, 5)],)],
    set_returned: [([3, 1, 3],)],
}
