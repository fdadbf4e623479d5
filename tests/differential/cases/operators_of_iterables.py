from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import reduce
from typing import Any


class Point:
    def __init__(self, x: float) -> None:
        self.x = x

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x)

    def __iter__(self) -> Iterator[float]:
        yield self.x


def points_reduced(values: list[float]) -> float:
    return reduce(operator.add, [Point(value) for value in values], Point(0.0)).x


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {points_reduced: [([1.0, 2.5],), ([],)]}
