"""The C++ of one graph: a function that runs a tile, each block naming what it computes and where that comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from modelet_compiler.lowering.adapter import Refused, WeightTensor, weight_identifier

from . import emit_kernels, emit_loops
from .bounds import maximum_length
from .expressions import Expressions
from .functions import CPP_TYPES
from .ir import Gather, Graph, Input, Node, Rows, Symbol, View
from .pack import Packer
from .plan import Plan, cpp_type, plan
from .prepare import prepare
from .validate import validate

_DTYPES = {"float32": "float32", "float64": "float64", "int64": "int64", "int32": "int32", "bool": "boolean"}


@dataclass
class Emission:
    """What one graph brings: a C++ translation unit that defines `program`, what it calls, and its weights."""

    program: str
    source: str
    kernels: frozenset[str]
    weights: list[WeightTensor]
    graph: Graph
    reason: str = ""  # why it is dense


@dataclass
class Writer:
    """What the emitters of single nodes share."""

    graph: Graph
    plan: Plan
    expressions: Expressions
    packer: Packer
    kernels: set[str] = field(default_factory=set)
    functions: list[str] = field(default_factory=list)  # C++ helpers that blocks call

    def pointer(self, view: View) -> str:
        """C++ that points to the view's first element in the first row."""
        return f"{view.base.name} + {view.offset}" if view.offset else view.base.name

    def constant(self, view: View) -> str:
        """C++ that points to a constant as it is."""
        return self.weight(view.base.operation.key)  # type: ignore[union-attr]

    def weight(self, key: str) -> str:
        """C++ that points to the tensor of a key."""
        name = self.packer.plain(key)
        kind = CPP_TYPES[str(self.graph.constants[key].dtype).removeprefix("torch.")]
        return f"weights.data<{kind}>(modelet_weights::{weight_identifier(name)})"

    def panels(self, view: View) -> str:
        """C++ that points to a matrix in panels."""
        name = self.packer.panel(view.base.operation.key)  # type: ignore[union-attr]
        return f"weights.data<float>(modelet_weights::{weight_identifier(name)})"


def row_count(rows: Rows) -> str:
    """The C++ number of rows of a kind."""
    return {Rows.TOKEN: "rows", Rows.SEQUENCE: "sequences", Rows.ONE: "1"}[rows]


Emitter = Callable[[Writer, Node], str]


def emit(graph: Graph, name: str, title: str, reason: str = "") -> Emission:
    """The C++ of a graph that the proof has decided on. `name` is a C++ identifier, `title` and `reason` are for comments."""
    graph = validate(prepare(graph), "prepare")
    graph.maximum_length = maximum_length(graph)
    made = plan(graph)
    packer = Packer(graph.constants)
    writer = Writer(graph, made, Expressions(made, graph.constants, graph.ragged, lambda key: writer.weight(key)), packer)
    blocks = [_block(writer, node) for node in made.order]
    source = _SOURCE.format(
        title=title,
        mode="ragged: on tokens only" if graph.ragged else f"dense, every text at the padded width: {reason}",
        includes="\n".join(f'#include "kernels/{name}.h"' for name in ("gather", "kernels", "segments", "elementwise")),
        functions="\n".join(writer.functions),
        name=name,
        buffers="\n".join(_buffer(made, node) for node in made.order),
        body="\n\n".join(blocks),
        unused="".join(f"  static_cast<void>({word});\n" for word in ("context", "weights", "rows", "sequences")),
        outputs=", ".join(_output(view) for view in graph.outputs),
        shapes="\n".join(_shape(number, view) for number, view in enumerate(graph.outputs) if len(view.axes) > 1),
        output_list=", ".join(_output_entry(number, view) for number, view in enumerate(graph.outputs)),
        row=made.bytes_per_row,
        sequence=made.bytes_per_sequence,
        tile=made.bytes_per_tile,
        longest=graph.maximum_length,
        vocabulary=vocabulary_size(graph),
        ragged="true" if graph.ragged else "false",
    )
    return Emission(f"{name}_program", source, frozenset(writer.kernels), packer.weights(), graph, reason)


def vocabulary_size(graph: Graph, field_: str = "input_ids") -> int:
    """How many ids the smallest table has that is indexed by the field; 0 when none is."""
    sizes = []
    for node in graph.nodes():
        if isinstance(node.operation, Gather):
            for number in range(len(node.operation.offsets)):
                table, index = node.inputs[2 * number : 2 * number + 2]
                if isinstance(index.base.operation, Input) and index.base.operation.field == field_:
                    sizes.append(graph.constants[table.base.operation.key].shape[0])  # type: ignore[union-attr]
    return min(sizes, default=0)


def _block(writer: Writer, node: Node) -> str:
    emitter: Emitter | None = _EMITTERS.get(type(node.operation))
    if emitter is None or node.rows is Rows.PAIR:
        raise Refused(
            f"{type(node.operation).__name__.lower()} over pairs of tokens (at {node.origin or node.name}) is not part of an attention",
            "compute attention as softmax(q @ k.transpose(-1, -2) * scale + mask, dim=-1) @ v, or with scaled_dot_product_attention",
        )
    comment = f"  // {node.origin}: {node.name}" if node.origin else f"  // {node.name}"
    return comment + "\n" + emitter(writer, node)


def _buffer(plan_: Plan, node: Node) -> str:
    kind = cpp_type(node)
    if node in plan_.outputs:
        return f"  auto *const {node.name} = static_cast<{kind} *>(outputs[{plan_.outputs[node]}]);"
    buffer = plan_.buffers[node]
    base = {Rows.TOKEN: "row_scratch", Rows.SEQUENCE: "sequence_scratch", Rows.ONE: "tile_scratch"}[buffer.rows]
    count = "" if buffer.rows is Rows.ONE else f" * {row_count(buffer.rows)}"
    shape = f"[{row_count(buffer.rows)}" + "".join(f", {size}" for size in node.features) + "]"
    return f"  auto *const {node.name} = reinterpret_cast<{kind} *>({base} + {buffer.offset}{count});  // {shape}"


def _output(view: View) -> str:
    return view.base.name


def _shape(number: int, view: View) -> str:
    sizes = ", ".join("-1" if axis.size is Symbol.SEQUENCE else str(axis.size) for axis in view.axes[1:])
    return f"constexpr int64_t shape_{number}[] = {{{sizes}}};"


def _output_entry(number: int, view: View) -> str:
    return f"{{DType::{_DTYPES[view.dtype]}, {f'shape_{number}' if len(view.axes) > 1 else '{}'}}}"


_EMITTERS: dict[type, Any] = {**emit_loops.EMITTERS, **emit_kernels.EMITTERS}

_SOURCE = """// {title}
// Runs {mode}.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/context.h"
#include "graph/functions.h"
#include "graph/program.h"
{includes}
#include "weights/weights.h"
#include "weights_index.h"

namespace modelet_graphs {{
namespace {{

using namespace modelet;
using namespace modelet::graph;

[[maybe_unused]] constexpr std::size_t at(int64_t index) {{
  return static_cast<std::size_t>(index);
}}
{functions}
void run(const Context &context, const Weights &weights, const Tile &tile, void *const *outputs) {{
  const int64_t rows = tile.rows;
  const int64_t sequences = static_cast<int64_t>(tile.segments.size());
  [[maybe_unused]] std::byte *const row_scratch = tile.scratch;
  [[maybe_unused]] std::byte *const sequence_scratch = row_scratch + {row} * rows;
  [[maybe_unused]] std::byte *const tile_scratch = sequence_scratch + {sequence} * sequences;
{unused}{buffers}

{body}
}}

{shapes}
constexpr Output outputs_of[] = {{{output_list}}};

}}  // namespace

extern const Program {name}_program;
const Program {name}_program = {{"{name}", run, {row}, {tile}, {longest}, {vocabulary}, {ragged}, outputs_of, {sequence}}};

}}  // namespace modelet_graphs
"""
