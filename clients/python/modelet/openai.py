"""Says in a function's signature what an OpenAI request's field goes to.

    def embed(texts: Annotated[list[str], Input], size: Annotated[int, Dimensions] = 384) -> np.ndarray: ...

They are needed only where names and types do not say it already; `modelet inspect` shows what was bound.
"""

from __future__ import annotations


class Field:
    """A field of an OpenAI request, by its name there."""

    __slots__ = ("endpoint", "name")

    def __init__(self, endpoint: str, name: str) -> None:
        self.endpoint = endpoint
        self.name = name

    def __repr__(self) -> str:
        return f"modelet.openai.{self.name.title()}"


Input = Field("embeddings", "input")
Dimensions = Field("embeddings", "dimensions")
