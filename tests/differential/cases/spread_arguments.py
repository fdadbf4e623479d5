"""`*values` in calls of the library."""

from __future__ import annotations

from typing import Any
import itertools
import math


def spread_product(rows: list[list[int]]) -> list[tuple[int, ...]]:
    return list(itertools.product(*rows))


def spread_numbers(xs: list[int]) -> list[Any]:
    return [math.gcd(*xs), math.lcm(*xs), math.hypot(*xs), max(*xs), min(0, *xs)]


def spread_format(xs: list[str]) -> str:
    return "{}-{}".format(*xs) + "{0}{1}".format(*xs)


def spread_sets(sets: list[list[int]]) -> list[Any]:
    return [sorted(set().union(*sets)), sorted(set.intersection(*map(set, sets)))]


ARGUMENTS = {
    spread_product: [([[1, 2], [3]],), ([],)],
    spread_numbers: [([4, 6],)],
    spread_format: [(["a", "b"],)],
    spread_sets: [([[1, 2], [2, 3]],)],
}
