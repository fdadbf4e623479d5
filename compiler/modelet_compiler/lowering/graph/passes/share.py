"""Computes what is computed twice only once: equal operations on equal inputs become one node."""

from __future__ import annotations

from typing import Any

from ..ir import Graph, Node, View
from ..rewrite import moved


def share(graph: Graph) -> Graph:
    """The graph without repeated nodes."""
    found: dict[Any, Node] = {}
    became: dict[Node, View] = {}
    for node in graph.nodes():
        renewed = node.with_inputs(tuple(moved(view, became) for view in node.inputs))
        inputs = tuple((id(view.base), view.axes, view.offset) for view in renewed.inputs)
        key = (renewed.operation, inputs, renewed.axes, renewed.dtype, renewed.rows)
        became[node] = found.setdefault(key, renewed).view()
    outputs = tuple(moved(view, became) for view in graph.outputs)
    return Graph(outputs, graph.constants, graph.maximum_length, graph.ragged)
