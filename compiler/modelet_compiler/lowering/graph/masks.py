"""What an attention's bias means: evaluated, as a function of tokens and positions, on every case that there is.

A bias depends on the query and the key, each a token or padding, and on how far the key stands behind the query. It changes with that
distance only where it compares it with a constant, so the constants that are met and their neighbours are all the cases there are. What
needs more than the case is some finite number.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .identities import evaluate, uniform
from .ir import Input, Node, Pointwise, View, Walk
from .passes.attention import DROPPED

OVERWHELMING = -1e30
"""A score this low stays dropped whatever finite bias is added to it."""


@dataclass(frozen=True)
class _Place:
    """A position: of the query or the key, plus a constant."""

    of: Walk
    plus: int = 0


@dataclass(frozen=True)
class _Distance:
    """sign · (key position - query position) + plus, or the absolute value of that."""

    sign: int
    plus: int
    absolute: bool = False

    def at(self, distance: int) -> int:
        """Where the key stands `distance` positions behind the query."""
        value = self.sign * distance + self.plus
        return abs(value) if self.absolute else value

    def reaching(self, value: float) -> list[int]:
        """The distances around which this passes `value`."""
        if not math.isfinite(value):
            return []
        ends = [sign * whole for whole in (math.floor(value), math.ceil(value)) for sign in ((1, -1) if self.absolute else (1,))]
        return [self.sign * (end - self.plus) for end in ends]


class _Some:
    """A finite number that the case does not tell."""


SOME = _Some()


@dataclass(frozen=True)
class Case:
    """One case: 1 for tokens and 0 for padding; `distance` is key position - query position."""

    key: int
    query: int
    distance: int
    compared: set[int] = field(default_factory=set, compare=False)  # distances at which the bias may change, as they are met


@dataclass(frozen=True)
class Meaning:
    """`mask` as ir.Attention has it; keys further than `window` from the query are not seen, 0: all are."""

    mask: str
    window: int = 0


def classify(bias: View | None, causal: bool, constants: Mapping[str, Any], padded_queries: bool) -> Meaning:
    """none, key, causal or causal_key when the bias is that mask; biased_key when it drops padded keys and adds something; else general.

    Rows of padded queries count when their results are used (`padded_queries`).
    """
    queries = (0, 1) if padded_queries else (1,)
    found = {
        case: "dropped" if causal and case.distance > 0 else _effect(bias, case, constants)
        for case in (
            Case(key, query, distance) for distance in _distances(bias, constants) for key, query in itertools.product((0, 1), queries)
        )
    }
    meaning = _mask(found)
    if meaning is not None:
        return meaning
    return Meaning("biased_key" if all(effect == "dropped" for case, effect in found.items() if not case.key) else "general")


def _distances(bias: View | None, constants: Mapping[str, Any]) -> list[int]:
    """Those at which a bias can change, and their neighbours."""
    case = Case(1, 1, 0, {0})
    _effect(bias, case, constants)
    return sorted({distance + step for distance in case.compared for step in (-1, 0, 1)})


def _mask(found: Mapping[Case, str]) -> Meaning | None:
    """The mask that keeps and drops exactly what was found."""
    if not set(found.values()) <= {"kept", "dropped"}:
        return None
    padding = [effect for case, effect in found.items() if not case.key]
    key = "dropped" in padding and all(effect == "dropped" for effect in padding)
    seen = [{case.distance for case in of if found[case] == "kept"} for of in _groups(found, key)]
    distances = sorted({case.distance for case in found})
    if not seen[0] or any(other != seen[0] for other in seen):
        return None
    low, high = min(seen[0]), max(seen[0])
    if seen[0] != {distance for distance in distances if low <= distance <= high}:
        return None
    forward, backward = None if high == distances[-1] else high, None if low == distances[0] else -low
    for causal, ahead in ((False, backward), (True, 0)):
        if forward == ahead and backward != 0:
            name = "_".join(["causal"] * causal + ["key"] * key) or "none"
            return Meaning(name, backward or 0)
    return None


def _groups(found: Iterable[Case], key: bool) -> list[list[Case]]:
    """The cases that a mask must treat alike, those of padded keys among them unless it drops these anyway."""
    groups: dict[tuple[int, int], list[Case]] = {}
    for case in found:
        if case.key or not key:
            groups.setdefault((case.key, case.query), []).append(case)
    return list(groups.values())


def _effect(bias: View | None, case: Case, constants: Mapping[str, Any]) -> str:
    """What the bias does to a score: kept, dropped or changed."""
    if bias is None:
        return "kept"
    roles = {}
    for place, role in ((len(bias.axes) - 2, Walk.SEQUENCE), (len(bias.axes) - 1, Walk.KEY)):
        walk = bias.axes[place].walk
        if walk is not None:
            roles[walk] = role
    value = _value(bias.base, roles, case, constants)
    if isinstance(value, _Place | _Distance | _Some):
        return "changed"
    if value is True or (value == 0 and not isinstance(value, bool)):
        return "kept"
    return "dropped" if value is False or value <= DROPPED else "changed"


def _value(node: Node, roles: Mapping[Walk, Walk], case: Case, constants: Mapping[str, Any]) -> Any:
    """The node's value where its rows are the query's or the key's, as `roles` says."""
    operation = node.operation
    if isinstance(operation, Input):
        return _input(operation.field, roles.get(Walk.SEQUENCE), case)
    known = uniform(node.view(), constants)
    if known is not None:
        return known
    if not isinstance(operation, Pointwise):
        return SOME
    operands = [_value(view.base, _inner_roles(node, view, roles), case, constants) for view in node.inputs]
    if any(isinstance(operand, _Place | _Distance) for operand in operands):
        if node.dtype == "bool" and operation.function == "cast":
            return SOME
        return _places(operation.function, operands, case)
    if SOME in operands:
        return _with_some(operation.function, operands)
    return evaluate(operation.function, [(value, view.dtype) for value, view in zip(operands, node.inputs, strict=True)], node.dtype)


def _input(field: str, role: Walk | None, case: Case) -> Any:
    if role is None or field not in ("attention_mask", "position"):
        return SOME
    if field == "position":
        return _Place(role)
    return case.key if role is Walk.KEY else case.query


def _inner_roles(node: Node, view: View, roles: Mapping[Walk, Walk]) -> dict[Walk, Walk]:
    """Which of an operand's rows are the query's and the key's."""
    return {
        inner.walk: roles[outer.walk]
        for outer, inner in zip(node.axes, view.axes, strict=True)
        if inner.walk is not None and outer.walk in roles and outer.walk is not None
    }


def _with_some(function: str, operands: list[Any]) -> Any:
    """Functions of numbers that are not all known."""
    known = [operand for operand in operands if not isinstance(operand, _Some)]
    if function == "where":
        condition, yes, no = operands
        return SOME if isinstance(condition, _Some) else yes if condition else no
    if function == "add" and known and known[0] <= OVERWHELMING:
        return known[0]
    if function == "logical_and" and False in known:
        return False
    if function == "logical_or" and True in known:
        return True
    return operands[0] if function == "cast" else SOME


def _places(function: str, operands: list[Any], case: Case) -> Any:
    """Functions of positions and distances, as far as the case decides them."""
    if function == "cast":
        return operands[0]
    if function in _OF_ONE:
        return _OF_ONE[function](operands[0])
    if function in _OF_TWO:
        return _OF_TWO[function](*operands)
    if function not in _ORDERS:
        return SOME
    first, second = operands
    return _compared(function, first, second, case)


def _negated(value: Any) -> Any:
    return _Distance(-value.sign, -value.plus) if isinstance(value, _Distance) and not value.absolute else SOME


def _absolute(value: Any) -> Any:
    return replace(value, absolute=True) if isinstance(value, _Distance) else SOME


def _sum(first: Any, second: Any) -> Any:
    value, number = (first, second) if _is_whole(second) else (second, first)
    movable = isinstance(value, _Place) or (isinstance(value, _Distance) and not value.absolute)
    return replace(value, plus=value.plus + number) if movable and _is_whole(number) else SOME


def _difference(first: Any, second: Any) -> Any:
    if isinstance(first, _Place) and isinstance(second, _Place):
        plus = first.plus - second.plus
        return plus if first.of is second.of else _Distance(1 if first.of is Walk.KEY else -1, plus)
    return _sum(first, -second) if _is_whole(second) else _sum(_negated(second), first)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_OF_ONE: dict[str, Callable[[Any], Any]] = {"negate": _negated, "absolute": _absolute}
_OF_TWO: dict[str, Callable[[Any, Any], Any]] = {"add": _sum, "subtract": _difference}


def _compared(function: str, first: Any, second: Any, case: Case) -> Any:
    """Two positions, or a distance and a number."""
    if isinstance(first, _Place):
        first, second = _difference(first, second) if isinstance(second, _Place) else SOME, 0
    numbers = []
    for value, other in ((first, second), (second, first)):
        if isinstance(value, _Distance) and isinstance(other, int | float):
            case.compared.update(value.reaching(other))
            value = value.at(case.distance)
        if not isinstance(value, int | float):
            return SOME
        numbers.append(value)
    return _ORDERS[function](numbers[0] - numbers[1])


_ORDERS: dict[str, Callable[[float], bool]] = {
    "equal": lambda sign: sign == 0,
    "not_equal": lambda sign: sign != 0,
    "less": lambda sign: sign < 0,
    "less_equal": lambda sign: sign <= 0,
    "greater": lambda sign: sign > 0,
    "greater_equal": lambda sign: sign >= 0,
}
