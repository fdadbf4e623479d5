"""unicodedata."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, STR, Type
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

PROPERTIES: dict[str, tuple[Type, str]] = {
    "unicodedata.combining": (INT, "combining"),
    "unicodedata.category": (STR, "category"),
    "unicodedata.bidirectional": (STR, "bidirectional"),
    "unicodedata.east_asian_width": (STR, "east_asian_width"),
}
NUMBERS: dict[str, Type] = {"unicodedata.decimal": INT, "unicodedata.digit": INT, "unicodedata.numeric": FLOAT}


@REGISTRY.rule("unicodedata.normalize", "unicodedata.is_normalized")
def form(context: Context, call: Call) -> typed.Expression | None:
    """Normal forms."""
    types = [context.solver.shallow(value.type) for value in call.positional]
    if types != [STR, STR] or call.keywords:
        return None
    result, cpp = (STR, "normalized") if call.name.endswith(".normalize") else (BOOL, "is_normalized")
    return context.compute(result, f"python::{cpp}", [(value, STR) for value in call.positional], call.span)


@REGISTRY.rule(*PROPERTIES)
def character_property(context: Context, call: Call) -> typed.Expression | None:
    """Of one character."""
    if call.keywords or [context.solver.shallow(value.type) for value in call.positional] != [STR]:
        return None
    result, cpp = PROPERTIES[call.name]
    return context.compute(result, f"python::{cpp}", [(call.positional[0], STR), wrong(call.name)], call.span)


@REGISTRY.rule(*NUMBERS)
def character_value(context: Context, call: Call) -> typed.Expression | None:
    """A number, or the default."""
    if call.keywords or len(call.positional) not in (1, 2) or context.solver.shallow(call.positional[0].type) != STR:
        return None
    name = call.name.rsplit(".", 1)[1]
    arguments = [(call.positional[0], STR), wrong(call.name)]
    if len(call.positional) == 1:
        return context.compute(NUMBERS[call.name], f"python::{name}_value", arguments, call.span)
    default = context.solver.shallow(call.positional[1].type)
    result = context.solver.join(NUMBERS[call.name], default)
    found = context.compute(BOOL, f"python::has_{name}", arguments, call.span)
    target = context.slot(f"$result{context.label()}", result)
    outer, context.block = context.block, []
    value = context.compute(NUMBERS[call.name], f"python::{name}_value", arguments, call.span)
    then, context.block = [*context.block, typed.Store(target, value, call.span)], outer
    orelse: list[typed.Statement] = [typed.Store(target, call.positional[1], call.span)]
    context.emit(typed.Branch(found, then, orelse, call.span))
    return typed.Read(target, result)


@REGISTRY.rule("unicodedata.name", "unicodedata.lookup")
def named(context: Context, call: Call) -> typed.Expression | None:
    """Only of constants: the names are not in the library."""
    values = [item.value for item in call.positional if isinstance(item, typed.Literal)]
    if len(values) != len(call.positional) or call.keywords:
        raise Unsupported(f"{call.name} needs constants", "the names of characters are not in the compiled library")
    try:
        found: Any = getattr(unicodedata, call.name.rsplit(".", 1)[1])(*values)
    except (ValueError, KeyError, TypeError) as error:
        raise Unsupported(f"{call.name} fails for this constant", str(error)) from None
    del context
    return typed.Literal(found, STR)


def wrong(name: str) -> tuple[typed.Literal, Type]:
    """What CPython says of a text that is not one character."""
    try:
        getattr(unicodedata, name.rsplit(".", 1)[1])("")
    except TypeError as error:
        return typed.Literal(str(error), STR), STR
    raise AssertionError(name)
