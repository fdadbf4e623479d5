def tuple_operations(a: int, b: str) -> tuple[int, str, tuple[int, str]]:
    pair = (a, b)
    x, y = pair
    triple = pair + (pair,)
    return triple if x == a and y == b else (0, "", pair)


def tuple_compare(a: tuple[int, str], b: tuple[int, str]) -> list[bool]:
    return [a == b, a < b, a <= b, a > b, a != b, a == (a[0], a[1])]


def tuple_index(values: tuple[int, int, int], index: int) -> int:
    return values[index]


def tuple_text(value: int) -> list[str]:
    return [str((value,)), str((value, "a", None, 1.5)), repr(()), str((value, (value, [value])))]


def tuple_slice(values: tuple[int, str, float, int]) -> str:
    return f"{values[1:3]} {values[::-1]} {values[-1]} {len(values)} {values[:2] + values[3:]}"


def tuple_in_loop(pairs: list[tuple[str, int]]) -> dict[str, int]:
    return {name: count for name, count in pairs}


ARGUMENTS = {
    tuple_operations: [(1, "x")],
    tuple_compare: [((1, "a"), (1, "b")), ((2, "a"), (1, "z")), ((1, "a"), (1, "a"))],
    tuple_index: [((1, 2, 3), 0), ((1, 2, 3), -1), ((1, 2, 3), 3), ((1, 2, 3), -4)],
    tuple_text: [(5,)],
    tuple_slice: [((1, "b", 2.5, 4),)],
    tuple_in_loop: [([("a", 1), ("b", 2)],)],
}
