"""The OpenAI client for libraries in this process: the official SDK's names, arguments, answers and errors."""

from __future__ import annotations

from modelet.catalog import Catalog, request_body
from modelet.errors import APITimeoutError, Failure
from modelet.native import PendingCall
from modelet.responses import AsyncPage, CreateEmbeddingResponse, Model, SyncPage, embedding_response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Literal, Self, TypeVar

    from modelet.chat import AsyncChat, Chat
    from modelet.completions import AsyncCompletions, Completions
    from modelet.response_resource import AsyncResponses, Responses

    T = TypeVar("T")
    P = TypeVar("P", bound=SyncPage)


class NotGiven:
    """The type of `NOT_GIVEN`: an argument that was left out, where None would mean null."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def _given(value: object) -> bool:
    """Whether an argument was given; the official SDK's markers for one that was not count as well."""
    return type(value).__name__ not in ("NotGiven", "Omit")


def _seconds(timeout: Any, default: float | None) -> float | None:
    """A timeout in seconds; an httpx.Timeout says it in `read`."""
    if not _given(timeout):
        return default
    seconds = getattr(timeout, "read", timeout)
    return None if seconds is None else float(seconds)


class _Client:
    """What both clients hold."""

    def __init__(
        self,
        *,
        api_key: object = None,  # noqa: ARG002 - nothing to authenticate to
        organization: str | None = None,  # noqa: ARG002
        project: str | None = None,  # noqa: ARG002
        base_url: object = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        max_retries: int = 2,  # noqa: ARG002 - nothing fails only for a moment
        default_headers: Mapping[str, str] | None = None,  # noqa: ARG002
        default_query: Mapping[str, object] | None = None,  # noqa: ARG002
        http_client: object = None,
        registry: str | None = None,
        verify: Literal["once", "always"] = "once",
        threads: int | None = None,
        memory_limit: int | None = None,
        weights_access: Literal["map", "read"] = "map",
    ) -> None:
        if base_url is not None or http_client is not None:
            raise ValueError(
                "modelet.OpenAI calls libraries in this process and speaks no HTTP; for a server use openai.OpenAI(base_url=…), "
                "for the official SDK in-process openai.OpenAI(http_client=modelet.http_client())"
            )
        self.timeout = _seconds(timeout, None)
        options = {"threads": threads, "memory_limit": memory_limit, "weights_access": weights_access}
        self._catalog = Catalog(registry=registry, verify=verify, options=options)
        self._closed = False

    def with_options(self, *, timeout: float | NotGiven | None = NOT_GIVEN) -> Self:
        """The same client, libraries included, with another default timeout in seconds."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.timeout = _seconds(timeout, self.timeout)
        return other

    copy = with_options

    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def _run(self, pending: PendingCall, work: Callable[[PendingCall], T]) -> T:
        if self._closed:
            raise RuntimeError("Cannot send a request, as the client has been closed.")
        try:
            with pending:
                return work(pending)
        except Failure as failure:
            if pending.timed_out and failure.body.get("code") == "cancelled":
                raise APITimeoutError from None
            failure.raise_for_endpoint()


class OpenAI(_Client):
    """The OpenAI client, in-process. Names are found by the resolver, libraries opened once and kept.

    `api_key`, `organization`, `project`, `max_retries`, `default_headers` and `default_query` are accepted and mean nothing here.
    `timeout` in seconds cancels a call (APITimeoutError); the default is none. `registry` is asked alone if given; `verify="always"`
    reads the weights in full at every open; `threads` and `memory_limit` (bytes) are the engine's; `weights_access="read"` copies the
    weights into memory, for storage where others may shorten files. `base_url` and `http_client` are a ValueError.
    One client may be used from any number of threads. After `close` it answers no more; what it opened stays for other clients.
    """

    @property
    def chat(self) -> Chat:
        """Conversations: `chat.completions`."""
        from modelet.chat import Chat

        return Chat(self)

    @property
    def completions(self) -> Completions:
        """How texts go on."""
        from modelet.completions import Completions

        return Completions(self)

    @property
    def embeddings(self) -> Embeddings:
        """Vectors of texts."""
        return Embeddings(self)

    @property
    def responses(self) -> Responses:
        """Answers to conversations, in items and events."""
        from modelet.response_resource import Responses

        return Responses(self)

    @property
    def models(self) -> Models:
        """The modelets that can be found by name."""
        return Models(self)

    def close(self) -> None:
        """Ends the use of this client."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class AsyncOpenAI(_Client):
    """`OpenAI` for asyncio: calls run in worker threads, and a cancelled task cancels its call."""

    @property
    def chat(self) -> AsyncChat:
        """Conversations: `chat.completions`."""
        from modelet.chat import AsyncChat

        return AsyncChat(self)

    @property
    def completions(self) -> AsyncCompletions:
        """How texts go on."""
        from modelet.completions import AsyncCompletions

        return AsyncCompletions(self)

    @property
    def embeddings(self) -> AsyncEmbeddings:
        """Vectors of texts."""
        return AsyncEmbeddings(self)

    @property
    def responses(self) -> AsyncResponses:
        """Answers to conversations, in items and events."""
        from modelet.response_resource import AsyncResponses

        return AsyncResponses(self)

    @property
    def models(self) -> AsyncModels:
        """The modelets that can be found by name."""
        return AsyncModels(self)

    async def close(self) -> None:
        """Ends the use of this client."""
        self._closed = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def _run_in_thread(self, timeout: float | None, work: Callable[[PendingCall], T]) -> T:
        from modelet.background import run

        pending = PendingCall(timeout)
        return await run(lambda: self._run(pending, work), pending.cancel)


class _Resource:
    def __init__(self, client: Any) -> None:
        self._client = client


def _embedding_request(fields: dict[str, Any], extra_body: object) -> tuple[object, bytes]:
    """The model asked for and the body of the request."""
    body = {name: value for name, value in fields.items() if _given(value)}
    if extra_body is not None:
        body.update(dict(extra_body))  # type: ignore[call-overload]
    return body["model"], request_body(body)


class Embeddings(_Resource):
    """`client.embeddings`."""

    def create(
        self,
        *,
        input: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],  # noqa: A002 - the SDK's name
        model: str,
        dimensions: int | NotGiven = NOT_GIVEN,
        encoding_format: Literal["float", "base64"] | NotGiven = NOT_GIVEN,
        user: str | NotGiven = NOT_GIVEN,
        extra_headers: Mapping[str, str] | None = None,  # noqa: ARG002
        extra_query: Mapping[str, object] | None = None,  # noqa: ARG002
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
    ) -> CreateEmbeddingResponse:
        """One vector for each item of `input`: a text, up to 2,048 texts, token ids, or lists of token ids.

        Vectors are lists of floats; with encoding_format="base64" they are the base64 text of little-endian float32. `dimensions`
        shortens them where the function can. Raises BadRequestError, NotFoundError, APITimeoutError and the other classes of
        `modelet.errors`.
        """
        fields = {"input": input, "model": model, "dimensions": dimensions, "encoding_format": encoding_format, "user": user}
        return self._client._run(  # type: ignore[no-any-return]
            PendingCall(_seconds(timeout, self._client.timeout)), lambda pending: _embed(self._client, fields, extra_body, pending)
        )


class AsyncEmbeddings(_Resource):
    """`client.embeddings` of the async client."""

    async def create(
        self,
        *,
        input: str | Iterable[str] | Iterable[int] | Iterable[Iterable[int]],  # noqa: A002 - the SDK's name
        model: str,
        dimensions: int | NotGiven = NOT_GIVEN,
        encoding_format: Literal["float", "base64"] | NotGiven = NOT_GIVEN,
        user: str | NotGiven = NOT_GIVEN,
        extra_headers: Mapping[str, str] | None = None,  # noqa: ARG002
        extra_query: Mapping[str, object] | None = None,  # noqa: ARG002
        extra_body: object | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
    ) -> CreateEmbeddingResponse:
        """As `OpenAI.embeddings.create`."""
        fields = {"input": input, "model": model, "dimensions": dimensions, "encoding_format": encoding_format, "user": user}
        return await self._client._run_in_thread(  # type: ignore[no-any-return]
            _seconds(timeout, self._client.timeout), lambda pending: _embed(self._client, fields, extra_body, pending)
        )


def _embed(client: _Client, fields: dict[str, Any], extra_body: object, pending: PendingCall) -> CreateEmbeddingResponse:
    model, body = _embedding_request(fields, extra_body)
    return embedding_response(client._catalog.endpoint("embeddings", model, body, pending))


class Models(_Resource):
    """`client.models`."""

    def list(self) -> SyncPage:
        """Every name of the registries."""
        return self._client._run(PendingCall(), lambda _: _page(SyncPage, self._client))  # type: ignore[no-any-return]

    def retrieve(self, model: str) -> Model:
        """One name. Raises NotFoundError, with names that are near, when no registry has it."""
        return self._client._run(PendingCall(), lambda _: _retrieve(self._client, model))  # type: ignore[no-any-return]


class AsyncModels(_Resource):
    """`client.models` of the async client."""

    async def list(self) -> AsyncPage:
        """As `OpenAI.models.list`."""
        return await self._client._run_in_thread(None, lambda _: _page(AsyncPage, self._client))  # type: ignore[no-any-return]

    async def retrieve(self, model: str) -> Model:
        """As `OpenAI.models.retrieve`."""
        return await self._client._run_in_thread(None, lambda _: _retrieve(self._client, model))  # type: ignore[no-any-return]


def _page(kind: type[P], client: _Client) -> P:
    answer = client._catalog.models()
    return kind(data=[Model(**item) for item in answer["data"]], object="list")


def _retrieve(client: _Client, model: str) -> Model:
    if not model:
        raise ValueError(f"Expected a non-empty value for `model` but received {model!r}")
    return Model(**client._catalog.model(model))
