"""Chunks of a streamed answer of `client.chat.completions`, with the official SDK's names and fields."""

from __future__ import annotations

from modelet.chat_completion import ChoiceLogprobs, CompletionUsage
from modelet.responses import BaseModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ChoiceDeltaToolCallFunction(BaseModel):
    """The `name`, in a call's first delta, and more of the `arguments`, to be put together."""

    arguments: str | None
    name: str | None
    _optional = ("arguments", "name")


class ChoiceDeltaToolCall(BaseModel):
    """A tool call, or more of it: `index` says which; `id` and `type` stand in its first delta."""

    index: int
    id: str | None
    function: ChoiceDeltaToolCallFunction | None
    type: str | None
    _optional = ("id", "function", "type")
    _parts = (("function", ChoiceDeltaToolCallFunction),)


class ChoiceDelta(BaseModel):
    """What came: `role` first, then `content`, `tool_calls`, or `reasoning_content`."""

    audio: Any
    content: str | None
    function_call: Any
    refusal: str | None
    role: str | None
    tool_calls: list[ChoiceDeltaToolCall] | None
    _optional = ("audio", "content", "function_call", "refusal", "role", "tool_calls")
    _parts = (("tool_calls", ChoiceDeltaToolCall),)


class Choice(BaseModel):
    """A step of one of `n` answers: `delta`, `index`, `finish_reason` in its last chunk, `logprobs`."""

    delta: ChoiceDelta
    index: int
    finish_reason: str | None
    logprobs: ChoiceLogprobs | None
    _optional = ("finish_reason", "logprobs")
    _parts = (("delta", ChoiceDelta), ("logprobs", ChoiceLogprobs))


class ChatCompletionChunk(BaseModel):
    """A step of the answer: `choices`, and in the last chunk, if asked for, `usage`."""

    id: str
    choices: list[Choice]
    created: int
    model: str
    object: str  # "chat.completion.chunk"
    moderation: Any
    obfuscation: str | None
    service_tier: str | None
    system_fingerprint: str | None
    usage: CompletionUsage | None
    _optional = ("moderation", "obfuscation", "service_tier", "system_fingerprint", "usage")
    _parts = (("choices", Choice), ("usage", CompletionUsage))
