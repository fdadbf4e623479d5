"""Builtins that take `*values` of a length known only at run time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.arguments import unknown_number
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ListType, SetType, class_name
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import spreads

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


def spread_call(context: Context, call: Call) -> typed.Expression | None:
    """The result of a registered operation with `*values` among its arguments."""
    if call.name in REGISTRY.compiled:
        return context.helper(REGISTRY.compiled[call.name], call.name, call.positional, call.keywords, call.span)
    handler = SPREADS.get(call.name)
    found = handler(context, call) if handler is not None else None
    if found is None:
        raise unknown_number()
    return found


def _printed(context: Context, call: Call) -> typed.Expression | None:
    """print(*values): their texts joined."""
    texts: typed.Expression | None = None
    for value in call.positional:
        part = _texts(context, call, value)
        texts = part if texts is None else context.required("+", [texts, part], {}, call.span)
    separator = call.keywords.get("sep", typed.Literal(" ", STR))
    separator = typed.Literal(" ", STR) if separator.type == NONE else separator
    assert texts is not None
    text = context.required("str.join", [separator, texts], {}, call.span)
    rest = {name: value for name, value in call.keywords.items() if name != "sep"}
    return context.required("builtins.print", [text], rest, call.span)


def _texts(context: Context, call: Call, value: typed.Expression) -> typed.Expression:
    if isinstance(value, typed.Spread):
        return context.helper(spreads.shown, "print", [value.value], {}, call.span)
    item = context.site_variable((context.key, call.span, "texts"))
    context.solver.include(item, STR)
    text = context.required("str", [value], {}, call.span)
    return context.compute(ListType(item), "python::list", [(text, item)], call.span)


def _extreme(context: Context, call: Call) -> typed.Expression | None:
    """max(*numbers)."""
    if len(call.positional) != 1 or call.keywords or not isinstance(call.positional[0], typed.Spread):
        return None
    value = call.positional[0].value
    item = context.solver.shallow(iteration_item(context.solver, context.solver.shallow(value.type)) or NONE)
    if item not in (INT, FLOAT, BOOL):
        return None
    function = spreads.largest if call.name == "builtins.max" else spreads.smallest
    return context.helper(function, call.name.removeprefix("builtins."), [value, typed.Literal(class_name(item), STR)], {}, call.span)


def _sets(context: Context, call: Call) -> typed.Expression | None:
    """first.union(*others), and set.union(*sets)."""
    method = call.name.removeprefix("set.")
    first, *others = call.positional
    if isinstance(first, typed.Spread):
        whole: dict[str, Callable[..., Any]] = {"union": spreads.all_union, "intersection": spreads.all_intersection}
        item = context.solver.shallow(iteration_item(context.solver, context.solver.shallow(first.value.type)) or NONE)
        if others or method not in whole or not isinstance(item, SetType):
            return None
        return context.helper(whole[method], call.name, [first.value], {}, call.span)
    if len(others) != 1 or not isinstance(others[0], typed.Spread) or call.keywords:
        return None
    function = {"union": spreads.union, "intersection": spreads.intersection, "difference": spreads.difference}[method]
    return context.helper(function, call.name, [first, others[0].value], {}, call.span)


def _chained(context: Context, call: Call) -> typed.Expression | None:
    """itertools.chain(*values) is chain.from_iterable(values)."""
    if len(call.positional) != 1 or not isinstance(call.positional[0], typed.Spread):
        return None
    return context.apply("itertools.chain.from_iterable", [call.positional[0].value], {}, call.span)


SPREADS: dict[str, Callable[[Context, Call], typed.Expression | None]] = {
    "builtins.print": _printed,
    "builtins.max": _extreme,
    "builtins.min": _extreme,
    "set.union": _sets,
    "set.intersection": _sets,
    "set.difference": _sets,
    "itertools.chain": _chained,
}
