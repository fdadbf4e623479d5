"""Parts of dicts and their views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def items_either(left: Iterable[tuple[Any, Any]], right: Iterable[tuple[Any, Any]]) -> set[tuple[Any, Any]]:
    """`left.items() ^ right.items()`: in CPython's order, since that of a set depends on it; a value that both have is not hashed."""
    rest = dict(left)
    found = set()
    for key, value in right:
        if key in rest and (rest[key],) == (value,):
            del rest[key]
        else:
            found.add((key, value))
    for key, value in rest.items():
        found.add((key, value))
    return found
