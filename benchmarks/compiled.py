"""The example function, compiled once for all comparisons."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def compiled_minilm() -> Any:
    """The artifact of examples/embeddings/minilm.py."""
    from modelet_compiler import build
    from modelet_compiler.commands import load_functions

    functions, name = load_functions("examples/embeddings/minilm.py")
    return build(functions, name=name)
