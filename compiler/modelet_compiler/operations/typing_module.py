"""typing.cast and NewType, which are nothing at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("typing.cast")
def cast(context: Context, call: Call) -> typed.Expression | None:
    """The value as it is."""
    del context
    return call.positional[1] if len(call.positional) == 2 and not call.keywords else None


@REGISTRY.rule("collections.namedtuple", "typing.NamedTuple")
def named(context: Context, call: Call) -> typed.Expression | None:
    """Where the tracer could not make the class."""
    del context
    raise Unsupported(
        f"this {call.name.rpartition('.')[2]} inside a function is not supported",
        "it uses variables of the function, or is not always defined, once, before it is used",
        "define it at module level",
    )
