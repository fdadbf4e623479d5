"""json."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import mixed_in
from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    INT,
    JSON,
    NONE,
    STR,
    DictType,
    EnumType,
    ExceptionType,
    ListType,
    RangeType,
    SetType,
    TupleType,
    Type,
    UnionType,
    class_name,
    members_of,
    type_name,
)
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import json_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


def _message(text: str) -> str:
    try:
        json.loads(text)
    except ValueError as error:
        return str(error)
    return ""


def _float_message() -> str:
    try:
        json.dumps(float("nan"), allow_nan=False)
    except ValueError as error:
        return str(error)
    return ""


TRAILING = _message("[1,]").startswith("Illegal trailing comma")  # since Python 3.13
NAMES_NUMBER = ": nan" in _float_message()
FLAGS = ("skipkeys", "ensure_ascii", "allow_nan", "sort_keys")
DEFAULTS = {"skipkeys": False, "ensure_ascii": True, "allow_nan": True, "sort_keys": False}
SCALARS = ("NoneType", "bool", "int", "float", "str")


@REGISTRY.rule("json.loads")
def loads(context: Context, call: Call) -> typed.Expression | None:
    """A value of any of JSON's kinds."""
    if len(call.positional) != 1 or call.keywords:
        raise Unsupported("json.loads takes one text here", "hooks are not supported", "convert the result")
    type_ = context.solver.shallow(call.positional[0].type)
    text = call.positional[0]
    if type_ == JSON:
        message = typed.Literal("the JSON object must be str, bytes or bytearray, not {}", STR)
        text = context.compute(STR, "python::json_text", [(text, JSON), (message, STR)], call.span)
    elif type_ == BYTES:
        text = context.helper(json_functions.text_of, "json.loads", [text], {}, call.span)
    elif type_ != STR:
        return None
    return context.compute(JSON, "python::loads", [(text, STR), (typed.Literal(TRAILING, BOOL), BOOL)], call.span)


@REGISTRY.rule("json.dumps")
def dumps(context: Context, call: Call) -> typed.Expression | None:
    """The text of a value."""
    if len(call.positional) != 1 or set(call.keywords) - {*FLAGS, "check_circular", "indent", "separators", "default"}:
        return None
    value = call.positional[0]
    default = call.keywords.get("default")
    if default is not None and default.type != NONE and asks_default(context, value.type):
        value = context.helper(json_functions.converted, "json.dumps", [value, default], {}, call.span)
    type_ = context.solver.shallow(value.type)
    require_json(context, type_)
    arguments: list[tuple[Any, Type]] = [(value, type_)]
    for name in FLAGS:
        given = call.keywords.get(name, typed.Literal(DEFAULTS[name], BOOL))
        arguments.append((context.truth(given, call.span), BOOL))
    indented, indent, separator = _indent(context, call)
    item, key = _separators(context, call, separator)
    arguments += [(indented, BOOL), (indent, STR), (item, STR), (key, STR)]
    arguments.append((typed.Literal(NAMES_NUMBER, BOOL), BOOL))
    return context.compute(STR, "python::dumps", arguments, call.span)


def _indent(context: Context, call: Call) -> tuple[Any, Any, Any]:
    """Whether lines are indented, the text of one level, and what is between two items."""
    given = call.keywords.get("indent", typed.Literal(None, NONE))
    type_ = context.solver.shallow(given.type)
    if type_ == NONE:
        return typed.Literal(False, BOOL), typed.Literal("", STR), typed.Literal(", ", STR)
    if type_ in (STR, INT, BOOL):
        text = given if type_ == STR else context.compute(STR, "python::indent_of", [(given, INT)], call.span)
        return typed.Literal(True, BOOL), text, typed.Literal(",", STR)
    if any(context.solver.shallow(member) not in (STR, INT, BOOL, NONE) for member in members_of(type_)):
        raise Unsupported(f"json.dumps needs an indent that is a number, a text or None, not {type_name(context.solver.resolve(type_))}")
    parts = (json_functions.is_indented, json_functions.indentation, json_functions.item_separator)
    indented, text, separator = (context.helper(part, "json.dumps", [given], {}, call.span) for part in parts)
    return indented, text, separator


def _separators(context: Context, call: Call, between: Any) -> tuple[Any, Any]:
    given = call.keywords.get("separators", typed.Literal(None, NONE))
    type_ = context.solver.shallow(given.type)
    if type_ == NONE:
        return between, typed.Literal(": ", STR)
    if not isinstance(type_, TupleType) or [context.solver.shallow(item) for item in type_.items] != [STR, STR]:
        raise Unsupported("separators must be a tuple of two texts", instead="`(',', ':')`")
    return context.tuple_item(given, type_, 0, call.span), context.tuple_item(given, type_, 1, call.span)


def require_json(context: Context, type_: Type) -> None:
    """Refuses what CPython always refuses, and what this compiler does not write."""
    type_ = context.solver.shallow(type_)
    match type_:
        case ListType(item):
            require_json(context, item)
        case DictType(key, value):
            for member in members_of(context.solver.shallow(key)):
                if isinstance(member, EnumType) and mixed_in(member.python) is not None:
                    continue
                if not isinstance(member, TupleType) and member != JSON and class_name(member) not in (*SCALARS, "Never"):
                    raise Unsupported(f"keys must be str, int, float, bool or None, not {class_name(member)}", instead="`str(key)`")
            require_json(context, value)
        case TupleType(parts):
            for part in parts:
                require_json(context, part)
        case UnionType(parts):
            for part in parts:
                require_json(context, part)
        case SetType() | RangeType():
            return
        case EnumType() if mixed_in(type_.python) is not None:
            return
        case _:
            if type_ != JSON and class_name(type_) not in (*SCALARS, "Never"):
                raise Unsupported(
                    f"Object of type {class_name(type_)} is not JSON serializable",
                    instead="convert it first, as with `.tolist()` or a dict",
                    raises="TypeError",
                )


def asks_default(context: Context, type_: Type) -> bool:
    """Whether json.dumps calls `default` for something in a value."""
    try:
        require_json(context, type_)
    except Unsupported:
        return True
    return has_other(context, type_)


def has_other(context: Context, type_: Type) -> bool:
    """Whether something in the value is not JSON's."""
    type_ = context.solver.shallow(type_)
    match type_:
        case ListType(item):
            return has_other(context, item)
        case DictType(_, value):
            return has_other(context, value)
        case TupleType(items=parts) | UnionType(parts):
            return any(has_other(context, part) for part in parts)
    return isinstance(type_, SetType | RangeType)


@REGISTRY.rule("attribute Exception.msg", "attribute Exception.lineno", "attribute Exception.colno", "attribute Exception.pos")
def error_part(context: Context, call: Call) -> typed.Expression | None:
    """What a JSONDecodeError knows; it stands in its message."""
    name = call.name.rsplit(".", 1)[1]
    error: tuple[Any, Type] = (call.positional[0], ExceptionType())
    if name == "msg":
        return context.compute(STR, "python::json_error_message", [error], call.span)
    which = typed.Literal(("lineno", "colno", "pos").index(name), INT)
    return context.compute(INT, "python::json_error_number", [error, (which, INT)], call.span)
