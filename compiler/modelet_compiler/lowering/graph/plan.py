"""Where every value lives while a tile runs: in an expression, in an output, or in scratch shared with values that are dead by then."""

from __future__ import annotations

from dataclasses import dataclass, field

from .functions import CPP_TYPES
from .ir import (
    Axis,
    Concatenate,
    Constant,
    Cumulate,
    Gather,
    Graph,
    Input,
    Node,
    PickRow,
    Pointwise,
    Reduce,
    Rows,
    SelectRow,
    View,
    Width,
)

ITEM_BYTES = {"float32": 4, "float64": 8, "int64": 8, "int32": 4, "bool": 1}
ALIGNMENT = 64


@dataclass(frozen=True)
class Buffer:
    """Scratch of one value: `offset` counts bytes for each row (or sequence, or tile) of its kind."""

    rows: Rows
    offset: int
    bytes: int


@dataclass
class Plan:
    """`order`: the nodes that are computed into memory, in turn. Sizes are of all buffers of a kind together."""

    order: list[Node]
    buffers: dict[Node, Buffer] = field(default_factory=dict)
    outputs: dict[Node, int] = field(default_factory=dict)
    inlined: set[Node] = field(default_factory=set)
    bytes_per_row: int = 0
    bytes_per_sequence: int = 0
    bytes_per_tile: int = 0


def plan(graph: Graph) -> Plan:
    """The plan of a prepared graph."""
    nodes = graph.nodes()
    outputs = {view.base: number for number, view in enumerate(graph.outputs)}
    users = graph.users()
    inlined = {node for node in nodes if node not in outputs and _is_inlined(node, users[node])}
    order = [node for node in nodes if node not in inlined and not is_leaf(node)]
    result = Plan(order, outputs=outputs, inlined=inlined)
    _allocate(result, _last_uses(order, inlined))
    return result


def is_leaf(node: Node) -> bool:
    """True for what is never computed: inputs and constants."""
    return isinstance(node.operation, Input | Width | Constant)


_READERS = (Pointwise, Reduce, SelectRow, Cumulate, Concatenate, PickRow)


def _is_inlined(node: Node, readers: list[Node]) -> bool:
    """An element-wise value that is cheaper computed where it is read than stored: one reader, or a mere look at the inputs."""
    if node.rows is Rows.PAIR and isinstance(node.operation, Pointwise | Gather):
        return True
    if not isinstance(node.operation, Pointwise):
        return False
    views = [view for reader in dict.fromkeys(readers) for view in reader.inputs if view.base is node]
    if not all(isinstance(reader.operation, _READERS) for reader in readers) or not all(aligned(view) for view in views):
        return False
    if all(is_leaf(view.base) and view.base.width == 1 for view in node.inputs):
        return True
    return len(readers) == 1 and not any(_repeats(reader, node, view) for reader, view in zip(readers, views, strict=True))


def _repeats(reader: Node, node: Node, view: View) -> bool:
    """True when the reader's loop would compute an element of the node more than once."""
    rows = {view.base.rows for view in reader.inputs} if isinstance(reader.operation, Reduce) else {reader.rows}
    coarser = node.rows is not Rows.TOKEN and node.rows not in rows
    return view.width() > node.width or coarser


def aligned(view: View) -> bool:
    """True when each stored axis of the base is one whole axis of the view, so that an element's index carries over."""
    if view.offset:
        return False
    stored = [(axis.size, axis.stride) for axis in view.base.axes if axis.stride]
    seen = [(axis.size, axis.stride) for axis in view.axes if axis.stride]
    return sorted(stored, key=str) == sorted(seen, key=str) and len(set(stored)) == len(stored)


def _last_uses(order: list[Node], inlined: set[Node]) -> dict[Node, int]:
    last: dict[Node, int] = {}

    def read(node: Node, at: int) -> None:
        for view in node.inputs:
            if view.base in inlined:
                read(view.base, at)
            else:
                last[view.base] = at

    for at, node in enumerate(order):
        last.setdefault(node, at)
        read(node, at)
    return last


def _allocate(plan_: Plan, last: dict[Node, int]) -> None:
    """First fit, in order of computation; one space for each kind of rows."""
    spaces: dict[Rows, list[tuple[int, Buffer]]] = {Rows.TOKEN: [], Rows.SEQUENCE: [], Rows.ONE: []}
    totals = dict.fromkeys(spaces, 0)
    for at, node in enumerate(plan_.order):
        if node in plan_.outputs:
            continue
        live = [(end, buffer) for end, buffer in spaces[node.rows] if end >= at]
        size = -(-max(node.width, 1) * ITEM_BYTES[node.dtype] // ALIGNMENT) * ALIGNMENT
        offset = 0
        for _, buffer in sorted(live, key=lambda item: item[1].offset):
            if offset + size <= buffer.offset:
                break
            offset = max(offset, buffer.offset + buffer.bytes)
        plan_.buffers[node] = Buffer(node.rows, offset, size)
        live.append((last[node], plan_.buffers[node]))
        spaces[node.rows] = live
        totals[node.rows] = max(totals[node.rows], offset + size)
    plan_.bytes_per_row, plan_.bytes_per_sequence, plan_.bytes_per_tile = (totals[kind] for kind in (Rows.TOKEN, Rows.SEQUENCE, Rows.ONE))


def cpp_type(node: Node) -> str:
    """The C++ type of a node's elements."""
    return CPP_TYPES[node.dtype]


def feature_axes(node: Node) -> list[tuple[int, Axis]]:
    """The axes that one row stores, with their logical places."""
    return [(place, axis) for place, axis in enumerate(node.axes) if axis.stride]
