"""Calls with `*values`, where the number of arguments is known only at run time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def shown(values: Iterable[Any]) -> list[str]:
    """What print shows of each."""
    return [str(value) for value in values]


def listed(values: Iterable[Any]) -> list[Any]:
    """[*values]."""
    return list(values)


def single(value: Any) -> list[Any]:
    """[value]."""
    return [value]


def behind(values: list[Any], count: int) -> list[Any]:
    """The values behind the first ones."""
    return values[count:]


def largest(values: Iterable[Any], kind: str) -> Any:
    """max(*numbers)."""
    items = list(values)
    if not items:
        raise TypeError("max expected at least 1 argument, got 0")
    if len(items) == 1:
        raise TypeError(f"'{kind}' object is not iterable")
    return max(items)


def smallest(values: Iterable[Any], kind: str) -> Any:
    """min(*numbers)."""
    items = list(values)
    if not items:
        raise TypeError("min expected at least 1 argument, got 0")
    if len(items) == 1:
        raise TypeError(f"'{kind}' object is not iterable")
    return min(items)


def union(first: set[Any], others: Iterable[Any]) -> set[Any]:
    """first.union(*others)."""
    result = first.copy()
    for other in list(others):
        result.update(other)
    return result


def intersection(first: set[Any], others: Iterable[Any]) -> set[Any]:
    """first.intersection(*others)."""
    result = first.copy()
    for other in list(others):
        result = result.intersection(other)
    return result


def difference(first: set[Any], others: Iterable[Any]) -> set[Any]:
    """first.difference(*others)."""
    result = first.copy()
    for other in list(others):
        result = result.difference(other)
    return result


def all_union(values: Iterable[set[Any]]) -> set[Any]:
    """set.union(*values)."""
    sets = list(values)
    if not sets:
        raise TypeError("unbound method set.union() needs an argument")
    return union(sets[0], sets[1:])


def all_intersection(values: Iterable[set[Any]]) -> set[Any]:
    """set.intersection(*values)."""
    sets = list(values)
    if not sets:
        raise TypeError("unbound method set.intersection() needs an argument")
    return intersection(sets[0], sets[1:])
