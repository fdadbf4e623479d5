"""`str.format` and `%` with a template that is known when compiling: each field becomes a format operation of its own."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, STR, TupleType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

CONVERSIONS = {"r": "repr", "s": "str", "a": "ascii"}
PERCENT = re.compile(r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<precision>\*|\d*))?(?P<type>.)", re.DOTALL)


def template(value: typed.Expression) -> str:
    """The template's text."""
    if isinstance(value, typed.Literal) and isinstance(value.value, str):
        return value.value
    raise Unsupported("the template is not known when compiling", "its fields decide the types", "an f-string")


def joined(context: Context, parts: list[typed.Expression], call: Call) -> typed.Expression:
    """The parts one after another."""
    kept = [part for part in parts if not (isinstance(part, typed.Literal) and part.value == "")]
    if not kept:
        return typed.Literal("", STR)
    return kept[0] if len(kept) == 1 else context.compute(STR, "python::concatenate", [(part, STR) for part in kept], call.span)


@REGISTRY.rule("str.format")
def format_method(context: Context, call: Call) -> typed.Expression | None:
    """Fields by position, by number and by name, with conversions and plain specifications."""
    text = template(call.positional[0])
    parts: list[typed.Expression] = []
    automatic = 0
    try:
        fields = list(Formatter().parse(text))
    except ValueError as error:
        raise Unsupported(f"this template is not valid: {error}") from None
    for literal, name, spec, conversion in fields:
        parts.append(typed.Literal(literal, STR))
        if name is None:
            continue
        if not name:
            name, automatic = str(automatic), automatic + 1
        if "{" in (spec or "") or not (name.isdigit() or name.isidentifier()):
            raise Unsupported("this field of the template is not supported", instead="an f-string")
        value = field(call, name)
        if conversion:
            value = context.required(CONVERSIONS[conversion], [value], {}, call.span)
        parts.append(context.required("format", [value, typed.Literal(spec or "", STR)], {}, call.span))
    return joined(context, parts, call)


def field(call: Call, name: str) -> typed.Expression:
    """The argument that a field names."""
    if name.isdigit():
        if int(name) + 1 >= len(call.positional):
            raise Unsupported(f"Replacement index {name} out of range for positional args tuple")
        return call.positional[int(name) + 1]
    if name not in call.keywords:
        raise Unsupported(f"the template's field {name!r} has no argument")
    return call.keywords[name]


@REGISTRY.rule("%")
def percent(context: Context, call: Call) -> typed.Expression | None:
    """`template % values`: a tuple gives one value a field."""
    left, right = call.positional
    if context.solver.shallow(left.type) != STR:
        return None
    text = template(left)
    type_ = context.solver.shallow(right.type)
    values = [right]
    if isinstance(type_, TupleType):
        values = [context.tuple_item(right, type_, index, call.span) for index in range(len(type_.items))]
    parts: list[typed.Expression] = []
    position = 0
    for match in PERCENT.finditer(text):
        parts.append(typed.Literal(text[position : match.start()], STR))
        position = match.end()
        if match["type"] == "%":
            parts.append(typed.Literal("%", STR))
            continue
        if not values:
            raise Unsupported("not enough arguments for format string")
        parts.append(percent_field(context, match, values.pop(0), call))
    if values:
        raise Unsupported("not all arguments converted during string formatting")
    return joined(context, [*parts, typed.Literal(text[position:], STR)], call)


def percent_field(context: Context, match: re.Match[str], value: typed.Expression, call: Call) -> typed.Expression:
    """One field, as the format mini-language has it."""
    kind, flags, width, precision = match["type"], match["flags"], match["width"], match["precision"]
    type_ = context.solver.shallow(value.type)
    if "*" in (width, precision) or "#" in flags or kind not in "sradiufFeEgGxXo":
        raise Unsupported(f"the field `{match[0]}` is not supported", instead="an f-string")
    align = "<" if "-" in flags else ">"
    if kind in "sra":
        name = CONVERSIONS["r" if kind == "r" else kind]
        shown = context.required(name, [value], {}, call.span)
        limit = f".{precision}" if precision is not None else ""
        return context.required("format", [shown, typed.Literal(f"{align}{width}{limit}" if width or limit else "", STR)], {}, call.span)
    if type_ not in (INT, FLOAT, BOOL) or (kind in "xXo" and type_ == FLOAT):
        raise Unsupported(f"`{match[0]}` needs a number", instead="`%s`")
    if kind in "diuxXo":
        if precision is not None:
            raise Unsupported(f"the field `{match[0]}` is not supported", instead="an f-string")
        value = context.required("builtins.int", [value], {}, call.span)
    sign = "+" if "+" in flags else " " if " " in flags else ""
    zero = "0" if "0" in flags and "-" not in flags else ""
    digits = f".{precision or '0'}" if precision is not None else ""
    letter = "d" if kind in "iu" else kind
    spec = f"{'' if zero else align}{sign}{zero}{width}{digits}{letter}"
    if kind in "feEgGF":
        value = context.required("builtins.float", [value], {}, call.span)
    return context.required("format", [value, typed.Literal(spec, STR)], {}, call.span)
