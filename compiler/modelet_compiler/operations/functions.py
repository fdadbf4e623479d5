"""Functions as values: comparing them, their attributes, map and filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, NONE, STR, ClosureType, StaticType, Type, UnionType, is_function
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import functional

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


def members(context: Context, value: typed.Expression) -> tuple[Type, ...]:
    """The types a value may have."""
    type_ = context.solver.shallow(value.type)
    return type_.members if isinstance(type_, UnionType) else (type_,)


@REGISTRY.rule("is", "is not")
def identity(context: Context, call: Call) -> typed.Expression | None:
    """Two functions are one when they were made at once."""
    sides = [members(context, value) for value in call.positional]
    if not any(is_function(member) for side in sides for member in side):
        return None
    if not all(is_function(member) or member == NONE for side in sides for member in side):
        return None
    positive = call.name == "is"
    if all(len(side) == 1 and isinstance(side[0], StaticType) for side in sides):
        return typed.Literal((sides[0][0] == sides[1][0]) == positive, BOOL)
    arguments = [(value, context.solver.shallow(value.type)) for value in call.positional]
    return context.compute(BOOL, f"python::{'equal' if positive else 'not_equal'}", arguments, call.span, raises=False)


@REGISTRY.rule("attribute function.__name__", "attribute function.__qualname__")
def name_of(context: Context, call: Call) -> typed.Expression | None:
    """Of a function made inside of another one."""
    type_ = context.solver.shallow(call.positional[0].type)
    if not isinstance(type_, ClosureType):
        return None
    return typed.Literal(_shown_name(context, type_, call.name.removeprefix("attribute function.")), STR)


def _shown_name(context: Context, type_: Type, attribute: str) -> str:
    """A function's own name, or that of the one which `functools.wraps` gave it."""
    if isinstance(type_, StaticType) and hasattr(type_.value, attribute):
        return str(getattr(type_.value, attribute))
    if isinstance(type_, ClosureType) and type_.function.wraps is None:
        return str(type_.function.qualified if attribute == "__qualname__" else type_.function.name)
    wrapped = _wrapped(context, type_) if isinstance(type_, ClosureType) else None
    if wrapped is None:
        reason = "functools.wraps gives it the name of a function that is not known here"
        raise Unsupported(f"`{attribute}` of this function is not supported", reason, "a name of your own, as an argument")
    return _shown_name(context, wrapped, attribute)


def _wrapped(context: Context, type_: ClosureType) -> Type | None:
    """The type of the function that a closure wraps, when the closure holds it."""
    held = [taken for taken in type_.function.captures if taken.mode != "self"]
    for taken, part in zip(held, type_.parts[type_.function.stored :], strict=True):
        if taken.name == type_.function.wraps:
            return context.solver.shallow(part)
    return None


@REGISTRY.rule("str", "repr", "ascii", "format", "builtins.str", "builtins.repr", "builtins.format", "builtins.ascii")
def shown(context: Context, call: Call) -> None:
    """Only refuses: a function shows its address."""
    if call.positional and any(is_function(member) for member in members(context, call.positional[0])):
        raise Unsupported("the text of a function is not supported", "it holds an address", "its name")


@REGISTRY.rule("builtins.map")
def mapped(context: Context, call: Call) -> typed.Expression | None:
    """An iterator that calls the function when asked for the next value."""
    if len(call.positional) < 2 or call.keywords:
        return None
    function, *sources = call.positional
    if len(sources) == 1:
        return context.helper(functional.mapped, "map", [function, context.iterated(sources[0], call.span)], {}, call.span)
    zipped = context.required("builtins.zip", sources, {}, call.span)
    return context.helper(functional.star_mapped, "map", [function, zipped], {}, call.span)


@REGISTRY.rule("builtins.filter")
def filtered(context: Context, call: Call) -> typed.Expression | None:
    """An iterator over what the function accepts."""
    if len(call.positional) != 2 or call.keywords:
        return None
    function, source = call.positional
    iterator = context.iterated(source, call.span)
    if context.solver.shallow(function.type) == NONE:
        return context.helper(functional.truthy, "filter", [iterator], {}, call.span)
    return context.helper(functional.filtered, "filter", [function, iterator], {}, call.span)
