"""Runs `torch.export` on a module whose inputs are the fields of a tokenised batch, and imports what comes out."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from modelet_compiler.lowering.adapter import Refused

from . import import_layers, import_pointwise, import_reductions, import_views
from .importer import Importer, batch_field
from .ir import Graph, Symbol, View
from .validate import validate

FIELDS = ("input_ids", "token_type_ids", "attention_mask")

HANDLERS = {**import_pointwise.HANDLERS, **import_views.HANDLERS, **import_reductions.HANDLERS, **import_layers.HANDLERS}


def import_module(module: torch.nn.Module, fields: Sequence[str] = FIELDS, rename: Callable[[str], str] = str) -> Graph:
    """The graph of `module(field, …)`, every field int64 [batch, sequence] with both sizes free.

    `rename` gives the names that parameters have in the weights file.

    Raises Refused when the module cannot be exported (its Python depends on values), or computes something unsupported.
    """
    program = _export(module, fields)
    symbols = _symbols(program, fields)
    importer = Importer(symbols, HANDLERS)
    graph = importer.run(program.graph_module, _placeholders(importer, program, fields, rename))
    graph.maximum_length = _maximum_length(program, symbols, graph.maximum_length)
    _number(graph)
    return validate(graph)


def _number(graph: Graph) -> None:
    """Names nodes in their own order: the order in which Python ran may differ from one process to the next (it may iterate over a set)."""
    used: dict[str, int] = {}
    for node in graph.nodes():
        kind, _, _ = node.name.rpartition("_")
        used[kind] = used.get(kind, -1) + 1
        node.name = f"{kind}_{used[kind]}"


def _export(module: torch.nn.Module, fields: Sequence[str]) -> torch.export.ExportedProgram:
    # Odd sizes, so that no size of the model's is taken for the batch's.
    example = {field: torch.ones((3, 7), dtype=torch.int64) for field in fields}
    dynamic = {field: {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC} for field in fields}
    try:
        with torch.no_grad(), _without_caches(module), warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # torch's, about itself
            program = torch.export.export(module, (), example, dynamic_shapes=dynamic, strict=False)
            decomposed: torch.export.ExportedProgram = program.run_decompositions({})
            return decomposed
    except Refused:
        raise
    except Exception as error:
        raise Refused(
            f"torch.export could not trace it: {_first_line(error)}",
            "compute with torch operations only; no Python decisions on tensor values, and no sizes fixed to one batch",
        ) from error


@contextmanager
def _without_caches(module: torch.nn.Module) -> Iterator[None]:
    """Models of transformers make no cache of keys and values meanwhile.

    Nobody goes on from here, and a cache with windows decides by the sequence's length.
    """
    found: list[Any] = [getattr(part, "config", None) for part in module.modules()]
    configurations = [config for config in found if getattr(config, "use_cache", False) is True]
    for config in configurations:
        config.use_cache = False
    try:
        yield
    finally:
        for config in configurations:
            config.use_cache = True


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _symbols(program: torch.export.ExportedProgram, fields: Sequence[str]) -> dict[str, Symbol]:
    symbols: dict[str, Symbol] = {}
    for node in program.graph_module.graph.nodes:
        if node.op == "placeholder" and node.name in fields:
            batch, sequence = node.meta["val"].shape
            symbols[str(batch)] = Symbol.BATCH
            symbols[str(sequence)] = Symbol.SEQUENCE
    return symbols


def _placeholders(
    importer: Importer, program: torch.export.ExportedProgram, fields: Sequence[str], rename: Callable[[str], str]
) -> dict[str, Any]:
    signature = program.graph_signature
    result: dict[str, Any] = {}
    tensors: Mapping[str, Any] = {**program.state_dict, **program.constants}
    for names in (signature.inputs_to_parameters, signature.inputs_to_buffers):
        for placeholder, name in names.items():
            result[placeholder] = tensors[name].detach()
            importer.names[id(result[placeholder])] = rename(name)
    for placeholder, name in signature.inputs_to_lifted_tensor_constants.items():
        result[placeholder] = tensors[name].detach()
    views: dict[str, View] = {field: batch_field(importer, field) for field in fields}
    return result | views


def _maximum_length(program: torch.export.ExportedProgram, symbols: Mapping[str, Symbol], known: int) -> int:
    """The longest sequence that the model's own tables allow. A bound of another origin means that Python branched on the length."""
    for symbol, bounds in program.range_constraints.items():
        if symbols.get(str(symbol)) is None:
            continue
        lower, upper = int(bounds.lower), bounds.upper
        bounded = bool(getattr(upper, "is_Integer", False))
        if lower > 2 or (bounded and (symbols[str(symbol)] is Symbol.BATCH or int(upper) != known)):
            raise Refused(
                f"the model's Python decides by the {symbols[str(symbol)].name.lower()} size (traced for {lower} to {upper})",
                "write it with tensor operations that hold for every size",
            )
    return known
