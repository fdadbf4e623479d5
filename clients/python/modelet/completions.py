"""`client.completions`: the official SDK's arguments, and its answers as light objects."""

from __future__ import annotations

from modelet.text_completion import Completion
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


class CompletionOptions(TypedDict, total=False):
    """What a request may say beside model and prompt. Which options act depends on the modelet; one without a receiver is refused."""

    best_of: int | None
    echo: bool | None
    frequency_penalty: float | None
    logit_bias: dict[str, float] | None
    logprobs: int | None
    max_tokens: int | None
    n: int | None
    presence_penalty: float | None
    seed: int | None
    stop: str | list[str] | None
    stream_options: dict[str, bool] | None
    suffix: str | None
    temperature: float | None
    top_p: float | None
    user: str
    extra_headers: Mapping[str, str] | None
    extra_query: Mapping[str, object] | None


_ENDPOINT = TextEndpoint("completions", CompletionOptions, Completion.build, Completion.build)


class Completions(SyncTextResource):
    """`client.completions`."""

    @overload
    def create(  # noqa: D102
        self,
        *,
        prompt: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],
        model: str,
        stream: Literal[False] | NotGiven | None = ...,
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[CompletionOptions],
    ) -> Completion: ...

    @overload
    def create(  # noqa: D102, F811
        self,
        *,
        prompt: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],
        model: str,
        stream: Literal[True],
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[CompletionOptions],
    ) -> Stream[Completion]: ...

    def create(  # noqa: F811
        self,
        *,
        prompt: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],
        model: str,
        stream: bool | NotGiven | None = NOT_GIVEN,
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        **options: Any,
    ) -> Completion | Stream[Completion]:
        """How the text goes on after `prompt`: a text, several, token ids, or lists of token ids.

        With stream=True an iterator of steps, which may be closed early; `timeout` then is that of each step. Raises BadRequestError,
        NotFoundError, APITimeoutError and the other classes of `modelet.errors`; APIError for what goes wrong in the middle of a stream.
        """
        fields = {"prompt": prompt, "model": model, "stream": stream}
        return self._create(_ENDPOINT, fields, options, extra_body, timeout)  # type: ignore[no-any-return]


class AsyncCompletions(AsyncTextResource):
    """`client.completions` of the async client."""

    @overload
    async def create(  # noqa: D102
        self,
        *,
        prompt: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],
        model: str,
        stream: Literal[False] | NotGiven | None = ...,
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[CompletionOptions],
    ) -> Completion: ...

    @overload
    async def create(  # noqa: D102, F811
        self,
        *,
        prompt: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],
        model: str,
        stream: Literal[True],
        extra_body: object | None = ...,
        timeout: float | NotGiven | None = ...,
        **options: Unpack[CompletionOptions],
    ) -> AsyncStream[Completion]: ...

    async def create(  # noqa: F811
        self,
        *,
        prompt: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],
        model: str,
        stream: bool | NotGiven | None = NOT_GIVEN,
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        **options: Any,
    ) -> Completion | AsyncStream[Completion]:
        """As `OpenAI.completions.create`."""
        fields = {"prompt": prompt, "model": model, "stream": stream}
        return await self._create(_ENDPOINT, fields, options, extra_body, timeout)  # type: ignore[no-any-return]
