"""Which strings are single characters that nothing keeps: they are held as code points (engine/python/characters.h).

`for c in text`, `text[i]` and `chr` give strings of one character. Most are compared and forgotten: no string is made of these. Where
one is used otherwise, it becomes a string there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import DictType, IntType, IteratorType, ListType, SetType, StrType, Type

# Operations that take a character as it is, by the places of their arguments that may be one.
TESTS = ("isalpha", "isdecimal", "isdigit", "isnumeric", "isalnum", "isspace", "isprintable", "is_ascii", "islower", "isupper")
TAKING: dict[str, tuple[int, ...]] = {
    **{f"python::{name}": (0,) for name in (*TESTS, "ord", "len", "contains")},
    **{f"python::{name}": (0, 1) for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")},
    "python::add": (1,),
}
GET = re.compile(r"python::get<")  # of a dict, whose second argument is the key
# Operations that give one, and the C++ function that gives it as a character.
GIVING = {"python::index": "py::character", "python::chr": "py::character_of"}

Settle = Callable[[Type], Type]


@dataclass
class Characters:
    """What a function holds as code points: variables, temporaries, and of a loop's items that are tuples which places."""

    slots: set[typed.Slot] = field(default_factory=set)
    temporaries: set[int] = field(default_factory=set)
    places: dict[int, set[int]] = field(default_factory=dict)  # by the item's temporary

    def has(self, expression: object) -> bool:
        """Whether a value is held as a code point."""
        if isinstance(expression, typed.Read):
            return expression.slot in self.slots
        return isinstance(expression, typed.Temporary) and expression.number in self.temporaries


def characters_of(function: typed.Function, body: Sequence[typed.Statement], settle: Settle) -> Characters:
    """`body` are all statements of the function."""
    given, places = _given(body, settle)
    found = Characters(_variables(function, body, given, settle), given)
    taken = [argument for node in body if isinstance(node, typed.Compute) for argument in _taken(node, settle)]
    wanted = _spread({key for argument in taken if (key := _key(argument)) is not None}, body)
    found.slots &= wanted
    found.temporaries = {number for number in given if number in wanted}
    for item, place, number in places:
        if number in found.temporaries:
            found.places.setdefault(item, set()).add(place)
    return found


def taken_as_they_are(node: typed.Compute, settle: Settle) -> set[int]:
    """The places of an operation's arguments that may be characters."""
    types = [settle(type_) for _, type_ in node.arguments]
    if GET.match(node.cpp):
        return {1} if isinstance(types[0], DictType) and isinstance(types[1], StrType) else set()
    if node.cpp == "python::contains":
        return {0} if isinstance(types[0], StrType) and isinstance(types[1], StrType | SetType | DictType | ListType) else set()
    places = TAKING.get(node.cpp, ())
    return set(places) if places and all(isinstance(type_, StrType) for type_ in types) else set()


def _taken(node: typed.Compute, settle: Settle) -> list[typed.Expression]:
    return [node.arguments[place][0] for place in taken_as_they_are(node, settle)]


def _given(body: Sequence[typed.Statement], settle: Settle) -> tuple[set[int], list[tuple[int, int, int]]]:
    """Temporaries that are one character, and of those that are part of a loop's item: the item, the place, the temporary."""
    found: set[int] = set()
    items: dict[int, set[int]] = {}  # places with characters, by the temporary of the item
    for node in body:
        if isinstance(node, typed.Compute) and node.cpp in GIVING and _gives(node, settle):
            found.add(node.result.number)
        elif isinstance(node, typed.Each) and _is_text(settle(node.iterable.type)):
            found.add(node.item.number)
        elif isinstance(node, typed.Each) and (places := _text_places(settle(node.iterable.type))):
            items[node.item.number] = places
    parts = _parts(body, items)
    kept = [(item, place, numbers[0]) for (item, place), numbers in parts.items() if len(numbers) == 1 and place in items.get(item, ())]
    return found | {number for _, _, number in kept}, kept


def _gives(node: typed.Compute, settle: Settle) -> bool:
    types = [settle(type_) for _, type_ in node.arguments]
    expected = (StrType, IntType) if node.cpp == "python::index" else (IntType,)
    return len(types) == len(expected) and all(isinstance(one, kind) for one, kind in zip(types, expected, strict=True))


def _is_text(type_: Type) -> bool:
    return isinstance(type_, StrType) or (isinstance(type_, IteratorType) and type_.cpp == "py::ReversedStr")


def _text_places(type_: Type) -> set[int]:
    """Of what `enumerate` and `zip` give, the places that are characters."""
    if not isinstance(type_, IteratorType) or type_.python not in ("enumerate", "zip"):
        return set()
    first = 1 if type_.python == "enumerate" else 0
    return {first + at for at, part in enumerate(type_.parameters) if isinstance(part, StrType)}


def _parts(body: Sequence[typed.Statement], items: dict[int, set[int]]) -> dict[tuple[int, int], list[int]]:
    """The temporaries that take items apart, by item and place; none of an item that is used otherwise."""
    parts: dict[tuple[int, int], list[int]] = {}
    whole: set[int] = set()
    for node in body:
        part = re.fullmatch(r"std::get<(\d+)>", node.cpp) if isinstance(node, typed.Compute) and node.plain else None
        for expression in expressions(node):
            if isinstance(expression, typed.Temporary) and expression.number in items:
                if part is None or not isinstance(node, typed.Compute):
                    whole.add(expression.number)
                else:
                    parts.setdefault((expression.number, int(part[1])), []).append(node.result.number)
    return {key: numbers for key, numbers in parts.items() if key[0] not in whole}


def expressions(node: typed.Statement) -> list[object]:
    """What a statement reads."""
    read: list[object] = [getattr(node, name, None) for name in ("source", "condition", "iterable", "value", "exception", "cause")]
    if isinstance(node, typed.Compute | typed.Invoke):
        read += [argument for argument, _ in node.arguments]
    for one in list(read):
        if isinstance(one, typed.Spread):
            read.append(one.value)
        elif isinstance(one, typed.Maker):
            read += [held for held, _ in one.held]
    return read


def _variables(function: typed.Function, body: Sequence[typed.Statement], given: set[int], settle: Settle) -> set[typed.Slot]:
    """Those that hold nothing but characters."""
    stores: dict[typed.Slot, list[typed.Expression]] = {}
    for node in body:
        if isinstance(node, typed.Store):
            stores.setdefault(node.slot, []).append(node.source)
    found = {slot for slot in stores if isinstance(settle(slot.type), StrType) and slot in function.slots}
    while wrong := {slot for slot in found if not all(_is_one(source, found, given) for source in stores[slot])}:
        found -= wrong
    return found


def _is_one(source: typed.Expression, slots: set[typed.Slot], temporaries: set[int]) -> bool:
    if isinstance(source, typed.Literal):
        return isinstance(source.value, str) and len(source.value) == 1 and not source.captured
    key = _key(source)
    return key in slots or key in temporaries


def _key(expression: object) -> typed.Slot | int | None:
    if isinstance(expression, typed.Read):
        return expression.slot
    return expression.number if isinstance(expression, typed.Temporary) else None


def _spread(wanted: set[typed.Slot | int], body: Sequence[typed.Statement]) -> set[typed.Slot | int]:
    """With what is stored in variables that are wanted."""
    size = -1
    while size != len(wanted):
        size = len(wanted)
        wanted |= {key for node in body if isinstance(node, typed.Store) and node.slot in wanted and (key := _key(node.source)) is not None}
    return wanted
