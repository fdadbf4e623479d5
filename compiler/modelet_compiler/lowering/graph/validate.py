"""What holds for every graph, after every pass."""

from __future__ import annotations

from .functions import CPP_TYPES, FUNCTIONS
from .ir import Constant, Graph, Linear, Node, Pointwise, Rows, View, Walk, rows_of


class Invalid(Exception):
    """A pass broke the graph: an error of the compiler, never of the user."""


_WALKS = {
    Rows.ONE: frozenset[Walk](),
    Rows.SEQUENCE: frozenset({Walk.BATCH}),
    Rows.TOKEN: frozenset({Walk.BATCH, Walk.SEQUENCE, Walk.TOKENS}),
    Rows.PAIR: frozenset({Walk.BATCH, Walk.SEQUENCE, Walk.KEY}),
}


def validate(graph: Graph, after: str = "import") -> Graph:
    """The graph itself. Raises Invalid with the pass and the node."""
    nodes = graph.nodes()
    names = [node.name for node in nodes]
    if len(set(names)) != len(names):
        raise Invalid(f"after {after}: two nodes share a name: {sorted({name for name in names if names.count(name) > 1})}")
    for node in nodes:
        problem = _problem(graph, node)
        if problem:
            raise Invalid(f"after {after}: {problem} in {node}")
    for view in graph.outputs:
        problem = _view_problem(view)
        if problem:
            raise Invalid(f"after {after}: {problem} in output {view}")
    return graph


def _problem(graph: Graph, node: Node) -> str:
    if node.dtype not in CPP_TYPES:
        return f"type {node.dtype}"
    for view in (*node.inputs, node.view()):
        problem = _view_problem(view)
        if problem:
            return problem
    operation = node.operation
    if isinstance(operation, Constant) and operation.key not in graph.constants:
        return f"constant {operation.key} is missing"
    if isinstance(operation, Pointwise):
        return _pointwise_problem(node, operation)
    if isinstance(operation, Linear) and len(node.inputs) != 2 + operation.bias + operation.residual:
        return f"{len(node.inputs)} inputs of a linear layer"
    return ""


def _pointwise_problem(node: Node, operation: Pointwise) -> str:
    if operation.function not in FUNCTIONS:
        return f"function {operation.function}"
    if node.rows != rows_of(node.view().walks()):
        return f"rows {node.rows.value}"
    for view in node.inputs:
        if view.shape != tuple(axis.size for axis in node.axes):
            return f"operand {view} of another shape"
    return ""


def _view_problem(view: View) -> str:
    if not view.walks() <= _WALKS[view.base.rows]:
        return f"{view} walks over rows that {view.base.rows.value} does not have"
    last = view.offset
    for axis in view.features:
        if not isinstance(axis.size, int):
            if axis.stride:
                return f"{view} strides over an axis of unknown size"
            continue
        last += axis.stride * (axis.size - 1)
    if view.offset < 0 or last >= max(view.base.width, 1):
        return f"{view} reaches beyond the {view.base.width} elements of a row"
    return ""
