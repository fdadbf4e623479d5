"""contextlib: what is not compiled where `with` stands (frontend/contexts.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import contexts

if TYPE_CHECKING:
    from modelet_compiler.ir.contexts import Contexts as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.compiled["contextlib.contextmanager"] = contexts.contextmanager


@REGISTRY.rule(f"{contexts.__name__}.as_manager")
def as_manager(context: Context, call: Call) -> typed.Expression | None:
    """A generator as a context manager."""
    return context.as_manager(call.positional[0], call.span)


@REGISTRY.rule(f"{contexts.__name__}.enter", f"{contexts.__name__}.leave")
def passed(context: Context, call: Call) -> typed.Expression | None:
    """Into a context, or out of it."""
    manager = call.positional[0]
    return context.enter(manager, call.span) if call.name.endswith(".enter") else context.leave(manager, None, call.span)


@REGISTRY.rule(f"{contexts.__name__}.throw")
def thrown(context: Context, call: Call) -> typed.Expression | None:
    """Out of a context with an exception."""
    return context.leave(call.positional[0], call.positional[1], call.span)
