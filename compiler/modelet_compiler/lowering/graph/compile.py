"""All stages of a tensor graph in one call."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from . import passes
from .emit import Emission, emit
from .export import FIELDS, import_module
from .ir import Graph
from .proof import prove
from .validate import validate


def optimise(graph: Graph) -> tuple[Graph, str]:
    """The graph after all passes, and why it is dense ("" when it is ragged)."""
    graph = passes.run(graph, passes.BEFORE_PROOF)
    graph, reason = prove(graph)
    graph = passes.run(validate(graph, "the proof"), passes.AFTER_PROOF)
    return graph, reason


def compile_module(module: torch.nn.Module, name: str, title: str, fields: Sequence[str] = FIELDS) -> Emission:
    """The C++ of `module(field, …)`. Raises Refused."""
    graph, reason = optimise(import_module(module, fields))
    return emit(graph, name, title, reason)
