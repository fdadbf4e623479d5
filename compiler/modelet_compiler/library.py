"""The translation units the build stage adds to what the emitter wrote: exported functions, manifest, table of weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from modelet_compiler.package import WeightsFile, canonical_json
from modelet_compiler.toolchain.formats import ELF, Format

_EXPORTS = """// The exported C functions of this library.
#include "abi/exports.inc"
"""

_MANIFEST = """// The manifest: what this library is, as JSON.
extern const char modelet_manifest_json[];
const char modelet_manifest_json[] = {literal};
"""

_WEIGHTS = """// The weights file this library was compiled against.
#include "core/weight_file.h"
{embedded}
namespace {{
using modelet::DType;
constexpr modelet::WeightEntry entries[] = {{
{entries}
}};
}}  // namespace

extern const modelet::WeightFile modelet_weights_file;
const modelet::WeightFile modelet_weights_file = {{{file}, {sha256}, {bytes}u, entries, {pointer}, {packed}}};
"""

# Inside the read-only section, so that it is mapped and shared like any weights file.
_EMBEDDED = """
__asm__("{content}");
extern "C" const unsigned char modelet_embedded_weights[] __attribute__((visibility("hidden")));
"""

EMBED_LIMIT_BYTES = 1_500_000_000


def library_units(
    manifest: Mapping[str, Any], weights: WeightsFile | None, objects: Format = ELF, *, embed: bool = False
) -> dict[str, str]:
    """File name → C++ text, for a format of objects.

    With `embed`, the weights file is read again while compiling and becomes part of the library.
    """
    text = canonical_json(manifest).decode("utf-8")
    units = {"exports.cpp": _EXPORTS, "manifest.cpp": _MANIFEST.format(literal=_literal(text))}
    if weights is not None:
        units["weights.cpp"] = _weights_unit(weights, objects if embed else None)
    return units


def _weights_unit(weights: WeightsFile, embedded: Format | None) -> str:
    rows = [f"    {{{_literal(e.name)}, DType::{_dtype(e.dtype)}, {e.offset}u, {e.bytes}u}}," for e in weights.entries]
    return _WEIGHTS.format(
        embedded=_embedding(weights, embedded) if embedded is not None else "",
        entries="\n".join(rows),
        file=_literal(weights.file),
        sha256=_literal(weights.sha256),
        bytes=weights.bytes,
        packed=str(weights.packed).lower(),
        pointer="modelet_embedded_weights" if embedded is not None else "nullptr",
    )


def _embedding(weights: WeightsFile, objects: Format) -> str:
    path = json.dumps(json.dumps(str(weights.path)))[1:-1]
    labelled = f".balign 64\\n{objects.symbol_prefix}modelet_embedded_weights:\\n.incbin {path}\\n"
    return _EMBEDDED.format(content=objects.constants % labelled)


def _dtype(name: str) -> str:
    return "boolean" if name == "bool" else name


def _literal(text: str) -> str:
    """A C++ string literal; long ones in pieces, since compilers bound one piece's length."""
    pieces = [text[first : first + 8000] for first in range(0, len(text), 8000)] or [""]
    return "\n    ".join('"' + piece.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' for piece in pieces)
