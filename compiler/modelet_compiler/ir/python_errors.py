"""What CPython says of an operation on values of types that it does not take: it is asked, with samples of each type."""

from __future__ import annotations

import builtins
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    STR,
    DictType,
    ListType,
    RangeType,
    SetType,
    SliceType,
    TupleType,
    Type,
    UnionType,
    is_frozenset,
    is_tuple_of,
)

MOST_SAMPLES = 256
PLAIN: dict[Type, tuple[Any, ...]] = {
    NONE: (None,), BOOL: (False, True), INT: (0, 1, 7), FLOAT: (0.0, 2.5), STR: ("", "a", "ab1"), BYTES: (b"", b"ab"), COMPLEX: (1j,),
    RangeType(): (range(0), range(3)), SliceType(): (slice(None), slice(1, 2)),
}  # fmt: skip
OPERATORS: dict[str, Callable[..., Any]] = {
    "[]": operator.getitem, "[]=": operator.setitem, "del []": operator.delitem, "in": lambda item, container: item in container,
    "not in": lambda item, container: item not in container, "iterate": iter,
}  # fmt: skip
BUILTINS = frozenset([
    "abs", "all", "any", "bin", "bytes", "chr", "complex", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "hex", "int",
    "iter", "len", "list", "max", "min", "next", "oct", "ord", "pow", "range", "reversed", "round", "set", "sorted", "sum", "tuple", "zip",
])  # fmt: skip
OWNERS: dict[str, Any] = {
    owner.__name__: owner for owner in (str, list, dict, tuple, set, frozenset, bytes, int, float, bool, complex, range, math)
}


def asked(name: str, types: list[Type]) -> tuple[str, str] | None:
    """(exception class, message) of an operation that fails with every value of these types; None when that is not so, or not known."""
    function = _function(name)
    samples = [_samples(type_) for type_ in types]
    if function is None or not all(samples) or math.prod(map(len, samples)) > MOST_SAMPLES:
        return None
    found = {_outcome(function, arguments) for arguments in itertools.product(*samples)}
    return found.pop() if len(found) == 1 else None


def _function(name: str) -> Callable[..., Any] | None:
    owner, _, method = name.rpartition(".")
    if owner == "builtins":
        return getattr(builtins, method) if method in BUILTINS else None
    return OPERATORS.get(name) or getattr(OWNERS.get(owner), method, None)


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, str] | None:
    try:
        function(*(value.copy() if isinstance(value, list | dict | set) else value for value in arguments))
    except (TypeError, AttributeError) as error:
        return type(error).__name__, str(error)
    except Exception:
        return None
    return None


def _samples(type_: Type) -> tuple[Any, ...]:
    """A few values of a type; none when it has no plain ones."""
    if isinstance(type_, UnionType):
        each = [_samples(member) for member in type_.members]
        return tuple(value for one in each for value in one) if all(each) else ()
    if isinstance(type_, ListType):
        return [], [1], ["a"]
    if isinstance(type_, SetType):
        return set(), {1}
    if isinstance(type_, DictType):
        return ({}, {1: 1}) if type_.kind == "dict" else ()
    if isinstance(type_, TupleType) and type_.cls is None:
        parts = [_samples(item) for item in type_.items]
        return tuple(itertools.islice(itertools.product(*parts), 8)) if all(parts) else ()
    if is_tuple_of(type_):
        return (), (1,), ("a",)
    if is_frozenset(type_):
        return frozenset(), frozenset([1])
    return PLAIN.get(type_, ())
