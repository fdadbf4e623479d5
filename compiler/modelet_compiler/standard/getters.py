"""operator.itemgetter and attrgetter of what is known at run time only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def item(key: Any) -> Callable[[Any], Any]:
    """itemgetter(key)."""
    return lambda value: value[key]


def two_items(first: Any, second: Any) -> Callable[[Any], Any]:
    """itemgetter(first, second)."""
    return lambda value: (value[first], value[second])


def attribute(name: str) -> Callable[[Any], Any]:
    """attrgetter(name)."""
    return lambda value: getattr(value, name)
