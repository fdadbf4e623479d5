"""What the kernels ask of their inputs and outputs: a copy is made where a view does not stand as they need it."""

from __future__ import annotations

from dataclasses import replace

from modelet_compiler.lowering.adapter import Refused

from .ir import (
    Attention,
    Axis,
    Constant,
    Graph,
    Input,
    LayerNorm,
    Linear,
    Node,
    Normalize,
    Pointwise,
    RmsNorm,
    Rows,
    Symbol,
    View,
    Walk,
    Width,
    natural_axes,
    rows_of,
    stored_features,
)
from .rewrite import rewrite


def prepare(graph: Graph) -> Graph:
    """The graph with copies where they are needed, and every output a node of its own with a row a text (or a token)."""

    def rule(node: Node) -> View | None:
        operation = node.operation
        if isinstance(operation, Linear):
            inputs = [_in_rows(node.inputs[0], 1), *node.inputs[1:]]
        elif isinstance(operation, LayerNorm | RmsNorm | Normalize):
            inputs = [node.inputs[0] if _is_plain(node.inputs[0]) else _copied(node.inputs[0]), *node.inputs[1:]]
        elif isinstance(operation, Attention):
            query, key, value, *bias = node.inputs
            shared = _is_one_head(key) and _is_one_head(value)
            inputs = [_heads(query), *((key, value) if shared else (_heads(key), _heads(value))), *bias]
        else:
            return None
        return node.with_inputs(tuple(inputs)).view()

    graph = rewrite(graph, rule)
    outputs: list[View] = []
    for number, view in enumerate(graph.outputs):
        outputs.append(_output(view, number, [other.base for other in outputs]))
    return replace(graph, outputs=tuple(outputs))


def _is_stored(node: Node) -> bool:
    return not isinstance(node.operation, Constant | Input | Width)


def _is_plain(view: View) -> bool:
    return _is_stored(view.base) and view.is_whole()


def _in_rows(view: View, axes: int) -> View:
    """The view, whose last axis stands in one piece in each row; or a copy."""
    last = view.axes[-axes:]
    packed = view.is_contiguous() and (view.width() == view.base.width or view.width() == _size(last))
    return view if _is_stored(view.base) and packed else _copied(view)


def _size(axes: tuple[Axis, ...]) -> int:
    count = 1
    for axis in axes:
        assert isinstance(axis.size, int)
        count *= axis.size
    return count


def _heads(view: View) -> View:
    """[B, heads, S, head_dim] with the heads of a token one after another."""
    _, heads, _, width = view.axes
    if _is_stored(view.base) and view.base.rows is Rows.TOKEN and width.stride == 1 and (heads.size == 1 or heads.stride == width.size):
        return view
    return _copied(view)


def _is_one_head(view: View) -> bool:
    """All query heads read the same head."""
    _, heads, _, width = view.axes
    return _is_stored(view.base) and view.base.rows is Rows.TOKEN and width.stride == 1 and heads.stride == 0


def _copied(view: View) -> View:
    walks = {place: axis.walk for place, axis in enumerate(view.axes) if axis.walk}
    repeated = frozenset(place for place, axis in enumerate(view.axes) if isinstance(axis.size, Symbol) and not axis.walk)
    axes = natural_axes(view.shape, walks, repeated)
    return _copy(view, axes, f"{view.base.name}_rows_{view.offset}_{len(view.axes)}").view()


def _copy(view: View, axes: tuple[Axis, ...], name: str) -> Node:
    walks = frozenset(axis.walk for axis in axes if axis.walk)
    return Node(name, Pointwise("cast"), (view,), axes, rows_of(walks), stored_features(axes), view.dtype, view.base.origin)


def _output(view: View, number: int, before: list[Node]) -> View:
    """A node whose rows are the output's, in its own order: [B, …] or [B, S, …]."""
    shape = view.shape
    if not shape or shape[0] is not Symbol.BATCH or any(isinstance(size, Symbol) for size in shape[2:]):
        raise Refused("a tensor whose first axis is not the batch leaves the tensor code", "return one row for each text: [batch, ...]")
    walks = {0: Walk.BATCH}
    if len(shape) > 1 and isinstance(shape[1], Symbol):
        walks[1] = Walk.SEQUENCE
    axes = natural_axes(shape, walks)
    fitting = view.base.rows is (Rows.TOKEN if 1 in walks else Rows.SEQUENCE) and view.axes == axes and view.is_whole()
    if fitting and _is_stored(view.base) and view.base not in before:
        return view
    return _copy(view, axes, f"output_{number}").view()
