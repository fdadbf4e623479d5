"""Blocks that are plain loops: element-wise functions, reductions, rows of sequences, concatenation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .expressions import row_variable
from .functions import literal
from .ir import Axis, Concatenate, Cumulate, Input, Node, PickRow, Pointwise, Reduce, Rows, SelectRow, Symbol, View, Walk
from .plan import cpp_type

if TYPE_CHECKING:
    from .emit import Writer

_UPDATES = {"sum": "{0} + {1}", "product": "{0} * {1}", "maximum": "maximum({0}, {1})", "minimum": "minimum({0}, {1})"}
_STARTS = {"sum": 0, "product": 1, "maximum": float("-inf"), "minimum": float("inf")}
_INTEGER_STARTS = {"maximum": "std::numeric_limits<{0}>::lowest()", "minimum": "std::numeric_limits<{0}>::max()"}


def _indent(text: str, by: int = 2) -> str:
    return "\n".join(" " * by + line if line else line for line in text.splitlines())


def loop(variable: str, count: object, body: str) -> str:
    """The body for each value from 0 below `count`."""
    return f"for (int64_t {variable} = 0; {variable} < {count}; ++{variable}) {{\n{_indent(body)}\n}}"


def over_rows(rows: Rows, body: str, by_sequence: bool = False) -> str:
    """The body for every row of a kind; `sequence`, `segment` and `row` are what it may name."""
    if rows is Rows.ONE:
        return f"{{\n{_indent(body)}\n}}"
    if rows is Rows.SEQUENCE:
        return loop("sequence", "sequences", body)
    if not by_sequence:
        return loop("row", "rows", body)
    return loop("sequence", "sequences", f"const Segment &segment = tile.segments[at(sequence)];\n{over_segment(body)}")


def over_segment(body: str) -> str:
    """The body for each row of `segment`."""
    return f"for (int64_t row = segment.first; row < segment.first + segment.rows; ++row) {{\n{_indent(body)}\n}}"


def places_of(axes: Sequence[Axis]) -> tuple[list[str], list[tuple[str, int]]]:
    """A place for each logical axis, and the loops over features that they need."""
    places: list[str] = []
    loops: list[tuple[str, int]] = []
    for axis in axes:
        if axis.walk is Walk.BATCH:
            places.append("sequence")
        elif axis.walk is not None:
            places.append("row")
        elif axis.stride and isinstance(axis.size, int):
            loops.append((f"i{len(loops)}", axis.size))
            places.append(loops[-1][0])
        else:
            places.append("0")
    return places, loops


def joint_places(x: Sequence[Axis], own: Sequence[Axis], over: Sequence[int] = ()) -> tuple[list[str], list[tuple[str, int]]]:
    """Places and loops for an input and a result with the same logical axes: whatever either needs, and all axes that are reduced."""
    axes = []
    for place, (given, made) in enumerate(zip(x, own, strict=True)):
        reduced = place in over and given.size != 1
        walk = given.walk or made.walk or (Walk.SEQUENCE if reduced and given.size is Symbol.SEQUENCE else None)
        axes.append(Axis(given.size, given.stride or made.stride or int(reduced), walk))
    return places_of(axes)


def over_features(loops: Sequence[tuple[str, int]], body: str) -> str:
    """The body inside loops over features, the first outermost."""
    for variable, count in reversed(loops):
        body = loop(variable, count, body)
    return body


def needs_sequence(writer: Writer, views: Sequence[View], rows: Rows) -> bool:
    """True when a loop over tokens must know which sequence it is in."""
    if rows is not Rows.TOKEN:
        return False
    for view in views:
        base = view.base
        if base.rows is Rows.SEQUENCE or (isinstance(base.operation, Input) and base.operation.field in ("attention_mask", "length")):
            return True
        if base in writer.plan.inlined and needs_sequence(writer, base.inputs, rows):
            return True
    return False


def _store(node: Node, places: Sequence[str], value: str) -> str:
    return f"{_target(node, places)} = {value};"


def _target(node: Node, places: Sequence[str]) -> str:
    return f"{node.name}[{_index(node, places)}]"


def _index(node: Node, places: Sequence[str]) -> str:
    terms = []
    row = row_variable(node.view(), places)
    if row:
        terms.append(row if node.width == 1 else f"{row} * {node.width}")
    for place, axis in zip(places, node.axes, strict=True):
        if axis.stride and place != "0":
            terms.append(place if axis.stride == 1 else f"{place} * {axis.stride}")
    return " + ".join(terms) or "0"


def _pointwise(writer: Writer, node: Node) -> str:
    places, loops = places_of(node.axes)
    body = over_features(loops, _store(node, places, writer.expressions.function(node, places)))
    return _indent(over_rows(node.rows, body, needs_sequence(writer, node.inputs, node.rows)))


def _reduce(writer: Writer, node: Node) -> str:
    assert isinstance(node.operation, Reduce)
    (x,) = node.inputs
    if any(x.axes[place].walk is Walk.SEQUENCE for place in node.operation.over):
        return _reduce_sequence(writer, node, node.operation, x)
    return _reduce_features(writer, node, node.operation, x)


def _start(kind: str, node: Node) -> str:
    if kind in _INTEGER_STARTS and node.dtype not in ("float32", "float64"):
        return _INTEGER_STARTS[kind].format(cpp_type(node))
    return literal(_STARTS[kind], node.dtype)


def _reduce_features(writer: Writer, node: Node, operation: Reduce, x: View) -> str:
    """One accumulator an element of the result; sums of float in double."""
    places, loops = joint_places(x.axes, node.axes, operation.over)
    inner = [item for item in loops if item[0] in {places[place] for place in operation.over}]
    outer = [item for item in loops if item not in inner]
    wide = "double" if operation.kind in ("sum", "product") and node.dtype == "float32" else cpp_type(node)
    value = writer.expressions.element(x, places)
    update = _UPDATES[operation.kind].format("total", f"static_cast<{wide}>({value})" if wide != cpp_type(node) else value)
    target = ["0" if place in operation.over else name for place, name in enumerate(places)]
    start = _start(operation.kind, node) if wide == cpp_type(node) else f"{_STARTS[operation.kind]}"
    result = "total" if wide == cpp_type(node) else f"static_cast<{cpp_type(node)}>(total)"
    body = f"{wide} total = {start};\n" + over_features(inner, f"total = {update};") + "\n" + _store(node, target, result)
    return _indent(over_rows(node.rows, over_features(outer, body), needs_sequence(writer, [x], node.rows)))


def _reduce_sequence(writer: Writer, node: Node, operation: Reduce, x: View) -> str:
    """Over the rows of each sequence, and what padding would have added where the rows are not there."""
    places, loops = joint_places(x.axes, node.axes, operation.over)
    target = _target(node, ["0" if place in operation.over else name for place, name in enumerate(places)])
    start = over_features(loops, f"{target} = {_start(operation.kind, node)};")
    value = writer.expressions.element(x, places)
    update = over_features(loops, f"{target} = {_UPDATES[operation.kind].format(target, value)};")
    body = [
        "const Segment &segment = tile.segments[at(sequence)];",
        start,
        over_segment(update),
    ]
    padding = _padding(operation, node, target)
    if padding:
        body.append("if (segment.rows < tile.padded) {\n" + _indent(over_features(loops, padding)) + "\n}")
    return _indent(loop("sequence", "sequences", "\n".join(body)))


def _padding(operation: Reduce, node: Node, target: str) -> str:
    pad = operation.pad
    if pad is None or pad == _STARTS[operation.kind]:
        return ""
    value = literal(pad if node.dtype in ("float32", "float64") else int(pad), node.dtype)
    if operation.kind == "sum":
        return f"{target} += {value} * static_cast<{cpp_type(node)}>(tile.padded - segment.rows);"
    return f"{target} = {_UPDATES[operation.kind].format(target, value)};"


def _cumulate(writer: Writer, node: Node) -> str:
    (x,) = node.inputs
    places, loops = joint_places(x.axes, node.axes)
    target = _target(node, places)
    previous = target.replace("[row", "[(row - 1)", 1)
    value = writer.expressions.element(x, places)
    update = f"{target} = (row == segment.first ? {literal(0, node.dtype)} : {previous}) + {value};"
    return _indent(over_rows(Rows.TOKEN, over_features(loops, update), True))


def _select_row(writer: Writer, node: Node) -> str:
    assert isinstance(node.operation, SelectRow)
    index = node.operation.index
    row = f"segment.first + {index}" if index >= 0 else f"segment.first + segment.rows - {-index}"
    return _one_row(
        writer,
        node,
        node.inputs[0],
        f"[[maybe_unused]] const int64_t row = {row};",
        f"segment.rows >= {index + 1 if index >= 0 else -index}",
    )


def _pick_row(writer: Writer, node: Node) -> str:
    x, index = node.inputs
    places, _ = places_of(index.axes)
    wanted = f"const int64_t wanted = {writer.expressions.element(index, places)};\n"
    row = "[[maybe_unused]] const int64_t row = segment.first + within(wanted < 0 ? wanted + segment.rows : wanted, segment.rows);"
    return _one_row(writer, node, x, wanted + row, "segment.rows > 0")


def _one_row(writer: Writer, node: Node, x: View, find: str, exists: str) -> str:
    """One row of each sequence. x has the sequence's axis first, then the result's."""
    rest, loops = joint_places(x.axes[1:], node.axes)
    places = ["row", *rest]
    target = _target(node, rest)
    zero = over_features(loops, f"{target} = {literal(0, node.dtype)};")
    copy = over_features(loops, f"{target} = {writer.expressions.element(x, places)};")
    body = f"const Segment &segment = tile.segments[at(sequence)];\nif (!({exists})) {{\n{_indent(zero)}\n  continue;\n}}\n{find}\n{copy}"
    return _indent(loop("sequence", "sequences", body))


def _concatenate(writer: Writer, node: Node) -> str:
    assert isinstance(node.operation, Concatenate)
    axis = node.operation.axis
    blocks: list[str] = []
    begin = 0
    for view in node.inputs:
        # The loops are those of the result, with this part's size along the joined axis.
        axes = [
            Axis(view.axes[place].size, own.stride or int(place == axis), own.walk) if place == axis else own
            for place, own in enumerate(node.axes)
        ]
        places, loops = places_of(axes)
        target = list(places)
        if begin and axes[axis].size != 1:
            target[axis] = f"({places[axis]} + {begin})"
        elif begin:
            target[axis] = str(begin)
        body = _store(node, target, writer.expressions.element(view, places))
        blocks.append(_indent(over_rows(node.rows, over_features(loops, body), needs_sequence(writer, [view], node.rows))))
        size = view.axes[axis].size
        assert isinstance(size, int)
        begin += size
    return "\n".join(blocks)


EMITTERS: dict[type, Any] = {
    Pointwise: _pointwise,
    Reduce: _reduce,
    Cumulate: _cumulate,
    SelectRow: _select_row,
    PickRow: _pick_row,
    Concatenate: _concatenate,
}
