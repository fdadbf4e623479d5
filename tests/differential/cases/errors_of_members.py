"""Operations that some members of a union do not have raise what CPython raises."""

from __future__ import annotations

import math
from enum import Enum
from typing import Any


class Direction(Enum):
    UP = 1
    DOWN = -1

    def __neg__(self) -> Direction:
        return Direction(-self.value)

    def __lt__(self, other: Direction) -> bool:
        return self.value < other.value

    def __add__(self, other: int) -> int:
        return self.value + other


class LedgerError(Exception):
    code = "ledger"

    def __str__(self) -> str:
        return f"[{self.code}] {super().__str__()}"


class UnknownAccount(LedgerError, KeyError):
    code = "account"


PRECEDENCE = {"+": 1, "*": 2}
MIXED = [("a", str.upper), ("b", "text"), ("c", lambda s: s * 2), ("d", "more")]


def key_of_another_type(items: list[str | None]) -> list[object]:
    found: list[object] = []
    for item in items:
        try:
            found.append(PRECEDENCE[item])
        except KeyError as error:
            found.append(repr(error))
    return found


def looked_up_or_none(name: str | None) -> int:
    return {"a": 1}[name]


def container_or_none(values: list[Any], item: str) -> list[str]:
    found = []
    for value in values:
        try:
            found.append(str(item in value))
        except TypeError as error:
            found.append(str(error))
    return found


def text_or_none(values: list[str | None]) -> list[str]:
    found = []
    for value in values:
        try:
            found.append(f"{'&' in value} {'-'.join(['a', value])}")
        except TypeError as error:
            found.append(str(error))
    return found


def records_of_kinds(n: int) -> list[object]:
    rows = [{"name": "x" * i, "span": (i, i + 2), "parts": [i], "note": None if i else "first"} for i in range(n)]
    rows.sort(key=lambda row: (row["span"][0], -row["span"][1]))
    return [rows, [row["span"][1] for row in rows], [row["parts"] for row in rows]]


def distance_of_mixed(x: float) -> float:
    points = [(0, 0), (x, 3), (x, x)]
    return sum(math.dist(a, b) for a, b in zip(points, points[1:], strict=False)) + math.sqrt(points[-1][0] + 4)


def enum_operators(value: int) -> list[object]:
    direction = Direction(value)
    return [(-direction).name, direction < Direction.UP, direction + 5, sorted([Direction.UP, direction])[0].name]


def text_of_base(names: list[str]) -> list[str]:
    found = []
    for name in names:
        try:
            raise UnknownAccount(name) if name else LedgerError("none", 3)
        except LedgerError as error:
            found.append(f"{error} {isinstance(error, KeyError)}")
    return found


def tuples_of_kinds(text: str) -> list[str]:
    found = []
    for name, change in MIXED:
        found.append(f"{name}:{change if isinstance(change, str) else change(text)}")
    return found


def tuple_that_grows(steps: list[str]) -> tuple[str, ...]:
    path: tuple[str, ...] = ()
    for step in steps:
        path = (*path, step) if step else ()
    return path


ARGUMENTS = {
    key_of_another_type: [(["+", None, "?"],)],
    looked_up_or_none: [("a",), (None,), ("b",)],
    container_or_none: [(["abc", ["a"], {"a": 1}, None, 3, True, 2.5], "a")],
    text_or_none: [(["a&b", None],)],
    records_of_kinds: [(3,), (0,)],
    distance_of_mixed: [(4.0,), (0.5,)],
    enum_operators: [(1,), (-1,), (7,)],
    text_of_base: [(["bob", ""],)],
    tuples_of_kinds: [("q",)],
    tuple_that_grows: [(["a", "b", "", "c"],), ([],)],
}
