"""dict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NEVER, NONE, STR, ClassType, DictType, ListType, TupleType, Type
from modelet_compiler.ir.typetests import is_class
from modelet_compiler.lowering.replaced import class_path
from modelet_compiler.operations.json_values import holds_json
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
        ("dict.clear(self: dict[K, V]) -> None", "python::clear"),
        ("dict.copy(self: dict[K, V]) -> dict[K, V]", "python::copy"),
        ("|(left: dict[K, V], right: dict[K, V]) -> dict[K, V]", "python::merged"),
        ("|=(left: dict[K, V], right: dict[K, V]) -> dict[K, V]", "python::updated"),
        ("|=(left: dict[K, V], right: iterable[tuple[K, V]]) -> dict[K, V]", "python::updated"),
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
        found = context.solver.shallow(item.type)
        arguments = [(item, found), (container, type_)]
        return context.compute(BOOL, "python::contains", arguments, call.span, raises=holds_json(context, found))
    return None


@REGISTRY.rule("[]", "del []")
def at_other_key(context: Context, call: Call) -> typed.Expression | None:
    """A key that is of another type than the dict's keys: it may still equal one of them, or is a KeyError."""
    if len(call.positional) != 2:
        return None
    dictionary, key = call.positional
    type_, found = context.solver.shallow(dictionary.type), context.solver.shallow(key.type)
    if not isinstance(type_, DictType) or not (is_class(found) or (type_.kind == "dict" and found in OTHER_KEYS)):
        return None
    if isinstance(found, ClassType) and call.name == "[]" and context.solver.shallow(type_.key) != NEVER:
        arguments = [(dictionary, type_), (key, found), (typed.Literal(class_paths(context), STR), STR)]
        return context.compute(context.solver.shallow(type_.value), "python::index_class", arguments, call.span)
    if context.solver.shallow(type_.key) == NEVER or context.solver.fits(found, type_.key):
        return None
    result = context.solver.shallow(type_.value) if call.name == "[]" else NONE
    cpp = "python::index" if call.name == "[]" else "python::remove_at"
    return context.compute(result, cpp, [(dictionary, type_), (key, found)], call.span)


def class_paths(context: Context) -> str:
    """What repr() shows of the program's classes, by their names: a line each."""
    classes = {info.python.__name__: class_path(info.python) for info in context.program.classes.values()}
    paths = {"JSONDecodeError": "json.decoder.JSONDecodeError", **classes}
    return "".join(f"\n{name}={path}" for name, path in sorted(paths.items())) + "\n"


OTHER_KEYS = (NONE, BOOL, INT, FLOAT, STR)


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
    return context.compute_template(
        result, f"python::{name}<{{R}}>", {"R": result}, passed, call.span, raises=name != "get" or holds_json(context, key.type)
    )


@REGISTRY.rule("dict.setdefault")
def set_none(context: Context, call: Call) -> typed.Expression | None:
    """Without a default, None."""
    if len(call.positional) != 2 or call.keywords:
        return None
    return context.apply("dict.setdefault", [*call.positional, typed.Literal(None, NONE)], {}, call.span)


@REGISTRY.rule("|")
def merged(context: Context, call: Call) -> typed.Expression | None:
    """A new dict, whose types hold what both hold."""
    left, right = (context.solver.shallow(operand.type) for operand in call.positional)
    if not isinstance(left, DictType) or not isinstance(right, DictType) or {left.kind, right.kind} != {"dict"}:
        return None
    site = (context.key, call.span, "|")
    key, value = context.site_variable((*site, "key")), context.site_variable((*site, "value"))
    for operand in call.positional:
        _taken(context, operand, key, value)
    arguments: list[Any] = [(operand, None) for operand in call.positional]
    return context.compute_template(DictType(key, value), "python::merged<{K}, {V}>", {"K": key, "V": value}, arguments, call.span)


@REGISTRY.rule("dict.update")
def updated(context: Context, call: Call) -> typed.Expression | None:
    """Another dict, or pairs; then what is named."""
    type_ = context.solver.shallow(call.positional[0].type)
    if len(call.positional) > 2 or not isinstance(type_, DictType):
        return None
    if len(call.positional) == 2 and not _taken(context, call.positional[1], type_.key, type_.value):
        return None
    for given in call.keywords.values():
        context.solver.include(type_.key, STR)
        context.solver.include(type_.value, context.solver.shallow(given.type))
    result: typed.Expression = typed.Literal(None, NONE)
    for source in call.positional[1:]:
        given = context.iterable(source, call.span)
        arguments = [(call.positional[0], type_), (given, context.solver.shallow(given.type))]
        result = context.compute(NONE, "python::update", arguments, call.span)
    return _named(context, call, type_) or result


def _taken(context: Context, source: typed.Expression, key: Type, value: Type) -> bool:
    """Whether `source` gives pairs; the types then hold what they give."""
    type_ = context.solver.shallow(source.type)
    parts = (type_.key, type_.value) if isinstance(type_, DictType) else _pair(context, iteration_item(context.solver, type_))
    if parts is None:
        return False
    context.solver.include(key, context.solver.shallow(parts[0]))
    context.solver.include(value, context.solver.shallow(parts[1]))
    return True


def _named(context: Context, call: Call, type_: DictType) -> typed.Expression | None:
    """Stores the keyword arguments."""
    result = None
    for name, given in call.keywords.items():
        arguments = [(call.positional[0], type_), (typed.Literal(name, STR), type_.key), (given, type_.value)]
        result = context.compute(NONE, "python::store", arguments, call.span)
    return result


@REGISTRY.rule("builtins.dict")
def new(context: Context, call: Call) -> typed.Expression | None:
    """`dict()`, `dict(other)`, `dict(pairs)`, `dict(name=value)`, and both."""
    site = (context.key, call.span, "dict")
    key, value = context.site_variable((*site, "key")), context.site_variable((*site, "value"))
    result = DictType(key, value)
    if len(call.positional) > 1 or (call.positional and not _taken(context, call.positional[0], key, value)):
        return None
    arguments: list[Any] = []
    for name, given in call.keywords.items():
        context.solver.include(key, STR)
        context.solver.include(value, context.solver.shallow(given.type))
        arguments += [(typed.Literal(name, STR), key), (given, value)]
    if not call.positional:
        return context.compute(result, "python::dict", arguments, call.span)
    source = context.iterable(call.positional[0], call.span)
    found = iteration_item(context.solver, context.solver.shallow(source.type))
    if found is not None and context.solver.shallow(found) == NEVER:  # nothing is ever in it
        return context.compute(result, "python::dict", arguments, call.span)
    templates = {"K": key, "V": value}
    made = context.compute_template(result, "python::to_dict<{K}, {V}>", templates, [(source, None)], call.span)
    _named(context, replace(call, positional=[made]), result)
    return made


@REGISTRY.rule("builtins.dict.fromkeys")
def from_keys(context: Context, call: Call) -> typed.Expression | None:
    """Every key with one value, which all share."""
    if call.keywords or not 1 <= len(call.positional) <= 2:
        return None
    source = context.iterable(call.positional[0], call.span)
    found = iteration_item(context.solver, context.solver.shallow(source.type))
    if found is None:
        return None
    given = call.positional[1] if len(call.positional) == 2 else typed.Literal(None, NONE)
    site = (context.key, call.span, "fromkeys")
    key, value = context.site_variable((*site, "key")), context.site_variable((*site, "value"))
    context.check_hashable(found)
    context.solver.include(key, context.solver.shallow(found))
    context.solver.include(value, context.solver.shallow(given.type))
    arguments = [(source, None), (given, value)]
    return context.compute_template(DictType(key, value), "python::from_keys<{K}, {V}>", {"K": key, "V": value}, arguments, call.span)


def _pair(context: Context, item: Any) -> Any:
    item = context.solver.shallow(item) if item is not None else None
    if isinstance(item, ListType):
        return item.item, item.item
    if item == NEVER:  # there are none
        return NEVER, NEVER
    return item.items if isinstance(item, TupleType) and len(item.items) == 2 else None
