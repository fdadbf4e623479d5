"""How large an index can get: in terms of the padded width, so that the longest sequence a table allows is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from modelet_compiler.lowering.adapter import Refused

from .functions import FUNCTIONS
from .identities import uniform
from .ir import Constant, Cumulate, Gather, Graph, Input, Node, Pointwise, View

FARTHEST = 2048
"""Indices that are no sum are tried at every pair of positions below this."""


@dataclass(frozen=True)
class Bound:
    """At most `width` · (padded width) + `plus`, and not negative."""

    width: int
    plus: int


def maximum_length(graph: Graph) -> int:
    """The longest padded sequence for which every look-up stays inside its table; 0 when there is no limit.

    Token ids are checked when the graph runs. Raises Refused for an index that nothing bounds.
    """
    longest = graph.maximum_length
    for node in graph.nodes():
        if not isinstance(node.operation, Gather):
            continue
        for number, offset in enumerate(node.operation.offsets):
            table, index = node.inputs[2 * number : 2 * number + 2]
            limit = _limit(table, index, offset, graph.constants)
            longest = min(longest or limit, limit) if limit else longest
    return longest


def _limit(table: View, index: View, offset: int, constants: Mapping[str, Any]) -> int:
    operation = index.base.operation
    if isinstance(operation, Constant) or (isinstance(operation, Input) and operation.field in ("input_ids", "token_type_ids")):
        return 0
    entries = constants[table.base.operation.key].shape[0]  # type: ignore[union-attr]
    bound = _bound(index.base, constants)
    if bound is None and _fits_everywhere(index.base, entries - offset, constants):
        return FARTHEST
    if bound is None:
        raise Refused(
            f"an index into a table of {entries} rows is computed in a way that could leave it (at {index.base.origin})",
            "index with token ids, positions, or running sums of masks",
        )
    room: int = entries - 1 - offset - bound.plus
    return room // bound.width if bound.width else 0


def _fits_everywhere(node: Node, entries: int, constants: Mapping[str, Any]) -> bool:
    """True when an index that depends on positions alone stays inside for every position below FARTHEST."""
    values = _at_positions(node, constants)
    return values is not None and bool((values >= 0).all()) and bool((values < entries).all())


def _at_positions(node: Node, constants: Mapping[str, Any]) -> torch.Tensor | None:
    """The node's values, S being FARTHEST; None when they depend on tokens."""
    operation = node.operation
    known = uniform(node.view(), constants)
    if known is not None:
        return torch.tensor(known, dtype=getattr(torch, node.dtype)).reshape([1] * len(node.axes))
    if isinstance(operation, Input) and operation.field == "position":
        return torch.arange(FARTHEST)
    if not isinstance(operation, Pointwise):
        return None
    operands = []
    for view in node.inputs:
        values = _at_positions(view.base, constants)
        if values is None or any(axis.stride for axis in view.axes):
            return None
        walked = [walk for walk in (axis.walk for axis in view.base.axes) if walk is not None]
        found = {walk: number for number, walk in enumerate(walked)}
        order = [found[axis.walk] for axis in view.axes if axis.walk is not None]
        values = values.reshape([size for size in values.shape if size > 1]).permute(order) if order else values.reshape(())
        operands.append(values.reshape([FARTHEST if axis.walk else 1 for axis in view.axes]))
    if operation.function == "cast":
        return operands[0].to(getattr(torch, node.dtype))
    _, name, overload = FUNCTIONS[operation.function].torch.split(".")
    return getattr(getattr(torch.ops.aten, name), overload)(*operands).to(getattr(torch, node.dtype))  # type: ignore[no-any-return]


def _bound(node: Node, constants: Mapping[str, Any]) -> Bound | None:
    """An upper bound of the node's values."""
    operation = node.operation
    known = uniform(node.view(), constants)
    if known is not None:
        return Bound(0, int(known)) if known >= 0 else None
    if node.dtype == "bool":
        return Bound(0, 1)
    if isinstance(operation, Input):
        return {"position": Bound(1, -1), "attention_mask": Bound(0, 1), "length": Bound(1, 0)}.get(operation.field)
    if isinstance(operation, Cumulate):
        step = _bound(node.inputs[0].base, constants)
        return Bound(step.plus, 0) if step and step.width == 0 else None
    if isinstance(operation, Pointwise):
        return _function(operation.function, [_bound(view.base, constants) for view in node.inputs])
    return None


def _function(name: str, bounds: list[Bound | None]) -> Bound | None:
    if name == "cast":
        return bounds[0]
    first, second = bounds if len(bounds) == 2 else (None, None)
    if first is None or second is None:
        return None
    if name == "add":
        return Bound(first.width + second.width, first.plus + second.plus)
    if name == "multiply":
        if second.width:
            first, second = second, first
        return Bound(first.width * second.plus, first.plus * second.plus) if second.width == 0 else None
    return None
