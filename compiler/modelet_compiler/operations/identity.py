"""hash of what has the same hash in every process, and the names of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import (
    BOOL,
    FLOAT,
    INT,
    JSON,
    JSON_UNION,
    NEVER,
    NONE,
    STR,
    EngineType,
    GeneratorType,
    ListType,
    SetType,
    TupleType,
    Type,
    UnionType,
    is_frozenset,
    is_tuple_of,
    type_name,
)
from modelet_compiler.ir.typetests import python_class
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("builtins.hash")
def hashed(context: Context, call: Call) -> typed.Expression | None:
    """Numbers, and tuples of them; the hash of a string differs in every process."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    context.check_hashable(type_)
    if context.key[0] == "__hash__":  # what it gives is for dicts and sets, not for the caller
        return context.compute(INT, "python::hash_value", [(call.positional[0], type_)], call.span)
    if not fixed(context, type_):
        shown = type_name(context.solver.resolve(type_))
        raise Unsupported(f"the hash of {shown} is not supported", "it differs from run to run", "zlib.crc32 or hashlib, or a dict")
    return context.compute(INT, "python::hash_of", [(call.positional[0], type_)], call.span, raises=False)


REGISTRY.add(
    [
        ("is(left: exception, right: exception) -> bool", "python::identical"),
        ("is not(left: exception, right: exception) -> bool", "python::not_identical"),
    ],
    raises=False,
)


@REGISTRY.rule("is", "is not")
def identity(context: Context, call: Call) -> typed.Expression | None:
    """Values of different classes are never one object."""
    left, right = (context.solver.shallow(value.type) for value in call.positional)
    if isinstance(left, GeneratorType) and left == right:
        arguments = list(zip(call.positional, (left, right), strict=True))
        return context.compute(BOOL, f"python::{'equal' if call.name == 'is' else 'not_equal'}", arguments, call.span, raises=False)
    if left == right == NONE:
        return typed.Literal(call.name == "is", BOOL)
    if UnionType in (type(left), type(right)):
        return None
    if JSON in (left, right):
        return of_each_kind(context, call, 0 if left == JSON else 1)
    if kind(left) is kind(right):
        return typed.Literal(call.name == "is not", BOOL) if apart(context, left, right) else None
    return typed.Literal(call.name == "is not", BOOL)


def of_each_kind(context: Context, call: Call, at: int) -> typed.Expression:
    """A value of unknown shape may be the very object that it is compared with."""

    def one(member: typed.Expression) -> typed.Expression:
        operands = [member if position == at else value for position, value in enumerate(call.positional)]
        return context.required(call.name, operands, {}, call.span)

    found = context.switch(call.positional[at], JSON_UNION, one, lambda _: None, call.span)
    assert found is not None
    return found


PLAIN = (INT, FLOAT, BOOL, STR)


def apart(context: Context, left: Type, right: Type) -> bool:
    """Whether two lists or sets cannot be one object: one holds numbers or texts of one type, the other something else."""
    if type(left) is not type(right) or not isinstance(left, ListType | SetType) or not isinstance(right, ListType | SetType):
        return False
    items = [context.solver.resolve(one.item) for one in (left, right)]
    return items[0] != items[1] and NEVER not in items and any(item in PLAIN for item in items)


def kind(type_: Type) -> Any:
    """The class of a value, or its kind of type where it has none."""
    try:
        return python_class(type_)
    except Unsupported:
        return type(type_)


def fixed(context: Context, type_: Type) -> bool:
    """Whether a hash follows from the value alone."""
    type_ = context.solver.shallow(type_)
    if isinstance(type_, TupleType | UnionType):
        return all(fixed(context, part) for part in (type_.items if isinstance(type_, TupleType) else type_.members))
    if isinstance(type_, EngineType) and (is_tuple_of(type_) or is_frozenset(type_)):
        return all(fixed(context, part) for part in type_.parameters)
    return type_ in (INT, BOOL, FLOAT, NEVER)


@REGISTRY.rule("attribute type.__name__", "attribute type.__qualname__")
def class_name_of(context: Context, call: Call) -> typed.Expression:
    """A class that is known at run time only is its name."""
    return context.compute(STR, "copy", [(call.positional[0], STR)], call.span, raises=False, plain=True)
