"""set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import SetType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("set.add(self: set[T], item: T, /) -> None", "python::add_item"),
        ("set.discard(self: set[T], item: any, /) -> None", "python::discard"),
        ("set.remove(self: set[T], item: any, /) -> None", "python::remove"),
        ("set.clear(self: set[T]) -> None", "python::clear"),
        ("set.copy(self: set[T]) -> set[T]", "python::copy"),
        ("set.update(self: set[T], items: iterable[T], /) -> None", "python::update"),
        ("set.union(self: set[T], items: iterable[T], /) -> set[T]", "python::united"),
        ("|(left: set[T], right: set[T]) -> set[T]", "python::united"),
        ("&(left: set[T], right: set[T]) -> set[T]", "python::common"),
        ("set.intersection(self: set[T], other: set[T], /) -> set[T]", "python::common"),
        ("-(left: set[T], right: set[T]) -> set[T]", "python::without"),
        ("set.difference(self: set[T], other: set[T], /) -> set[T]", "python::without"),
        ("^(left: set[T], right: set[T]) -> set[T]", "python::either"),
        ("set.symmetric_difference(self: set[T], other: set[T], /) -> set[T]", "python::either"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: set[T], /) -> int", "python::len"),
        ("in(item: any, items: set[T]) -> bool", "python::contains"),
        ("set.issubset(self: set[T], other: set[T], /) -> bool", "python::is_subset"),
        ("set.issuperset(self: set[T], other: set[T], /) -> bool", "python::is_superset"),
        ("set.isdisjoint(self: set[T], other: set[T], /) -> bool", "python::is_disjoint"),
        ("is(left: set[T], right: set[T]) -> bool", "python::identical"),
        ("is not(left: set[T], right: set[T]) -> bool", "python::not_identical"),
    ],
    raises=False,
)


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
