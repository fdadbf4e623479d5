"""Calls with `*values`, where the number of arguments is known only at run time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
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


def no_mapping(shown: str, kind: str) -> None:
    """f(**value) of what is no dict."""
    raise TypeError(f"{shown} argument after ** must be a mapping, not {kind}")


def columns(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """zip(*rows) of sequences that are not alike."""
    return rows_of_columns(list(rows))


def rows_of_columns(rows: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Until the first of them ends; what they hold is looked up when it is asked for, as an iterator does."""
    at = 0
    while rows:
        cells = []
        for row in rows:
            if at >= len(row):
                return
            cells.append(row[at])
        yield tuple(cells)
        at += 1


def rounds(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """zip(*rows) of iterators, which may be one and the same, or without an end."""
    return rounds_of([iter(row) for row in rows])


def rounds_of(iterators: list[Iterator[Any]]) -> Iterator[tuple[Any, ...]]:
    """One item of each, until the first of them ends."""
    while iterators:
        cells = []
        for iterator in iterators:
            for cell in iterator:
                cells.append(cell)
                break
            else:
                return
        yield tuple(cells)


def mapped(function: Callable[..., Any], rows: list[Any]) -> Iterator[Any]:
    """map(function, *rows)."""
    return mapped_rounds(function, rounds(rows))


def mapped_rounds(function: Callable[..., Any], cells: Iterator[tuple[Any, ...]]) -> Iterator[Any]:
    """What the function makes of one item of each."""
    for group in cells:
        yield function(*group)


def strict_rounds(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """zip(*rows, strict=True)."""
    return strict_rounds_of([iter(row) for row in rows])


def strict_rounds_of(iterators: list[Iterator[Any]]) -> Iterator[tuple[Any, ...]]:
    """One item of each, until all of them end; ValueError where one ends before the others."""
    while iterators:
        cells: list[Any] = []
        ended = False
        for at, iterator in enumerate(iterators):
            found = False
            for cell in iterator:
                cells.append(cell)
                found = True
                break
            if found == ended and at > 0:
                relation = "shorter" if ended is False else "longer"
                earlier = "argument 1" if at == 1 else f"arguments 1-{at}"
                raise ValueError(f"zip() argument {at + 1} is {relation} than {earlier}")
            ended = not found
        if ended:
            return
        yield tuple(cells)


def chosen(values: list[Any], place: int, default: Any) -> Any:
    """What a parameter with a default gets."""
    if place < len(values):
        return values[place]
    return default


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


def divisor(values: Iterable[int]) -> int:
    """math.gcd(*values)."""
    found = 0
    for value in values:
        found = math.gcd(found, value)
    return found


def multiple(values: Iterable[int]) -> int:
    """math.lcm(*values)."""
    found = 1
    for value in values:
        found = math.lcm(found, value)
    return found


def length(values: Iterable[float]) -> float:
    """math.hypot(*values)."""
    numbers = list(values)
    return math.dist(numbers, [0.0 for number in numbers])


def products(pools: Iterable[Iterable[Any]]) -> Iterable[Any]:
    """itertools.product(*pools)."""
    listed = [list(pool) for pool in pools]
    if any(len(pool) == 0 for pool in listed):
        return
    places = [0] * len(listed)
    while True:
        yield tuple([pool[place] for pool, place in zip(listed, places, strict=True)])
        at = len(listed) - 1
        while at >= 0 and places[at] == len(listed[at]) - 1:
            places[at] = 0
            at -= 1
        if at < 0:
            return
        places[at] += 1


def longest(rows: Iterable[Iterable[Any]], fill: Any) -> Iterator[tuple[Any, ...]]:
    """zip_longest(*rows, fillvalue=fill)."""
    return longest_of([iter(row) for row in rows], fill)


def longest_of(iterators: list[Iterator[Any]], fill: Any) -> Iterator[tuple[Any, ...]]:
    """One item of each, and the fill of those that ended, until the last of them ends."""
    ended = [False for iterator in iterators]
    while not all(ended):
        cells = []
        for at, iterator in enumerate(iterators):
            found = False
            if not ended[at]:
                for cell in iterator:
                    cells.append(cell)
                    found = True
                    break
            if not found:
                ended[at] = True
                cells.append(fill)
        if all(ended):
            return
        yield tuple(cells)
