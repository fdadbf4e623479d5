"""Instances in frozensets, deques and tuples of any length are compared, hashed and shown by their own methods."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Point:
    x: int


class Residue:
    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Residue) and self.n % 3 == other.n % 3

    def __hash__(self) -> int:
        return self.n % 3

    def __repr__(self) -> str:
        return f"R{self.n}"

    def __lt__(self, other: Residue) -> bool:
        return self.n < other.n


@dataclass(frozen=True)
class Path:
    points: tuple[Point, ...] = ()

    def to(self, x: int) -> Path:
        return replace(self, points=(*self.points, Point(x)))


def frozensets_of_instances(ns: list[int]) -> list[object]:
    first = frozenset(Point(n) for n in ns)
    second = frozenset([Point(n) for n in reversed(ns)])
    residues = frozenset(map(Residue, ns))
    return [len(first), first == second, Point(1) in first, len(residues), Residue(3) in residues, second in {first: 1}]


def deques_of_instances(ns: list[int]) -> list[object]:
    first = deque(Point(n) for n in ns)
    second = deque([Point(n) for n in ns])
    return [first == second, Point(1) in first, repr(first), first.count(Point(1)), str(deque(Residue(n) for n in ns))]


def tuples_of_instances(ns: list[int]) -> list[object]:
    first = tuple(Point(n) for n in ns)
    second = tuple([Point(n) for n in ns])
    pair, other = (1, first), (1, second)
    residues = tuple(Residue(n) for n in ns)
    low = sorted(residues)[0].n if ns else 0
    return [
        first == second,
        Point(1) in first,
        repr(first),
        pair == other,
        repr(pair),
        {first: 2}[second],
        low,
        repr(max(residues, default=0)),
    ]


def path_that_grows(ns: list[int]) -> tuple[str, bool]:
    path, again = Path(), Path()
    for n in ns:
        path, again = path.to(n), again.to(n)
    return repr(path), path == again


ARGUMENTS = {
    frozensets_of_instances: [([1, 2, 2, 3],), ([],)],
    deques_of_instances: [([1, 2, 1],), ([],)],
    tuples_of_instances: [([3, 1, 2],), ([],)],
    path_that_grows: [([3, 1, 2],), ([],)],
}
