"""== and < of every type, truth of containment in tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler import standard
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import messages, typed
from modelet_compiler.ir.classes import defines, mixed_in
from modelet_compiler.ir.solver import is_plain_tuple
from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    JSON,
    JSON_DICT,
    JSON_LIST,
    NEVER,
    NONE,
    STR,
    ArrayType,
    ClassType,
    DictType,
    EngineType,
    EnumType,
    IteratorType,
    ListType,
    ObjectType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    arrays_in,
    is_tuple_of,
    members_of,
    type_name,
)
from modelet_compiler.operations.numpy_types import SHAPE
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

NUMBERS = (BOOL, INT, FLOAT)
COMPARABLE = (*NUMBERS, NONE, STR, JSON_LIST, JSON_DICT, JSON)
ORDER = {"<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal"}
EQUALITY = {"==": "equal", "!=": "not_equal"}


@REGISTRY.rule("==", "!=")
def equality(context: Context, call: Call) -> typed.Expression | None:
    """Values of different types are simply not equal. Arrays have rules of their own."""
    types = [context.solver.shallow(item.type) for item in call.positional]
    if any(isinstance(type_, ArrayType | IteratorType | ClassType | StaticType) or type_ == SHAPE for type_ in types):
        return None
    known = constants(call, types)
    if known is not None:
        return typed.Literal((known[0] == known[1]) == (call.name == "=="), BOOL)
    refuse_arrays_inside(context, types)
    arguments = list(zip(call.positional, types, strict=True))
    return context.compute(BOOL, f"python::{EQUALITY[call.name]}", arguments, call.span, raises=False)


def constants(call: Call, types: list[Type]) -> tuple[object, object] | None:
    """Two ints that are known when compiling, as a number of axes is: a test of them decides then."""
    if all(
        isinstance(item, typed.Literal) and type_ == INT and not item.captured for item, type_ in zip(call.positional, types, strict=True)
    ):
        left, right = (item.value for item in call.positional if isinstance(item, typed.Literal))
        return left, right
    return None


@REGISTRY.rule("in", "list.index", "list.count", "list.remove", "[]", "dict.get", "dict.pop")
def search(context: Context, call: Call) -> None:
    """Only refuses, when compiling or, for NaN, at run time."""
    if len(call.positional) < 2:
        return
    item, container = call.positional[:2] if call.name == "in" else reversed(call.positional[:2])
    type_ = context.solver.shallow(container.type)
    if call.name == "[]" and not isinstance(type_, DictType):
        return
    if call.name != "[]":
        # A dict compares its keys, a list what it holds.
        compared = [item.type, type_.key] if isinstance(type_, DictType) else [operand.type for operand in call.positional]
        refuse_arrays_inside(context, [context.solver.shallow(one) for one in compared])
    if not isinstance(type_, ListType | SetType | DictType):
        return
    held = type_.key if isinstance(type_, DictType) else type_.item
    if maybe_float(context, item.type) and maybe_float(context, held):
        context.compute(NONE, "python::check_nan", [(item, context.solver.shallow(item.type)), (container, type_)], call.span)


def maybe_float(context: Context, type_: Type) -> bool:
    """Whether a value may be a float."""
    return FLOAT in members_of(context.solver.shallow(type_))


def refuse_arrays_inside(context: Context, types: list[Type]) -> None:
    """Comparing containers of arrays asks for the truth of an array, or whether two are one object."""
    for type_ in types:
        if not isinstance(type_, ArrayType) and any(arrays_in(context.solver.resolve(type_))):
            raise Unsupported("containers of arrays cannot be compared", "the comparison of two arrays is an array", "compare the arrays")


@REGISTRY.rule("<", "<=", ">", ">=")
def ordering(context: Context, call: Call) -> typed.Expression | None:
    """Numbers, strings, lists, tuples; sets by inclusion."""
    left, right = (context.solver.shallow(item.type) for item in call.positional)
    if isinstance(left, ArrayType | IteratorType) or isinstance(right, ArrayType | IteratorType):
        return None
    if not call.span.file.startswith(standard.FOLDER):  # whose heaps ask which comes first, and nothing else
        refuse_arrays_inside(context, [left, right])  # it is a numpy.bool where a scalar decides, else a bool
    arguments = [(call.positional[0], left), (call.positional[1], right)]
    if isinstance(left, SetType) and isinstance(right, SetType):
        names = {"<": "is_proper_subset", "<=": "is_subset", ">": "is_proper_superset", ">=": "is_superset"}
        return context.compute(BOOL, f"python::{names[call.name]}", arguments, call.span, raises=False)
    if (JSON in (left, right)) and all(member in COMPARABLE for type_ in (left, right) for member in members_of(type_)):
        return context.compute(BOOL, f"python::compared_{ORDER[call.name]}", arguments, call.span)
    if is_tuple_of(left) != is_tuple_of(right) and is_plain_tuple(left) and is_plain_tuple(right):
        joined = context.solver.join(left, right)
        arguments = [(operand, joined) for operand in call.positional]
    if isinstance(left, UnionType) or isinstance(right, UnionType):
        if not (all_numbers(left) and all_numbers(right)):
            return None
    elif not ordered(context, left, right):
        open_kinds = sortable(context, left, right) and isinstance(left, ListType | TupleType)
        if not (open_kinds or may_be_ordered(context, left, right)):
            return None
        return context.compute(BOOL, f"python::compared_{ORDER[call.name]}", arguments, call.span)
    return context.compute(BOOL, f"python::{ORDER[call.name]}", arguments, call.span, raises=False)


def all_numbers(type_: Type) -> bool:
    """Whether a value is certainly a number."""
    members = type_.members if isinstance(type_, UnionType) else (type_,)
    return all(member in NUMBERS for member in members)


def all_real(type_: Type) -> bool:
    """Whether a value is certainly a number or a scalar of numpy's that has an order."""
    return all(member in NUMBERS or is_real_scalar(member) for member in members_of(type_))


def is_real_scalar(type_: Type) -> bool:
    """`numpy.float64(1)` and the like; what numpy.complex128 is compared with raises."""
    return isinstance(type_, ArrayType) and type_.rank == 0 and not type_.dtype.startswith("complex") and type_.dtype != "float16"


def ordered(context: Context, left: Type, right: Type) -> bool:
    """Whether every value of the one can be compared with every value of the other."""
    left, right = context.solver.shallow(left), context.solver.shallow(right)
    if NEVER in (left, right):
        return True
    if all_real(left) and all_real(right):
        return True
    if left == right and left in (STR, BYTES):
        return True
    if isinstance(left, EnumType) and left == right:
        return mixed_in(left.python) is not None
    if isinstance(left, ObjectType) and left == right:
        return defines(left.python, "__lt__")
    if isinstance(left, ListType) and isinstance(right, ListType):
        return ordered(context, left.item, right.item)
    if is_plain_tuple(left) and is_plain_tuple(right) and (is_tuple_of(left) or is_tuple_of(right)):
        return all(ordered(context, a, b) for a in parts_of(left) for b in parts_of(right))
    if isinstance(left, TupleType) and isinstance(right, TupleType):
        return all(ordered(context, a, b) for a, b in zip(left.items, right.items, strict=False))
    return False


def parts_of(type_: Type) -> tuple[Type, ...]:
    """The types of a tuple's items."""
    return type_.items if isinstance(type_, TupleType) else type_.parameters if isinstance(type_, EngineType) else ()


def may_be_ordered(context: Context, left: Type, right: Type) -> bool:
    """Whether items that come first decide most comparisons: what has no order raises Python's TypeError when it is reached."""
    left, right = context.solver.shallow(left), context.solver.shallow(right)
    if isinstance(left, TupleType) and isinstance(right, TupleType) and left.items and right.items:
        return may_be_ordered(context, left.items[0], right.items[0])
    if isinstance(left, ListType) and isinstance(right, ListType):
        return may_be_ordered(context, left.item, right.item)
    return any(ordered(context, one, other) for one in members_of(left) for other in members_of(right))


def sortable(context: Context, left: Type, right: Type) -> bool:
    """Whether values can be compared, or it is known at run time that they cannot, with CPython's TypeError."""
    left, right = context.solver.shallow(left), context.solver.shallow(right)
    if ordered(context, left, right) or all(member in COMPARABLE for type_ in (left, right) for member in members_of(type_)):
        return True
    if isinstance(left, ListType) and isinstance(right, ListType):
        return sortable(context, left.item, right.item)
    if isinstance(left, TupleType) and isinstance(right, TupleType):
        return all(sortable(context, a, b) for a, b in zip(left.items, right.items, strict=False))
    return False


def has_order(context: Context, item: Type) -> bool:
    """Whether the runtime can sort values of a type, or tell at run time that it cannot."""
    return sortable(context, item, item) or (isinstance(item, TupleType) and may_be_ordered(context, item, item))


def require_order(context: Context, left: Type, right: Type, symbol: str) -> None:
    """Refuses a sort of what has no order, or none that is known when compiling."""
    tuples = isinstance(context.solver.shallow(left), TupleType)
    if sortable(context, left, right) or (tuples and may_be_ordered(context, left, right)):
        return
    resolved = context.solver.resolve(left)
    said = messages.wrong_types(symbol, [resolved, context.solver.resolve(right)])
    reason = said[1] if said and not isinstance(resolved, UnionType) else f"{type_name(resolved)} has no order"
    raise Unsupported(f"{type_name(resolved)} cannot be sorted", reason, "give a key of numbers, strings or tuples of them")


@REGISTRY.rule("not in")
def not_in(context: Context, call: Call) -> typed.Expression | None:
    """The opposite of `in`."""
    found = context.apply("in", call.positional, {}, call.span)
    if found is None:
        return None
    if isinstance(found, typed.Literal):
        return typed.Literal(not found.value, BOOL)
    return context.compute(BOOL, "!", [(found, BOOL)], call.span, raises=False, plain=True)
