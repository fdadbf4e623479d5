"""The typed signature of a function in the manifest: JSON Schema with `x-python-type`."""

from __future__ import annotations

import base64
import enum
import math
from typing import Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.types import (
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
    NoneType,
    SetType,
    StrType,
    TupleType,
    Type,
    UnionType,
    type_name,
)
from modelet_compiler.lowering.objects import is_plain


def function_schema(code: typed.Function, types: tuple[Type, ...]) -> dict[str, Any]:
    """The manifest's entry for one function."""
    parameters = []
    for parameter, declared in zip(code.parameters, types, strict=True):
        entry: dict[str, Any] = {"name": parameter.name, "schema": schema(declared), "required": parameter.default is EMPTY}
        if parameter.default is not EMPTY:
            entry["default"] = _default(parameter.default)
        parameters.append(entry)
    result = code.result.item if isinstance(code.result, GeneratorType) else code.result
    return {
        "name": code.python_name,
        "description": code.doc,
        "parameters": parameters,
        "returns": schema(result),
        "generator": isinstance(code.result, GeneratorType),
    }


def _default(value: Any) -> Any:
    """A default as engine/include/modelet/VALUES.md writes it, but tuples as arrays."""
    if isinstance(value, enum.Enum):
        return _default(value.value)
    if isinstance(value, tuple):
        return [_default(item) for item in value]
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
        case EngineType("bytes"):
            return {"type": "string", "contentEncoding": "base64"}
        case EngineType("tuple", _, (item,)):
            return {"type": "array", "items": schema(item)}
        case EngineType("frozenset", _, (item,)):
            return {"type": "array", "items": schema(item), "uniqueItems": True}
        case DictType(_, value):
            return {"type": "object", "additionalProperties": schema(value)}
        case UnionType(members):
            return {"anyOf": [schema(member) for member in members]}
        case ArrayType(dtype, rank):
            return {"x-tensor": {"dtype": dtype, "rank": rank}}
        case EnumType():
            return {"enum": [one.value for one in type_.python]} if all(is_plain(one.value) for one in type_.python) else {}
    return {}
