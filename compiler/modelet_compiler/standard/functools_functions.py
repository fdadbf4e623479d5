"""Parts of functools."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Function = Callable[..., Any]


def reduce(function: Function, values: Iterable[Any]) -> Any:
    """functools.reduce without an initial value."""
    rest = iter(values)
    try:
        total = next(rest)
    except StopIteration:
        raise TypeError("reduce() of empty iterable with no initial value") from None
    for value in rest:
        total = function(total, value)
    return total


def reduce_from(function: Function, values: Iterable[Any], initial: Any) -> Any:
    """functools.reduce with an initial value."""
    total = initial
    for value in values:
        total = function(total, value)
    return total


def partial(function: Function, /, *first: Any, **named: Any) -> Function:
    """functools.partial."""

    def call(*rest: Any, **more: Any) -> Any:
        return function(*first, *rest, **{**named, **more})

    return call


def cache_key(arguments: tuple[Any, ...]) -> Any:
    """What a cache looks for: one int or str is a key of its own, and so not equal to a float."""
    if len(arguments) == 1 and type(arguments[0]) in (int, str):
        return arguments[0]
    return arguments


class CacheInfo(NamedTuple):
    """What `cache_info()` tells."""

    hits: int
    misses: int
    maxsize: int | None
    currsize: int


def counted(function: Function, size: int | None) -> Function:
    """functools.lru_cache in a program that asks for `cache_info()` or `cache_clear()` somewhere: hits, misses, times cleared."""
    memory: dict[Any, Any] = {}
    counts = [0, 0, 0]

    def call(*arguments: Any) -> Any:
        key = cache_key(arguments)
        if key in memory:
            counts[0] += 1
            result = memory[key]
            if size is not None:
                del memory[key]
                memory[key] = result
            return result
        counts[1] += 1
        result = function(*arguments)
        if size is None:
            memory[key] = result
        elif size > 0 and key not in memory:
            if len(memory) >= size:
                del memory[next(iter(memory))]
            memory[key] = result
        return result

    return call


def cache_info(memory: dict[Any, Any], counts: list[int], size: int | None) -> CacheInfo:
    """`function.cache_info()`."""
    return CacheInfo(counts[0], counts[1], size, len(memory))


def cleared_info(memory: dict[Any, Any], counts: list[int], size: int | None) -> CacheInfo:
    """`cache_info()` of a captured function, whose counts before it was cleared only Python knows."""
    if not counts[2]:
        raise RuntimeError("cache_info() before cache_clear(): each call of compiled code has its own cache")
    return CacheInfo(counts[0], counts[1], size, len(memory))


def cache_clear(memory: dict[Any, Any], counts: list[int], size: int | None) -> None:
    """`function.cache_clear()`."""
    memory.clear()
    counts[0] = 0
    counts[1] = 0
    counts[2] += 1


def cached(function: Function) -> Function:
    """functools.cache: results are kept."""
    memory: dict[Any, Any] = {}

    def call(*arguments: Any) -> Any:
        key = cache_key(arguments)
        if key in memory:
            return memory[key]
        result = function(*arguments)
        memory[key] = result
        return result

    return call


def cached_least_recent(function: Function, size: int) -> Function:
    """functools.lru_cache: the results used last are kept; what is used goes to the end."""
    memory: dict[Any, Any] = {}

    def call(*arguments: Any) -> Any:
        key = cache_key(arguments)
        if key in memory:
            result = memory.pop(key)
            memory[key] = result
            return result
        result = function(*arguments)
        if size > 0 and key not in memory:
            if len(memory) >= size:
                del memory[next(iter(memory))]
            memory[key] = result
        return result

    return call


class Compared:
    """What functools.cmp_to_key makes of a value."""

    __slots__ = ("function", "value")

    def __init__(self, function: Function, value: Any) -> None:
        self.function = function
        self.value = value

    def __lt__(self, other: Compared) -> bool:
        return bool(self.function(self.value, other.value) < 0)

    def __le__(self, other: Compared) -> bool:
        return bool(self.function(self.value, other.value) <= 0)

    def __gt__(self, other: Compared) -> bool:
        return bool(self.function(self.value, other.value) > 0)

    def __ge__(self, other: Compared) -> bool:
        return bool(self.function(self.value, other.value) >= 0)

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Compared)
        return bool(self.function(self.value, other.value) == 0)


def cmp_to_key(function: Function) -> Function:
    """functools.cmp_to_key."""

    def key(value: Any) -> Compared:
        return Compared(function, value)

    return key
