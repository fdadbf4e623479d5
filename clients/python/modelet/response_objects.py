"""Answers and events of `client.responses`, with the official SDK's names and fields."""

from __future__ import annotations

from modelet.responses import BaseModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ByType:
    """Builds an object of the class that its `type` names."""

    def __init__(self, kinds: dict[str, type[BaseModel]]) -> None:
        self._kinds = kinds

    def build(self, fields: dict[str, Any]) -> BaseModel:
        """The object; of the bare class when the type is not known."""
        return self._kinds.get(fields.get("type", ""), BaseModel).build(fields)


class LogprobTopLogprob(BaseModel):
    """A token that could have come: `token`, its UTF-8 `bytes`, `logprob`."""

    token: str
    bytes: list[int]
    logprob: float


class Logprob(BaseModel):
    """A token of the answer: `token`, its UTF-8 `bytes`, `logprob`, and the `top_logprobs` asked for, best first."""

    token: str
    bytes: list[int]
    logprob: float
    top_logprobs: list[LogprobTopLogprob]
    _parts = (("top_logprobs", LogprobTopLogprob),)


class ResponseOutputText(BaseModel):
    """Text of a message: `text`, and `logprobs` if asked for."""

    annotations: list[Any]
    text: str
    type: str  # "output_text"
    logprobs: list[Logprob] | None
    _optional = ("logprobs",)
    _parts = (("logprobs", Logprob),)


class ResponseOutputMessage(BaseModel):
    """What the model said: `content`, a list of texts."""

    id: str
    content: list[ResponseOutputText]
    role: str
    status: str
    type: str  # "message"
    phase: str | None
    _optional = ("phase",)
    _parts = (("content", ResponseOutputText),)


class Content(BaseModel):
    """Text of what the model thought."""

    text: str
    type: str  # "reasoning_text"


class PartReasoningText(Content):
    """The same, as the events of a stream call it."""


class ResponseReasoningItem(BaseModel):
    """What the model thought: `content`, a list of texts."""

    id: str
    summary: list[Any]
    type: str  # "reasoning"
    content: list[Content] | None
    encrypted_content: str | None
    status: str | None
    _optional = ("content", "encrypted_content", "status")
    _parts = (("content", Content),)


class ResponseFunctionToolCall(BaseModel):
    """A tool call: `name`, `arguments` as JSON text, and the `call_id` that its output names."""

    arguments: str
    call_id: str
    name: str
    type: str  # "function_call"
    id: str | None
    async_: bool | None
    caller: Any
    namespace: str | None
    status: str | None
    _optional = ("id", "async_", "caller", "namespace", "status")


class InputTokensDetails(BaseModel):
    """Of the input's tokens: `cached_tokens` were found in the cache of an earlier request."""

    cache_write_tokens: int
    cached_tokens: int
    cache_write_tokens_details: Any
    _optional = ("cache_write_tokens_details",)


class OutputTokensDetails(BaseModel):
    """Of the output's tokens: `reasoning_tokens` are not part of the text."""

    reasoning_tokens: int


class ResponseUsage(BaseModel):
    """Tokens counted: `input_tokens`, `output_tokens`, `total_tokens`, and details."""

    input_tokens: int
    input_tokens_details: InputTokensDetails
    output_tokens: int
    output_tokens_details: OutputTokensDetails
    total_tokens: int
    _parts = (("input_tokens_details", InputTokensDetails), ("output_tokens_details", OutputTokensDetails))


class IncompleteDetails(BaseModel):
    """Why the answer is not whole: `reason` (max_output_tokens, content_filter)."""

    reason: str | None
    _optional = ("reason",)


class Reasoning(BaseModel):
    """How the request wanted the model to think."""

    context: str | None
    effort: str | None
    generate_summary: str | None
    mode: str | None
    summary: str | None
    _optional = ("context", "effort", "generate_summary", "mode", "summary")


class ResponseFormat(BaseModel):
    """The format that the request wanted: `type`, and what else it said."""

    type: str


class ResponseTextConfig(BaseModel):
    """How the request wanted the text: `format`."""

    format: ResponseFormat | None
    verbosity: str | None
    _optional = ("format", "verbosity")
    _parts = (("format", ResponseFormat),)


class FunctionTool(BaseModel):
    """A tool of the request: `name`, `description`, `parameters`."""

    name: str
    parameters: dict[str, Any] | None
    strict: bool | None
    type: str  # "function"
    allowed_callers: list[str] | None
    async_: bool | None
    defer_loading: bool | None
    description: str | None
    output_schema: dict[str, Any] | None
    _optional = ("parameters", "strict", "allowed_callers", "async_", "defer_loading", "description", "output_schema")


class ToolChoiceFunction(BaseModel):
    """The tool that the request wanted to be called."""

    name: str
    type: str  # "function"


_ITEM = ByType({"message": ResponseOutputMessage, "reasoning": ResponseReasoningItem, "function_call": ResponseFunctionToolCall})
_PART = ByType({"output_text": ResponseOutputText, "reasoning_text": PartReasoningText})


class Response(BaseModel):
    """The whole answer: `output`, a list of messages, thoughts and tool calls; `output_text`; `usage`; `status`."""

    id: str
    access_programs: Any
    created_at: float
    error: Any
    incomplete_details: IncompleteDetails | None
    instructions: Any
    metadata: dict[str, str] | None
    model: str
    object: str  # "response"
    output: list[Any]
    parallel_tool_calls: bool
    temperature: float | None
    tool_choice: Any
    tools: list[FunctionTool]
    top_p: float | None
    background: bool | None
    completed_at: float | None
    conversation: Any
    image: Any
    input_transformations: Any
    max_output_tokens: int | None
    max_tool_calls: int | None
    moderation: Any
    previous_response_id: str | None
    prompt: Any
    prompt_cache_diagnostics: Any
    prompt_cache_key: str | None
    prompt_cache_options: Any
    prompt_cache_retention: str | None
    reasoning: Reasoning | None
    safety_identifier: str | None
    service_tier: str | None
    status: str | None  # completed, incomplete, in_progress
    text: ResponseTextConfig | None
    tool_usage: Any
    top_logprobs: int | None
    truncation: str | None
    usage: ResponseUsage | None
    user: str | None
    _optional = (
        "access_programs",
        "error",
        "incomplete_details",
        "instructions",
        "metadata",
        "temperature",
        "top_p",
        "background",
        "completed_at",
        "conversation",
        "image",
        "input_transformations",
        "max_output_tokens",
        "max_tool_calls",
        "moderation",
        "previous_response_id",
        "prompt",
        "prompt_cache_diagnostics",
        "prompt_cache_key",
        "prompt_cache_options",
        "prompt_cache_retention",
        "reasoning",
        "safety_identifier",
        "service_tier",
        "status",
        "text",
        "tool_usage",
        "top_logprobs",
        "truncation",
        "usage",
        "user",
    )
    _parts = (
        ("incomplete_details", IncompleteDetails),
        ("output", _ITEM),
        ("reasoning", Reasoning),
        ("text", ResponseTextConfig),
        ("tool_choice", ToolChoiceFunction),
        ("tools", FunctionTool),
        ("usage", ResponseUsage),
    )

    @property
    def output_text(self) -> str:
        """The text of all messages."""
        return "".join(part.text for item in self.output if item.type == "message" for part in item.content if part.type == "output_text")


class _ResponseEvent(BaseModel):
    response: Response
    sequence_number: int
    type: str
    _parts = (("response", Response),)


class ResponseCreatedEvent(_ResponseEvent):
    """The first event: `response` as far as it is known."""


class ResponseInProgressEvent(_ResponseEvent):
    """The function is at work."""


class ResponseCompletedEvent(_ResponseEvent):
    """The last event: the whole `response`."""


class ResponseIncompleteEvent(_ResponseEvent):
    """The last event of an answer that was cut."""


class _ItemEvent(BaseModel):
    item: Any
    output_index: int
    sequence_number: int
    type: str
    _parts = (("item", _ITEM),)


class ResponseOutputItemAddedEvent(_ItemEvent):
    """A new item of the output, empty yet."""


class ResponseOutputItemDoneEvent(_ItemEvent):
    """An item of the output is whole."""


class _PartEvent(BaseModel):
    content_index: int
    item_id: str
    output_index: int
    part: Any
    sequence_number: int
    type: str
    _parts = (("part", _PART),)


class ResponseContentPartAddedEvent(_PartEvent):
    """A new part of an item, empty yet."""


class ResponseContentPartDoneEvent(_PartEvent):
    """A part of an item is whole."""


class EventTopLogprob(BaseModel):
    """As `LogprobTopLogprob`, in an event."""

    token: str | None
    logprob: float | None
    _optional = ("token", "logprob")


class EventLogprob(BaseModel):
    """As `Logprob`, in an event."""

    token: str
    logprob: float
    top_logprobs: list[EventTopLogprob] | None
    _optional = ("top_logprobs",)
    _parts = (("top_logprobs", EventTopLogprob),)


class ResponseTextDeltaEvent(BaseModel):
    """More text: `delta`."""

    content_index: int
    delta: str
    item_id: str
    logprobs: list[EventLogprob]
    output_index: int
    sequence_number: int
    type: str
    _parts = (("logprobs", EventLogprob),)


class ResponseTextDoneEvent(BaseModel):
    """The whole `text` of a part."""

    content_index: int
    item_id: str
    logprobs: list[EventLogprob]
    output_index: int
    sequence_number: int
    text: str
    type: str
    _parts = (("logprobs", EventLogprob),)


class ResponseReasoningTextDeltaEvent(BaseModel):
    """More of what the model thinks: `delta`."""

    content_index: int
    delta: str
    item_id: str
    output_index: int
    sequence_number: int
    type: str


class ResponseReasoningTextDoneEvent(BaseModel):
    """All of what the model thought: `text`."""

    content_index: int
    item_id: str
    output_index: int
    sequence_number: int
    text: str
    type: str


class ResponseFunctionCallArgumentsDeltaEvent(BaseModel):
    """More of a call's arguments: `delta`."""

    delta: str
    item_id: str
    output_index: int
    sequence_number: int
    type: str


class ResponseFunctionCallArgumentsDoneEvent(BaseModel):
    """All `arguments` of a call."""

    arguments: str
    item_id: str
    output_index: int
    sequence_number: int
    type: str


EVENT = ByType(
    {
        "response.created": ResponseCreatedEvent,
        "response.in_progress": ResponseInProgressEvent,
        "response.completed": ResponseCompletedEvent,
        "response.incomplete": ResponseIncompleteEvent,
        "response.output_item.added": ResponseOutputItemAddedEvent,
        "response.output_item.done": ResponseOutputItemDoneEvent,
        "response.content_part.added": ResponseContentPartAddedEvent,
        "response.content_part.done": ResponseContentPartDoneEvent,
        "response.output_text.delta": ResponseTextDeltaEvent,
        "response.output_text.done": ResponseTextDoneEvent,
        "response.reasoning_text.delta": ResponseReasoningTextDeltaEvent,
        "response.reasoning_text.done": ResponseReasoningTextDoneEvent,
        "response.function_call_arguments.delta": ResponseFunctionCallArgumentsDeltaEvent,
        "response.function_call_arguments.done": ResponseFunctionCallArgumentsDoneEvent,
    }
)
