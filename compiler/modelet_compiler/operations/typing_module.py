"""typing.cast and NewType, which are nothing at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
