from __future__ import annotations


def loop_over_any_kind(values: list[int] | dict[str, int] | str | tuple[int, str] | None) -> list[object]:
    out: list[object] = []
    for value in values:
        out.append(value)
    return out


def consume_any_kind(values: list[int] | tuple[int, float] | int | None) -> float:
    total = 0.0
    for index, value in enumerate(values):
        total += index * value
    return total + max(values) + sum(values)


def nested_beside_flat(n: int) -> list[object]:
    row = [0] * n
    grid = [row] * 2
    return [grid, row, n, [1.5], [[["x"]]], {"row": row, "grid": grid}]


def report_of_many_kinds(n: int) -> dict[str, object]:
    return {"boxes": [[1, n]], "labels": ["a"], "scores": [0.5], "none": [], "deep": {"x": [1], "y": {"z": [None]}}}


ARGUMENTS = {
    loop_over_any_kind: [([1],), ({"a": 1},), ("hé",), (None,), ((1, "x"),), ([],)],
    consume_any_kind: [([1, 2],), ((1, 2.5),), (None,), (3,), ([],)],
    nested_beside_flat: [(2,), (0,)],
    report_of_many_kinds: [(1,)],
}
