"""operator: its functions are Python's operators; itemgetter, attrgetter and methodcaller are known when compiling."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, StaticType, TupleType, static
from modelet_compiler.lowering.objects import is_plain
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import getters

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@", "and_": "&", "or_": "|",
    "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "neg": "unary -",
    "pos": "unary +", "invert": "unary ~", "inv": "unary ~", "getitem": "[]", "setitem": "[]=", "delitem": "del []", "concat": "+",
    "abs": "builtins.abs", "iadd": "+=", "isub": "-", "imul": "*", "ior": "|=",
}  # fmt: skip
LATER: dict[tuple[Any, int], Callable[..., Any]] = {
    (operator.itemgetter, 1): getters.item, (operator.itemgetter, 2): getters.two_items, (operator.attrgetter, 1): getters.attribute,
}  # fmt: skip
"""Getters of what is known at run time only, by the number of their arguments."""
GETTERS = (operator.itemgetter, operator.attrgetter, operator.methodcaller)


@REGISTRY.rule(*(f"_operator.{name}" for name in SYMBOLS))
def applied(context: Context, call: Call) -> typed.Expression | None:
    """The operator itself."""
    symbol = SYMBOLS[call.name.removeprefix("_operator.")]
    found = None if call.keywords else context.apply(symbol, call.positional, {}, call.span)
    if found is None and symbol.endswith("=") and symbol not in ("==", "!=", "<=", ">="):
        return context.apply(symbol[:-1], call.positional, {}, call.span)
    return found


@REGISTRY.rule("_operator.not_", "_operator.truth")
def truth(context: Context, call: Call) -> typed.Expression | None:
    """As a bool."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = context.truth(call.positional[0], call.span)
    if call.name == "_operator.truth":
        return value
    if isinstance(value, typed.Literal):
        return typed.Literal(not value.value, BOOL)
    return context.compute(BOOL, "!", [(value, BOOL)], call.span, raises=False, plain=True)


@REGISTRY.rule("_operator.contains")
def contains(context: Context, call: Call) -> typed.Expression | None:
    """`b in a`."""
    return context.apply("in", call.positional[::-1], {}, call.span) if len(call.positional) == 2 and not call.keywords else None


@REGISTRY.rule(*(f"operator.{cls.__name__}" for cls in GETTERS))
def getter(context: Context, call: Call) -> typed.Expression | None:
    """Made while compiling, so that what it gets has a type."""
    cls = next(cls for cls in GETTERS if call.name == f"operator.{cls.__name__}")
    values = [*call.positional, *call.keywords.values()]
    if not all(isinstance(value, typed.Literal) and is_plain(value.value) for value in values):
        made_later = LATER.get((cls, len(call.positional)))
        if made_later is None or call.keywords:
            raise Unsupported(f"the arguments of {call.name} are not known when compiling", instead="a lambda")
        return context.helper(made_later, call.name, list(call.positional), {}, call.span)
    given: list[Any] = [value.value for value in call.positional if isinstance(value, typed.Literal)]
    named = {name: value.value for name, value in call.keywords.items() if isinstance(value, typed.Literal)}
    made = context.program.memo.setdefault((context.key, call.span, "getter"), cls(*given, **named))
    return typed.Literal(made, static(call.name, made), call.name)


@REGISTRY.rule("call itemgetter")
def items_of(context: Context, call: Call) -> typed.Expression | None:
    """One item, or a tuple of them."""
    keys, value = _arguments(call)
    return _one_or_tuple(context, [context.required("[]", [value, _literal(key)], {}, call.span) for key in keys], call)


@REGISTRY.rule("call attrgetter")
def attributes_of(context: Context, call: Call) -> typed.Expression | None:
    """One attribute, or a tuple of them; names may be dotted."""
    names, value = _arguments(call)
    found = []
    for name in names:
        one = value
        for part in name.split("."):
            one = context.attribute(one, part, call.span)
        found.append(one)
    return _one_or_tuple(context, found, call)


@REGISTRY.rule("call methodcaller")
def method_of(context: Context, call: Call) -> typed.Expression | None:
    """The result of a method."""
    assert isinstance(call.positional[0].type, StaticType)
    made, given = call.positional[0].type.value.__reduce__()
    named = getattr(made, "keywords", {})  # with keywords, a partial of methodcaller
    given = [*getattr(made, "args", ()), *given]
    keywords: dict[str, typed.Expression] = {key: _literal(item) for key, item in named.items()}
    return context.method(call.positional[1], given[0], [_literal(item) for item in given[1:]], keywords, call.span)


def _arguments(call: Call) -> tuple[Any, typed.Expression]:
    assert isinstance(call.positional[0].type, StaticType)
    return call.positional[0].type.value.__reduce__()[1], call.positional[1]


def _literal(value: Any) -> typed.Literal:
    return typed.Literal(value, constant_type(value))


def _one_or_tuple(context: Context, values: list[typed.Expression], call: Call) -> typed.Expression:
    if len(values) == 1:
        return values[0]
    type_ = TupleType(tuple(context.solver.shallow(value.type) for value in values))
    return context.compute(type_, "tuple", list(zip(values, type_.items, strict=True)), call.span, raises=False, plain=True)
