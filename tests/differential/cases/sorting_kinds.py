"""Sorting values whose kinds have an order of their own, however their length is known."""

from typing import Any


def sort_tuples_of_any_length(rows: list[list[int]]) -> list[tuple[int, ...]]:
    return sorted(map(tuple, rows))


def sort_tuples_with_and_without_known_length(rows: list[list[int]]) -> list[Any]:
    mixed = [tuple(row) for row in rows] + [(1, 2), (3,)]
    return sorted(mixed)


def sort_bytes(texts: list[str]) -> list[bytes]:
    return sorted(text.encode() for text in texts)


def largest_of_tuples_of_any_length(rows: list[list[float]]) -> Any:
    tuples = [tuple(row) for row in rows]
    return [max(tuples), min(tuples), sorted(tuples, reverse=True)]


def sort_nested_lists_and_tuples(rows: list[list[int]]) -> list[Any]:
    return sorted([(len(row), [tuple(row), tuple(row[:1])]) for row in rows])


ARGUMENTS = {
    sort_tuples_of_any_length: [([[2, 1], [2], [], [1, 5, 6]],), ([],)],
    sort_tuples_with_and_without_known_length: [([[2, 1], [1, 2], [], [1, 2, 0], [3]],)],
    sort_bytes: [(["b", "a", "ab", "é"],)],
    largest_of_tuples_of_any_length: [([[1.5, 2.0], [1.5], [0.0, float("inf")]],)],
    sort_nested_lists_and_tuples: [([[2, 1], [1, 9], [5]],)],
}
