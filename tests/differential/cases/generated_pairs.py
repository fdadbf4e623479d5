"""Loops over generator expressions with several `for`, and map over rows whose number is known at run time only."""

from __future__ import annotations

from typing import Any


def pairs_until(count: int, last: int) -> list[Any]:
    found: list[Any] = []
    for first, second in ((i, j) for i in range(count) for j in range(i) if i != 2):
        if second == last:
            break
        found.append((first, second))
    else:
        found.append("all")
    return found


def pairs_that_see_changes(rows: list[list[int]]) -> list[int]:
    factor = 100
    found = []
    for item in (cell * factor for row in rows for cell in row):
        factor += 1
        found.append(item)
    return found


def mapped_rows(rows: list[list[int]]) -> list[Any]:
    largest = list(map(max, *rows))
    columns = list(map(lambda *cells: list(cells), *rows))
    return [largest, columns, [total for total in map(lambda first, *rest: first + sum(rest), *rows)]]


def mapped_beside(row: list[int], rows: list[list[int]]) -> list[int]:
    return list(map(lambda weight, *cells: weight * sum(cells), row, *rows))


ARGUMENTS = {
    pairs_until: [(5, 2), (2, 9), (0, 0)],
    pairs_that_see_changes: [([[1, 2], [3]],), ([],)],
    mapped_rows: [([[1, 5], [4, 2]],), ([[1], [2], [3]],), ([[1, 2, 3], [4, 5]],)],
    mapped_beside: [([1, 2], [[3, 4], [5, 6]])],
}
