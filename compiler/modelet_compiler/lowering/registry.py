"""Which adapters there are, and in which order they are asked."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from modelet_compiler.lowering.adapter import ADAPTERS

MODULES = (
    "modelet_compiler.lowering.regions",
    "modelet_compiler.lowering.tokenizers",
    "modelet_compiler.lowering.sentence_transformers",
    "modelet_compiler.lowering.models",
)
"""Each defines ADAPTERS_HERE, a tuple of adapters, and imports no model library before an object of that library is seen."""


def fill_adapters() -> None:
    """Fills ADAPTERS once."""
    if ADAPTERS:
        return
    for name in MODULES:
        if find_spec(name) is not None:
            ADAPTERS.extend(getattr(import_module(name), "ADAPTERS_HERE", ()))
