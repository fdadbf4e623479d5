"""Keys of a sort that may be None, as those of `max(counts, key=counts.get)`."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Span
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, NONE, ListType, UnionType
from modelet_compiler.operations.comparisons import ordered


def present_keys(context: Any, keys: typed.Expression, name: str, reverse: typed.Expression | None, span: Span) -> typed.Expression:
    """The keys as they are when none is None; otherwise Python's TypeError is raised at run time."""
    type_ = context.solver.shallow(keys.type)
    item = context.solver.shallow(type_.item) if isinstance(type_, ListType) else type_
    if not isinstance(item, UnionType) or NONE not in item.members:
        return keys
    present = context.solver.union([member for member in item.members if member != NONE])
    if not ordered(context, present, present):
        return keys
    variable = context.site_variable((context.key, span, "present keys"))
    context.solver.include(variable, present)
    symbol = typed.Raw('">"' if name == "max" else '"<"', NONE)
    sorts = typed.Literal(name in ("sort", "sorted"), BOOL)
    descending = context.truth(reverse, span) if reverse is not None else typed.Literal(False, BOOL)
    templates, arguments = {"V": variable}, [(keys, type_), (symbol, NONE), (sorts, BOOL), (descending, BOOL)]
    found: typed.Expression = context.compute_template(ListType(variable), "python::keys_without_none<{V}>", templates, arguments, span)
    return found
