"""A graph as JSON and its own constants as arrays; parameters of modules are named, not stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

import torch

from . import ir
from .ir import Axis, Graph, Node, Rows, Symbol, View, Walk

_OPERATIONS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        ir.Input,
        ir.Width,
        ir.Constant,
        ir.Pointwise,
        ir.Reduce,
        ir.Cumulate,
        ir.SelectRow,
        ir.PickRow,
        ir.Gather,
        ir.Linear,
        ir.Matmul,
        ir.Softmax,
        ir.Attention,
        ir.LayerNorm,
        ir.RmsNorm,
        ir.Normalize,
        ir.Concatenate,
    )
}


def to_json(graph: Graph) -> dict[str, Any]:
    """Everything but the constants' values."""
    numbers: dict[Node, int] = {}
    nodes = []
    for node in graph.nodes():
        numbers[node] = len(numbers)
        nodes.append(
            {
                "name": node.name,
                "operation": [type(node.operation).__name__, asdict(node.operation)],
                "inputs": [_view(view, numbers) for view in node.inputs],
                "axes": [_axis(axis) for axis in node.axes],
                "rows": node.rows.value,
                "features": list(node.features),
                "dtype": node.dtype,
                "origin": node.origin,
            }
        )
    outputs = [_view(view, numbers) for view in graph.outputs]
    return {"nodes": nodes, "outputs": outputs, "maximum_length": graph.maximum_length, "constants": list(graph.constants)}


def from_json(data: Mapping[str, Any], constants: Mapping[str, torch.Tensor]) -> Graph:
    """The graph again. Raises KeyError when a constant is missing."""
    nodes: list[Node] = []
    for item in data["nodes"]:
        nodes.append(
            Node(
                item["name"],
                _operation(*item["operation"]),
                tuple(_read_view(view, nodes) for view in item["inputs"]),
                tuple(_read_axis(axis) for axis in item["axes"]),
                Rows(item["rows"]),
                tuple(item["features"]),
                item["dtype"],
                item["origin"],
            )
        )
    outputs = tuple(_read_view(view, nodes) for view in data["outputs"])
    return Graph(outputs, {key: constants[key] for key in data["constants"]}, data["maximum_length"])


def _operation(name: str, values: Mapping[str, Any]) -> Any:
    kind = _OPERATIONS[name]
    return kind(**{field.name: _tuple(values[field.name]) for field in fields(kind)})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _axis(axis: Axis) -> list[Any]:
    return [axis.size.value if isinstance(axis.size, Symbol) else axis.size, axis.stride, axis.walk.value if axis.walk else None]


def _read_axis(data: list[Any]) -> Axis:
    size, stride, walk = data
    return Axis(Symbol(size) if isinstance(size, str) else size, stride, Walk(walk) if walk else None)


def _view(view: View, numbers: Mapping[Node, int]) -> list[Any]:
    return [numbers[view.base], [_axis(axis) for axis in view.axes], view.offset]


def _read_view(data: list[Any], nodes: list[Node]) -> View:
    number, axes, offset = data
    return View(nodes[number], tuple(_read_axis(axis) for axis in axes), offset)
