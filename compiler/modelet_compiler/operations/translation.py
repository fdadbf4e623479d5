"""str.maketrans and str.translate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import INT, NONE, STR, DictType, Type, UnionType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


def members(type_: Type) -> tuple[Type, ...]:
    """The types a value may have."""
    return type_.members if isinstance(type_, UnionType) else (type_,)


@REGISTRY.rule("builtins.str.maketrans")
def make_table(context: Context, call: Call) -> typed.Expression | None:
    """From a dict, or from strings of equal length and one of characters to remove."""
    if call.keywords or not 1 <= len(call.positional) <= 3:
        return None
    value = context.site_variable((context.key, call.span, "maketrans"))
    types = [context.solver.shallow(item.type) for item in call.positional]
    if len(types) == 1:
        given = types[0]
        if not isinstance(given, DictType) or any(part not in (INT, STR) for part in members(context.solver.shallow(given.key))):
            return None
        context.solver.include(value, context.solver.shallow(given.value))
    elif any(type_ != STR for type_ in types):
        return None
    else:
        context.solver.include(value, context.solver.union([INT, NONE]) if len(types) == 3 else INT)
    arguments: list[tuple[typed.Expression, Type | None]] = [(item, None) for item in call.positional]
    if len(types) == 2:
        arguments.append((typed.Literal("", STR), STR))
    return context.compute_template(DictType(INT, value), "python::make_table<{V}>", {"V": value}, arguments, call.span)


@REGISTRY.rule("str.translate")
def translate(context: Context, call: Call) -> typed.Expression | None:
    """Each character as the table has it: a code point, a text, or None for nothing."""
    if call.keywords or len(call.positional) != 2:
        return None
    table = context.solver.shallow(call.positional[1].type)
    if not isinstance(table, DictType) or table.kind != "dict":
        return None
    if any(part not in (INT, STR, NONE) for part in members(context.solver.shallow(table.value))):
        return None
    return context.compute(STR, "python::translate", [(call.positional[0], STR), (call.positional[1], table)], call.span)
