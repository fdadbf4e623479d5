"""list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import ListType, Type, VariableType
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import ordering

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("[](self: list[T], index: int) -> T", "python::index"),
        ("[](self: list[T], index: slice) -> list[T]", "python::index"),
        ("[]=(self: list[T], index: int, item: T) -> None", "python::store"),
        ("[]=(self: list[T], index: slice, items: iterable[T]) -> None", "python::store_slice"),
        ("del [](self: list[T], index: int) -> None", "python::remove_at"),
        ("del [](self: list[T], index: slice) -> None", "python::remove_at"),
        ("+=(left: list[T], right: iterable[T]) -> list[T]", "python::extended"),
        ("*=(left: list[T], right: int) -> list[T]", "python::multiply_in_place"),
        ("*(left: list[T], right: int) -> list[T]", "python::multiply"),
        ("*(left: int, right: list[T]) -> list[T]", "python::multiply_left"),
        ("list.append(self: list[T], item: T, /) -> None", "python::append"),
        ("list.extend(self: list[T], items: iterable[T], /) -> None", "python::extend"),
        ("list.insert(self: list[T], index: int, item: T, /) -> None", "python::insert"),
        ("list.pop(self: list[T], index: int = -1, /) -> T", "python::pop"),
        ("list.remove(self: list[T], item: any, /) -> None", "python::remove"),
        ("list.clear(self: list[T]) -> None", "python::clear"),
        ("list.reverse(self: list[T]) -> None", "python::reverse"),
        ("list.copy(self: list[T]) -> list[T]", "python::copy"),
        ("list.index(self: list[T], item: any, start: int = 0, end: int = 9223372036854775807, /) -> int", "python::index_of"),
        ("unpack(value: list[T], count: int) -> list[T]", "python::unpack"),
        ("unpack star(value: list[T], count: int) -> list[T]", "python::unpack_star"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: list[T], /) -> int", "python::len"),
        ("list.count(self: list[T], item: any, /) -> int", "python::count"),
        ("in(item: any, items: list[T]) -> bool", "python::contains"),
        ("is(left: list[T], right: list[T]) -> bool", "python::identical"),
        ("is not(left: list[T], right: list[T]) -> bool", "python::not_identical"),
    ],
    raises=False,
)


@REGISTRY.rule("+")
def joined(context: Context, call: Call) -> typed.Expression | None:
    """A new list, whose item type holds what both hold."""
    left, right = (context.solver.shallow(operand.type) for operand in call.positional)
    if not isinstance(left, ListType) or not isinstance(right, ListType):
        return None
    item = context.site_variable((context.key, call.span, "+"))
    context.solver.include(item, context.solver.shallow(left.item))
    context.solver.include(item, context.solver.shallow(right.item))
    arguments: list[tuple[typed.Expression, Type | None]] = [(operand, None) for operand in call.positional]
    return context.compute_template(ListType(item), "python::add<{T}>", {"T": item}, arguments, call.span)


@REGISTRY.rule("[]", "list.copy")
def copied(context: Context, call: Call) -> typed.Expression | None:
    """`items[:]` and `items.copy()` of a list from outside are new lists, whose items may be of more types."""
    type_ = context.solver.shallow(call.positional[0].type)
    if not isinstance(type_, ListType) or isinstance(type_.item, VariableType) or call.keywords:
        return None
    if call.name == "[]" and context.constant_slice(call.positional[1]) != slice(None):
        return None
    return context.required("builtins.list", call.positional[:1], {}, call.span)


@REGISTRY.rule("builtins.list", "builtins.sorted", "list.sort", "keyed sort", "keyed sorted")
def ordered(context: Context, call: Call) -> typed.Expression | None:
    """New lists from anything iterable, and sorting."""
    return RULES[call.name](context, call)


def _new(context: Context, call: Call) -> typed.Expression | None:
    if call.keywords or len(call.positional) > 1:
        return None
    site = (context.key, call.span, "list")
    if not call.positional:
        item = context.site_variable(site)
        return context.compute(ListType(item), "python::list", [], call.span)
    return _listed(context, call, "python::to_list<{T}>", [])


def _listed(context: Context, call: Call, cpp: str, extra: list[Any]) -> typed.Expression | None:
    source = call.positional[0]
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    if item is None:
        return None
    variable = context.site_variable((context.key, call.span, cpp))
    context.solver.include(variable, context.solver.shallow(item))
    return context.compute_template(
        ListType(variable), cpp, {"T": variable}, [(context.iterable(source, call.span), None), *extra], call.span
    )


def item_type(value: typed.Expression) -> Type:
    """The item type of a list."""
    assert isinstance(value.type, ListType)
    return value.type.item


def _descending(context: Context, call: Call) -> Any:
    from modelet_compiler.ir.types import BOOL

    given = call.keywords.get("reverse")
    return (context.truth(given, call.span) if given is not None else typed.Literal(False, BOOL), BOOL)


def _sorted(context: Context, call: Call) -> typed.Expression | None:
    if len(call.positional) != 1 or set(call.keywords) - {"reverse", "key"}:
        return None
    if not _has_order(context, iteration_item(context.solver, context.solver.shallow(call.positional[0].type))):
        return context.helper(ordering.sorted_any, "sorted", [call.positional[0], _descending(context, call)[0]], {}, call.span)
    return _listed(context, call, "python::sorted<{T}>", [_descending(context, call)])


def _has_order(context: Context, item: Any) -> bool:
    """Whether the runtime can compare these values, or tell that they cannot be compared."""
    from modelet_compiler.operations.comparisons import has_order

    return item is None or has_order(context, context.solver.shallow(item))


def _sort(context: Context, call: Call) -> typed.Expression | None:
    from modelet_compiler.ir.types import NONE

    receiver = call.positional[0]
    type_ = context.solver.shallow(receiver.type)
    if len(call.positional) != 1 or set(call.keywords) - {"reverse", "key"}:
        return None
    assert isinstance(type_, ListType)
    if not _has_order(context, type_.item):
        return context.helper(ordering.sort_any, "sort", [receiver, _descending(context, call)[0]], {}, call.span)
    return context.compute(NONE, "python::sort", [(receiver, type_), _descending(context, call)], call.span)


def _keyed_sorted(context: Context, call: Call) -> typed.Expression | None:
    items, keys = call.positional
    if not _has_order(context, item_type(keys)):
        return context.helper(ordering.sorted_items, "sorted", [items, keys, _descending(context, call)[0]], {}, call.span)
    return context.compute(items.type, "python::sorted_by", [(items, items.type), (keys, keys.type), _descending(context, call)], call.span)


def _keyed_sort(context: Context, call: Call) -> typed.Expression | None:
    from modelet_compiler.ir.types import NONE

    receiver, items, keys = call.positional
    if not _has_order(context, item_type(keys)):
        return context.helper(ordering.sort_items, "sort", [receiver, items, keys, _descending(context, call)[0]], {}, call.span)
    context.solver.unify(item_type(receiver), item_type(items))
    arguments = [(receiver, receiver.type), (items, items.type), (keys, keys.type), _descending(context, call)]
    return context.compute(NONE, "python::sort_by", arguments, call.span)


RULES = {"builtins.list": _new, "builtins.sorted": _sorted, "list.sort": _sort, "keyed sorted": _keyed_sorted, "keyed sort": _keyed_sort}
