"""`client.chat.completions`: the official SDK's arguments, and its answers as light objects."""

from __future__ import annotations

from modelet.chat_completion import ChatCompletion
from modelet.chat_completion_chunk import ChatCompletionChunk
from modelet.client import _Resource
from modelet.text_endpoint import NOT_GIVEN, AsyncTextResource, SyncTextResource, TextEndpoint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal, TypedDict, Unpack, overload

    from modelet.client import NotGiven
    from modelet.streaming import AsyncStream, Stream
else:
    from modelet.text_endpoint import TypedDict

    def overload(function: object) -> object:
        """Stands for typing's."""
        return function


class ChatOptions(TypedDict, total=False):
    """What a request may say beside model and messages. Which options act depends on the modelet; one without a receiver is refused."""

    audio: Any
    frequency_penalty: float | None
    function_call: Any
    functions: Any
    logit_bias: dict[str, float] | None
    logprobs: bool | None
    max_completion_tokens: int | None
    max_tokens: int | None
    metadata: dict[str, str] | None
    modalities: list[str] | None
    moderation: Any
    n: int | None
    parallel_tool_calls: bool
    prediction: Any
    presence_penalty: float | None
    prompt_cache_key: str
    prompt_cache_options: Any
    prompt_cache_retention: str | None
    reasoning_effort: str | None
    response_format: Any
    safety_identifier: str
    seed: int | None
    service_tier: str | None
    stop: str | list[str] | None
    store: bool | None
    stream_options: dict[str, bool] | None
    temperature: float | None
    tool_choice: Any
    tools: Iterable[Any]
    top_logprobs: int | None
    top_p: float | None
    user: str
    verbosity: str | None
    web_search_options: Any
    extra_headers: Mapping[str, str] | None
    extra_query: Mapping[str, object] | None


_ENDPOINT = TextEndpoint("chat.completions", ChatOptions, ChatCompletion.build, ChatCompletionChunk.build)


class Completions(SyncTextResource):
    """`client.chat.completions`."""

    @overload
    def create(  # noqa: D102
        self,
        *,
        messages: Iterable[Any],
        model: str,
        stream: Literal[False] | NotGiven | None = ...,
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ChatOptions],
    ) -> ChatCompletion: ...

    @overload
    def create(  # noqa: D102, F811
        self,
        *,
        messages: Iterable[Any],
        model: str,
        stream: Literal[True],
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ChatOptions],
    ) -> Stream[ChatCompletionChunk]: ...

    def create(  # noqa: F811
        self,
        *,
        messages: Iterable[Any],
        model: str,
        stream: bool | NotGiven | None = NOT_GIVEN,
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        **options: Any,
    ) -> ChatCompletion | Stream[ChatCompletionChunk]:
        """The model's answer to `messages`: dicts with `role` and `content`.

        With stream=True an iterator of chunks, which may be closed early; `timeout` then is that of each chunk. Raises BadRequestError,
        NotFoundError, APITimeoutError and the other classes of `modelet.errors`; APIError for what goes wrong in the middle of a stream.
        """
        fields = {"messages": messages, "model": model, "stream": stream}
        return self._create(_ENDPOINT, fields, options, extra_body, timeout)  # type: ignore[no-any-return]


class AsyncCompletions(AsyncTextResource):
    """`client.chat.completions` of the async client."""

    @overload
    async def create(  # noqa: D102
        self,
        *,
        messages: Iterable[Any],
        model: str,
        stream: Literal[False] | NotGiven | None = ...,
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ChatOptions],
    ) -> ChatCompletion: ...

    @overload
    async def create(  # noqa: D102, F811
        self,
        *,
        messages: Iterable[Any],
        model: str,
        stream: Literal[True],
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ChatOptions],
    ) -> AsyncStream[ChatCompletionChunk]: ...

    async def create(  # noqa: F811
        self,
        *,
        messages: Iterable[Any],
        model: str,
        stream: bool | NotGiven | None = NOT_GIVEN,
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        **options: Any,
    ) -> ChatCompletion | AsyncStream[ChatCompletionChunk]:
        """As `OpenAI.chat.completions.create`."""
        fields = {"messages": messages, "model": model, "stream": stream}
        return await self._create(_ENDPOINT, fields, options, extra_body, timeout)  # type: ignore[no-any-return]


class Chat(_Resource):
    """`client.chat`."""

    @property
    def completions(self) -> Completions:
        """Answers to messages."""
        return Completions(self._client)


class AsyncChat(_Resource):
    """`client.chat` of the async client."""

    @property
    def completions(self) -> AsyncCompletions:
        """Answers to messages."""
        return AsyncCompletions(self._client)
