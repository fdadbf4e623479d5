"""dict.keys, dict.values and dict.items as values: length, membership, comparison and the operators of sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, INT, IteratorType, SetType, Type, type_name
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

SETS = {"&": "common", "-": "without", "|": "united", "^": "either"}
COMPARISONS = {"==": "equal", "!=": "equal", "<=": "less_equal", "<": "less", ">=": "less_equal", ">": "less"}


def is_view(type_: Type) -> bool:
    """Whether this is a view of a dict."""
    return isinstance(type_, IteratorType) and type_.view


def set_like(type_: Type) -> bool:
    """Whether Python lets it be used as a set."""
    return isinstance(type_, SetType) or (isinstance(type_, IteratorType) and type_.python in ("dict_keys", "dict_items"))


@REGISTRY.rule("builtins.len")
def length(context: Context, call: Call) -> typed.Expression | None:
    """Of the dict."""
    type_ = context.solver.shallow(call.positional[0].type) if len(call.positional) == 1 else None
    if type_ is None or not is_view(type_):
        return None
    return context.compute(INT, "python::len", [(call.positional[0], type_)], call.span, raises=False)


@REGISTRY.rule("in")
def contained(context: Context, call: Call) -> typed.Expression | None:
    """Of keys and items by hash, of values one by one."""
    item, view = (context.solver.shallow(value.type) for value in call.positional)
    if not is_view(view):
        return None
    return context.compute(BOOL, "python::contains", [(call.positional[0], item), (call.positional[1], view)], call.span)


@REGISTRY.rule(*COMPARISONS)
def compared(context: Context, call: Call) -> typed.Expression | None:
    """As sets are."""
    types = [context.solver.shallow(value.type) for value in call.positional]
    if not any(map(is_view, types)):
        return None
    if not all(map(set_like, types)):
        raise Unsupported(f"`{call.name}` of {' and '.join(map(type_name, types))} is not supported", instead="compare lists or sets")
    arguments = list(zip(call.positional, types, strict=True))
    if call.name in (">", ">="):
        arguments.reverse()
    found = context.compute(BOOL, f"python::view_{COMPARISONS[call.name]}", arguments, call.span)
    return context.compute(BOOL, "!", [(found, BOOL)], call.span, raises=False, plain=True) if call.name == "!=" else found


@REGISTRY.rule(*SETS)
def combined(context: Context, call: Call) -> typed.Expression | None:
    """A new set."""
    types = [context.solver.shallow(value.type) for value in call.positional]
    if not any(is_view(type_) and set_like(type_) for type_ in types):
        return None
    items = [iteration_item(context.solver, type_) for type_ in types]
    if None in items or not (set_like(types[0]) and (set_like(types[1]) or call.name != "&")):
        raise Unsupported(f"`{call.name}` of {' and '.join(map(type_name, types))} is not supported", instead="make sets of both")
    variable = context.site_variable((context.key, call.span, "view", call.name))
    for item in items[:1] if call.name == "-" else items:
        assert item is not None
        context.check_hashable(item)
        context.solver.include(variable, context.solver.shallow(item))
    arguments = list(zip(call.positional, types, strict=True))
    return context.compute_template(
        SetType(variable), f"python::view_{SETS[call.name]}<{{T}}>", {"T": variable}, list(arguments), call.span
    )
