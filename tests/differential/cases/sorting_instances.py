"""Sorting of instances of several classes, and of what has no order."""

from __future__ import annotations

from typing import Any


class A:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v < o.v

    def __repr__(self):
        return f"{type(self).__name__}({self.v})"


class B(A):
    pass


class C:
    def __init__(self, v):
        self.v = v


def sort_classes(values: list[int], reverse: bool) -> list[Any]:
    items = [A(v) if v % 2 else B(v) for v in values]
    items.sort(reverse=reverse)
    out = [
        repr(items),
        repr(sorted(items, reverse=not reverse)),
        repr(min(items) if items else None),
        repr(max(items, default=None)),
        repr(sorted(values, key=lambda v: A(-v) if v > 2 else B(-v))),
    ]
    return out


def sort_nothing(values: list[int]) -> Any:
    items = [C(v) for v in values]
    try:
        items.sort()
    except TypeError as e:
        return str(e)
    return len(items)


def sort_none(values: list[int | None]) -> Any:
    try:
        return sorted(values)
    except TypeError as e:
        return str(e)


def sort_dicts(values: list[dict[str, int]]) -> Any:
    try:
        return sorted(values)
    except TypeError as e:
        return str(e)


def min_dicts(values: list[dict[str, int]]) -> Any:
    try:
        return min(values)
    except TypeError as e:
        return str(e)


def sort_complex(values: list[complex]) -> Any:
    try:
        return sorted(values)
    except TypeError as e:
        return str(e)


ARGUMENTS = {
    sort_classes: [([3, 1, 2, 8, 5], False), ([], True), (list(range(50, 0, -1)) + list(range(60)), True)],
    sort_nothing: [([],), ([1],), ([2, 1],)],
    sort_none: [([1, None, 2],), ([3, 1],), ([2, None],), ([None, None],)],
    sort_dicts: [([],), ([{"a": 1}, {"b": 1}],)],
    min_dicts: [([{"a": 1}],), ([{"a": 1}, {"b": 1}],)],
    sort_complex: [([1j],), ([1j, 2j],)],
}
