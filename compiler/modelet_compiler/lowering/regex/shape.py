"""What the type of a pattern says: how many groups it has, their names, and which take part in every match."""

from __future__ import annotations

import re
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.types import PatternType

REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


def pattern_type(pattern: re.Pattern[str]) -> PatternType:
    """The type of a compiled pattern. Raises Unsupported for what CPython itself gets wrong."""
    tree = sre_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    if has_possessive_groups(tree):
        raise Unsupported(
            f"groups inside of a possessive repeat are not supported: {pattern.pattern!r}",
            "CPython may report wrong places for them",
            "an atomic group around a greedy repeat",
        )
    certain = certain_groups(tree)
    names = tuple(sorted(pattern.groupindex.items()))
    return PatternType(pattern.groups, names, tuple(group in certain for group in range(1, pattern.groups + 1)), pattern.groups < 2)


def certain_groups(tree: Any) -> set[int]:
    """The groups that are set whenever the tree has matched."""
    found: set[int] = set()
    for kind, value in tree:
        if kind is sre.SUBPATTERN:
            found |= certain_groups(value[3])
            if value[0]:
                found.add(value[0])
        elif kind in REPEATS:
            if value[0] > 0:
                found |= certain_groups(value[2])
        elif kind is sre.BRANCH:
            found |= set.intersection(*(certain_groups(part) for part in value[1]))
        elif kind is sre.ATOMIC_GROUP:
            found |= certain_groups(value)
        elif kind is sre.ASSERT:
            found |= certain_groups(value[1])
    return found


def inner_trees(kind: Any, value: Any) -> list[Any]:
    """The trees inside of one node."""
    if kind in REPEATS:
        return [value[2]]
    if kind is sre.SUBPATTERN:
        return [value[3]]
    if kind is sre.BRANCH:
        return list(value[1])
    if kind in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]]
    if kind is sre.ATOMIC_GROUP:
        return [value]
    if kind is sre.GROUPREF_EXISTS:
        return [part for part in value[1:] if part is not None]
    return []


def has_possessive_groups(tree: Any, possessive: bool = False) -> bool:
    """Whether a group that captures stands in a possessive repeat."""
    for kind, value in tree:
        if possessive and kind is sre.SUBPATTERN and value[0] is not None:
            return True
        inside = possessive or kind is sre.POSSESSIVE_REPEAT
        if any(has_possessive_groups(part, inside) for part in inner_trees(kind, value)):
            return True
    return False
