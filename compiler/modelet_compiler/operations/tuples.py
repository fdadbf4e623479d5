"""tuple: its length and item types are known when compiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NEVER, NONE, STR, SliceType, TupleType, is_tuple_of, tuple_of
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
    if isinstance(context.solver.shallow(index.type), SliceType):
        if not type_.items:
            return context.compute(type_, "tuple", [], call.span, raises=False, plain=True)
        whole = tuple_of(context.solver.union([context.solver.shallow(one) for one in type_.items]))
        return context.compute(whole, "python::index", [(value, whole), (index, SliceType())], call.span)
    if context.solver.shallow(index.type) in (STR, FLOAT, NONE):
        return None
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
    first = context.solver.shallow(call.positional[0].type)
    if len(call.positional) != 2 or call.keywords or not isinstance(first, TupleType):
        return None
    arguments = [(operand, context.solver.shallow(operand.type)) for operand in call.positional]
    name = "index_of" if call.name == "tuple.index" else "count"
    return context.compute(INT, f"python::{name}", arguments, call.span, raises=name == "index_of")


@REGISTRY.rule("*")
def repeated(context: Context, call: Call) -> typed.Expression | None:
    """As often as a constant says, or a number that is known at run time only: then it has any length."""
    types = [context.solver.shallow(operand.type) for operand in call.positional]
    value, count = call.positional if isinstance(types[0], TupleType) else reversed(call.positional)
    type_ = context.solver.shallow(value.type)
    if not isinstance(type_, TupleType):
        return None
    if context.solver.shallow(count.type) in (INT, BOOL) and not isinstance(count, typed.Literal) and type_.cls is None:
        listed = context.required("builtins.list", [value], {}, call.span)
        return context.required("builtins.tuple", [context.required("*", [listed, count], {}, call.span)], {}, call.span)
    if not isinstance(count, typed.Literal) or not isinstance(count.value, int):
        return None
    items = [context.tuple_item(value, type_, position, call.span) for position in range(len(type_.items))]
    if max(count.value, 0) * len(items) > LONGEST:
        raise Unsupported("this tuple is too long", "its length is part of its type", "a list")
    parts = items * count.value
    made = TupleType(tuple(part.type for part in parts))
    return context.compute(made, "tuple", [(part, part.type) for part in parts], call.span, raises=False, plain=True)


@REGISTRY.rule("builtins.tuple")
def converted(context: Context, call: Call) -> typed.Expression | None:
    """Of a tuple, itself; of anything else a tuple whose length is known at run time."""
    if call.keywords or len(call.positional) > 1:
        return None
    if not call.positional:
        return context.compute(TupleType(()), "tuple", [], call.span, raises=False, plain=True)
    source = call.positional[0]
    type_ = context.solver.shallow(source.type)
    if isinstance(type_, TupleType) or is_tuple_of(type_):
        return source if isinstance(source, typed.Read | typed.Temporary | typed.Literal) else None
    found = iteration_item(context.solver, type_)
    if found is None:
        return None
    item = context.solver.shallow(found)
    return context.compute_template(tuple_of(item), "python::to_tuple<{T}>", {"T": item}, [(source, type_)], call.span)


REGISTRY.add(
    [
        ("[](self: tuples[T], index: int) -> T", "python::index"),
        ("[](self: tuples[T], index: slice) -> tuples[T]", "python::index"),
        ("*(left: tuples[T], right: int) -> tuples[T]", "python::multiply"),
        ("*(left: int, right: tuples[T]) -> tuples[T]", "python::multiply_left"),
        ("tuple.index(self: tuples[T], item: any, start: int = 0, end: int = 9223372036854775807, /) -> int", "python::index_of"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: tuples[T], /) -> int", "python::len"),
        ("tuple.count(self: tuples[T], item: any, /) -> int", "python::count"),
        ("in(item: any, items: tuples[T]) -> bool", "python::contains"),
    ],
    raises=False,
)


@REGISTRY.rule("+")
def joined_of(context: Context, call: Call) -> typed.Expression | None:
    """A tuple of unknown length and another tuple."""
    types = [context.solver.shallow(operand.type) for operand in call.positional]
    if not any(map(is_tuple_of, types)) or not all(is_tuple_of(type_) or isinstance(type_, TupleType) for type_ in types):
        return None
    result = context.solver.join(tuple_of(NEVER), context.solver.join(*types))
    return context.compute(result, "python::add", [(operand, result) for operand in call.positional], call.span)
