"""Blocks that are one call of an engine kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .emit_loops import over_rows, places_of
from .ir import Attention, Constant, Gather, Input, LayerNorm, Linear, Node, Normalize, RmsNorm, Rows, View, Walk

if TYPE_CHECKING:
    from .emit import Writer

_COUNTS = {Rows.TOKEN: "rows", Rows.SEQUENCE: "sequences", Rows.ONE: "1"}


def _call(function: str, fields: list[tuple[str, object]]) -> str:
    inside = ", ".join(f".{name} = {value}" for name, value in fields)
    return f"  kernels::{function}(context, {{{inside}}});"


def _rows(node: Node, x: View, width: int) -> str:
    """How many rows of `width` a kernel sees: the node's, times what a row holds."""
    count = _COUNTS[node.rows]
    repeats = x.width() // width
    return count if repeats == 1 else f"{count} * {repeats}"


def _linear(writer: Writer, node: Node) -> str:
    writer.kernels.add("linear")
    operation = node.operation
    assert isinstance(operation, Linear)
    x, weight = node.inputs[:2]
    out, width = (axis.size for axis in weight.axes)
    assert isinstance(out, int)
    assert isinstance(width, int)
    rest = list(node.inputs[2:])
    bias = writer.constant(rest.pop(0)) if operation.bias else "nullptr"
    residual = writer.pointer(rest[0]) if operation.residual else "nullptr"
    whole = x.width() != width
    return _call(
        "linear",
        [
            ("x", writer.pointer(x)),
            ("x_stride", width if whole else x.base.width),
            ("panels", writer.panels(weight)),
            ("bias", bias),
            ("residual", residual),
            ("y", node.name),
            ("y_stride", out),
            ("rows", _rows(node, x, width)),
            ("in", width),
            ("out", out),
            ("activation", f"kernels::Activation::{operation.activation}"),
        ],
    )


def _attention(writer: Writer, node: Node) -> str:
    operation = node.operation
    assert isinstance(operation, Attention)
    if operation.mask in ("general", "biased_key"):
        return _biased_attention(writer, node, operation)
    writer.kernels.add("attention")
    query, key, value = node.inputs[:3]
    _, heads, _, width = (axis.size for axis in query.axes)
    everyone = not writer.graph.ragged and "key" not in operation.mask
    before = ""
    if everyone:
        before = _everyone(node)
    return before + _call(
        "attention",
        [
            ("q", writer.pointer(query)),
            ("k", writer.pointer(key)),
            ("v", writer.pointer(value)),
            ("y", node.name),
            ("q_stride", query.base.width),
            ("k_stride", key.base.width),
            ("v_stride", value.base.width),
            ("y_stride", node.width),
            ("heads", heads),
            ("kv_heads", key.axes[1].size if key.axes[1].stride else 1),
            ("head_dim", width),
            ("scale", f"{operation.scale!r}f"),
            ("causal", "true" if operation.causal else "false"),
            ("segments", f"{node.name}_segments" if everyone else "tile.segments"),
            *([("window", operation.window)] if operation.window else []),
        ],
    )


def _biased_attention(writer: Writer, node: Node, operation: Attention) -> str:
    """Scores with a bias of their own: computed where they are used, one query at a time."""
    query, key, value, bias = node.inputs
    _, heads, _, width = (axis.size for axis in query.axes)
    places = ["sequence" if axis.walk is Walk.BATCH else "0" for axis in bias.axes]
    places[-3:] = ["head" if bias.axes[1].stride else "0", "row", "key"]
    element = writer.expressions.element(bias, places)
    score = f"score * {operation.scale!r}f"
    if bias.dtype == "bool":
        score = f"{element} ? {score} : -std::numeric_limits<float>::infinity()"
    else:
        score = f"{score} + {element if bias.dtype == 'float32' else f'static_cast<float>({element})'}"
    return _BIASED.format(
        name=node.name,
        heads=heads,
        width=width,
        value_width=node.width // (heads if isinstance(heads, int) else 1),
        query=f"{writer.pointer(query)} + row * {query.base.width} + head * {query.axes[1].stride or 0}",
        key=f"{writer.pointer(key)} + key * {key.base.width} + head * {key.axes[1].stride or 0}",
        value=f"{writer.pointer(value)} + key * {value.base.width} + head * {value.axes[1].stride or 0}",
        out=f"{node.name} + row * {node.width} + head * {node.width // (heads if isinstance(heads, int) else 1)}",
        score=score,
        future="\n        if (key > row) score = -std::numeric_limits<float>::infinity();" if operation.causal else "",
    )


_BIASED = """  parallel(context, sequences * {heads}, [&](int64_t task) {{
    const int64_t sequence = task / {heads}, head = task % {heads};
    const Segment &segment = tile.segments[at(sequence)];
    std::vector<float> weight(at(segment.rows));
    for (int64_t row = segment.first; row < segment.first + segment.rows; ++row) {{
      const float *const query = {query};
      float highest = -std::numeric_limits<float>::infinity();
      for (int64_t key = segment.first; key < segment.first + segment.rows; ++key) {{
        const float *const keys = {key};
        float score = 0;
        for (int64_t i = 0; i < {width}; ++i) score += query[i] * keys[i];
        score = {score};{future}
        weight[at(key - segment.first)] = score;
        highest = std::max(highest, score);
      }}
      float total = 0;
      for (float &each : weight) total += each = std::exp(each - highest);
      float *const out = {out};
      std::fill(out, out + {value_width}, 0.0f);
      for (int64_t key = segment.first; key < segment.first + segment.rows; ++key) {{
        const float *const values = {value};
        const float share = weight[at(key - segment.first)] / total;
        for (int64_t i = 0; i < {value_width}; ++i) out[i] += share * values[i];
      }}
    }}
    static_cast<void>(head);
  }});"""


def _everyone(node: Node) -> str:
    """Segments in which padding counts as tokens do."""
    name = f"{node.name}_segments"
    return (
        f"  std::vector<Segment> {name}(tile.segments.begin(), tile.segments.end());\n"
        f"  for (Segment &segment : {name}) segment.valid = segment.rows;\n"
    )


def _layer_norm(writer: Writer, node: Node) -> str:
    operation = node.operation
    assert isinstance(operation, LayerNorm)
    writer.kernels.add("layer_norm")
    rest = list(node.inputs[1:])
    weight = writer.constant(rest.pop(0)) if operation.weight else "nullptr"
    bias = writer.constant(rest.pop(0)) if operation.bias else "nullptr"
    return _norm(writer, node, "layer_norm", weight, bias, operation.epsilon)


def _rms_norm(writer: Writer, node: Node) -> str:
    operation = node.operation
    assert isinstance(operation, RmsNorm)
    writer.kernels.add("rms_norm")
    weight = writer.constant(node.inputs[1]) if operation.weight else "nullptr"
    return _norm(writer, node, "rms_norm", weight, "nullptr", operation.epsilon)


def _norm(writer: Writer, node: Node, function: str, weight: str, bias: str, epsilon: float) -> str:
    x = node.inputs[0]
    width = x.axes[-1].size
    assert isinstance(width, int)
    fields = [("x", writer.pointer(x)), ("weight", weight), ("bias", bias), ("y", node.name), ("rows", _rows(node, x, width))]
    return _call(function, [*fields, ("width", width), ("epsilon", f"{epsilon!r}f")])


def _normalize(writer: Writer, node: Node) -> str:
    operation = node.operation
    assert isinstance(operation, Normalize)
    writer.kernels.add("normalize_rows")
    (x,) = node.inputs
    count = _COUNTS[node.rows]
    source, target = f"{writer.pointer(x)}, {x.base.width}", f"{node.name}, {node.width}"
    return f"  kernels::normalize_rows(context, {source}, {target}, {count}, {node.width}, {operation.epsilon!r}f);"


def _gather(writer: Writer, node: Node) -> str:
    operation = node.operation
    assert isinstance(operation, Gather)
    writer.kernels.add("gather")
    tables: list[str] = []
    before: list[str] = []
    for number, offset in enumerate(operation.offsets):
        table, index = node.inputs[2 * number : 2 * number + 2]
        pointer = _index(writer, node, index, table, number, before)
        tables.append(f"{{{writer.constant(table)}, {pointer}, {offset}}}")
    listed = ",\n      ".join(tables)
    call = (
        f"  const kernels::GatheredTable {node.name}_tables[] = {{\n      {listed}}};\n"
        f"  kernels::gather(context, {node.name}_tables, {node.name}, {_COUNTS[node.rows]}, {node.width});"
    )
    return "".join(before) + call


_FIELDS = {"input_ids": "tile.input_ids", "token_type_ids": "tile.token_type_ids", "position": "tile.positions"}


def _index(writer: Writer, node: Node, index: View, table: View, number: int, before: list[str]) -> str:
    operation = index.base.operation
    if isinstance(operation, Constant):
        return "nullptr"
    if isinstance(operation, Input):
        return _FIELDS[operation.field]
    entries = writer.graph.constants[table.base.operation.key].shape[0]  # type: ignore[union-attr]
    name = f"{node.name}_index_{number}"
    places, _ = places_of(index.axes)
    value = f"static_cast<int32_t>(within({writer.expressions.element(index, places)}, {entries}))"
    row = "row" if node.rows is Rows.TOKEN else "sequence" if node.rows is Rows.SEQUENCE else "0"
    loop = "\n".join("  " + line for line in over_rows(node.rows, f"{name}[at({row})] = {value};").splitlines())
    before.append(f"  std::vector<int32_t> {name}(at({_COUNTS[node.rows]}));\n{loop}\n")
    return f"{name}.data()"


EMITTERS: dict[type, Any] = {
    Linear: _linear,
    Attention: _attention,
    LayerNorm: _layer_norm,
    RmsNorm: _rms_norm,
    Normalize: _normalize,
    Gather: _gather,
}
