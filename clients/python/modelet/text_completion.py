"""Answers of `client.completions`, with the official SDK's names and fields."""

from __future__ import annotations

from modelet.chat_completion import CompletionUsage
from modelet.responses import BaseModel


class Logprobs(BaseModel):
    """Log probabilities of a choice, in parallel lists: `tokens`, `token_logprobs`, `top_logprobs`, `text_offset` in characters."""

    text_offset: list[int] | None
    token_logprobs: list[float | None] | None  # None: the first token of an echoed prompt
    tokens: list[str] | None
    top_logprobs: list[dict[str, float] | None] | None
    _optional = ("text_offset", "token_logprobs", "tokens", "top_logprobs")


class CompletionChoice(BaseModel):
    """One of the answers: `text`, `finish_reason` (stop, length, content_filter), `index`, `logprobs`."""

    finish_reason: str
    index: int
    logprobs: Logprobs | None
    text: str
    _optional = ("logprobs",)
    _parts = (("logprobs", Logprobs),)


class Completion(BaseModel):
    """The answer, or a step of it: `choices`, `usage`, `id`, `created` (Unix time), `model` as asked for, `system_fingerprint`."""

    id: str
    choices: list[CompletionChoice]
    created: int
    model: str
    object: str  # "text_completion"
    system_fingerprint: str | None
    usage: CompletionUsage | None
    _optional = ("system_fingerprint", "usage")
    _parts = (("choices", CompletionChoice), ("usage", CompletionUsage))
