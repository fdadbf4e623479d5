"""frozenset: what set has that changes nothing. Its operations are those of set on the table it shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import EngineType, SetType, Type, frozenset_of, is_frozenset
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

OPERATORS = ("|", "&", "-", "^", "<", "<=", ">", ">=", "in", "builtins.len")
METHODS = (
    "copy", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint",
)  # fmt: skip


def thawed(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """A frozenset as the set it shares its table with; another value as it is."""
    type_ = context.solver.shallow(value.type)
    if not isinstance(type_, EngineType) or not is_frozenset(type_):
        return value
    return context.compute(SetType(type_.parameters[0]), "python::thawed", [(value, type_)], call.span, raises=False)


def frozen(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """A set that nobody else holds, frozen."""
    type_ = context.solver.shallow(value.type)
    if not isinstance(type_, SetType):
        return value
    return context.compute(frozenset_of(type_.item), "python::frozen_set", [(value, type_)], call.span, raises=False)


def taken(context: Context, type_: Type) -> bool:
    """Whether this is a frozenset."""
    return is_frozenset(context.solver.shallow(type_))


@REGISTRY.rule(*OPERATORS, *(f"frozenset.{name}" for name in METHODS), *(f"set.{name}" for name in METHODS))
def operate(context: Context, call: Call) -> typed.Expression | None:
    """The type of the left operand is that of a new set."""
    if call.name == "in":
        item, container = call.positional
        return context.apply("in", [item, thawed(context, container, call)], {}, call.span) if taken(context, container.type) else None
    if not any(taken(context, item.type) for item in call.positional):
        return None
    first = call.positional[0]
    if call.name == "frozenset.copy" and len(call.positional) == 1:
        return first if isinstance(first, typed.Read | typed.Temporary) else None
    operands = [thawed(context, item, call) for item in call.positional]
    result = context.apply(call.name.replace("frozenset.", "set."), operands, call.keywords, call.span)
    if result is None or not taken(context, first.type):
        return result
    return frozen(context, result, call)


@REGISTRY.rule("builtins.frozenset")
def new(context: Context, call: Call) -> typed.Expression | None:
    """`frozenset()` and `frozenset(items)`."""
    if call.positional and taken(context, call.positional[0].type):
        source = call.positional[0]
        return source if isinstance(source, typed.Read | typed.Temporary) else None
    made = context.apply("builtins.set", call.positional, call.keywords, call.span)
    return frozen(context, made, call) if made is not None else None
