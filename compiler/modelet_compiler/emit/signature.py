"""The typed signature of a function in the manifest: JSON Schema with `x-python-type`."""

from __future__ import annotations

import base64
import enum
import math
from collections.abc import Sequence
from typing import Any

from modelet_compiler.emit.constants import in_one_order
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import is_flag
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.types import (
    INT,
    ArrayType,
    BoolType,
    DictType,
    EngineType,
    EnumType,
    FloatType,
    GeneratorType,
    IntType,
    ListType,
    LiteralType,
    NativeType,
    NoneType,
    SetType,
    StrType,
    TupleType,
    Type,
    UnionType,
    type_name,
)
from modelet_compiler.lowering.objects import is_plain

Variant = tuple[typed.Function, tuple[Type, ...]]
"""A function's code for some dtypes of its arrays, and the types of its parameters."""


def function_schema(variants: Sequence[Variant]) -> dict[str, Any]:
    """The manifest's entry for one function, whose first variant stands for it."""
    code = variants[0][0]
    parameters = []
    for index, parameter in enumerate(code.parameters):
        allowed = _any_of([schema(types[index]) for _, types in variants])
        entry: dict[str, Any] = {"name": parameter.name, "schema": allowed, "required": parameter.default is EMPTY}
        if parameter.default is not EMPTY:
            entry["default"] = _default(parameter.default)
        parameters.append(entry)
    return {
        "name": code.python_name,
        "description": code.doc,
        "parameters": parameters,
        "returns": _any_of([schema(_returned(each)) for each, _ in variants]),
        "generator": isinstance(code.result, GeneratorType),
    }


def _returned(code: typed.Function) -> Type:
    return code.result.item if isinstance(code.result, GeneratorType) else code.result


def _any_of(schemas: Sequence[dict[str, Any]]) -> dict[str, Any]:
    distinct = [one for index, one in enumerate(schemas) if one not in schemas[:index]]
    if len(distinct) == 1:
        return distinct[0]
    return {"anyOf": distinct, "x-python-type": " | ".join(one["x-python-type"] for one in distinct)}


def _default(value: Any) -> Any:
    """A default as engine/include/modelet/VALUES.md writes it, but tuples as arrays."""
    if isinstance(value, enum.Enum):
        return _default(value.value)
    if isinstance(value, tuple):
        return [_default(item) for item in value]
    if isinstance(value, list):
        return [_default(item) for item in value]
    if isinstance(value, set | frozenset):
        return {"$set": [_default(item) for item in in_one_order(value)]}
    if isinstance(value, dict):
        plain = all(isinstance(key, str) and not key.startswith("$") for key in value)
        pairs = [(_default(key), _default(item)) for key, item in value.items()]
        return dict(pairs) if plain else {"$dict": [list(pair) for pair in pairs]}
    if isinstance(value, complex):
        return {"$complex": [_default(value.real), _default(value.imag)]}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    return value if not isinstance(value, float) or math.isfinite(value) else {"$float": repr(value)}


def schema(type_: Type) -> dict[str, Any]:
    """JSON Schema of one type."""
    return {**_plain(type_), "x-python-type": type_name(type_)}


def _plain(type_: Type) -> dict[str, Any]:
    match type_:
        case NoneType():
            return {"type": "null"}
        case BoolType():
            return {"type": "boolean"}
        case IntType():
            return {"type": "integer"}
        case FloatType():
            return {"type": "number"}
        case StrType():
            return {"type": "string"}
        case LiteralType(values):
            return {"enum": list(values)}
        case ListType(item):
            return {"type": "array", "items": schema(item)}
        case SetType(item):
            return {"type": "array", "items": schema(item), "uniqueItems": True}
        case TupleType(items):
            return {"type": "array", "prefixItems": [schema(item) for item in items], "minItems": len(items), "maxItems": len(items)}
        case EngineType("bytes" | "bytearray"):
            return {"type": "string", "contentEncoding": "base64"}
        case EngineType("tuple" | "collections.deque", _, (item,)):
            return {"type": "array", "items": schema(item)}
        case EngineType("frozenset", _, (item,)):
            return {"type": "array", "items": schema(item), "uniqueItems": True}
        case DictType(_, value):
            return {"type": "object", "additionalProperties": schema(value)}
        case UnionType(members):
            return {"anyOf": [schema(member) for member in members]}
        case ArrayType(dtype, rank):
            return {"x-tensor": {"dtype": dtype, "rank": rank}}
        case NativeType("tuple[int, ...]"):  # the shape of an array
            return {"type": "array", "items": schema(INT)}
        case EnumType() if is_flag(type_.python):
            return {"type": "integer"}
        case EnumType():
            return {"enum": [one.value for one in type_.python]} if all(is_plain(one.value) for one in type_.python) else {}
    return {}
