"""Answers of `client.chat.completions`, with the official SDK's names and fields."""

from __future__ import annotations

from modelet.responses import BaseModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class PromptTokensDetails(BaseModel):
    """Of the prompt's tokens: `cached_tokens` were found in the cache of an earlier request."""

    audio_tokens: int | None
    cache_write_tokens: int | None
    cached_tokens: int | None
    image_tokens: int | None
    text_tokens: int | None
    _optional = ("audio_tokens", "cache_write_tokens", "cached_tokens", "image_tokens", "text_tokens")


class CompletionTokensDetails(BaseModel):
    """Of the answer's tokens: `reasoning_tokens` are not part of the content."""

    accepted_prediction_tokens: int | None
    audio_tokens: int | None
    reasoning_tokens: int | None
    rejected_prediction_tokens: int | None
    text_tokens: int | None
    _optional = ("accepted_prediction_tokens", "audio_tokens", "reasoning_tokens", "rejected_prediction_tokens", "text_tokens")


class CompletionUsage(BaseModel):
    """Tokens counted: `prompt_tokens`, `completion_tokens` of all choices, `total_tokens`, and details."""

    completion_tokens: int
    prompt_tokens: int
    total_tokens: int
    completion_tokens_details: CompletionTokensDetails | None
    prompt_tokens_details: PromptTokensDetails | None
    _optional = ("completion_tokens_details", "prompt_tokens_details")
    _parts = (("completion_tokens_details", CompletionTokensDetails), ("prompt_tokens_details", PromptTokensDetails))


class TopLogprob(BaseModel):
    """A token that could have come: `token`, its UTF-8 `bytes`, `logprob`."""

    token: str
    bytes: list[int] | None
    logprob: float
    _optional = ("bytes",)


class ChatCompletionTokenLogprob(BaseModel):
    """A token of the answer: `token`, its UTF-8 `bytes`, `logprob`, and the `top_logprobs` asked for, best first."""

    token: str
    bytes: list[int] | None
    logprob: float
    top_logprobs: list[TopLogprob]
    _optional = ("bytes",)
    _parts = (("top_logprobs", TopLogprob),)


class ChoiceLogprobs(BaseModel):
    """Log probabilities of a choice: `content`, one entry a token."""

    content: list[ChatCompletionTokenLogprob] | None
    refusal: list[ChatCompletionTokenLogprob] | None
    _optional = ("content", "refusal")
    _parts = (("content", ChatCompletionTokenLogprob), ("refusal", ChatCompletionTokenLogprob))


class Function(BaseModel):
    """What a tool call calls: `name`, and `arguments` as JSON text."""

    arguments: str
    name: str


class ChatCompletionMessageFunctionToolCall(BaseModel):
    """A tool call: `id`, `function`, `type`."""

    id: str
    function: Function
    type: str
    _parts = (("function", Function),)


class ChatCompletionMessage(BaseModel):
    """What the model said: `content`, `tool_calls` if any, `role`; `reasoning_content` when it reasoned."""

    content: str | None
    refusal: str | None
    role: str
    annotations: list[Any] | None
    audio: Any
    function_call: Any
    tool_calls: list[ChatCompletionMessageFunctionToolCall] | None
    _optional = ("content", "refusal", "annotations", "audio", "function_call", "tool_calls")
    _parts = (("tool_calls", ChatCompletionMessageFunctionToolCall),)


class Choice(BaseModel):
    """One of `n` answers: `finish_reason` (stop, length, tool_calls, content_filter), `index`, `logprobs`, `message`."""

    finish_reason: str
    index: int
    logprobs: ChoiceLogprobs | None
    message: ChatCompletionMessage
    _optional = ("logprobs",)
    _parts = (("logprobs", ChoiceLogprobs), ("message", ChatCompletionMessage))


class ChatCompletion(BaseModel):
    """The whole answer: `choices`, `usage`, `id`, `created` (Unix time), `model` as asked for, `system_fingerprint`."""

    id: str
    choices: list[Choice]
    created: int
    model: str
    object: str  # "chat.completion"
    metadata: dict[str, str] | None
    moderation: Any
    service_tier: str | None
    system_fingerprint: str | None
    usage: CompletionUsage | None
    _optional = ("metadata", "moderation", "service_tier", "system_fingerprint", "usage")
    _parts = (("choices", Choice), ("usage", CompletionUsage))
