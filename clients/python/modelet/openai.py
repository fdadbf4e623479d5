"""Says in a function's signature which field of an OpenAI request goes to a parameter.

    def embed(texts: Annotated[list[str], Input], size: Annotated[int, Dimensions] = 384) -> np.ndarray: ...

Needed only where names and types do not say it already; `modelet inspect` shows what was bound.
"""

from __future__ import annotations


class Input:
    """`input` of an embeddings request: the texts."""


class Dimensions:
    """`dimensions` of an embeddings request: how long the vectors shall be. A function without it has its vectors shortened for it."""
