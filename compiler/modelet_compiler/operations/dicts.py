"""dict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import NONE, DictType, IteratorType, TupleType, type_name
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("[](self: dict[K, V], key: k) -> V", "python::index"),
        ("[]=(self: dict[K, V], key: K, value: V) -> None", "python::store"),
        ("del [](self: dict[K, V], key: k) -> None", "python::remove_at"),
        ("dict.pop(self: dict[K, V], key: k, /) -> V", "python::pop"),
        ("dict.setdefault(self: dict[K, V], key: K, default: V, /) -> V", "python::setdefault"),
        ("dict.popitem(self: dict[K, V]) -> tuple[K, V]", "python::popitem"),
        ("dict.update(self: dict[K, V], other: dict[K, V], /) -> None", "python::update"),
        ("dict.clear(self: dict[K, V]) -> None", "python::clear"),
        ("dict.copy(self: dict[K, V]) -> dict[K, V]", "python::copy"),
        ("|(left: dict[K, V], right: dict[K, V]) -> dict[K, V]", "python::merged"),
        ("|=(left: dict[K, V], right: dict[K, V]) -> dict[K, V]", "python::updated"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: dict[K, V], /) -> int", "python::len"),
        ("in(key: k, items: dict[K, V]) -> bool", "python::contains"),
        ("is(left: dict[K, V], right: dict[K, V]) -> bool", "python::identical"),
        ("is not(left: dict[K, V], right: dict[K, V]) -> bool", "python::not_identical"),
    ],
    raises=False,
)


@REGISTRY.rule("in")
def key_in(context: Context, call: Call) -> typed.Expression | None:
    """`in` a dict matches its signature the other way round: the dict is known first."""
    item, container = call.positional
    type_ = context.solver.shallow(container.type)
    if isinstance(type_, DictType):
        from modelet_compiler.ir.types import BOOL

        found = context.solver.shallow(item.type)
        return context.compute(BOOL, "python::contains", [(item, found), (container, type_)], call.span, raises=False)
    return None


@REGISTRY.rule("dict.get", "dict.pop")
def get_or(context: Context, call: Call) -> typed.Expression | None:
    """With a default, the union of the value's type and the default's."""
    type_ = context.solver.shallow(call.positional[0].type)
    assert isinstance(type_, DictType)
    named = [call.keywords["default"]] if set(call.keywords) == {"default"} else []
    arguments = [*call.positional[1:], *named]
    if call.name == "dict.pop" and len(arguments) != 2:
        return None
    if len(arguments) not in (1, 2) or (call.keywords and not named):
        return None
    key = arguments[0]
    otherwise = arguments[1] if len(arguments) == 2 else typed.Literal(None, NONE)
    default_type = context.solver.shallow(otherwise.type)
    result = context.solver.join(context.solver.shallow(type_.value), default_type)
    name = "get" if call.name == "dict.get" else "pop_or"
    passed = [(call.positional[0], type_), (key, context.solver.shallow(key.type)), (otherwise, default_type)]
    return context.compute_template(result, f"python::{name}<{{R}}>", {"R": result}, passed, call.span, raises=name != "get")


@REGISTRY.rule("dict.keys", "dict.values", "dict.items")
def view(context: Context, call: Call) -> typed.Expression | None:
    """Something to run a loop over."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    assert isinstance(type_, DictType)
    name = call.name.removeprefix("dict.")
    item = {"keys": type_.key, "values": type_.value, "items": TupleType((type_.key, type_.value))}[name]
    result = IteratorType(f"dict_{name}", f"py::DictView<{{0}}, {{1}}, py::Part::{name}>", item, (type_.key, type_.value))
    return context.compute(result, f"python::{name}", [(call.positional[0], type_)], call.span, raises=False)


@REGISTRY.rule("builtins.dict")
def new(context: Context, call: Call) -> typed.Expression | None:
    """`dict()`, `dict(other)`, `dict(pairs)`, `dict(name=value)`."""
    from modelet_compiler.ir.types import STR

    site = (context.key, call.span, "dict")
    key, value = context.site_variable((*site, "key")), context.site_variable((*site, "value"))
    result = DictType(key, value)
    if len(call.positional) > 1:
        return None
    arguments: list[Any] = []
    for name, given in call.keywords.items():
        context.solver.include(key, STR)
        context.solver.include(value, context.solver.shallow(given.type))
        arguments += [(typed.Literal(name, STR), key), (given, value)]
    if not call.positional:
        return context.compute(result, "python::dict", arguments, call.span)
    source = call.positional[0]
    type_ = context.solver.shallow(source.type)
    parts = (type_.key, type_.value) if isinstance(type_, DictType) else _pair(context, iteration_item(context.solver, type_))
    if parts is None:
        return None
    context.solver.include(key, context.solver.shallow(parts[0]))
    context.solver.include(value, context.solver.shallow(parts[1]))
    made = context.compute_template(result, "python::to_dict<{K}, {V}>", {"K": key, "V": value}, [(source, type_)], call.span)
    if call.keywords:
        named = context.compute(result, "python::dict", arguments, call.span)
        context.compute(NONE, "python::update", [(made, result), (named, result)], call.span)
    return made


def _pair(context: Context, item: Any) -> Any:
    item = context.solver.shallow(item) if item is not None else None
    return item.items if isinstance(item, TupleType) and len(item.items) == 2 else None


__all__ = ["type_name"]
