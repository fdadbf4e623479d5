"""copy.copy and copy.deepcopy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    ArrayType,
    DictType,
    EngineType,
    ListType,
    RangeType,
    SetType,
    TupleType,
    Type,
    UnionType,
    type_name,
)
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

UNCHANGING = (NONE, BOOL, INT, FLOAT, STR, NEVER, BYTES, RangeType())


@REGISTRY.rule("copy.deepcopy")
def deep(context: Context, call: Call) -> typed.Expression | None:
    """Of everything but arrays and instances inside of other things."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = call.positional[0]
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, ArrayType) and type_.rank != 0:
        return context.apply("ndarray.copy", [value], {}, call.span)
    if not copyable(context, type_):
        raise Unsupported(f"a deep copy of {type_name(context.solver.resolve(type_))} is not supported", instead="copy its parts")
    return context.compute(type_, "python::deepcopy", [(value, type_)], call.span)


def copyable(context: Context, type_: Type) -> bool:
    """Whether the engine makes deep copies of it."""
    type_ = context.solver.shallow(type_)
    match type_:
        case ListType(item) | SetType(item):
            return copyable(context, item)
        case DictType(key, value):
            return copyable(context, key) and copyable(context, value)
        case TupleType(items) | UnionType(items) | EngineType(_, _, items):
            return all(copyable(context, item) for item in items)
        case ArrayType(_, rank):
            return rank == 0
    return type_ in UNCHANGING


@REGISTRY.rule("copy.copy")
def shallow(context: Context, call: Call) -> typed.Expression | None:
    """What the method of that name gives; of what cannot change, itself."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = call.positional[0]
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, ListType | DictType | SetType | ArrayType) or (isinstance(type_, EngineType) and type_.parameters):
        return context.method(value, "copy", [], {}, call.span)
    if type_ in UNCHANGING or isinstance(type_, TupleType):
        return context.compute(type_, "copy", [(value, type_)], call.span, raises=False, plain=True)
    return None
