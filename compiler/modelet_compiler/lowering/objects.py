"""Captured Python objects: which are constants of the library, which exist only while compiling, which an adapter lowers."""

from __future__ import annotations

import ast
import enum
import functools
import operator
import random
import re
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from functools import reduce
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any

import numpy as np

from modelet_compiler.frontend.annotations import is_named
from modelet_compiler.ir.classes import is_compiled_class, is_enum
from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    ArrayType,
    DictType,
    EllipsisType,
    EngineType,
    ListType,
    NotImplementedType,
    PatternType,
    SetType,
    TupleType,
    Type,
    UnionType,
    enum_type,
    frozenset_of,
    object_type,
    static,
    union_order,
)
from modelet_compiler.lowering.adapter import ADAPTERS, NativeObject
from modelet_compiler.lowering.regex.shape import pattern_type
from modelet_compiler.lowering.registry import fill_adapters

PLAIN: dict[type, Type] = {type(None): NONE, bool: BOOL, int: INT, float: FLOAT, str: STR, bytes: BYTES, complex: COMPLEX,
                           type(Ellipsis): EllipsisType(), type(NotImplemented): NotImplementedType()}  # fmt: skip
CALLABLE = (
    functools.partial,
    functools._lru_cache_wrapper,
    operator.itemgetter,
    operator.attrgetter,
    operator.methodcaller,
    FunctionType,
    BuiltinFunctionType,
    MethodDescriptorType,
    type,
    np.ufunc,
)
DTYPES = frozenset(["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"])


def is_plain(value: Any) -> bool:
    """None, bool, a 64-bit int, float, str, Ellipsis, or a tuple of such."""
    if type(value) is tuple:
        return all(map(is_plain, value))
    return type(value) in PLAIN and not (type(value) is int and not -(2**63) <= value < 2**63)


def captured_type(value: Any) -> Type | None:
    """The type of a captured object that becomes a constant of the library; None for every other object."""
    if is_plain(value) and type(value) is not tuple:
        return PLAIN[type(value)]
    if type(value) is tuple:
        items = [item_type(item) for item in value]
        return TupleType(tuple(item for item in items if item is not None)) if None not in items else None
    if type(value) is list:
        return _container(ListType, list(value))
    if type(value) in (set, frozenset):
        return _container(SetType if type(value) is set else frozenset_of, list(value))
    if type(value) is dict:
        key, item = _joined(list(value)), _joined(list(value.values()))
        return DictType(key, item) if key is not None and item is not None else None
    if type(value) in KINDS:
        return _kind_of_dict(value)
    if type(value) is random.Random:
        return EngineType("Random", "py::Random")
    if isinstance(value, enum.Enum) and is_enum(type(value)):
        return enum_type(type(value))
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        return pattern_type(value)
    if is_named(type(value)):
        return _named(value)
    if is_compiled_class(type(value)):
        return object_type(type(value))
    if isinstance(value, np.ndarray | np.generic) and type(value) in (np.ndarray, type(value)) and value.dtype.name in DTYPES:
        return ArrayType(value.dtype.name, value.ndim)
    return None


KINDS: dict[type, str] = {Counter: "Counter", OrderedDict: "OrderedDict"}


def _kind_of_dict(value: Any) -> Type | None:
    key, item = _joined(list(value)), _joined([*value.values(), *([0] if type(value) is Counter else [])])
    return DictType(key, item, KINDS[type(value)]) if key is not None and item is not None else None


def _named(value: Any) -> Type | None:
    items = [item_type(item) for item in value]
    return TupleType(tuple(item for item in items if item is not None), type(value)) if None not in items else None


def _container(make: Any, items: list[Any]) -> Type | None:
    item = _joined(items)
    return make(item) if item is not None else None


def _joined(items: list[Any]) -> Type | None:
    types: list[Type] = []
    for item in items:
        type_ = item_type(item)
        if type_ is None:
            return None
        if type_ not in types:
            types.append(type_)
    if not types:
        return NEVER
    types = one_pattern(types)
    return types[0] if len(types) == 1 else UnionType(tuple(sorted(types, key=union_order)))


def item_type(value: Any) -> Type | None:
    """The type of what a captured container holds; functions and classes are items as well."""
    type_ = captured_type(value)
    if type_ is None and isinstance(value, CALLABLE):
        return static(str(getattr(value, "__qualname__", type(value).__name__)), value)
    return type_


def one_pattern(types: list[Type]) -> list[Type]:
    """Patterns of several shapes are one type at run time: the types with that of all patterns in them."""
    patterns = [pattern for type_ in types for pattern in patterns_in(type_)]
    if len(set(patterns)) < 2:
        return types
    joined = reduce(PatternType.joined, patterns)
    return list(dict.fromkeys(with_pattern(type_, joined) for type_ in types))


def patterns_in(type_: Type) -> list[PatternType]:
    """The types of patterns inside of a captured object's type."""
    match type_:
        case PatternType():
            return [type_]
        case ListType(item) | SetType(item) | DictType(_, item):
            return patterns_in(item)
        case TupleType(parts) | UnionType(parts):
            return [pattern for part in parts for pattern in patterns_in(part)]
    return []


def with_pattern(type_: Type, pattern: PatternType) -> Type:
    """The type with every pattern's replaced."""
    match type_:
        case PatternType():
            return pattern
        case ListType(item):
            return ListType(with_pattern(item, pattern))
        case DictType(key, item):
            return DictType(key, with_pattern(item, pattern))
        case TupleType(parts):
            return TupleType(tuple(with_pattern(part, pattern) for part in parts))
        case UnionType(parts):
            return UnionType(tuple(with_pattern(part, pattern) for part in parts))
    return type_


def qualified_name(value: Any) -> str:
    """`builtins.len`, `math.sqrt`, `numpy.linalg.norm`: the registry's name of a function or class."""
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}"
    if isinstance(getattr(value, "__self__", None), np.ufunc):
        return f"numpy.{value.__self__.__name__}.{value.__name__}"
    if isinstance(value, MethodDescriptorType):
        return f"{value.__objclass__.__name__}.{value.__name__}"
    module = getattr(value, "__module__", None) or type(value).__module__
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None) or type(value).__name__
    return f"{module}.{name}"


class NativeObjects:
    """The objects of one library that adapters lower, each lowered once."""

    def __init__(self, metadata: Sequence[object] = ()) -> None:
        fill_adapters()
        self._metadata = metadata
        self._found: dict[int, NativeObject | None] = {}
        self._keep: list[Any] = []
        self.used: list[NativeObject] = []

    def find(self, value: Any, name: str) -> NativeObject | None:
        """The lowered object, or None when no adapter takes it."""
        if id(value) not in self._found:
            self._found[id(value)] = self._lower(value, name)
            self._keep.append(value)
        return self._found[id(value)]

    def _lower(self, value: Any, name: str) -> NativeObject | None:
        for adapter in ADAPTERS:
            if adapter.matches(value):
                native = adapter.lower(value, self._unique(name), self._metadata)
                self.used.append(native)
                return native
        return None

    def _unique(self, name: str) -> str:
        plain = "".join(character if character.isascii() and character.isalnum() else "_" for character in name).strip("_") or "object"
        taken = {native.name for native in self.used}
        return plain if plain not in taken else f"{plain}_{len(taken) + 1}"


def outline_tensor_code(tree: ast.FunctionDef, environment: Mapping[str, Any]) -> tuple[ast.FunctionDef, dict[str, Any]]:
    """Takes the statements that compute with torch out of a function, when it reaches torch at all."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if not any(_is_torch(environment[name]) for name in names if name in environment):
        return tree, {}
    from modelet_compiler.lowering.regions import outline_regions

    outlined, regions = outline_regions(tree, environment)
    return outlined, dict(regions)


def _is_torch(value: Any) -> bool:
    if getattr(value, "__name__", "").split(".")[0] == "torch":
        return True
    return any(cls.__module__.split(".")[0] == "torch" for cls in type(value).__mro__)
