"""The example function, compiled once for all comparisons."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def compiled_minilm() -> Any:
    """The artifact of examples/embeddings/minilm.py."""
    from examples.embeddings.minilm import embed

    from modelet_compiler import build

    return build(embed)
