"""range and slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, STR, RangeType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("[](self: range, index: int) -> int", "python::index"),
        ("[](self: range, index: slice) -> range", "python::index"),
        ("range.index(self: range, value: int, /) -> int", "python::index_of"),
        ("slice.indices(self: slice, length: int, /) -> tuple[int, int, int]", "python::indices"),
    ]
)
REGISTRY.add(
    [
        ("in(item: int, items: range) -> bool", "python::contains"),
        ("in(item: float, items: range) -> bool", "python::contains"),
        ("builtins.len(value: range, /) -> int", "python::len"),
        ("range.count(self: range, value: int, /) -> int", "python::count"),
        ("range.count(self: range, value: float, /) -> int", "python::count"),
        ("attribute range.start(self: range) -> int", "python::range_start"),
        ("attribute range.stop(self: range) -> int", "python::range_stop"),
        ("attribute range.step(self: range) -> int", "python::range_step"),
        ("attribute slice.start(self: slice) -> int | None", "python::slice_start"),
        ("attribute slice.stop(self: slice) -> int | None", "python::slice_stop"),
        ("attribute slice.step(self: slice) -> int | None", "python::slice_step"),
    ],
    raises=False,
)


@REGISTRY.rule("in")
def never_in_range(context: Context, call: Call) -> typed.Expression | None:
    """What is no number is in no range."""
    item, container = (context.solver.shallow(operand.type) for operand in call.positional)
    return typed.Literal(False, BOOL) if isinstance(container, RangeType) and item in (STR, NONE) else None


@REGISTRY.rule("builtins.range")
def ranged(context: Context, call: Call) -> typed.Expression | None:
    """One to three ints."""
    if call.keywords or not 1 <= len(call.positional) <= 3:
        return None
    if any(context.solver.shallow(item.type) not in (INT, BOOL) for item in call.positional):
        return None
    zero, one = typed.Literal(0, INT), typed.Literal(1, INT)
    given = list(call.positional)
    parts = [zero, given[0], one] if len(given) == 1 else [*given, one] if len(given) == 2 else given
    raises = not isinstance(parts[2], typed.Literal) or parts[2].value == 0
    return context.compute(RangeType(), "python::range", [(part, INT) for part in parts], call.span, raises=raises)


@REGISTRY.rule("builtins.slice")
def sliced(context: Context, call: Call) -> typed.Expression | None:
    """One to three bounds, as between brackets."""
    if call.keywords or not 1 <= len(call.positional) <= 3:
        return None
    absent = typed.Literal(None, NONE)
    given = list(call.positional)
    return context.sliced([absent, given[0], absent] if len(given) == 1 else [*given, absent, absent][:3], call.span)
