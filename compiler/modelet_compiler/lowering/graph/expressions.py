"""C++ expressions of single elements: what stands inside the emitted loops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .functions import CPP_TYPES, FUNCTIONS, literal, promote
from .identities import uniform
from .ir import Axis, Constant, Gather, Input, Node, Pointwise, Rows, View, Walk, Width
from .plan import Plan


@dataclass(frozen=True)
class Place:
    """Which element of a logical axis a loop stands at: an index, or a row's variable."""

    index: str


@dataclass
class Expressions:
    """Writes elements of views. `weight` names a constant in the weights file and gives the C++ that points to it."""

    plan: Plan
    constants: Mapping[str, Any]
    ragged: bool
    weight: Callable[[str], str]

    def element(self, view: View, places: Sequence[str]) -> str:
        """The element of the view at `places`: for each logical axis a loop variable ("0" where it has one element)."""
        node = view.base
        operation = node.operation
        if isinstance(operation, Input):
            return self._input(operation.field, view, places)
        if isinstance(operation, Width):
            return "tile.padded"
        known = uniform(view, self.constants)
        if known is not None:
            return literal(known, node.dtype)
        if node in self.plan.inlined:
            return self._inlined(node, view, places)
        if isinstance(operation, Constant):
            return f"{self.weight(operation.key)}[{_sum(_terms(view, places))}]"
        return self._stored(node, view, places)

    def _input(self, field: str, view: View, places: Sequence[str]) -> str:
        row = _row(view, places, Walk.SEQUENCE) or _row(view, places, Walk.TOKENS)
        if field == "length":
            return f"tile.segments[at({_row(view, places, Walk.BATCH)})].valid"
        if field == "position":
            return f"static_cast<int64_t>(tile.positions[{row}])"
        if field == "attention_mask":
            return f"static_cast<int64_t>({row} - segment.first < segment.valid)"
        return f"static_cast<int64_t>(tile.{field}[{row}])"

    def _stored(self, node: Node, view: View, places: Sequence[str]) -> str:
        terms = _terms(view, places)
        row = row_variable(view, places)
        if row:
            terms.insert(0, row if node.width == 1 else f"{row} * {node.width}")
        return f"{node.name}[{_sum(terms)}]"

    def _inlined(self, node: Node, view: View, places: Sequence[str]) -> str:
        inner: list[str] = []
        for axis in node.axes:
            found = [place for place, seen in zip(places, view.axes, strict=True) if _same(axis, seen)]
            inner.append(found[0] if found else "0")
        return self._looked_up(node, inner) if isinstance(node.operation, Gather) else self.function(node, inner)

    def _looked_up(self, node: Node, places: Sequence[str]) -> str:
        """An element of a row that an index finds in a table."""
        assert isinstance(node.operation, Gather)
        table, index = node.inputs
        assert isinstance(table.base.operation, Constant)
        entries = self.constants[table.base.operation.key].shape[0]
        row = f"within({self.element(index, places[: len(index.axes)])} + {node.operation.offsets[0]}, {entries})"
        terms = [f"{row} * {node.width}"]
        for place, axis in zip(places, node.axes, strict=True):
            if axis.stride and place != "0":
                terms.append(place if axis.stride == 1 else f"{place} * {axis.stride}")
        return f"{self.weight(table.base.operation.key)}[{_sum(terms)}]"

    def function(self, node: Node, places: Sequence[str]) -> str:
        """An element of an element-wise node, from its operands' elements."""
        assert isinstance(node.operation, Pointwise)
        function = FUNCTIONS[node.operation.function]
        types = _operand_types(function.operands, node)
        operands = [_converted(self.element(view, places), view.dtype, wanted) for view, wanted in zip(node.inputs, types, strict=True)]
        return function.cpp.format(*operands)


def _operand_types(rule: str, node: Node) -> list[str]:
    if rule == "common":
        return [promote([view.dtype for view in node.inputs])] * len(node.inputs)
    if rule == "bool":
        return ["bool"] * len(node.inputs)
    if rule == "where":
        return ["bool", node.dtype, node.dtype]
    return [node.dtype] * len(node.inputs)


def _converted(text: str, dtype: str, wanted: str) -> str:
    if dtype == wanted:
        return text
    return f"({text} != 0)" if wanted == "bool" else f"static_cast<{CPP_TYPES[wanted]}>({text})"


def _same(axis: Axis, seen: Axis) -> bool:
    if axis.walk is not None:
        return seen.walk is axis.walk
    return bool(axis.stride) and (axis.size, axis.stride) == (seen.size, seen.stride) and seen.walk is None


def _row(view: View, places: Sequence[str], walk: Walk) -> str:
    return next((place for place, axis in zip(places, view.axes, strict=True) if axis.walk is walk), "")


def row_variable(view: View, places: Sequence[str]) -> str:
    """The loop variable that numbers the base's rows; empty for a single row."""
    if view.base.rows is Rows.TOKEN:
        return _row(view, places, Walk.SEQUENCE) or _row(view, places, Walk.TOKENS)
    return _row(view, places, Walk.BATCH) if view.base.rows is Rows.SEQUENCE else ""


def _terms(view: View, places: Sequence[str]) -> list[str]:
    terms = [] if not view.offset else [str(view.offset)]
    for place, axis in zip(places, view.axes, strict=True):
        if axis.stride and place != "0":
            terms.append(place if axis.stride == 1 else f"{place} * {axis.stride}")
    return terms


def _sum(terms: Sequence[str]) -> str:
    return " + ".join(terms) or "0"
