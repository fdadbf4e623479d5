def list_compare(a: list[int], b: list[int]) -> list[bool]:
    return [a == b, a != b, a < b, a <= b, a > b, a >= b]


def list_contains(items: list[str], item: str, numbers: list[float]) -> list[bool]:
    return [item in items, item not in items, 1 in numbers, 5 in [1, 2, 5], "x" in ("x", "y"), 3 in range(5), 7 not in range(0, 10, 2)]


ARGUMENTS = {
    list_compare: [([1, 2], [1, 2]), ([1, 2], [1, 3]), ([1], [1, 2]), ([], [])],
    list_contains: [(["a"], "a", [1.0]), ([], "a", [2.0])],
}
