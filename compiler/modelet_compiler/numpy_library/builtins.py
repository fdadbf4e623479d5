"""Python's min, max and sum, for items that are numpy's scalars or arrays."""

from __future__ import annotations

from typing import Any


def larger(a: Any, b: Any) -> Any:
    """max(a, b)."""
    if b > a:
        return b
    return a


def smaller(a: Any, b: Any) -> Any:
    """min(a, b)."""
    if b < a:
        return b
    return a


def largest(items: Any) -> Any:
    """max(items)."""
    best = None
    for item in items:
        if best is None or item > best:
            best = item
    if best is None:
        raise ValueError("max() arg is an empty sequence")
    return best


def smallest(items: Any) -> Any:
    """min(items)."""
    best = None
    for item in items:
        if best is None or item < best:
            best = item
    if best is None:
        raise ValueError("min() arg is an empty sequence")
    return best


def total(items: Any, start: Any) -> Any:
    """sum(items, start)."""
    result = start
    for item in items:
        result = result + item
    return result


def total_of_arrays(items: Any) -> Any:
    """sum(items) of arrays; of none it would be the int 0, which is no array."""
    result = None
    for item in items:
        result = 0 + item if result is None else result + item
    if result is None:
        raise NotImplementedError("sum() of no arrays is the int 0, where compiled code has an array; give a start")
    return result
