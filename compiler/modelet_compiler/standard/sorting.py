"""Sorting and choosing by a key that is a value: compiled for each function that the key may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Key = Callable[[Any], Any]


def sorted_by(items: Iterable[Any], key: Key, reverse: Any = False) -> list[Any]:
    """sorted(items, key=key)."""
    return sorted(items, key=lambda item: key(item), reverse=reverse)


def sort_by(items: list[Any], key: Key, reverse: Any = False) -> None:
    """items.sort(key=key)."""
    items.sort(key=lambda item: key(item), reverse=reverse)


def min_by(items: Iterable[Any], key: Key) -> Any:
    """min(items, key=key)."""
    return min(items, key=lambda item: key(item))


def max_by(items: Iterable[Any], key: Key) -> Any:
    """max(items, key=key)."""
    return max(items, key=lambda item: key(item))


def min_by_or(items: Iterable[Any], key: Key, default: Any) -> Any:
    """min(items, key=key, default=default)."""
    return min(items, key=lambda item: key(item), default=default)


def max_by_or(items: Iterable[Any], key: Key, default: Any) -> Any:
    """max(items, key=key, default=default)."""
    return max(items, key=lambda item: key(item), default=default)
