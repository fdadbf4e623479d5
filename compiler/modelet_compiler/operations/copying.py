"""copy.copy and copy.deepcopy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import defines, extends_collection, is_exception, object_types
from modelet_compiler.ir.types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    JSON,
    NEVER,
    NONE,
    STR,
    ArrayType,
    DictType,
    EngineType,
    EnumType,
    ListType,
    ObjectType,
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

COPYING = ("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__")
COPIED = ("bytes", "bytearray", "complex", "tuple", "frozenset", "collections.deque")
UNCHANGING = (JSON, NONE, BOOL, INT, FLOAT, STR, NEVER, BYTES, COMPLEX, RangeType())


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


def copyable(context: Context, type_: Type, seen: frozenset[int] = frozenset()) -> bool:
    """Whether the engine makes deep copies of it."""
    type_ = context.solver.shallow(type_)
    match type_:
        case SetType(item) if object_types(context.solver.resolve(item)):
            return False
        case ObjectType():
            return copyable_instance(context, type_, seen)
        case EnumType():
            return True
        case ListType(item) | SetType(item):
            return copyable(context, item, seen)
        case DictType(key, value):
            return copyable(context, key, seen) and copyable(context, value, seen)
        case EngineType(python) if python not in COPIED:
            return False
        case TupleType(items) | UnionType(items) | EngineType(_, _, items):
            return all(copyable(context, item, seen) for item in items)
        case ArrayType(_, rank):
            return rank == 0
    return type_ in UNCHANGING


def copyable_instance(context: Context, type_: ObjectType, seen: frozenset[int]) -> bool:
    """Whether an instance is copied attribute by attribute, and all that it holds can be."""
    if not copied_by_attributes(type_):
        return False
    if type_.identity in seen:
        return True
    ask(context, type_, "deepcopy")
    return all(copyable(context, held, seen | {type_.identity}) for held in list(context.info(type_).fields.values()))


def ask(context: Context, type_: ObjectType, kind: str) -> None:
    """Makes a class copy its instances."""
    copied = context.info(type_).copied
    if kind not in copied:
        copied.add(kind)
        context.program.changed = True


def copied_by_attributes(type_: ObjectType) -> bool:
    """Whether a class leaves copying to the module copy, which gives a new dict or list its items one by one."""
    if extends_collection(type_.python):
        return False
    return not is_exception(type_.python) and not any(defines(type_.python, name) for name in COPYING)


@REGISTRY.rule("copy.copy")
def shallow(context: Context, call: Call) -> typed.Expression | None:
    """What the method of that name gives; of what cannot change, itself."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = call.positional[0]
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, ListType | DictType | SetType | ArrayType) or (isinstance(type_, EngineType) and type_.parameters):
        return context.method(value, "copy", [], {}, call.span)
    if isinstance(type_, ObjectType) and copied_by_attributes(type_):
        ask(context, type_, "copy")
        return context.compute(type_, "python::copy_instance", [(value, type_)], call.span)
    if type_ == BYTEARRAY:
        return context.method(value, "copy", [], {}, call.span)
    if (type_ in UNCHANGING and type_ != JSON) or isinstance(type_, TupleType | EnumType):
        return context.compute(type_, "copy", [(value, type_)], call.span, raises=False, plain=True)
    return None
