"""`client.responses`: the official SDK's arguments, and its answers as light objects."""

from __future__ import annotations

from modelet.response_objects import EVENT, Response
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


class ResponseOptions(TypedDict, total=False):
    """What a request may say beside model and input. Which options act depends on the modelet; one without a receiver is refused."""

    background: bool | None
    context_management: Any
    conversation: Any
    include: list[str] | None
    instructions: str | None
    max_output_tokens: int | None
    max_tool_calls: int | None
    metadata: dict[str, str] | None
    moderation: Any
    parallel_tool_calls: bool | None
    previous_response_id: str | None
    prompt: Any
    prompt_cache_key: str
    prompt_cache_options: Any
    prompt_cache_retention: str | None
    reasoning: Any
    safety_identifier: str
    service_tier: str | None
    store: bool | None
    stream_options: Any
    temperature: float | None
    text: Any
    tool_choice: Any
    tools: Iterable[Any]
    top_logprobs: int | None
    top_p: float | None
    truncation: str | None
    user: str
    extra_headers: Mapping[str, str] | None
    extra_query: Mapping[str, object] | None


_ENDPOINT = TextEndpoint("responses", ResponseOptions, Response.build, EVENT.build)


class Responses(SyncTextResource):
    """`client.responses`."""

    @overload
    def create(  # noqa: D102
        self,
        *,
        input: str | Iterable[Any],  # noqa: A002 - the SDK's name
        model: str,
        stream: Literal[False] | NotGiven | None = ...,
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ResponseOptions],
    ) -> Response: ...

    @overload
    def create(  # noqa: D102, F811
        self,
        *,
        input: str | Iterable[Any],  # noqa: A002 - the SDK's name
        model: str,
        stream: Literal[True],
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ResponseOptions],
    ) -> Stream[Any]: ...

    def create(  # noqa: F811
        self,
        *,
        input: str | Iterable[Any],  # noqa: A002 - the SDK's name
        model: str,
        stream: bool | NotGiven | None = NOT_GIVEN,
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        **options: Any,
    ) -> Response | Stream[Any]:
        """The model's answer to `input`: a text, or a list of messages, tool calls and their outputs. Nothing is kept between requests.

        With stream=True an iterator of events, which may be closed early; `timeout` then is that of each event. Raises BadRequestError,
        NotFoundError, APITimeoutError and the other classes of `modelet.errors`; APIError for what goes wrong in the middle of a stream.
        """
        fields = {"input": input, "model": model, "stream": stream}
        return self._create(_ENDPOINT, fields, options, extra_body, timeout)  # type: ignore[no-any-return]


class AsyncResponses(AsyncTextResource):
    """`client.responses` of the async client."""

    @overload
    async def create(  # noqa: D102
        self,
        *,
        input: str | Iterable[Any],  # noqa: A002 - the SDK's name
        model: str,
        stream: Literal[False] | NotGiven | None = ...,
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ResponseOptions],
    ) -> Response: ...

    @overload
    async def create(  # noqa: D102, F811
        self,
        *,
        input: str | Iterable[Any],  # noqa: A002 - the SDK's name
        model: str,
        stream: Literal[True],
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[ResponseOptions],
    ) -> AsyncStream[Any]: ...

    async def create(  # noqa: F811
        self,
        *,
        input: str | Iterable[Any],  # noqa: A002 - the SDK's name
        model: str,
        stream: bool | NotGiven | None = NOT_GIVEN,
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        **options: Any,
    ) -> Response | AsyncStream[Any]:
        """As `OpenAI.responses.create`."""
        fields = {"input": input, "model": model, "stream": stream}
        return await self._create(_ENDPOINT, fields, options, extra_body, timeout)  # type: ignore[no-any-return]
