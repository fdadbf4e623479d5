"""enumerate, zip, reversed, iter and next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    INT,
    NEVER,
    NONE,
    STR,
    ArrayType,
    DictType,
    EngineType,
    GeneratorType,
    IteratorType,
    ListType,
    NativeType,
    ObjectType,
    RangeType,
    SetType,
    StrType,
    TupleType,
    Type,
    is_frozenset,
    is_tuple_of,
    members_of,
    tuple_of,
)
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.operations.views import is_view, part_of, view_type
from modelet_compiler.standard import functional, spreads

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("builtins.enumerate")
def enumerated(context: Context, call: Call) -> typed.Expression | None:
    """(index, item) pairs."""
    start = call.keywords.get("start") or (call.positional[1] if len(call.positional) == 2 else typed.Literal(0, INT))
    if not 1 <= len(call.positional) <= 2 or set(call.keywords) - {"start"} or context.solver.shallow(start.type) not in (INT, BOOL):
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    if item is None:
        return None
    result = IteratorType("enumerate", "py::Enumerate<py::Iterator<{0}>>", TupleType((INT, item)), (type_,))
    return context.compute(result, "python::enumerate", [(source, type_), (start, INT)], call.span)


@REGISTRY.rule("builtins.zip")
def zipped(context: Context, call: Call) -> typed.Expression | None:
    """Tuples of items, until one iterable ends."""
    if set(call.keywords) - {"strict"} or not call.positional:
        return None
    sources = [context.iterable(value, call.span) for value in call.positional]
    types = [context.solver.shallow(source.type) for source in sources]
    found = [iteration_item(context.solver, type_) for type_ in types]
    items = [item for item in found if item is not None]
    if len(items) != len(found):
        return None
    strict = call.keywords.get("strict", typed.Literal(False, BOOL))
    inner = ", ".join(f"py::Iterator<{{{position}}}>" for position in range(len(types)))
    result = IteratorType("zip", f"py::Zip<{inner}>", TupleType(tuple(items)), tuple(types))
    arguments = [(context.truth(strict, call.span), BOOL), *zip(sources, types, strict=True)]
    return context.compute(result, "python::zip", arguments, call.span)


@REGISTRY.rule("builtins.reversed")
def backwards(context: Context, call: Call) -> typed.Expression | None:
    """Of what has an order: lists, strings, tuples, ranges, dicts and their views."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(value.type)
    result = _reversed(context, type_)
    return context.compute(result, "python::reversed", [(value, type_)], call.span, raises=False) if result is not None else None


def _reversed(context: Context, type_: Type) -> IteratorType | None:
    match type_:
        case ListType(item):
            return IteratorType("list_reverseiterator", "py::Reversed<{0}>", item, (item,))
        case StrType():
            return IteratorType("reversed", "py::ReversedStr", STR)
        case RangeType():
            return IteratorType("range_iterator", "py::RangeIterator", INT)
        case TupleType(items):
            item = context.solver.shallow(items[0]) if items else NEVER
            return IteratorType("reversed", "py::Iterator<{0}>", item, (type_,))
        case EngineType("bytes"):
            return IteratorType("reversed", "py::BytesIterator", INT)
        case EngineType("tuple", _, (item,)):
            return IteratorType("reversed", "py::TupleOfIterator<{0}>", item, (item,))
        case DictType(key, value):
            return _reversed(context, view_type("keys", key, value))
        case IteratorType() if type_.view:
            part = part_of(type_)
            cpp = f"py::DictIterator<{{0}}, {{1}}, py::Part::{part}, true>"
            return IteratorType(f"dict_reverse{part[:-1]}iterator", cpp, type_.item, type_.parameters)
    return None


NAMES: dict[type[Type], str] = {
    ListType: "list_iterator", StrType: "str_iterator", RangeType: "range_iterator", TupleType: "tuple_iterator",
    DictType: "dict_keyiterator", SetType: "set_iterator",
}  # fmt: skip


@REGISTRY.rule("builtins.iter")
def called(context: Context, call: Call) -> typed.Expression | None:
    """`iter(function, sentinel)`."""
    if len(call.positional) != 2 or call.keywords:
        return None
    return context.helper(functional.until, "iter", list(call.positional), {}, call.span)


@REGISTRY.rule("builtins.iter")
def iterator(context: Context, call: Call) -> typed.Expression | None:
    """Of anything that a loop can run over; an iterator is its own."""
    if len(call.positional) != 1 or call.keywords:
        return None
    value = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, GeneratorType) or (isinstance(type_, IteratorType) and not type_.view):
        return value if isinstance(value, typed.Read | typed.Temporary) else None
    item = iteration_item(context.solver, type_)
    if type_ in (BYTES, BYTEARRAY):
        made = IteratorType(f"{type_.python}_iterator", "py::BytesIterator" if type_ == BYTES else "py::ByteArrayIterator", INT)
        return context.compute(made, "python::iterate", [(value, type_)], call.span, raises=False)
    if isinstance(type_, EngineType) and type_.python == "collections.deque":
        made = IteratorType("_collections._deque_iterator", "py::Iterator<{0}>", type_.parameters[0], (type_,))
        return context.compute(made, "python::iterate", [(value, type_)], call.span, raises=False)
    if isinstance(type_, EngineType) and (is_tuple_of(type_) or is_frozenset(type_)):
        made = IteratorType(f"{type_.python.removeprefix('frozen')}_iterator", "py::Iterator<{0}>", type_.parameters[0], (type_,))
        return context.compute(made, "python::iterate", [(value, type_)], call.span, raises=False)
    name = f"dict_{part_of(type_)[:-1]}iterator" if is_view(type_) else NAMES.get(type(type_))
    if item is None or name is None:
        return None
    result = IteratorType(name, "py::Iterator<{0}>", context.solver.shallow(item), (type_,))
    return context.compute(result, "python::iterate", [(value, type_)], call.span, raises=False)


@REGISTRY.rule("builtins.next")
def following(context: Context, call: Call) -> typed.Expression | None:
    """The next item of an iterator, or StopIteration, or the default."""
    type_ = context.solver.shallow(call.positional[0].type) if call.positional else None
    if not isinstance(type_, GeneratorType | IteratorType) or is_view(type_) or call.keywords or len(call.positional) > 2:
        return None
    item = context.solver.shallow(type_.item)
    if len(call.positional) == 1 and isinstance(type_, GeneratorType) and type_.returned != NONE:
        arguments: list[tuple[typed.Expression, Type | None]] = [(call.positional[0], type_)]
        context.note_arguments(StopIteration, TupleType((context.solver.shallow(type_.returned),)))
        return context.compute_template(item, "python::next_returning<{R}>", {"R": type_.returned}, arguments, call.span)
    if len(call.positional) == 1:
        return context.compute(item, "python::next", [(call.positional[0], type_)], call.span)
    default = context.solver.shallow(call.positional[1].type)
    joined = context.solver.join(item, default)
    given: list[tuple[typed.Expression, Type | None]] = [(call.positional[0], type_), (call.positional[1], default)]
    return context.compute_template(joined, "python::next_or<{R}>", {"R": joined}, given, call.span)


def _is_consumed(type_: Type) -> bool:
    """Whether running over it takes its items away, or calls the user's code: no more may be taken than is asked for."""
    return isinstance(type_, GeneratorType | ObjectType) or (isinstance(type_, IteratorType) and not type_.view)


@REGISTRY.rule("zip rows")
def columns(context: Context, call: Call) -> typed.Expression | None:
    """`zip(*rows)`: the columns of a table."""
    source = context.iterable(call.positional[0], call.span)
    row = iteration_item(context.solver, context.solver.shallow(source.type))
    members = members_of(context.solver.shallow(row)) if row is not None else ()
    if len(members) > 1 and all(isinstance(member, ListType | TupleType | StrType) or is_tuple_of(member) for member in members):
        return context.helper(spreads.columns, "zip", [source], {}, call.span)
    if any(_is_consumed(member) for member in members):
        return context.helper(spreads.rounds, "zip", [source], {}, call.span)
    cell = iteration_item(context.solver, context.solver.shallow(row)) if row is not None else None
    if row is None or cell is None:
        return None
    row = context.solver.shallow(row)
    item = context.solver.shallow(cell)
    same = TupleType((item,) * len(row.items)) if isinstance(row, TupleType) else row
    result = IteratorType("zip", "py::Columns<{0}>", tuple_of(item), (same,))
    made = context.compute_template(result, "python::columns<{R}>", {"R": same}, [(source, None)], call.span)
    context.rows[made] = source
    return made


@REGISTRY.rule("unpack", "unpack star")
def unpacked(context: Context, call: Call) -> typed.Expression | None:
    """Of an iterator, no more than is asked for; lists, texts and numpy's arrays and shapes have rules of their own."""
    if isinstance(context.solver.shallow(call.positional[0].type), ListType | StrType | ArrayType | NativeType):
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    found = iteration_item(context.solver, type_)
    if found is None:
        return None
    if call.name == "unpack star":
        made = context.required("builtins.list", [source], {}, call.span)
        return context.required("unpack star", [made, call.positional[1]], {}, call.span)
    item = context.site_variable((context.key, call.span, "unpack"))
    context.solver.include(item, context.solver.shallow(found))
    arguments = [(source, type_), (call.positional[1], INT)]
    return context.compute_template(ListType(item), "python::unpack_steps<{T}>", {"T": item}, arguments, call.span)
