"""tuple: its length and item types are known when compiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NEVER, TupleType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

LONGEST = 256  # of tuples that a repetition makes


@REGISTRY.rule("[]")
def item(context: Context, call: Call) -> typed.Expression | None:
    """A constant index or slice; another index only when all items have one type."""
    value, index = call.positional
    type_ = context.solver.shallow(value.type)
    if not isinstance(type_, TupleType):
        return None
    if isinstance(index, typed.Literal) and type(index.value) is int:
        position = index.value + len(type_.items) if index.value < 0 else index.value
        if not 0 <= position < len(type_.items):
            context.emit(typed.RaiseClass("IndexError", "tuple index out of range", call.span))
            return typed.Literal(None, NEVER)
        return context.tuple_item(value, type_, position, call.span)
    bounds = context.constant_slice(index)
    if bounds is not None:
        parts = [context.tuple_item(value, type_, position, call.span) for position in range(*bounds.indices(len(type_.items)))]
        made = TupleType(tuple(part.type for part in parts))
        return context.compute(made, "tuple", [(part, part.type) for part in parts], call.span, raises=False, plain=True)
    if context.solver.shallow(index.type) in (INT, BOOL) and type_.items:
        joined = context.solver.union([context.solver.shallow(one) for one in type_.items])
        same = TupleType((joined,) * len(type_.items))
        return context.compute(joined, "python::tuple_item", [(value, same), (index, INT)], call.span)
    raise Unsupported("this index of a tuple is not known when compiling", instead="use a list")


@REGISTRY.rule("builtins.len")
def length(context: Context, call: Call) -> typed.Expression | None:
    """A constant."""
    type_ = context.solver.shallow(call.positional[0].type) if call.positional else None
    return typed.Literal(len(type_.items), INT) if isinstance(type_, TupleType) else None


@REGISTRY.rule("+")
def joined(context: Context, call: Call) -> typed.Expression | None:
    """Both one after the other."""
    left, right = (context.solver.shallow(operand.type) for operand in call.positional)
    if not isinstance(left, TupleType) or not isinstance(right, TupleType):
        return None
    arguments = [(call.positional[0], left), (call.positional[1], right)]
    return context.compute(TupleType(left.items + right.items), "python::add", arguments, call.span, raises=False)


@REGISTRY.rule("in")
def contained(context: Context, call: Call) -> typed.Expression | None:
    """Equal to one of its items."""
    item_, container = call.positional
    type_ = context.solver.shallow(container.type)
    if not isinstance(type_, TupleType):
        return None
    arguments = [(item_, context.solver.shallow(item_.type)), (container, type_)]
    return context.compute(BOOL, "python::contains_tuple", arguments, call.span, raises=False)


@REGISTRY.rule("tuple.index", "tuple.count")
def found(context: Context, call: Call) -> typed.Expression | None:
    """By equality."""
    if len(call.positional) != 2 or call.keywords:
        return None
    arguments = [(operand, context.solver.shallow(operand.type)) for operand in call.positional]
    name = "index_of" if call.name == "tuple.index" else "count"
    return context.compute(INT, f"python::{name}", arguments, call.span, raises=name == "index_of")


@REGISTRY.rule("*")
def repeated(context: Context, call: Call) -> typed.Expression | None:
    """As often as a constant says."""
    types = [context.solver.shallow(operand.type) for operand in call.positional]
    value, count = call.positional if isinstance(types[0], TupleType) else reversed(call.positional)
    type_ = context.solver.shallow(value.type)
    if not isinstance(type_, TupleType) or not isinstance(count, typed.Literal) or not isinstance(count.value, int):
        return None
    items = [context.tuple_item(value, type_, position, call.span) for position in range(len(type_.items))]
    if max(count.value, 0) * len(items) > LONGEST:
        raise Unsupported("this tuple is too long", "its length is part of its type", "a list")
    parts = items * count.value
    made = TupleType(tuple(part.type for part in parts))
    return context.compute(made, "tuple", [(part, part.type) for part in parts], call.span, raises=False, plain=True)


@REGISTRY.rule("builtins.tuple")
def converted(context: Context, call: Call) -> typed.Expression | None:
    """Only of a tuple, or nothing: another length is not known when compiling."""
    if not call.positional:
        return context.compute(TupleType(()), "tuple", [], call.span, raises=False, plain=True)
    if isinstance(context.solver.shallow(call.positional[0].type), TupleType):
        return call.positional[0] if isinstance(call.positional[0], typed.Read | typed.Temporary | typed.Literal) else None
    raise Unsupported("a tuple of unknown length is not supported", "the length of a tuple is part of its type", "a list")
