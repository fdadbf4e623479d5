"""The official SDK's chunks of chat.completions, as far as a function says something with them; other fields are refused."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class ChoiceDeltaToolCallFunction(BaseModel):
    model_config = ConfigDict(extra="forbid")
    arguments: str | None = None
    name: str | None = None


class ChoiceDeltaToolCall(BaseModel):
    model_config = ConfigDict(extra="forbid")
    index: int
    id: str | None = None
    function: ChoiceDeltaToolCallFunction | None = None
    type: Literal["function"] | None = None


class ChoiceDelta(BaseModel):
    model_config = ConfigDict(extra="forbid")
    content: str | None = None
    refusal: str | None = None
    role: Literal["developer", "system", "user", "assistant", "tool"] | None = None
    tool_calls: list[ChoiceDeltaToolCall] | None = None


class Choice(BaseModel):
    model_config = ConfigDict(extra="forbid")
    delta: ChoiceDelta
    index: int
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter", "function_call"] | None = None


class CompletionUsage(BaseModel):
    model_config = ConfigDict(extra="forbid")
    completion_tokens: int
    prompt_tokens: int
    total_tokens: int


class ChatCompletionChunk(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str
    choices: list[Choice]
    created: int
    model: str
    object: Literal["chat.completion.chunk"]
    system_fingerprint: str | None = None
    usage: CompletionUsage | None = None
