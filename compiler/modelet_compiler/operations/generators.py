"""Methods of generators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import NONE, ExceptionType, GeneratorType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("generator.send")
def send(context: Context, call: Call) -> typed.Expression | None:
    """The value becomes that of the `yield` where the generator waits."""
    if len(call.positional) != 2 or call.keywords:
        return None
    return context.send(call.positional[0], call.positional[1], "send", call.span)


@REGISTRY.rule("generator.throw")
def throw(context: Context, call: Call) -> typed.Expression | None:
    """Raises an exception at the `yield` where the generator waits."""
    type_ = context.solver.shallow(call.positional[0].type)
    if len(call.positional) != 2 or call.keywords or not isinstance(type_, GeneratorType):
        return None
    exception = context.any_exception(context.raisable(call.positional[1], call.span), call.span)
    item = context.solver.shallow(type_.item)
    return context.compute(item, "python::throw_in", [(call.positional[0], type_), (exception, ExceptionType())], call.span)


@REGISTRY.rule("generator.close")
def close(context: Context, call: Call) -> typed.Expression | None:
    """Runs what the generator has left to finish."""
    type_ = context.solver.shallow(call.positional[0].type)
    if len(call.positional) != 1 or call.keywords or not isinstance(type_, GeneratorType):
        return None
    return context.compute(NONE, "python::close", [(call.positional[0], type_)], call.span)


@REGISTRY.rule("generator.__next__")
def following(context: Context, call: Call) -> typed.Expression | None:
    """next(generator)."""
    return context.apply("builtins.next", call.positional, call.keywords, call.span)
