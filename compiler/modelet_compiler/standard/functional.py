"""map and filter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any


def mapped(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
    """map(function, values)."""
    for value in values:
        yield function(value)


def star_mapped(function: Callable[..., Any], values: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """map(function, first, second, …)."""
    for value in values:
        yield function(*value)


def filtered(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
    """filter(function, values)."""
    for value in values:
        if function(value):
            yield value


def truthy(values: Iterable[Any]) -> Iterator[Any]:
    """filter(None, values)."""
    for value in values:
        if value:
            yield value


def until(function: Callable[[], Any], sentinel: Any) -> Iterator[Any]:
    """iter(function, sentinel)."""
    while True:
        value = function()
        if value == sentinel:
            return
        yield value
