"""str: operators, methods, text of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import STR, ArrayType, EnumType, ExceptionType, JsonType, StaticType, UnionType, class_name
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import enum_functions, string_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("+(left: str, right: str) -> str", "python::add"),
        ("*(left: str, right: int) -> str", "python::multiply"),
        ("*(left: int, right: str) -> str", "python::multiply_left"),
        ("[](self: str, index: int) -> str", "python::index"),
        ("[](self: str, index: slice) -> str", "python::index"),
        ("str.split(self: str, sep: str | None = None, maxsplit: int = -1) -> list[str]", "python::split"),
        ("str.rsplit(self: str, sep: str | None = None, maxsplit: int = -1) -> list[str]", "python::rsplit"),
        ("str.splitlines(self: str, keepends: bool = False) -> list[str]", "python::splitlines"),
        ("str.partition(self: str, sep: str, /) -> tuple[str, str, str]", "python::partition"),
        ("str.rpartition(self: str, sep: str, /) -> tuple[str, str, str]", "python::rpartition"),
        ("str.join(self: str, parts: list[str], /) -> str", "python::join"),
        ("str.join(self: str, parts: list[str | None], /) -> str", "python::join"),
        ("str.join(self: str, parts: iterable[str], /) -> str", "python::join_any"),
        ("str.replace(self: str, old: str, new: str, count: int = -1, /) -> str", "python::replace"),
        ("str.index(self: str, sub: str, start: int | None = None, end: int | None = None, /) -> int", "python::index_of"),
        ("str.rindex(self: str, sub: str, start: int | None = None, end: int | None = None, /) -> int", "python::rindex_of"),
        ("str.lower(self: str) -> str", "python::lower"),
        ("str.upper(self: str) -> str", "python::upper"),
        ("str.title(self: str) -> str", "python::title"),
        ("str.capitalize(self: str) -> str", "python::capitalize"),
        ("str.casefold(self: str) -> str", "python::casefold"),
        ("str.swapcase(self: str) -> str", "python::swapcase"),
        ("str.center(self: str, width: int, fill: str = ' ', /) -> str", "python::center"),
        ("str.ljust(self: str, width: int, fill: str = ' ', /) -> str", "python::ljust"),
        ("str.rjust(self: str, width: int, fill: str = ' ', /) -> str", "python::rjust"),
        ("str.zfill(self: str, width: int, /) -> str", "python::zfill"),
        ("str.expandtabs(self: str, tabsize: int = 8) -> str", "python::expandtabs"),
        ("builtins.ord(character: str, /) -> int", "python::ord"),
        ("format(value: bool, spec: str) -> str", "python::format"),
        ("format(value: int, spec: str) -> str", "python::format"),
        ("format(value: float, spec: str) -> str", "python::format"),
        ("format(value: str, spec: str) -> str", "python::format"),
        ("builtins.format(value: bool, spec: str, /) -> str", "python::format"),
        ("builtins.format(value: int, spec: str, /) -> str", "python::format"),
        ("builtins.format(value: float, spec: str, /) -> str", "python::format"),
        ("builtins.format(value: str, spec: str, /) -> str", "python::format"),
        ("unpack(value: str, count: int) -> list[str]", "python::unpack_any"),
        ("unpack star(value: str, count: int) -> list[str]", "python::unpack_any_star"),
    ]
)
REGISTRY.add(
    [
        ("in(part: str, text: str) -> bool", "python::contains"),
        ("builtins.len(value: str, /) -> int", "python::len"),
        ("str.strip(self: str, chars: str | None = None, /) -> str", "python::strip"),
        ("str.lstrip(self: str, chars: str | None = None, /) -> str", "python::lstrip"),
        ("str.rstrip(self: str, chars: str | None = None, /) -> str", "python::rstrip"),
        ("str.removeprefix(self: str, prefix: str, /) -> str", "python::removeprefix"),
        ("str.removesuffix(self: str, suffix: str, /) -> str", "python::removesuffix"),
        ("str.find(self: str, sub: str, start: int | None = None, end: int | None = None, /) -> int", "python::find"),
        ("str.rfind(self: str, sub: str, start: int | None = None, end: int | None = None, /) -> int", "python::rfind"),
        ("str.count(self: str, sub: str, start: int | None = None, end: int | None = None, /) -> int", "python::count"),
        ("str.startswith(self: str, prefix: str, start: int | None = None, end: int | None = None, /) -> bool", "python::startswith"),
        ("str.endswith(self: str, suffix: str, start: int | None = None, end: int | None = None, /) -> bool", "python::endswith"),
        ("str.isalpha(self: str) -> bool", "python::isalpha"),
        ("str.isdecimal(self: str) -> bool", "python::isdecimal"),
        ("str.isdigit(self: str) -> bool", "python::isdigit"),
        ("str.isnumeric(self: str) -> bool", "python::isnumeric"),
        ("str.isalnum(self: str) -> bool", "python::isalnum"),
        ("str.isspace(self: str) -> bool", "python::isspace"),
        ("str.isprintable(self: str) -> bool", "python::isprintable"),
        ("str.isascii(self: str) -> bool", "python::is_ascii"),
        ("str.islower(self: str) -> bool", "python::islower"),
        ("str.isupper(self: str) -> bool", "python::isupper"),
        ("str.istitle(self: str) -> bool", "python::istitle"),
        ("str.isidentifier(self: str) -> bool", "python::isidentifier"),
        ("str.__len__(self: str) -> int", "python::len"),
    ],
    raises=False,
)


@REGISTRY.rule("str.join")
def joined(context: Context, call: Call) -> typed.Expression | None:
    """Of values that may be strings: another one is a TypeError when it is joined."""
    if len(call.positional) != 2 or call.keywords:
        return None
    item = iteration_item(context.solver, context.solver.shallow(call.positional[1].type))
    type_ = context.solver.shallow(item) if item is not None else None
    if isinstance(type_, EnumType) and issubclass(type_.python, str):
        texts = context.helper(enum_functions.texts, "join", [call.positional[1]], {}, call.span)
        return context.required("str.join", [call.positional[0], texts], {}, call.span)
    if not isinstance(type_, UnionType) or STR not in type_.members or any(isinstance(member, JsonType) for member in type_.members):
        return None
    return context.helper(string_functions.join, "join", list(call.positional), {}, call.span)


@REGISTRY.rule("str.startswith", "str.endswith")
def any_affix(context: Context, call: Call) -> typed.Expression | None:
    """A tuple of strings: any of them."""
    from modelet_compiler.ir.types import BOOL, INT, NONE, TupleType, members_of, tuple_of

    if not 2 <= len(call.positional) <= 4 or call.keywords:
        return None
    affixes = context.solver.shallow(call.positional[1].type)
    if affixes != tuple_of(STR) and (not isinstance(affixes, TupleType) or any(item != STR for item in affixes.items)):
        return None
    given = [*call.positional[2:], *[typed.Literal(None, NONE)] * (4 - len(call.positional))]
    if any(
        context.solver.shallow(member) not in (NONE, INT, BOOL) for one in given for member in members_of(context.solver.shallow(one.type))
    ):
        return None
    bound = UnionType((NONE, INT))
    arguments = [(call.positional[0], STR), (call.positional[1], affixes), *((one, bound) for one in given)]
    return context.compute(BOOL, f"python::{call.name.removeprefix('str.')}", arguments, call.span, raises=False)


@REGISTRY.rule("str", "repr", "ascii", "builtins.str", "builtins.repr", "builtins.ascii")
def text_of(context: Context, call: Call) -> typed.Expression | None:
    """The text of any value that has one."""
    name = call.name.removeprefix("builtins.")
    if not call.positional and not call.keywords and name == "str":
        return typed.Literal("", STR)
    if call.keywords or len(call.positional) != 1:
        return None
    value = call.positional[0]
    type_ = context.solver.shallow(value.type)
    if name == "str" and type_ == STR:
        return typed.Literal(value.value, STR) if isinstance(value, typed.Literal) and not value.captured else value
    if not printable(context, type_):
        return None
    return context.compute(STR, f"python::{name}", [(value, type_)], call.span)


@REGISTRY.rule("format", "builtins.format")
def formatted(context: Context, call: Call) -> typed.Expression | None:
    """Without a specification, the value's str; containers and None take no other."""
    value = call.positional[0]
    type_ = context.solver.shallow(value.type)
    if len(call.positional) == 1 and not call.keywords:
        return context.apply("str", [value], {}, call.span)
    if isinstance(type_, UnionType | JsonType) or len(call.positional) != 2:
        return None
    if class_name(type_) in ("int", "float", "bool", "str", "complex"):
        return None
    if not printable(context, type_) or isinstance(type_, ArrayType):
        return None
    text = context.required("str", [value], {}, call.span)
    name = typed.Literal(class_name(type_), STR)
    return context.compute(STR, "python::format_plain", [(text, STR), (call.positional[1], STR), (name, STR)], call.span)


def printable(context: Context, type_: Any) -> bool:
    """Whether the engine writes this type as Python does."""
    from modelet_compiler.ir.types import DictType, EngineType, IteratorType, ListType, NativeType, PatternType, SetType, TupleType

    type_ = context.solver.shallow(type_)
    match type_:
        case ListType(item) | SetType(item):
            return printable(context, item)
        case DictType(key, value):
            return printable(context, key) and printable(context, value)
        case TupleType(items):
            return all(printable(context, item) for item in items)
        case UnionType(members):
            return all(printable(context, member) for member in members)
        case ExceptionType():
            return True
        case ArrayType(_, rank):
            return rank == 0
        case EngineType(_, _, parameters):
            return all(printable(context, item) for item in parameters)
        case IteratorType(_, _, item):
            return type_.view and printable(context, item)
    return not isinstance(type_, StaticType | NativeType | PatternType) and class_name(type_) not in ("generator", "type")
