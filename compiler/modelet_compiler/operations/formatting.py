"""`str.format`, `format_map` and `%`: with a template that is known when compiling each field is an operation of its own."""

from __future__ import annotations

import re
from _string import formatter_field_name_split  # type: ignore[import-not-found]
from string import Formatter
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import mixed_in
from modelet_compiler.ir.types import BOOL, FLOAT, INT, STR, ArrayType, DictType, EnumType, ListType, ObjectType, TupleType, Type, UnionType
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import string_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

CONVERSIONS = {"r": "repr", "s": "str", "a": "ascii"}
PERCENT = re.compile(r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<precision>\*|\d*))?(?P<type>.)", re.DOTALL)


def known(value: typed.Expression) -> str | None:
    """The template's text, when it is known."""
    return value.value if isinstance(value, typed.Literal) and isinstance(value.value, str) else None


def joined(context: Context, parts: list[typed.Expression], call: Call) -> typed.Expression:
    """The parts one after another."""
    kept = [part for part in parts if not (isinstance(part, typed.Literal) and part.value == "")]
    if not kept:
        return typed.Literal("", STR)
    return kept[0] if len(kept) == 1 else context.compute(STR, "python::concatenate", [(part, STR) for part in kept], call.span)


def check_fields(context: Context, values: list[typed.Expression]) -> None:
    """Refuses values whose text a template that is read at run time cannot ask for."""
    for value in values:
        if not plain(context, value.type):
            raise Unsupported("the template is not known when compiling", "a field may ask for anything of this value", "an f-string")


def plain(context: Context, type_: Type) -> bool:
    """Whether a value consists of builtin types only."""
    from modelet_compiler.operations.strings import printable

    type_ = context.solver.shallow(type_)
    match type_:
        case ArrayType() | ObjectType() | EnumType():
            return False
        case ListType(item):
            return plain(context, item)
        case DictType(key, value):
            return plain(context, key) and plain(context, value)
        case TupleType(parts) | UnionType(parts):
            return all(plain(context, part) for part in parts)
    return printable(context, type_)


# ---- str.format


@REGISTRY.rule("str.format")
def format_method(context: Context, call: Call) -> typed.Expression | None:
    """Fields by position, by number and by name, with their attributes and items."""
    text = known(call.positional[0])
    if text is not None:
        return Template(context, call, None).build(text)
    values = [*call.positional[1:], *call.keywords.values()]
    check_fields(context, values)
    type_ = TupleType(tuple(context.solver.shallow(value.type) for value in values))
    packed = context.compute(type_, "tuple", list(zip(values, type_.items, strict=True)), call.span, raises=False, plain=True)
    names = typed.Literal(" ".join(call.keywords), STR)
    return context.compute(STR, "python::format_template", [(call.positional[0], STR), (packed, type_), (names, STR)], call.span)


@REGISTRY.rule("str.format_map")
def format_map(context: Context, call: Call) -> typed.Expression | None:
    """Fields by name, looked up in a mapping."""
    if len(call.positional) != 2 or call.keywords:
        return None
    text = known(call.positional[0])
    if text is not None:
        return Template(context, call, call.positional[1]).build(text)
    type_ = context.solver.shallow(call.positional[1].type)
    if isinstance(type_, ObjectType):
        return context.helper(string_functions.format_map, "format_map", list(call.positional), {}, call.span)
    if not isinstance(type_, DictType):
        return None
    check_fields(context, call.positional[1:])
    return context.compute(STR, "python::format_map", [(call.positional[0], STR), (call.positional[1], type_)], call.span)


@REGISTRY.rule("format unpacked")
def format_unpacked(context: Context, call: Call) -> typed.Expression | None:
    """`template.format(**fields)` of a dict whose keys are known at run time."""
    left, mapping = (context.solver.shallow(item.type) for item in call.positional)
    if left != STR or not isinstance(mapping, DictType) or mapping.kind != "dict" or context.solver.shallow(mapping.key) != STR:
        return None
    text = known(call.positional[0])
    if text is not None:
        return Template(context, call, call.positional[1]).build(text)
    check_fields(context, call.positional[1:])
    arguments = [(call.positional[0], STR), (call.positional[1], mapping), (typed.Literal(True, BOOL), BOOL)]
    return context.compute(STR, "python::format_map", arguments, call.span)


class Template:
    """A template that is known when compiling."""

    def __init__(self, context: Context, call: Call, mapping: typed.Expression | None) -> None:
        self.context = context
        self.call = call
        self.mapping = mapping
        self.automatic = 0
        self.manual = False

    def build(self, text: str, depth: int = 2) -> typed.Expression:
        """The text with its fields replaced."""
        if depth == 0:
            raise Unsupported("Max string recursion exceeded")
        parts: list[typed.Expression] = []
        try:
            fields = list(Formatter().parse(text))
        except ValueError as error:
            raise Unsupported(f"this template is not valid: {error}") from None
        for literal, name, spec, conversion in fields:
            parts.append(typed.Literal(literal, STR))
            if name is None:
                continue
            value = self._field(name)
            if conversion:
                if conversion not in CONVERSIONS:
                    raise Unsupported(f"Unknown conversion specifier {conversion}")
                value = self.context.required(CONVERSIONS[conversion], [value], {}, self.call.span)
            how = self.build(spec, depth - 1) if spec and "{" in spec else typed.Literal(spec or "", STR)
            parts.append(self.context.required("format", [value, how], {}, self.call.span))
        return joined(self.context, parts, self.call)

    def _field(self, name: str) -> typed.Expression:
        first, rest = formatter_field_name_split(name)
        value = self._first(first)
        for attribute, key in rest:
            if attribute:
                made = nodes.Operation(nodes.Value(0), "attribute", [], {"name": key}, self.call.span)
                value = self.context.do_attribute(made, [value])
            else:
                literal = typed.Literal(key, INT if isinstance(key, int) else STR)
                value = self.context.required("[]", [value, literal], {}, self.call.span)
        return value

    def _first(self, name: Any) -> typed.Expression:
        """The argument that a field names."""
        if name == "" or isinstance(name, int):
            if self.mapping is not None:
                raise Unsupported("Format string contains positional fields")
            if (name != "" and self.automatic) or (name == "" and self.manual):
                raise Unsupported("a template has either numbered fields or automatic ones")
            self.manual = name != ""
            if name == "":
                name, self.automatic = self.automatic, self.automatic + 1
            if name + 1 >= len(self.call.positional):
                raise Unsupported(f"Replacement index {name} out of range for positional args tuple")
            numbered: typed.Expression = self.call.positional[name + 1]
            return numbered
        if self.mapping is not None:
            return self.context.required("[]", [self.mapping, typed.Literal(name, STR)], {}, self.call.span)
        if name not in self.call.keywords:
            raise Unsupported(f"the template's field {name!r} has no argument")
        given: typed.Expression = self.call.keywords[name]
        return given


# ---- %


@REGISTRY.rule("%")
def percent(context: Context, call: Call) -> typed.Expression | None:
    """`template % values`: a tuple gives one value a field, a dict one a key."""
    left, right = call.positional
    if context.solver.shallow(left.type) != STR:
        return None
    text = known(left)
    parts = fields(context, text, right, call) if text is not None else None
    if parts is not None:
        return joined(context, parts, call)
    check_fields(context, [right])
    return context.compute(STR, "python::percent", [(left, STR), (right, context.solver.shallow(right.type))], call.span)


def fields(context: Context, text: str, right: typed.Expression, call: Call) -> list[typed.Expression] | None:
    """The template's parts, when each is simple enough to be an operation of its own."""
    matches = list(PERCENT.finditer(text))
    type_ = context.solver.shallow(right.type)
    if "%" in PERCENT.sub("", text) or not all(simple(context, match) for match in matches):
        return None
    asked = [match for match in matches if match["type"] != "%"]
    keyed = [match for match in asked if match["key"] is not None]
    if keyed and (not isinstance(type_, DictType) or len(keyed) < len(asked)):
        return None
    if isinstance(type_, UnionType) or (not asked and not isinstance(type_, TupleType)):
        return None
    values = [right]
    if isinstance(type_, TupleType):
        values = [context.tuple_item(right, type_, index, call.span) for index in range(len(type_.items))]
    if not keyed and len(values) != len(asked):
        return None
    parts: list[typed.Expression] = []
    position = 0
    for match in matches:
        parts.append(typed.Literal(text[position : match.start()], STR))
        position = match.end()
        if match["type"] == "%":
            parts.append(typed.Literal("%", STR))
            continue
        value = context.required("[]", [right, typed.Literal(match["key"], STR)], {}, call.span) if keyed else values.pop(0)
        part = field(context, match, value, call)
        if part is None:
            return None
        parts.append(part)
    return [*parts, typed.Literal(text[position:], STR)]


def simple(context: Context, match: re.Match[str]) -> bool:
    """Whether the format mini-language says the same."""
    del context
    kind, flags, precision = match["type"], match["flags"], match["precision"]
    if kind == "%":
        return match[0] == "%%"
    known = kind in "sradiuxXofFeEgG" and "*" not in (match["width"], precision) and "#" not in flags
    return known and not (kind in "sra" and flags.strip("-")) and not (kind in "diuxXo" and precision is not None)


def field(context: Context, match: re.Match[str], value: typed.Expression, call: Call) -> typed.Expression | None:
    """One field as the format mini-language has it; None for a value of another type."""
    kind, flags, width, precision = match["type"], match["flags"], match["width"], match["precision"]
    type_ = context.solver.shallow(value.type)
    align = "<" if "-" in flags else ">"
    if kind in "sra":
        shown = context.required(CONVERSIONS[kind], [value], {}, call.span)
        limit = f".{precision or '0'}" if precision is not None else ""
        return context.required("format", [shown, typed.Literal(f"{align}{width}{limit}" if width or limit else "", STR)], {}, call.span)
    scalar = isinstance(type_, ArrayType) and type_.rank == 0
    if isinstance(type_, EnumType) and mixed_in(type_.python) in (int, float):
        value = context.underlying_value(value, type_, call.span)
        type_ = context.solver.shallow(value.type)
    if (type_ not in (INT, FLOAT, BOOL) and not scalar) or (kind in "xXo" and type_ == FLOAT):
        return None
    value = context.required("builtins.int" if kind in "diuxXo" else "builtins.float", [value], {}, call.span)
    sign = "+" if "+" in flags else " " if " " in flags else ""
    zero = "0" if "0" in flags and "-" not in flags else ""
    digits = f".{precision or '0'}" if precision is not None else ""
    letter = "d" if kind in "iu" else kind
    spec = f"{'' if zero else align}{sign}{zero}{width}{digits}{letter}"
    return context.required("format", [value, typed.Literal(spec, STR)], {}, call.span)
