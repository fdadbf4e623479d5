from __future__ import annotations

from enum import Enum, IntEnum


class _Level(IntEnum):
    LOW = 1
    HIGH = 5


class _Kind(Enum):
    A = "a"
    B = "b"


def sorted_members_beside_none(n: int) -> list[str]:
    return [level.name for level, _ in sorted([(_Level.HIGH, None), (_Level(n), None)])]


def sorted_among_many(n: int) -> list[object]:
    return [n, "x", sorted([_Level.HIGH, _Level(n)]), None, (_Level.HIGH, None) < (_Level(n), None)]


def sorted_ties_of_kinds(names: list[str]) -> list[str]:
    return [kind.name for _, kind in sorted((1, _Kind[name]) for name in names)]


ARGUMENTS = {
    sorted_members_beside_none: [(1,), (5,)],
    sorted_among_many: [(1,), (5,)],
    sorted_ties_of_kinds: [(["A"],), (["A", "A"],), (["A", "B"],)],
}
