"""What CPython says of an operation on values of types that it does not take: it is asked, with samples of each type."""

from __future__ import annotations

import builtins
import collections
import datetime
import decimal
import fractions
import itertools
import json
import math
import operator
import pathlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from modelet_compiler.ir.classes import extends_collection, is_user_class
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
    ObjectType,
    RangeType,
    SetType,
    SliceType,
    TupleType,
    Type,
    UnionType,
    class_name,
    is_frozenset,
    is_tuple_of,
)
from modelet_compiler.lowering.replaced import replaced_class

MOST_SAMPLES = 256
CHANGED: Any = (list, dict, set, collections.deque)
PLAIN: dict[Type, tuple[Any, ...]] = {
    NONE: (None,), BOOL: (False, True), INT: (0, 1, 7), FLOAT: (0.0, 2.5), STR: ("", "a", "ab1"), BYTES: (b"", b"ab"), COMPLEX: (1j,),
    RangeType(): (range(0), range(3)), SliceType(): (slice(None), slice(1, 2)),
}  # fmt: skip
OTHERS: dict[str, tuple[Any, ...]] = {
    "re.Match": (re.search("a", "a"),), "re.Pattern": (re.compile("a"),),
    "collections.deque": (collections.deque(), collections.deque([1])),
    "deque": (collections.deque(), collections.deque([1])),
}  # fmt: skip
"""Samples of types that have a name only."""
OPERATORS: dict[str, Callable[..., Any]] = {
    "[]": operator.getitem, "[]=": operator.setitem, "del []": operator.delitem, "in": lambda item, container: item in container,
    "not in": lambda item, container: item not in container, "iterate": iter,
}  # fmt: skip
BUILTINS = frozenset([
    "abs", "all", "any", "bin", "bytes", "chr", "complex", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "hex", "int",
    "iter", "len", "list", "max", "min", "next", "oct", "ord", "pow", "range", "reversed", "round", "set", "sorted", "sum", "tuple", "zip",
])  # fmt: skip
REAL: dict[Any, tuple[Any, ...]] = {
    datetime.datetime: (datetime.datetime(2024, 1, 1),), datetime.date: (datetime.date(2024, 1, 1),),
    datetime.timedelta: (datetime.timedelta(0), datetime.timedelta(1)), datetime.time: (datetime.time(), datetime.time(1)),
    decimal.Decimal: (decimal.Decimal(0), decimal.Decimal("2.5")), fractions.Fraction: (fractions.Fraction(0), fractions.Fraction(1, 2)),
    pathlib.PurePosixPath: (pathlib.PurePosixPath("a"),), pathlib.PosixPath: (pathlib.PosixPath("a"),),
}  # fmt: skip
SILENT = frozenset([
    "__init__", "__eq__", "__hash__", "__module__", "__dict__", "__weakref__", "__annotations__", "__doc__", "__slots__",
    "__qualname__", "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__post_init__", "__abstractmethods__",
    "__parameters__", "__orig_bases__", "__classcell__", "__init_subclass__", "__str__", "__repr__", "__enter__", "__exit__",
    "__static_attributes__", "__firstlineno__",
])  # fmt: skip
"""Members that say nothing about what operators and builtins do with an instance."""
OWNERS: dict[str, Any] = {
    owner.__name__: owner for owner in (str, list, dict, tuple, set, frozenset, bytes, int, float, bool, complex, range, math, json, re)
}
OWNERS |= {"re.Match": re.Match, "re.Pattern": re.Pattern, "collections.deque": collections.deque, "deque": collections.deque}


def asked(name: str, types: list[Type], named: Mapping[str, Type] | None = None) -> tuple[str, str] | None:
    """(exception class, message) of an operation that fails with every value of these types; None when that is not so, or not known."""
    function, names = python_function(name), list(named or {})
    samples = [_samples(type_) for type_ in [*types, *(named or {}).values()]]
    if function is None or not all(samples) or math.prod(map(len, samples)) > MOST_SAMPLES:
        return None
    found = set()
    for values in itertools.product(*samples):
        found.add(_outcome(function, values[: len(types)], dict(zip(names, values[len(types) :], strict=True))))
    return found.pop() if len(found) == 1 else None


def python_function(name: str) -> Callable[..., Any] | None:
    """The function that an operation's name stands for; None when it is no plain one."""
    owner, _, method = name.rpartition(".")
    if owner == "builtins":
        return getattr(builtins, method) if method in BUILTINS else None
    return OPERATORS.get(name) or getattr(OWNERS.get(owner), method, None)


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[str, str] | None:
    try:
        function(*(value.copy() if isinstance(value, CHANGED) else value for value in arguments), **named)
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
    if isinstance(type_, ObjectType):
        return _instance(type_.python)
    return PLAIN.get(type_) or OTHERS.get(class_name(type_), ())


def _instance(cls: type) -> tuple[Any, ...]:
    """Something with the class's name that can as little as its instances, whose class says nothing about operators."""
    real = replaced_class(cls)
    if real is not None:
        return REAL.get(real, ())
    said = {name for base in cls.__mro__[:-1] for name in vars(base) if name.startswith("__") and name.endswith("__")}
    if not said <= SILENT or not is_user_class(cls) or extends_collection(cls):
        return ()
    return (type(cls.__name__, (), {"__module__": cls.__module__, "__qualname__": cls.__qualname__})(),)
