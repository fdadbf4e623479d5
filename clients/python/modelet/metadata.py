"""What `@compile(metadata=[…])` may say about the objects that a function uses: how they are lowered."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class DraftModel(BaseModel):
    """A smaller model of the same vocabulary that guesses what `model` says next, up to `tokens` at a time; it changes no text.

    `model` is a causal language model of transformers; its weights get the same `quantization`, its cache the same format and size.
    `revision` as in EngineInferenceMetadata.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid", frozen=True)

    model: Any
    tokens: int = Field(default=4, ge=1, le=16)
    revision: str | None = None


class EngineInferenceMetadata(BaseModel):
    """How a language model runs: its weights' format, and what its cache holds.

    `quantization` None keeps the weights as they were published: blocks of a GGUF file as they are, floats of a folder as they are.
    `speculative_decoding="prompt_lookup"` guesses that what followed the last tokens before follows them again, `DraftModel(model=…)`
    asks a second model; neither changes a text.
    `cache_tokens` are the positions that all requests together may hold; memory is taken as they are used.
    A model on torch's meta device is compiled without its weights, which are fetched when the modelet is first opened: from its
    repository on the hub, as it is at `revision` (a branch, tag or commit; None: the default branch) when the function is compiled.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid", frozen=True)

    model: Any
    quantization: Literal["q4", "q8", "float16", "bfloat16", "float32"] | None = None
    compute_architecture: Literal["cpu"] = "cpu"
    cache: Literal["float16", "q8", "float32"] = "float16"
    cache_tokens: int = Field(default=16384, ge=64)
    speculative_decoding: Literal["prompt_lookup"] | DraftModel | None = None
    revision: str | None = None
