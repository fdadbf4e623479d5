"""Recognises softmax(scale · q kᵀ + bias) v written by hand as one attention."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch

from ..identities import uniform
from ..ir import Attention, Constant, Graph, Matmul, Node, Pointwise, Rows, Softmax, Symbol, View, Walk, natural_axes, rows_of
from ..rewrite import rewrite

DROPPED = -1e4
"""A score lowered by this much has no weight in a softmax of float32: exp(-1e4) is 0 beside any score within thousands of it."""


@dataclass
class _Scores:
    """What stands below a softmax: scale · product + Σ bias."""

    product: View
    scale: float
    biases: list[View]


def recognise_attention(graph: Graph) -> Graph:
    """The graph with eager attention as `Attention` nodes."""
    constants = graph.constants

    def rule(node: Node) -> View | None:
        if not isinstance(node.operation, Matmul) or node.rows is not Rows.TOKEN:
            return None
        weights, value = node.inputs
        softmax = weights.base
        if not isinstance(softmax.operation, Softmax) or weights != softmax.view() or softmax.operation.over != len(softmax.axes) - 1:
            return None
        scores = _scores(softmax.inputs[0], constants)
        return _attention(node, scores, value, constants) if scores else None

    return replace(rewrite(graph, rule), constants=constants)


def _attention(node: Node, scores: _Scores, value: View, constants: dict[str, torch.Tensor]) -> View | None:
    query, transposed = scores.product.base.inputs
    if len(query.axes) != 4:
        return None
    key = View(transposed.base, (*transposed.axes[:-2], transposed.axes[-1], transposed.axes[-2]), transposed.offset)
    expected = (Symbol.BATCH, Symbol.SEQUENCE)
    if any((view.axes[0].size, view.axes[2].size) != expected or view.axes[3].walk for view in (query, key, value)):
        return None
    query, scale = _unscaled(query, scores.scale, constants)
    bias = _sum(node, scores.biases)
    operation = Attention(scale, bias is not None)
    inputs = (query, key, value) if bias is None else (query, key, value, bias)
    return replace(node, operation=operation, inputs=inputs, name=node.name + "_attention").view()


def _unscaled(query: View, scale: float, constants: dict[str, torch.Tensor]) -> tuple[View, float]:
    """A query that was multiplied by a constant beforehand, and that constant."""
    base = query.base
    if not isinstance(base.operation, Pointwise) or base.operation.function not in ("multiply", "divide"):
        return query, scale
    source, factor = base.inputs
    number = uniform(factor, constants)
    if number is None or source.axes != base.axes:
        return query, scale
    scale = scale * number if base.operation.function == "multiply" else scale / number
    return View(source.base, query.axes, query.offset + source.offset), scale


def _scores(view: View, constants: dict[str, torch.Tensor]) -> _Scores | None:
    """The parts of a softmax's input, peeled from the outside; None when it is no such sum."""
    base = view.base
    if base.rows is not Rows.PAIR or view != base.view():
        return None
    if isinstance(base.operation, Matmul):
        return _Scores(view, 1.0, [])
    if not isinstance(base.operation, Pointwise):
        return None
    function = base.operation.function
    if function == "where":
        return _filled(base, constants)
    if function in ("multiply", "divide"):
        return _rescaled(base, constants)
    if function == "add":
        for own, other in (base.inputs, reversed(base.inputs)):
            scores = _scores(own, constants)
            if scores:
                return replace(scores, biases=[*scores.biases, other])
    return None


def _rescaled(base: Node, constants: dict[str, torch.Tensor]) -> _Scores | None:
    scores = _scores(base.inputs[0], constants)
    factor = uniform(base.inputs[1], constants)
    if scores is None or factor is None or scores.biases:
        return None
    assert isinstance(base.operation, Pointwise)
    return replace(scores, scale=scores.scale * factor if base.operation.function == "multiply" else scores.scale / factor)


def _filled(base: Node, constants: dict[str, torch.Tensor]) -> _Scores | None:
    """where(condition, scores, very low), or the other way round: as a bias that is 0 or very low."""
    condition, yes, no = base.inputs
    for own, other, swap in ((yes, no, False), (no, yes, True)):
        scores = _scores(own, constants)
        low = uniform(other, constants)
        if scores and low is not None and low <= DROPPED:
            zero = _zero(constants, other)
            operands = (condition, other, zero) if swap else (condition, zero, other)
            bias = replace(base, inputs=operands, name=base.name + "_bias").view()
            return replace(scores, biases=[*scores.biases, bias])
    return None


def _zero(constants: dict[str, torch.Tensor], like: View) -> View:
    constants.setdefault("zero", torch.zeros(()))
    base = Node("zero", Constant("zero"), (), (), Rows.ONE, (), "float32")
    return View(base, like.axes)


def _sum(node: Node, biases: list[View]) -> View | None:
    if not biases:
        return None
    total = biases[0]
    for number, bias in enumerate(biases[1:]):
        shape = total.shape
        walked = [place for place in range(len(shape)) if total.axes[place].walk or bias.axes[place].walk]
        walks = {place: _walk(shape[place], place, walked, shape) for place in walked}
        repeated = frozenset(
            place for place in range(len(shape)) if place not in walks and not total.axes[place].stride and not bias.axes[place].stride
        )
        axes = natural_axes(shape, walks, repeated)
        name = f"{node.name}_bias_{number}"
        total = Node(
            name, Pointwise("add"), (total, bias), axes, rows_of(set(walks.values())), _stored(axes), "float32", node.origin
        ).view()
    return total


def _stored(axes: tuple[object, ...]) -> tuple[int, ...]:
    return tuple(axis.size for axis in axes if axis.stride)  # type: ignore[attr-defined]


def _walk(size: object, place: int, walked: list[int], shape: tuple[object, ...]) -> Walk:
    if size is Symbol.BATCH:
        return Walk.BATCH
    first = next(other for other in walked if shape[other] is Symbol.SEQUENCE)
    return Walk.SEQUENCE if place == first else Walk.KEY
