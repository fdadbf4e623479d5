"""What a loop leaves alone: lists that nothing in it makes longer or shorter (engine/python/window.h)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from modelet_compiler.emit.classes import may_call_user
from modelet_compiler.emit.cpp_types import cpp_type
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import (
    BoolType,
    DictType,
    EnumType,
    FloatType,
    IntType,
    IteratorType,
    ListType,
    LiteralType,
    NeverType,
    NoneType,
    ObjectType,
    RangeType,
    RecordType,
    SetType,
    SliceType,
    StrType,
    TupleType,
    Type,
    UnionType,
)

Settle = Callable[[Type], Type]

# Values that lead to no list.
FLAT = (BoolType, EnumType, FloatType, IntType, LiteralType, NeverType, NoneType, RangeType, SliceType, StrType)
# Containers whose operations below look at their items at most.
HOLDING = (*FLAT, DictType, ListType, ObjectType, SetType)
# Operations that leave every list as long as it is, whatever they are given; a special method of a user's class may not.
QUIET = re.compile(
    r"python::((index|store|len|truth|contains|get<.*>|add_item|list|dict|set|is_none|identical|not_identical)$|"
    r"(not_)?equal$|less(_equal)?$|greater(_equal)?$|(load|store)_attribute<)"
)
# Those of a list that make it longer or shorter, and no other.
RESIZING = frozenset({"python::append", "python::insert", "python::pop", "python::clear", "python::extend"})
# What is run over without a function of the user's.
BUILTIN_ITERATORS = ("enumerate", "zip", "list_reverseiterator", "reversed", "range_iterator", "dict_keys", "dict_values", "dict_items")


class Disturbance:
    """What a loop does to lists: `types` are the C++ types of those that it may resize; `any`: nothing is known."""

    def __init__(self) -> None:
        self.types: set[str] = set()
        self.stored: set[typed.Slot] = set()
        self.any = False

    def note(self, node: typed.Statement, settle: Settle) -> None:
        """Takes up one statement."""
        if isinstance(node, typed.Store):
            self.stored.add(node.slot)
        elif isinstance(node, typed.Compute):
            self._compute(node, [settle(type_) for _, type_ in node.arguments])
        elif isinstance(node, typed.Invoke):
            self.any |= not all(is_flat(settle(type_)) for _, type_ in node.arguments)
        elif isinstance(node, typed.Each):
            self.any |= not is_quiet_iterable(settle(node.iterable.type))
        elif isinstance(node, typed.Yield | typed.Try):
            self.any = True

    def _compute(self, node: typed.Compute, types: list[Type]) -> None:
        if any(isinstance(argument, typed.Maker | typed.Spread) for argument, _ in node.arguments):
            self.any = True
        elif node.cpp in RESIZING and types and isinstance(types[0], ListType) and not any(map(may_call_user, types)):
            self.types.add(cpp_type(types[0]))
            self.any |= not all(map(is_holding, types))
        elif not (node.plain or all(map(is_flat, types))):
            self.any |= not (QUIET.match(node.cpp) and all(map(is_holding, types)) and not any(map(may_call_user, types)))


def is_flat(type_: Type) -> bool:
    """Whether a value leads to no list."""
    if isinstance(type_, TupleType | RecordType):
        return all(map(is_flat, type_.items))
    if isinstance(type_, UnionType):
        return all(map(is_flat, type_.members))
    return isinstance(type_, FLAT)


def is_holding(type_: Type) -> bool:
    """Whether a value's type is among those that the operations are known of."""
    if isinstance(type_, TupleType | RecordType):
        return all(map(is_holding, type_.items))
    if isinstance(type_, UnionType):
        return all(map(is_holding, type_.members))
    if isinstance(type_, DictType):
        return type_.kind == "dict" and is_holding(type_.key) and is_holding(type_.value)
    return isinstance(type_, HOLDING)


def is_quiet_iterable(type_: Type) -> bool:
    """Whether running over a value runs nothing else."""
    if isinstance(type_, IteratorType):
        return type_.python in BUILTIN_ITERATORS and all(map(is_quiet_iterable, type_.parameters))
    return is_holding(type_)


def windows_of(node: typed.Loop | typed.Each, inside: Sequence[typed.Statement], settle: Settle) -> list[typed.Slot]:
    """The variables of a loop whose lists it reads by place and neither replaces nor resizes, in the order of their first use.

    `inside` are all the loop's statements.
    """
    disturbance = Disturbance()
    for statement in [node, *inside]:
        disturbance.note(statement, settle)
        if disturbance.any:
            return []
    found: dict[typed.Slot, None] = {}
    for statement in inside:
        slot = list_in_use(statement, settle)
        if slot is not None and slot not in disturbance.stored and cpp_type(settle(slot.type)) not in disturbance.types:
            found[slot] = None
    return list(found)


def list_in_use(node: typed.Statement, settle: Settle) -> typed.Slot | None:
    """The variable whose list a statement reads or stores an item of, or runs over."""
    if isinstance(node, typed.Each):
        return _listed(node.iterable, settle)
    if not isinstance(node, typed.Compute) or node.cpp not in ("python::index", "python::store", "python::len"):
        return None
    if node.cpp != "python::len" and not isinstance(settle(node.arguments[1][1]), IntType):
        return None
    return _listed(node.arguments[0][0], settle)


def _listed(expression: typed.Expression, settle: Settle) -> typed.Slot | None:
    if not isinstance(expression, typed.Read):
        return None
    held = settle(expression.slot.type)
    return expression.slot if isinstance(held, ListType) and settle(expression.type) == held else None
