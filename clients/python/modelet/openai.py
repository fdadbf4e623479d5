"""Says in a function's signature which field of an OpenAI request goes to a parameter.

    def embed(texts: Annotated[list[str], Input], size: Annotated[int, Dimensions] = 384) -> np.ndarray: ...
    def chat(messages: list[ChatCompletionMessageParam], warmth: Annotated[float, Temperature] = 1.0) -> Iterator[str]: ...

Needed only where names and types do not say it already; `modelet inspect` shows what was bound. The types of messages and chunks are
light, and a function that uses them is plain Python too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


class Input:
    """`input` of an embeddings request: the texts."""


class Dimensions:
    """`dimensions` of an embeddings request: how long the vectors shall be. A function without it has its vectors shortened for it."""


class Messages:
    """`messages` of a chat completion: dicts with `role` and `content`."""


class Prompt:
    """`prompt` of a completion: the text to go on with."""


class FrequencyPenalty:
    """`frequency_penalty`, from -2 to 2."""


class LogitBias:
    """`logit_bias`: what is added to the logits of tokens, by token id."""


class MaxTokens:
    """`max_completion_tokens` or `max_tokens`: how long the answer may be."""


class PresencePenalty:
    """`presence_penalty`, from -2 to 2."""


class ReasoningEffort:
    """`reasoning_effort`: how much to think before the answer."""


class ResponseFormat:
    """`response_format`: that the answer be JSON, or of a JSON Schema."""


class Seed:
    """`seed`: makes an answer come again. Of `n` answers each has the next one."""


class Stop:
    """`stop`: texts that end the answer. The endpoint looks for them in any case."""


class Temperature:
    """`temperature`, from 0 to 2."""


class Tools:
    """`tools`: the functions that the model may call, as the request has them."""


class TopP:
    """`top_p`, from 0 to 1."""


ChatCompletionMessageParam = dict[str, Any]
"""A message: `role`, `content` as text, and `tool_calls` or `tool_call_id` where there are."""


@dataclass
class ChoiceDelta:
    """What a chunk says: `content`, or `reasoning_content`."""

    content: str | None = None
    role: str | None = None
    reasoning_content: str | None = None


@dataclass
class Choice:
    """One choice of a chunk: `delta`, and in the last one the `finish_reason` (stop, length, content_filter)."""

    delta: ChoiceDelta
    index: int = 0
    finish_reason: str | None = None


@dataclass
class ChatCompletionChunk:
    """What a function may yield instead of text. Ids, model and times are the endpoint's to say."""

    choices: list[Choice] = field(default_factory=list)
