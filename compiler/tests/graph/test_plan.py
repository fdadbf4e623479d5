"""Memory: values that are alive together never overlap, and the validator finds broken graphs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from models import RAGGED, pooled

from modelet_compiler.lowering.graph.compile import optimise
from modelet_compiler.lowering.graph.export import import_module
from modelet_compiler.lowering.graph.ir import Axis, Graph, Node, View, Walk
from modelet_compiler.lowering.graph.pack import panels
from modelet_compiler.lowering.graph.plan import ALIGNMENT, Plan, plan
from modelet_compiler.lowering.graph.prepare import prepare
from modelet_compiler.lowering.graph.validate import Invalid, validate


@pytest.fixture(scope="module", params=["two_results", "attention_pool"])
def planned(request: pytest.FixtureRequest) -> tuple[Graph, Plan]:
    graph = prepare(optimise(import_module(pooled("bert", RAGGED[request.param])))[0])
    return graph, plan(graph)


def reads(node: Node, made: Plan) -> set[Node]:
    """The stored values that computing a node reads."""
    found: set[Node] = set()
    for view in node.inputs:
        found |= reads(view.base, made) if view.base in made.inlined else {view.base}
    return found


def test_values_that_are_alive_together_do_not_overlap(planned: tuple[Graph, Plan]) -> None:
    _, made = planned
    last = {node: at for at, node in enumerate(made.order)}
    for at, node in enumerate(made.order):
        for read in reads(node, made):
            last[read] = max(last.get(read, 0), at)
    for at, node in enumerate(made.order):
        for earlier in made.order[:at]:
            one, other = made.buffers.get(node), made.buffers.get(earlier)
            if one is None or other is None or one.rows is not other.rows or last[earlier] < at:
                continue
            assert one.offset + one.bytes <= other.offset or other.offset + other.bytes <= one.offset, (node, earlier)


def test_buffers_are_aligned_and_inside_the_scratch(planned: tuple[Graph, Plan]) -> None:
    _, made = planned
    sizes = {"token": made.bytes_per_row, "sequence": made.bytes_per_sequence, "one": made.bytes_per_tile}
    for buffer in made.buffers.values():
        assert buffer.offset % ALIGNMENT == 0
        assert buffer.offset + buffer.bytes <= sizes[buffer.rows.value]


def test_memory_is_used_again(planned: tuple[Graph, Plan]) -> None:
    _, made = planned
    total = sum(buffer.bytes for buffer in made.buffers.values() if buffer.rows.value == "token")
    assert made.bytes_per_row < total / 2


def test_panels_hold_sixteen_rows_side_by_side() -> None:
    matrix = np.arange(20 * 3, dtype=np.float32).reshape(20, 3)
    packed = panels(matrix)
    assert packed.shape == (2, 3, 16)
    for row, column in ((0, 0), (15, 2), (16, 1), (19, 2)):
        assert packed[row // 16, column, row % 16] == matrix[row, column]
    assert not packed[1, :, 4:].any()


def broken(graph: Graph, view: View) -> Graph:
    return replace(graph, outputs=(view,))


def test_the_validator_finds_views_that_leave_a_row_and_rows_that_are_not_there(planned: tuple[Graph, Plan]) -> None:
    graph, _ = planned
    (output, *_) = graph.outputs
    base = output.base
    for view, problem in (
        (View(base, output.axes, 1), "reaches beyond"),
        (View(base, (*output.axes, Axis(2, 1)), 0), "reaches beyond"),
        (View(base, (Axis(3, 0, Walk.KEY),), 0), "walks over rows"),
    ):
        with pytest.raises(Invalid, match=problem):
            validate(broken(graph, view))
    with pytest.raises(Invalid, match="share a name"):
        validate(replace(graph, outputs=(output, replace(base).view())))
    with pytest.raises(Invalid, match="is missing"):
        validate(replace(graph, constants={}))
