"""set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import DictType, SetType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("set.add(self: set[T], item: T, /) -> None", "python::add_item"),
        ("set.discard(self: set[T], item: any, /) -> None", "python::discard"),
        ("set.remove(self: set[T], item: any, /) -> None", "python::remove"),
        ("set.pop(self: set[T]) -> T", "python::pop"),
        ("set.clear(self: set[T]) -> None", "python::clear"),
        ("set.copy(self: set[T]) -> set[T]", "python::copy"),
        ("set.update(self: set[T], *others: iterable[T]) -> None", "python::update"),
        ("set.intersection_update(self: set[T], *others: iterable[any]) -> None", "python::keep_common"),
        ("set.difference_update(self: set[T], *others: iterable[any]) -> None", "python::discard_all"),
        ("set.symmetric_difference_update(self: set[T], other: iterable[T], /) -> None", "python::keep_either"),
        ("set.intersection(self: set[T], *others: iterable[any]) -> set[T]", "python::common_of"),
        ("set.difference(self: set[T], *others: iterable[any]) -> set[T]", "python::without_all"),
        ("&(left: set[T], right: set[any]) -> set[T]", "python::common"),
        ("-(left: set[T], right: set[any]) -> set[T]", "python::without"),
        ("|=(left: set[T], right: set[T]) -> set[T]", "python::updated"),
        ("&=(left: set[T], right: set[any]) -> set[T]", "python::kept_common"),
        ("-=(left: set[T], right: set[any]) -> set[T]", "python::discarded"),
        ("^=(left: set[T], right: set[T]) -> set[T]", "python::kept_either"),
        ("set.issubset(self: set[T], other: iterable[any], /) -> bool", "python::is_subset_of"),
        ("set.issuperset(self: set[T], other: iterable[any], /) -> bool", "python::is_superset_of"),
        ("set.isdisjoint(self: set[T], other: iterable[any], /) -> bool", "python::is_disjoint"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: set[T], /) -> int", "python::len"),
        ("in(item: any, items: set[T]) -> bool", "python::contains"),
        ("is(left: set[T], right: set[T]) -> bool", "python::identical"),
        ("is not(left: set[T], right: set[T]) -> bool", "python::not_identical"),
    ],
    raises=False,
)


@REGISTRY.rule("|", "^", "set.union", "set.symmetric_difference")
def united(context: Context, call: Call) -> typed.Expression | None:
    """A new set, whose item type holds what all of them hold."""
    types = [context.solver.shallow(item.type) for item in call.positional]
    method = call.name.startswith("set.")
    if call.keywords or not types or not isinstance(types[0], SetType) or (not method and not isinstance(types[-1], SetType)):
        return None
    name = "either" if call.name in ("^", "set.symmetric_difference") else "united"
    if name == "either" and len(types) != 2:
        return None
    item = context.site_variable((context.key, call.span, call.name))
    sources = [context.iterable(value, call.span) for value in call.positional]
    for source in sources:
        found = iteration_item(context.solver, context.solver.shallow(source.type))
        if found is None:
            return None
        context.check_hashable(found)
        context.solver.include(item, context.solver.shallow(found))
    arguments: list[tuple[typed.Expression, Any]] = [(source, context.solver.shallow(source.type)) for source in sources]
    return context.compute_template(SetType(item), f"python::{name}<{{T}}>", {"T": item}, arguments, call.span)


@REGISTRY.rule(
    "in", "set.discard", "set.remove", "set.intersection", "set.difference", "set.intersection_update", "set.difference_update",
    "set.issubset", "set.issuperset", "set.isdisjoint", "dict.get", "dict.pop",
)  # fmt: skip
def hashed(context: Context, call: Call) -> None:
    """Only refuses: what is looked up in a set or a dict is hashed."""
    types = [context.solver.shallow(item.type) for item in call.positional]
    looked = types[:1] if call.name == "in" and isinstance(types[-1], SetType | DictType) else []
    if call.name.split(".")[-1] in ("discard", "remove", "get", "pop"):
        looked = types[1:2]
    elif call.name != "in":
        looked = [item for item in (iteration_item(context.solver, type_) for type_ in types[1:]) if item is not None]
    for type_ in looked:
        context.check_hashable(type_)


@REGISTRY.rule("builtins.set")
def new(context: Context, call: Call) -> typed.Expression | None:
    """`set()` and `set(items)`."""
    if call.keywords or len(call.positional) > 1:
        return None
    item = context.site_variable((context.key, call.span, "set"))
    if not call.positional:
        return context.compute(SetType(item), "python::set", [], call.span)
    source = call.positional[0]
    found = iteration_item(context.solver, context.solver.shallow(source.type))
    if found is None:
        return None
    context.check_hashable(found)
    context.solver.include(item, context.solver.shallow(found))
    return context.compute_template(
        SetType(item), "python::to_set<{T}>", {"T": item}, [(context.iterable(source, call.span), None)], call.span
    )
