"""What an attention's bias means: evaluated, as a function of tokens and positions, on every case that there is.

A bias depends on the query and the key, each a token or padding, and on which stands first. Twelve cases decide it: key is padding or
not, query is padding or not, the key stands before, at, or after the query. What needs more than the case is some finite number.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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


class _Some:
    """A finite number that the case does not tell."""


SOME = _Some()


@dataclass(frozen=True)
class Case:
    """One of the twelve: 1 for tokens and 0 for padding; `order` is the sign of key position - query position."""

    key: int
    query: int
    order: int


def classify(bias: View | None, causal: bool, constants: Mapping[str, Any], padded_queries: bool) -> str:
    """none, key, causal or causal_key when the bias is that mask; biased_key when it drops padded keys and adds something; else general.

    Rows of padded queries count when their results are used (`padded_queries`).
    """
    queries = (0, 1) if padded_queries else (1,)
    found = {
        case: "dropped" if causal and case.order > 0 else _effect(bias, case, constants)
        for case in (Case(key, query, order) for key, query, order in itertools.product((0, 1), queries, (-1, 0, 1)))
    }
    for name, rule in _MEANINGS.items():
        if all(effect == ("kept" if rule(case) else "dropped") for case, effect in found.items()):
            return name
    return "biased_key" if all(effect == "dropped" for case, effect in found.items() if not case.key) else "general"


_MEANINGS: dict[str, Callable[[Case], bool]] = {
    "none": lambda _: True,
    "key": lambda case: case.key == 1,
    "causal": lambda case: case.order <= 0,
    "causal_key": lambda case: case.key == 1 and case.order <= 0,
}


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
    if isinstance(value, _Place | _Some):
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
    if any(isinstance(operand, _Place) for operand in operands):
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
    """Functions of positions, as far as the case decides them."""
    if function == "cast":
        return operands[0]
    first, second = operands if len(operands) == 2 else (None, None)
    if function in ("add", "subtract") and isinstance(first, _Place) and isinstance(second, int) and not isinstance(second, bool):
        return _Place(first.of, first.plus + (second if function == "add" else -second))
    if function == "add" and isinstance(second, _Place) and isinstance(first, int):
        return _Place(second.of, second.plus + first)
    if isinstance(first, _Place) and isinstance(second, _Place) and first.plus == second.plus and function in _ORDERS:
        sign = 0 if first.of is second.of else case.order if first.of is Walk.KEY else -case.order
        return _ORDERS[function](sign)
    return SOME


_ORDERS = {
    "equal": lambda sign: sign == 0,
    "not_equal": lambda sign: sign != 0,
    "less": lambda sign: sign < 0,
    "less_equal": lambda sign: sign <= 0,
    "greater": lambda sign: sign > 0,
    "greater_equal": lambda sign: sign >= 0,
}
