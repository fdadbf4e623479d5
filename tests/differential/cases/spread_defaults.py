"""`*values` of a length known at run time, for parameters with defaults, named tuples and constructors."""

from itertools import chain
from typing import NamedTuple


def spread_target(a: int, b: int, c: int = 3) -> int:
    return a * 100 + b * 10 + c


def spread_into_defaults(xs: list[int]):
    return spread_target(*xs)


def spread_of_a_map(text: str):
    return spread_target(*map(int, text.split(",")))


def spread_behind_others(a: int, b: int = 2, *rest: int) -> list[int]:
    return [a, b, *rest]


def spread_into_the_rest(xs: list[int]):
    return spread_behind_others(*xs)


class SpreadPoint(NamedTuple):
    x: int
    y: int = 7


def spread_into_a_named_tuple(xs: list[int]):
    point = SpreadPoint(*xs)
    return point.x, point.y


def spread_behind_a_field(xs: list[int]):
    return tuple(SpreadPoint(1, *xs))


class SpreadThing:
    def __init__(self, a: int, b: int = 5):
        self.a, self.b = a, b

    def added(self, c: int, d: int = 1) -> int:
        return self.a + self.b + c + d


def spread_into_methods(xs: list[int], ys: list[int]):
    return SpreadThing(*xs).added(*ys)


def chained_rows(rows: list[list[int]]):
    return list(chain(*rows)), {x for x in chain(*rows)}


ARGUMENTS = {
    spread_into_defaults: [([1, 2],), ([1, 2, 4],), ([1],), ([1, 2, 3, 4],), ([],)],
    spread_of_a_map: [("1,2",), ("1,2,3,4",), ("x",)],
    spread_into_the_rest: [([1],), ([1, 3],), ([1, 3, 4, 5],), ([],)],
    spread_into_a_named_tuple: [([1],), ([1, 2],), ([],), ([1, 2, 3],)],
    spread_behind_a_field: [([],), ([2],), ([2, 3],)],
    spread_into_methods: [([1], [2]), ([1, 2], [3, 4]), ([1, 2, 3], [1]), ([], [1]), ([1], []), ([1], [1, 2, 3])],
    chained_rows: [([[1], [2, 3]],), ([],)],
}
