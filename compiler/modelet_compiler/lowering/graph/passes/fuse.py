"""Fusions: several nodes that one kernel computes in one pass over memory."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from ..functions import ACTIVATIONS
from ..identities import uniform
from ..ir import (
    Constant,
    Gather,
    Graph,
    Input,
    Linear,
    Node,
    Normalize,
    Operation,
    Pointwise,
    Reduce,
    RmsNorm,
    Rows,
    View,
    Width,
    natural_axes,
    stored_features,
)
from ..rewrite import rewrite


def _function(view: View, name: str) -> Sequence[View] | None:
    """The operands when the view is a whole `name(…)`."""
    operation = view.base.operation
    if isinstance(operation, Pointwise) and operation.function == name and _same_element(view, view.base):
        return view.base.inputs
    return None


def _same_element(view: View, node: Node) -> bool:
    return view.base is node and view.offset == 0 and view.axes == node.axes


# Functions written out by hand


def recognise_functions(graph: Graph) -> Graph:
    """Gelu's tanh form (`0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))`), its erf form, and x · sigmoid(x), as one function each."""

    def rule(node: Node) -> View | None:
        if not isinstance(node.operation, Pointwise) or node.operation.function != "multiply":
            return None
        for left, right in (node.inputs, tuple(reversed(node.inputs))):
            for name, match in (("gelu_tanh", _gelu_tanh), ("gelu_erf", _gelu_erf), ("silu", _silu)):
                source = match(left, right, graph.constants)
                if source is not None and source.axes == node.axes:
                    return replace(node, operation=Pointwise(name), inputs=(source,), name=f"{node.name}_{name}").view()
        return None

    return rewrite(graph, rule)


def _scaled(view: View, factor: float, constants: Mapping[str, Any]) -> View | None:
    """X when the view is x · factor (or x / (1 / factor))."""
    for name, wanted in (("multiply", factor), ("divide", 1 / factor)):
        operands = _function(view, name)
        if operands:
            for source, other in (operands, tuple(reversed(operands))):
                number = uniform(other, constants)
                if number is not None and math.isclose(number, wanted, rel_tol=1e-6) and (name == "multiply" or source is operands[0]):
                    return source
    return None


def _plus_one(view: View, constants: Mapping[str, Any]) -> View | None:
    operands = _function(view, "add")
    for source, other in (operands, tuple(reversed(operands))) if operands else ():
        if uniform(other, constants) == 1:
            return source
    return None


def _gelu_tanh(left: View, right: View, constants: Mapping[str, Any]) -> View | None:
    source = _scaled(left, 0.5, constants)
    inner = _plus_one(right, constants)
    tanh = _function(inner, "tanh") if inner else None
    total = _scaled(tanh[0], math.sqrt(2 / math.pi), constants) if tanh else None
    parts = _function(total, "add") if total else None
    for linear, cubic in (parts, tuple(reversed(parts))) if parts else ():
        cube = _scaled(cubic, 0.044715, constants)
        power = _function(cube, "power") if cube else None
        if power and uniform(power[1], constants) == 3 and source == linear == power[0]:
            return source
    return None


def _gelu_erf(left: View, right: View, constants: Mapping[str, Any]) -> View | None:
    source = _scaled(left, 0.5, constants)
    inner = _plus_one(right, constants)
    erf = _function(inner, "erf") if inner else None
    return source if erf and source is not None and source == _scaled(erf[0], math.sqrt(0.5), constants) else None


def _silu(left: View, right: View, _: Mapping[str, Any]) -> View | None:
    sigmoid = _function(right, "sigmoid")
    return left if sigmoid and sigmoid[0] == left else None


# Embeddings


def fuse_embeddings(graph: Graph) -> Graph:
    """Sums of embeddings become one gather; a constant row counts as a table with one row."""
    users = graph.users()
    names = {node.name: len(users[node]) for node in users}

    def rule(node: Node) -> View | None:
        if not isinstance(node.operation, Pointwise) or node.operation.function != "add":
            return None
        pairs: list[View] = []
        offsets: list[int] = []
        for view in node.inputs:
            part = _table(view, node, names)
            if part is None:
                return None
            pairs += part[0]
            offsets += part[1]
        if not any(view.base.rows is Rows.TOKEN for view in pairs):
            return None
        return replace(node, operation=Gather(tuple(offsets)), inputs=tuple(pairs), name=node.name + "_embeddings").view()

    return rewrite(graph, rule)


def _table(view: View, node: Node, uses: Mapping[str, int]) -> tuple[Sequence[View], Sequence[int]] | None:
    """Tables, indices and offsets that an operand of a sum is made of."""
    base = view.base
    if view.width() != node.width or not view.is_contiguous() or view.offset:
        return None
    if isinstance(base.operation, Gather) and uses.get(base.name, 1) == 1:
        return base.inputs, base.operation.offsets
    if isinstance(base.operation, Constant) and base.dtype == "float32" and base.width == node.width:
        return (view, View(base, ())), (0,)
    return None


# Linear layers


def fuse_linear(graph: Graph) -> Graph:
    """A linear layer takes the activation or the residual sum that follows it, when nobody else reads its result."""
    users = graph.users()
    uses = {node.name: len(users[node]) for node in users}

    def rule(node: Node) -> View | None:
        if not isinstance(node.operation, Pointwise):
            return None
        function = node.operation.function
        if function in ACTIVATIONS:
            layer = _layer(node.inputs[0], node, uses)
            if layer and layer.operation == replace(_operation(layer), activation="none", residual=False):
                return _extended(layer, replace(_operation(layer), activation=function), (), node)
        if function == "add":
            for own, other in (node.inputs, tuple(reversed(node.inputs))):
                layer = _layer(own, node, uses)
                if layer and not _operation(layer).residual and _is_row_of(other, node):
                    return _extended(layer, replace(_operation(layer), residual=True), (other,), node)
        return None

    return rewrite(graph, rule)


def _operation(layer: Node) -> Linear:
    assert isinstance(layer.operation, Linear)
    return layer.operation


def _layer(view: View, node: Node, uses: Mapping[str, int]) -> Node | None:
    """The linear layer behind an operand that is read here only."""
    base = view.base
    if isinstance(base.operation, Linear) and uses.get(base.name, 1) == 1 and _same_element(view, base) and base.axes == node.axes:
        return base
    return None


def _is_row_of(view: View, node: Node) -> bool:
    """True when the other operand has a row for each of the node's rows, stored alike."""
    stored = not isinstance(view.base.operation, Constant | Input | Width)
    return stored and view.dtype == node.dtype and view.base.rows is node.rows and view.axes == node.axes and view.is_whole()


def _extended(layer: Node, operation: Operation, more: tuple[View, ...], node: Node) -> View:
    return replace(layer, operation=operation, inputs=(*layer.inputs, *more), name=node.name, axes=node.axes).view()


def join_linears(graph: Graph) -> Graph:
    """Linear layers of one input become one with their outputs side by side: one pass over the input."""
    groups: dict[Any, list[Node]] = {}
    for node in graph.nodes():
        if isinstance(node.operation, Linear) and node.operation == Linear(node.operation.bias) and len(node.features) == 1:
            x = node.inputs[0]
            groups.setdefault((id(x.base), x.axes, x.offset, node.operation.bias, _rows(node)), []).append(node)
    leaders = {members[0].name: members for members in groups.values() if len(members) > 1}
    place = {member.name: (members[0].name, number) for members in leaders.values() for number, member in enumerate(members)}
    constants = dict(graph.constants)
    joined: dict[str, Node] = {}

    def rule(node: Node) -> View | None:
        if node.name not in place:
            return None
        leader, number = place[node.name]
        if leader not in joined:
            joined[leader] = _joined(leaders[leader], node, constants)
        offset = sum(member.width for member in leaders[leader][:number])
        return View(joined[leader], node.axes, offset)

    return replace(rewrite(graph, rule), constants=constants)


def _rows(node: Node) -> tuple[object, ...]:
    return tuple((axis.size, axis.walk) for axis in node.axes[:-1])


def _joined(members: Sequence[Node], renewed: Node, constants: dict[str, torch.Tensor]) -> Node:
    """One layer with the members' weights one after another. `renewed` has the input that the pass already moved."""
    inputs = [
        renewed.inputs[0],
        *(_stacked([member.inputs[place] for member in members], constants) for place in range(1, len(renewed.inputs))),
    ]
    width = sum(member.width for member in members)
    shape = (*(axis.size for axis in members[0].axes[:-1]), width)
    walks = {place: axis.walk for place, axis in enumerate(members[0].axes) if axis.walk}
    repeated = frozenset(place for place, axis in enumerate(members[0].axes[:-1]) if not axis.walk and not axis.stride)
    axes = natural_axes(shape, walks, repeated)
    name = "_".join([members[0].name, *(member.name.removeprefix("linear_") for member in members[1:])])
    return Node(name, members[0].operation, tuple(inputs), axes, members[0].rows, stored_features(axes), "float32", members[0].origin)


def _stacked(views: Sequence[View], constants: dict[str, torch.Tensor]) -> View:
    keys = [view.base.operation.key for view in views if isinstance(view.base.operation, Constant)]
    key = _joint_name(keys)
    constants[key] = torch.cat([constants[name] for name in keys])
    axes = natural_axes(tuple(constants[key].shape), {})
    return Node(f"stack_{key}", Constant(key), (), axes, Rows.ONE, stored_features(axes), "float32").view()


def _joint_name(keys: Sequence[str]) -> str:
    """`a.query.weight` and `a.key.weight` give `a.query+key.weight`."""
    parts = [key.split(".") for key in keys]
    if len({len(part) for part in parts}) != 1:
        return "+".join(keys)
    return ".".join("+".join(dict.fromkeys(column)) for column in zip(*parts, strict=True))


# Normalisation


def recognise_normalize(graph: Graph) -> Graph:
    """X / max(|x|, epsilon) over all features of a row."""

    def rule(node: Node) -> View | None:
        if not isinstance(node.operation, Pointwise) or node.operation.function != "divide":
            return None
        x, divisor = node.inputs
        length = divisor.base
        if (
            not isinstance(length.operation, Pointwise)
            or length.operation.function != "maximum"
            or not x.is_whole()
            or x.dtype != "float32"
        ):
            return None
        epsilon = uniform(length.inputs[1], graph.constants)
        root = length.inputs[0].base
        if epsilon is None or not _is_length_of(root, x) or length.width != 1:
            return None
        return replace(node, operation=Normalize(float(epsilon)), inputs=(x,), name=node.name + "_normalize").view()

    return rewrite(graph, rule)


def _is_length_of(root: Node, x: View) -> bool:
    """Root is √Σx² over all of x's features."""
    if not isinstance(root.operation, Pointwise) or root.operation.function != "sqrt":
        return False
    total = root.inputs[0].base
    if not isinstance(total.operation, Reduce) or total.operation.kind != "sum" or total.width != 1 or total.rows is not x.base.rows:
        return False
    square = total.inputs[0].base
    if not isinstance(square.operation, Pointwise) or square.operation.function != "square":
        return False
    source = square.inputs[0]
    return source.base is x.base and source.offset == x.offset and source.features == x.features


def recognise_rms_norm(graph: Graph) -> Graph:
    """X · rsqrt(mean(x²) + epsilon) · weight over the last axis, of a whole row or of each head."""

    def rule(node: Node) -> View | None:
        if not isinstance(node.operation, Pointwise) or node.operation.function != "multiply" or not node.axes:
            return None
        for normed, weight in (node.inputs, tuple(reversed(node.inputs))):
            if not _is_last_axis(weight, node):
                continue
            for x, factor in _both(_function(normed, "multiply")):
                epsilon = _rms_epsilon(factor.base, x, graph.constants)
                if epsilon is not None and x.axes == node.axes and x.is_whole():
                    row = View(weight.base, weight.base.axes)
                    return replace(node, operation=RmsNorm(epsilon, True), inputs=(x, row), name=node.name + "_norm").view()
        return None

    return rewrite(graph, rule)


def _is_last_axis(weight: View, node: Node) -> bool:
    """A constant with a value for each place of the node's last axis, the same for all others."""
    *others, last = weight.axes
    whole = isinstance(weight.base.operation, Constant) and weight.offset == 0 and weight.base.width == last.size
    return whole and last.size == node.axes[-1].size and last.stride == 1 and not any(axis.stride or axis.walk for axis in others)


def _both(operands: Sequence[View] | None) -> Sequence[tuple[View, View]]:
    """Two operands, in both orders."""
    return [(operands[0], operands[1]), (operands[1], operands[0])] if operands else []


def _rms_epsilon(factor: Node, x: View, constants: Mapping[str, Any]) -> float | None:
    """Epsilon when the factor is 1 / √(mean(x²) + epsilon) over x's last axis."""
    total = _step(factor, "rsqrt")
    mean = _step(total, "add")
    squares = _step(mean, "divide")
    if total is None or mean is None or squares is None or not isinstance(squares.operation, Reduce):
        return None
    epsilon, count = uniform(total.inputs[1], constants), uniform(mean.inputs[1], constants)
    square = squares.inputs[0].base
    if epsilon is None or count != x.axes[-1].size or squares.operation.over != (len(x.axes) - 1,) or squares.operation.kind != "sum":
        return None
    if not isinstance(square.operation, Pointwise) or square.operation.function != "square" or square.inputs[0] != x:
        return None
    return float(epsilon)


def _step(node: Node | None, function: str) -> Node | None:
    """The node below a function's first operand."""
    if node is None or not isinstance(node.operation, Pointwise) or node.operation.function != function:
        return None
    return node.inputs[0].base
