"""range, enumerate, zip, reversed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, INT, STR, IteratorType, ListType, RangeType, TupleType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("[](self: range, index: int) -> int", "python::index"),
        ("in(item: int, items: range) -> bool", "python::contains"),
        ("builtins.len(value: range, /) -> int", "python::len"),
    ]
)


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


@REGISTRY.rule("builtins.enumerate")
def enumerated(context: Context, call: Call) -> typed.Expression | None:
    """(index, item) pairs."""
    start = call.keywords.get("start") or (call.positional[1] if len(call.positional) == 2 else typed.Literal(0, INT))
    if not 1 <= len(call.positional) <= 2 or set(call.keywords) - {"start"} or context.solver.shallow(start.type) not in (INT, BOOL):
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    if item is None:
        return None
    result = IteratorType("enumerate", "py::Enumerate<py::Iterator<{0}>>", TupleType((INT, item)), (type_,))
    return context.compute(result, "python::enumerate", [(source, type_), (start, INT)], call.span)


@REGISTRY.rule("builtins.zip")
def zipped(context: Context, call: Call) -> typed.Expression | None:
    """Tuples of items, until one iterable ends."""
    if set(call.keywords) - {"strict"} or not call.positional:
        return None
    sources = [context.iterable(value, call.span) for value in call.positional]
    types = [context.solver.shallow(source.type) for source in sources]
    found = [iteration_item(context.solver, type_) for type_ in types]
    items = [item for item in found if item is not None]
    if len(items) != len(found):
        return None
    strict = call.keywords.get("strict", typed.Literal(False, BOOL))
    inner = ", ".join(f"py::Iterator<{{{position}}}>" for position in range(len(types)))
    result = IteratorType("zip", f"py::Zip<{inner}>", TupleType(tuple(items)), tuple(types))
    arguments = [(context.truth(strict, call.span), BOOL), *zip(sources, types, strict=True)]
    return context.compute(result, "python::zip", arguments, call.span)


@REGISTRY.rule("builtins.reversed")
def backwards(context: Context, call: Call) -> typed.Expression | None:
    """Of lists, strings and ranges."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    arguments = [(call.positional[0], type_)]
    if isinstance(type_, ListType):
        result = IteratorType("list_reverseiterator", "py::Reversed<{0}>", type_.item, (type_.item,))
    elif type_ == STR:
        result = IteratorType("reversed", "py::ReversedStr", STR)
    elif isinstance(type_, RangeType):
        result = IteratorType("range_iterator", "py::RangeIterator", INT)
    else:
        return None
    return context.compute(result, "python::reversed", arguments, call.span, raises=False)
