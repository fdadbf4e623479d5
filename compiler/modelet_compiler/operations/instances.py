"""Builtins that ask an instance's special methods, for every other type: hash, and `in` of whatever a loop can run over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import INT
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add([("in(item: any, items: iterable[any])-> bool", "python::contains_any")])


@REGISTRY.rule("builtins.hash")
def hash_value(context: Context, call: Call) -> typed.Expression | None:
    """Numbers and tuples of them as CPython; a string's may be anything, as there."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = call.positional[0]
    context.check_hashable(value.type)
    return context.compute(INT, "python::hash_value", [(value, context.solver.shallow(value.type))], call.span)
