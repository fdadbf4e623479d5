"""The views of a dict: `keys`, `values`, `items`, and the operators of sets on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, INT, DictType, IteratorType, SetType, TupleType, Type
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import dict_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

OPERATORS = {"|": "view_or", "&": "view_and", "-": "view_without", "^": "view_either"}
COMPARISONS = {"==": "view_equal", "!=": "view_equal", "<": "view_less", "<=": "view_less_equal", ">": "view_less", ">=": "view_less_equal"}


@REGISTRY.rule("dict.keys", "dict.values", "dict.items")
def view(context: Context, call: Call) -> typed.Expression | None:
    """Sees what the dict becomes."""
    type_ = context.solver.shallow(call.positional[0].type)
    if len(call.positional) != 1 or call.keywords or not isinstance(type_, DictType):
        return None
    name = call.name.removeprefix("dict.")
    result = view_type(name, type_.key, type_.value)
    return context.compute(result, f"python::{name}", [(call.positional[0], type_)], call.span, raises=False)


def view_type(part: str, key: Type, value: Type) -> IteratorType:
    """The view of the keys, values or items."""
    item = {"keys": key, "values": value, "items": TupleType((key, value))}[part]
    return IteratorType(f"dict_{part}", f"py::DictView<{{0}}, {{1}}, py::Part::{part}>", item, (key, value))


def is_view(type_: Type | None) -> bool:
    """Whether this is a view of a dict."""
    return isinstance(type_, IteratorType) and type_.view


def part_of(type_: Type) -> str:
    """`keys`, `values` or `items`; empty for what is no view."""
    return type_.python.removeprefix("dict_") if isinstance(type_, IteratorType) and type_.view else ""


@REGISTRY.rule("builtins.len")
def length(context: Context, call: Call) -> typed.Expression | None:
    """That of the dict."""
    type_ = context.solver.shallow(call.positional[0].type) if call.positional else None
    if type_ is None or not is_view(type_):
        return None
    return context.compute(INT, "python::len", [(call.positional[0], type_)], call.span, raises=False)


@REGISTRY.rule("in")
def contained(context: Context, call: Call) -> typed.Expression | None:
    """A key, a value, or a pair of both."""
    item, container = call.positional
    type_ = context.solver.shallow(container.type)
    if not is_view(type_):
        return None
    if part_of(type_) != "values":
        context.check_hashable(item.type)
    arguments = [(item, context.solver.shallow(item.type)), (container, type_)]
    return context.compute(BOOL, "python::contains", arguments, call.span, raises=False)


def like_set(type_: Type) -> bool:
    """Whether set operators take this."""
    return part_of(type_) in ("keys", "items")


@REGISTRY.rule(*OPERATORS)
def combined(context: Context, call: Call) -> typed.Expression | None:
    """A new set. The other operand may be anything that a loop can run over."""
    types = [context.solver.shallow(item.type) for item in call.positional]
    if not any(map(like_set, types)):
        return None
    if all(part_of(type_) == "items" for type_ in types) and call.name == "^":
        return context.helper(dict_functions.items_either, "^", list(call.positional), {}, call.span)
    item = context.site_variable((context.key, call.span, call.name))
    sources = [context.iterable(value, call.span) for value in call.positional]
    for position, source in enumerate(sources):
        found = iteration_item(context.solver, context.solver.shallow(source.type))
        if found is None:
            return None
        context.check_hashable(found)
        if call.name != "-" or position == 0:
            context.solver.include(item, context.solver.shallow(found))
    arguments: list[tuple[typed.Expression, Type | None]] = [(source, None) for source in sources]
    return context.compute_template(SetType(item), f"python::{OPERATORS[call.name]}<{{T}}>", {"T": item}, arguments, call.span)


@REGISTRY.rule("dict_keys.isdisjoint", "dict_items.isdisjoint")
def disjoint(context: Context, call: Call) -> typed.Expression | None:
    """Whether nothing is in both."""
    if len(call.positional) != 2 or call.keywords:
        return None
    other = context.iterable(call.positional[1], call.span)
    if iteration_item(context.solver, context.solver.shallow(other.type)) is None:
        return None
    arguments = [(call.positional[0], context.solver.shallow(call.positional[0].type)), (other, context.solver.shallow(other.type))]
    return context.compute(BOOL, "python::view_disjoint", arguments, call.span)


@REGISTRY.rule(*COMPARISONS)
def compared(context: Context, call: Call) -> typed.Expression | None:
    """As sets are, with sets and other views."""
    operands = list(call.positional)
    types = [context.solver.shallow(item.type) for item in operands]
    if not any(map(is_view, types)):
        return None
    if not all(like_set(type_) or isinstance(type_, SetType) for type_ in types):
        if any(part_of(type_) == "values" for type_ in types):
            raise Unsupported("the values of a dict have no comparison", "two views of them are never equal", "compare lists of them")
        return typed.Literal(call.name == "!=", BOOL) if call.name in ("==", "!=") else None
    if call.name in (">", ">="):
        operands.reverse()
        types.reverse()
    found = context.compute(BOOL, f"python::{COMPARISONS[call.name]}", list(zip(operands, types, strict=True)), call.span, raises=False)
    return context.compute(BOOL, "!", [(found, BOOL)], call.span, raises=False, plain=True) if call.name == "!=" else found
