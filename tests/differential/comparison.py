"""Whether two results are the same Python value: type, bits, order, exception class and message."""

from __future__ import annotations

import collections
import copy
import dataclasses
import enum
import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """("value", result), ("values", what a generator yields, then perhaps an exception) or ("raises", class and message)."""
    try:
        result = function(*copy.deepcopy(arguments))
        if isinstance(result, types.GeneratorType) or (hasattr(result, "__next__") and hasattr(result, "close")):
            return "values", drained(result)
        return "value", result
    except Exception as error:
        return "raises", described(error)


def drained(generator: Any) -> list[Any]:
    items: list[Any] = []
    try:
        items.extend(generator)
    except Exception as error:
        items.append(("raises", *described(error)))
    return items


def described(error: Exception) -> tuple[str, str]:
    name = type(error).__name__
    return name, "" if name in ("RecursionError", "MemoryError") else str(error)


def as_sent(value: Any) -> Any:
    """What a value becomes on its way to a caller (engine/include/modelet/VALUES.md): instances are dicts there, subclasses their base."""
    if isinstance(value, enum.Enum):
        return as_sent(value.value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if hasattr(type(value), "model_fields"):
        return {name: getattr(value, name) for name in type(value).model_fields}
    if isinstance(value, dict | set | frozenset):
        return _base_of(value)(_unpacked(value))
    base = _base_of(value)
    return value if base is type(value) else base(value)


BASES = (bool, int, float, str, tuple, collections.deque, list, dict, frozenset, set)


def _base_of(value: Any) -> Any:
    found = next((base for base in BASES if isinstance(value, base)), type(value))
    return list if found is collections.deque else type(value) if isinstance(value, np.generic) else found


def _unpacked(value: Any) -> Any:
    """Keys and items that may be members of an Enum."""
    return {as_sent(key): item for key, item in value.items()} if isinstance(value, dict) else map(as_sent, value)


def same(left: Any, right: Any, tolerance: float = 0) -> bool:
    """Equal types and bits. `tolerance`: floats may differ by as many units in the last place; below 1, by a share of the largest."""
    left, right = as_sent(left), as_sent(right)
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return same_float(left, right, tolerance)
    if isinstance(left, complex):
        return same_float(left.real, right.real, tolerance) and same_float(left.imag, right.imag, tolerance)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(same(a, b, tolerance) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict):
        pairs = zip(left.items(), right.items(), strict=False)
        return len(left) == len(right) and all(same(a, c, tolerance) and same(b, d, tolerance) for (a, b), (c, d) in pairs)
    if isinstance(left, set):
        return bool(left == right) and {type(item) for item in left} == {type(item) for item in right}
    if isinstance(left, np.ndarray | np.generic):
        return same_array(np.asarray(left), np.asarray(right), tolerance)
    return bool(left == right)


def same_float(left: float, right: float, tolerance: float) -> bool:
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    if left == right:
        return math.copysign(1, left) == math.copysign(1, right)
    if 0 < tolerance < 1:
        return abs(left - right) <= tolerance * max(1.0, abs(left))
    return tolerance > 0 and abs(left - right) <= tolerance * max(math.ulp(left), math.ulp(right))


def same_array(left: Any, right: Any, tolerance: float) -> bool:
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    if 0 < tolerance < 1 and left.dtype.kind in "fc":
        largest = np.max(np.abs(left), initial=1.0, where=np.isfinite(left))
        return bool(np.allclose(left, right, rtol=0, atol=tolerance * largest, equal_nan=True))
    if tolerance and left.dtype.kind == "f":
        spacing = np.spacing(np.maximum(np.abs(left), np.abs(right)))
        close = np.abs(left - right) <= tolerance * spacing
        return bool(np.all(close | (left == right) | (np.isnan(left) & np.isnan(right))))
    return left.tobytes() == right.tobytes() or bool(np.array_equal(left, right, equal_nan=left.dtype.kind == "f"))
