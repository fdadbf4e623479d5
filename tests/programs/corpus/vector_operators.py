from __future__ import annotations

import math
from functools import total_ordering


@total_ordering
class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

    def __add__(self, other: Vec | float) -> Vec:
        if isinstance(other, Vec):
            return Vec(self.x + other.x, self.y + other.y)
        return Vec(self.x + other, self.y + other)

    __radd__ = __add__

    def __sub__(self, other: Vec) -> Vec:
        return Vec(self.x - other.x, self.y - other.y)

    def __neg__(self) -> Vec:
        return Vec(-self.x, -self.y)

    def __abs__(self) -> float:
        return math.hypot(self.x, self.y)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vec):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)

    def __lt__(self, other: Vec) -> bool:
        return abs(self) < abs(other)

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __bool__(self) -> bool:
        return bool(self.x or self.y)

    def __iter__(self):
        yield self.x
        yield self.y

    def __repr__(self) -> str:
        return f"Vec({self.x:g}, {self.y:g})"

    def __format__(self, spec: str) -> str:
        return f"<{self.x:{spec}}, {self.y:{spec}}>"


def vector_operators(points: list[tuple[float, float]]) -> list[object]:
    vs = [Vec(*p) for p in points]
    total = sum(vs, Vec(0, 0))
    return [
        repr(total),
        f"{total:.2f}",
        len(set(vs)),
        [repr(v) for v in sorted(vs)],
        repr(1 + total),
        [bool(v) for v in vs],
        list(total),
        vs[:1] == [Vec(1, 2)],
        total >= Vec(1, 1),
        total != "x",
        abs(-total),
    ]


ARGUMENTS = [([(1.0, 2.0), (3.0, 4.0), (1.0, 2.0)],), ([],), ([(0.0, -0.0)],), ([(1e200, 1e200)],)]
