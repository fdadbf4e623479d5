"""Builtins that ask an instance's special methods, for every other type: hash, and `in` of whatever a loop can run over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, GeneratorType, IteratorType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("in")
def contains(context: Context, call: Call) -> typed.Expression | None:
    """What only a loop can find. A container has a search of its own, and a string is searched for substrings."""
    types = [context.solver.shallow(item.type) for item in call.positional]
    if not isinstance(types[1], IteratorType | GeneratorType) or (isinstance(types[1], IteratorType) and types[1].view):
        return None
    return context.compute(BOOL, "python::contains_any", list(zip(call.positional, types, strict=True)), call.span)


@REGISTRY.rule("modelet_compiler.standard.instance_parts.begin_showing", "modelet_compiler.standard.instance_parts.end_showing")
def showing(context: Context, call: Call) -> typed.Expression | None:
    """What keeps the text of an instance that holds itself finite."""
    value = call.positional[0]
    name = call.name.rsplit(".", 1)[1]
    result = BOOL if name == "begin_showing" else NONE
    return context.compute(result, f"python::{name}", [(value, context.solver.shallow(value.type))], call.span, raises=False)


@REGISTRY.rule("builtins.hash")
def hash_value(context: Context, call: Call) -> typed.Expression | None:
    """Numbers and tuples of them as CPython; a string's may be anything, as there."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = call.positional[0]
    context.check_hashable(value.type)
    return context.compute(INT, "python::hash_value", [(value, context.solver.shallow(value.type))], call.span)
