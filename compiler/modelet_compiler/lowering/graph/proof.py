"""Proves that a graph can run without its padding, by interpreting it over what stands in the rows of padding.

The value of every token-wise tensor in a row of padding is either known (a mask gives 0, a masked fill gives -inf) or not. Row-wise
operations never look at other rows; a reduction over the sequence needs to know what padding adds; an attention needs a mask
that drops padded keys. If all of this holds, the ragged program computes on tokens only and equals the padded one. Whatever is
unknown in a row of padding is taken to be finite, as a model computes it from the padding token.

When something does look at padding, the graph stays dense: every text at the padded width, exactly as torch computes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import torch

from .identities import evaluate, simplify, spread, uniform
from .ir import (
    Attention,
    Axis,
    Constant,
    Gather,
    Graph,
    Input,
    Node,
    PickRow,
    Pointwise,
    Reduce,
    Rows,
    SelectRow,
    Symbol,
    View,
    Walk,
)
from .masks import classify
from .rewrite import fits, rewrite

Padding = float | int | bool | None
"""A value in rows of padding; None: not known, but finite."""


class Unproven(Exception):
    """Why a graph cannot run ragged: the node that looks at padding."""


def prove(graph: Graph) -> tuple[Graph, str]:
    """The ragged graph and "", or the dense one and the reason why."""
    try:
        return _ragged(graph, _interpret(graph)), ""
    except Unproven as reason:
        return _dense(graph), str(reason)


def _dense(graph: Graph) -> Graph:
    return replace(_with_masks(graph, padded_queries=True), ragged=False)


def _with_masks(graph: Graph, padded_queries: bool) -> Graph:
    """The graph with the meaning of every attention's bias."""
    return rewrite(graph, lambda node: _masked(node, graph, padded_queries))


def _masked(node: Node, graph: Graph, padded_queries: bool) -> View | None:
    """An attention with the meaning of its bias; a bias that is understood is dropped."""
    operation = node.operation
    if not isinstance(operation, Attention):
        return None
    bias = node.inputs[3] if operation.bias else None
    found = classify(bias, operation.causal, graph.constants, padded_queries)
    if found.mask in ("general", "biased_key"):
        return replace(node, operation=replace(operation, mask=found.mask)).view()
    understood = replace(operation, mask=found.mask, window=found.window, bias=False, causal="causal" in found.mask)
    return replace(node, operation=understood, inputs=node.inputs[:3]).view()


# What stands in padding


def _interpret(graph: Graph) -> dict[Node, Padding]:
    padding: dict[Node, Padding] = {}
    for node in graph.nodes():
        _check(node, padding, graph)
        padding[node] = _padding(node, padding, graph.constants) if node.rows is Rows.TOKEN else None
    for view in graph.outputs:
        if view.base.rows is Rows.TOKEN:
            raise Unproven("the result has a row for every token, padding included")
    return padding


def _check(node: Node, padding: Mapping[Node, Padding], graph: Graph) -> None:
    """Raises Unproven when the node's rows of tokens depend on rows of padding."""
    operation = node.operation
    if isinstance(operation, Attention):
        bias = node.inputs[3] if operation.bias else None
        mask = classify(bias, operation.causal, graph.constants, padded_queries=False).mask
        if mask not in ("key", "causal", "causal_key", "biased_key"):
            raise Unproven(f"the attention {_where(node)} looks at padding: its mask is {mask}")
    elif isinstance(operation, Reduce) and _over_tokens(node, operation) and padding[node.inputs[0].base] is None:
        raise Unproven(f"the {operation.kind} over the sequence {_where(node)} takes in padding, which no mask sets to a known value")
    elif isinstance(operation, SelectRow) and operation.index != 0 and padding[node.inputs[0].base] is None:
        raise Unproven(f"row {operation.index} of the padded sequence {_where(node)} may be padding")
    elif isinstance(operation, PickRow) and not _is_last(node.inputs[1], graph.constants):
        raise Unproven(f"the row that is picked {_where(node)} is not known to be a token")
    elif node.rows is Rows.PAIR and not isinstance(operation, Pointwise | Gather):
        raise Unproven(f"{node.name} {_where(node)} is computed for every pair of tokens")


def _where(node: Node) -> str:
    return f"at {node.origin}" if node.origin else f"({node.name})"


def _over_tokens(node: Node, operation: Reduce) -> bool:
    return any(node.inputs[0].axes[place].walk is Walk.SEQUENCE for place in operation.over)


def _is_last(index: View, constants: Mapping[str, Any]) -> bool:
    """Σ attention_mask - 1: the last token."""
    node = index.base
    if isinstance(node.operation, Pointwise) and node.operation.function == "cast":
        return _is_last(node.inputs[0], constants)
    if not isinstance(node.operation, Pointwise) or node.operation.function != "subtract" or uniform(node.inputs[1], constants) != 1:
        return False
    total = node.inputs[0].base
    if not isinstance(total.operation, Reduce) or total.operation.kind != "sum":
        return False
    mask = total.inputs[0].base
    while isinstance(mask.operation, Pointwise) and mask.operation.function == "cast":
        mask = mask.inputs[0].base
    return isinstance(mask.operation, Input) and mask.operation.field == "attention_mask"


def _padding(node: Node, padding: Mapping[Node, Padding], constants: Mapping[str, Any]) -> Padding:
    operation = node.operation
    if isinstance(operation, Input):
        return 0 if operation.field == "attention_mask" else None
    if isinstance(operation, Pointwise):
        values = [_operand(view, padding, constants) for view in node.inputs]
        return _function(operation.function, values, node)
    if isinstance(operation, Reduce):
        value = padding[node.inputs[0].base]
        return value if operation.kind != "sum" or value == 0 else None
    return None


def _operand(view: View, padding: Mapping[Node, Padding], constants: Mapping[str, Any]) -> Padding:
    return uniform(view, constants) if isinstance(view.base.operation, Constant) else padding[view.base]


def _function(name: str, values: list[Padding], node: Node) -> Padding:
    """The function where some operands may be unknown."""
    if all(value is not None for value in values):
        return evaluate(name, [(value, view.dtype) for value, view in zip(values, node.inputs, strict=True)], node.dtype)
    if name == "where":
        return None if values[0] is None else values[1] if values[0] else values[2]
    rule = _ABSORBING.get(name)
    return rule(values) if rule else None


def _infinite(value: Padding) -> bool:
    return value is not None and not isinstance(value, bool) and value in (float("inf"), float("-inf"))


_ABSORBING: dict[str, Callable[[list[Padding]], Padding]] = {
    "multiply": lambda values: 0.0 if 0 in values else None,
    "divide": lambda values: 0.0 if values[0] == 0 and values[0] is not None else None,
    "logical_and": lambda values: False if False in values else None,
    "logical_or": lambda values: True if True in values else None,
    "add": lambda values: next((value for value in values if _infinite(value)), None),
    "subtract": lambda values: values[0] if _infinite(values[0]) else None,
    "maximum": lambda values: float("inf") if float("inf") in values else None,
    "minimum": lambda values: float("-inf") if float("-inf") in values else None,
}


# The ragged graph


def _ragged(graph: Graph, padding: Mapping[Node, Padding]) -> Graph:
    """Every row is a token: the mask is 1, and reductions account for padding by its known value."""
    values = {node.name: padding[node.inputs[0].base] for node in padding if isinstance(node.operation, Reduce)}
    constants: dict[str, Any] = dict(graph.constants)

    def rule(node: Node) -> View | None:
        operation = node.operation
        if isinstance(operation, Input) and operation.field == "attention_mask":
            return spread(_scalar(constants, 1, "int64"), tuple(axis.size for axis in node.axes))
        if isinstance(operation, Pointwise):
            return _simplified(node, operation, constants)
        if isinstance(operation, Reduce):
            return _reduction(node, operation, values[node.name], constants)
        return None

    return replace(rewrite(_with_masks(graph, padded_queries=False), rule), constants=constants, ragged=True)


def _simplified(node: Node, operation: Pointwise, constants: dict[str, Any]) -> View | None:
    shape = tuple(axis.size for axis in node.axes)
    answer = simplify(operation.function, node.inputs, node.dtype, constants)
    if answer is None:
        return None
    view = answer if isinstance(answer, View) else spread(_scalar(constants, answer, node.dtype), shape)
    return view if fits(node, view) else None


def _reduction(node: Node, operation: Reduce, pad: Padding, constants: dict[str, Any]) -> View | None:
    (x,) = node.inputs
    place = next((place for place in operation.over if x.axes[place].size is Symbol.SEQUENCE), None)
    if place is None:
        return None
    if x.axes[place].walk is None:
        return _counted(node, operation, x, place, pad, constants)
    return replace(node, operation=replace(operation, pad=None if pad is None else float(pad))).view()


def _counted(node: Node, operation: Reduce, x: View, place: int, pad: Padding, constants: dict[str, Any]) -> View | None:
    """The reduction of a value that is the same for every token."""
    one = View(x.base, (*x.axes[:place], Axis(1), *x.axes[place + 1 :]), x.offset)
    if operation.kind != "sum" or pad != 0:
        return _compared(node, operation, one, pad)
    count = Node(f"{node.name}_length", Input("length"), (), _batch_axes(node, x, place), Rows.SEQUENCE, (), "int64", node.origin).view()
    if node.dtype != "int64":
        count = replace(count.base, name=f"{node.name}_count", operation=Pointwise("cast"), inputs=(count,), dtype=node.dtype).view()
    if uniform(one, constants) == 1 and fits(node, count):
        return count
    return replace(node, operation=Pointwise("multiply"), inputs=(one, count), name=f"{node.name}_counted").view()


def _compared(node: Node, operation: Reduce, one: View, pad: Padding) -> View | None:
    low = {"maximum": float("-inf"), "minimum": float("inf")}.get(operation.kind)
    if low is not None and (pad is None or pad == low) and fits(node, one):
        return one
    raise Unproven(f"the {operation.kind} {_where(node)} of one value a text depends on padding")


def _batch_axes(node: Node, x: View, place: int) -> tuple[Axis, ...]:
    axes = [Axis(1) if axis.walk is None and isinstance(axis.size, int) and axis.size == 1 else Axis(axis.size) for axis in node.axes]
    axes[place] = Axis(1)
    for index, axis in enumerate(x.axes):
        if axis.size is Symbol.BATCH:
            axes[index] = Axis(Symbol.BATCH, 0, Walk.BATCH)
    return tuple(axes)


def _scalar(constants: dict[str, Any], value: Any, dtype: str) -> View:
    key = f"value.{dtype}.{value}"
    constants.setdefault(key, torch.tensor(value, dtype=getattr(torch, dtype)))
    return Node(key, Constant(key), (), (), Rows.ONE, (), dtype).view()
