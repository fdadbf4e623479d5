"""Passes over the graph: each a table of (name, rule), with the validator after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..ir import Graph
from ..validate import validate
from .attention import recognise_attention
from .fuse import fuse_embeddings, fuse_linear, join_linears, recognise_functions, recognise_normalize, recognise_rms_norm
from .share import share

Pass = Callable[[Graph], Graph]

BEFORE_PROOF: Sequence[tuple[str, Pass]] = (
    ("share", share),
    ("recognise functions", recognise_functions),
    ("recognise attention", recognise_attention),
)
AFTER_PROOF: Sequence[tuple[str, Pass]] = (
    ("share", share),
    ("fuse embeddings", fuse_embeddings),
    ("recognise rms norm", recognise_rms_norm),
    ("fuse linear", fuse_linear),
    ("join linears", join_linears),
    ("recognise normalize", recognise_normalize),
    ("share again", share),
)


def run(graph: Graph, passes: Sequence[tuple[str, Pass]]) -> Graph:
    """The graph after all passes. Raises validate.Invalid naming the pass that broke it."""
    for name, function in passes:
        graph = validate(function(graph), name)
    return graph
