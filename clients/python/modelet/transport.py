"""The official SDKs in-process: an HTTP client that answers requests from libraries instead of sending them anywhere.

    openai.OpenAI(api_key="unused", http_client=modelet.http_client())

Errors have the status and the error object that the SDK turns into its own exceptions, and say that a retry is no use.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from functools import partial
from importlib.util import find_spec
from urllib.parse import unquote

from modelet.catalog import ENDPOINTS, Catalog
from modelet.errors import Failure, error_object
from modelet.native import PendingCall
from modelet.responses import inline_vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from types import ModuleType
    from typing import Any, Literal

    from modelet.seam import Call

_BY_PATH = {path: endpoint for endpoint, path in ENDPOINTS.items()}
_SERVED = (*(f"POST /v1/{path}" for path in _BY_PATH), "GET /v1/models", "GET /v1/models/{model}")
_ROOTS = {path.partition("/")[0] for path in (*_BY_PATH, "models")}
_LIBRARIES = ("httpx2", "httpx")


class Answer:
    """One HTTP answer: `content`, or the `events` of a stream."""

    __slots__ = ("content", "events", "status")

    def __init__(self, status: int, content: bytes = b"", events: Events | None = None) -> None:
        self.status = status
        self.content = content
        self.events = events

    @property
    def headers(self) -> dict[str, str]:
        """Its headers; an error of a library stays the same however often it is asked."""
        headers = {"content-type": "text/event-stream" if self.events else "application/json", **_identity()}
        return headers if self.status < 400 else {**headers, "x-should-retry": "false"}


def _identity() -> dict[str, str]:
    """A name of its own for each request, where OpenAI's SDK and where Anthropic's look for it."""
    name = f"req_{secrets.token_hex(16)}"
    return {"x-request-id": name, "request-id": name}


class Events:
    """The steps of a call as server-sent events. The first one is known when it is made, so that a refused request has its status."""

    def __init__(self, call: Call, pending: PendingCall, timeout: float | None, form: Form) -> None:
        self._call = call
        self._timeout = timeout
        self._form = form
        self._first = self._message(pending)
        self._ended = False

    def next(self, pending: PendingCall) -> bytes | None:
        """The next event; None after the last. A failure is an event too, except a deadline that has passed, which is a TimeoutError."""
        if self._ended:
            return None
        first, self._first = self._first, None
        if first is not None:
            return self._form.event(first)
        try:
            with pending:
                message = self._message(pending)
        except Failure as failure:
            self.close()
            _check_deadline(failure, pending)
            return self._form.error(failure)
        if message is not None:
            return self._form.event(message)
        self.close()
        return self._form.end

    def pending(self) -> PendingCall:
        """For the next event."""
        return PendingCall(self._timeout)

    def _message(self, pending: PendingCall) -> bytes | None:
        try:
            pending.attach(self._call)
            message = self._call.next()
        except BaseException:
            self._call.finish()
            raise
        return None if message is None else message.text

    def close(self) -> None:
        """Cancels what is left."""
        self._ended = True
        self._call.cancel()
        self._call.finish()


class Form:
    """How an API writes events and errors: chat.completions and completions have events without names, and a last one of their own."""

    end: bytes | None = b"data: [DONE]\n\n"

    def event(self, message: bytes) -> bytes:
        """One step."""
        return b"data: %s\n\n" % message

    def error(self, failure: Failure) -> bytes:
        """What went wrong in the middle."""
        return self.event(_dump({"error": failure.body}))

    def refusal(self, failure: Failure) -> bytes:
        """The body of an answer that is an error."""
        return _dump({"error": failure.body})


class NamedForm(Form):
    """Events that are named by the type they have; of responses."""

    end = None

    def event(self, message: bytes) -> bytes:
        """One step."""
        return b"event: %s\ndata: %s\n\n" % (json.loads(message)["type"].encode(), message)

    def error(self, failure: Failure) -> bytes:
        """What went wrong in the middle; the SDK raises what stands in `error`."""
        return self.event(_dump({**failure.body, "type": "error", "error": failure.body}))


class AnthropicForm(NamedForm):
    """Errors as the Anthropic SDK knows them."""

    def error(self, failure: Failure) -> bytes:
        """What went wrong in the middle."""
        return self.event(self.refusal(failure))

    def refusal(self, failure: Failure) -> bytes:
        """The body of an answer that is an error."""
        kind = _ANTHROPIC_TYPES.get(failure.status, "api_error" if failure.status >= 500 else "invalid_request_error")
        code = failure.body.get("code")
        details = {"details": {"error_code": code, "unsupported": ["thread"]}} if code == _NO_THREADS else {}
        return _dump({"type": "error", "error": {**failure.body, "type": kind, **details}})


_ANTHROPIC_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
_NO_THREADS = "thread_unsupported_request"
"""By this detail of an error the SDK's tool runner knows that it must send whole conversations."""
_FORMS = {"responses": NamedForm(), "messages": AnthropicForm(), "messages.count_tokens": AnthropicForm()}
_FORM = Form()


def _check_deadline(failure: Failure, pending: PendingCall) -> None:
    if pending.timed_out and failure.body.get("code") == "cancelled":
        raise TimeoutError("the call was cancelled at its deadline") from None


class Router:
    """HTTP requests to answers. Knows no HTTP library."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def answer(self, method: str, raw_path: str, body: bytes, pending: PendingCall, *, anthropic: bool = False) -> Answer:
        """Answers one request; every failure is an answer too, except a deadline that has passed, which is a TimeoutError.

        `anthropic`: it names a version of Anthropic's interface, which has a path with OpenAI's in common and another form there.
        """
        segments = _segments(raw_path)
        try:
            with pending:
                return self._route(method, segments, body, pending, anthropic)
        except Failure as failure:
            _check_deadline(failure, pending)
            form = _FORMS["messages"] if anthropic else _form("/".join(segments))
            return Answer(failure.status, form.refusal(failure))

    def _route(self, method: str, segments: list[str], body: bytes, pending: PendingCall, anthropic: bool) -> Answer:
        endpoint = _BY_PATH.get("/".join(segments))
        match (method, segments):
            case ("POST", _) if endpoint is not None:
                return self._endpoint(endpoint, body, pending)
            case ("GET", ["models"]):
                listed = self._catalog.models()
                return Answer(200, _dump(_anthropic_list(listed["data"]) if anthropic else listed))
            case ("GET", ["models", *name]) if name:
                found = self._catalog.model(unquote("/".join(name)))
                return Answer(200, _dump(_anthropic_model(found) if anthropic else found))
        problem = f"{method} /{'/'.join(segments)} is not served here; these are: {', '.join(_SERVED)}"
        raise Failure(404, error_object(problem, "invalid_request_error", "unknown_url"))

    def _endpoint(self, endpoint: str, body: bytes, pending: PendingCall) -> Answer:
        request = _request(body)
        if request.get("stream") is True:
            call = self._catalog.start(endpoint, request["model"], body)
            return Answer(200, events=Events(call, pending, pending.timeout, _FORMS.get(endpoint, _FORM)))
        message = self._catalog.endpoint(endpoint, request["model"], body, pending)
        return Answer(200, _dump(inline_vectors(message)) if message.tensor_count() else message.text)


def _anthropic_list(listed: list[dict[str, Any]]) -> dict[str, Any]:
    """All on one page."""
    data = [_anthropic_model(model) for model in listed]
    ends = {"first_id": data[0]["id"], "last_id": data[-1]["id"]} if data else {"first_id": None, "last_id": None}
    return {"data": data, "has_more": False, **ends}


def _anthropic_model(model: dict[str, Any]) -> dict[str, Any]:
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(model["created"]))
    return {"type": "model", "id": model["id"], "display_name": model["id"], "created_at": created, "lifecycle": "active"}


def _form(path: str) -> Form:
    return _FORMS.get(_BY_PATH.get(path, ""), _FORM)


def _segments(raw_path: str) -> list[str]:
    """The path below `/v1`, or whatever base URL there is before the first word that is served."""
    segments = [segment for segment in raw_path.partition("?")[0].split("/") if segment]
    if "v1" in segments:
        return segments[segments.index("v1") + 1 :]
    roots = [index for index, segment in enumerate(segments) if segment in _ROOTS]
    return segments[roots[0] :] if roots else segments


def _request(body: bytes) -> dict[str, Any]:
    """The body as an object that names a model."""
    try:
        request = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Failure(400, error_object(f"the body is not JSON: {error}", "invalid_request_error", "invalid_json")) from None
    if not isinstance(request, dict):
        raise Failure(400, error_object("the body must be a JSON object", "invalid_request_error", "invalid_json"))
    if "model" not in request:
        raise Failure(
            400, error_object("you must provide a model parameter", "invalid_request_error", "missing_required_parameter", "model")
        )
    return request


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()


def _http_library(name: str | None) -> ModuleType:
    """The HTTP library to make a client of: the one named, else the loaded SDK's own, else the newest installed."""
    if name is not None and name not in _LIBRARIES:
        raise ValueError(f"library is {name!r}; it must be one of {', '.join(_LIBRARIES)}")
    chosen = name or _sdk_library() or next((candidate for candidate in _LIBRARIES if find_spec(candidate)), None)
    if chosen is None:
        raise ImportError("http_client() needs httpx2 or httpx, one of which every official SDK brings; install one")
    __import__(chosen)
    return sys.modules[chosen]


def _sdk_library() -> str | None:
    """What the official SDK that is imported already builds its own clients from."""
    for sdk in ("openai", "anthropic"):
        client = getattr(sys.modules.get(sdk), "DefaultHttpxClient", None)
        for base in getattr(client, "__mro__", ()):
            library = base.__module__.partition(".")[0]
            if library in _LIBRARIES:
                return str(library)
    return None


def _deadline(request: Any) -> PendingCall:
    timeout = request.extensions.get("timeout") or {}
    return PendingCall(timeout.get("read"))


def _is_anthropic(request: Any) -> bool:
    return "anthropic-version" in request.headers


def _response(http: Any, request: Any, answer: Answer, stream: type[Any]) -> Any:
    if answer.events is not None:
        return http.Response(answer.status, headers=answer.headers, stream=stream(answer.events, request), request=request)
    return http.Response(answer.status, headers=answer.headers, content=answer.content, request=request)


def http_client(
    *,
    registry: str | None = None,
    verify: Literal["once", "always"] = "once",
    threads: int | None = None,
    memory_limit: int | None = None,
    weights_access: Literal["map", "read"] = "map",
    library: Literal["httpx2", "httpx"] | None = None,
) -> Any:
    """A client for `openai.OpenAI(http_client=…)`: an `httpx2.Client` or `httpx.Client` that never opens a connection.

    `library` says which; without it, the one that the imported SDK uses. The other arguments are those of `modelet.OpenAI`. The
    request's read timeout cancels the call. Thread-safe. Raises ImportError when neither library is installed.
    """
    http = _http_library(library)
    options = {"threads": threads, "memory_limit": memory_limit, "weights_access": weights_access}
    router = Router(Catalog(registry=registry, verify=verify, options=options))

    class Stream(http.SyncByteStream):  # type: ignore[misc, name-defined]
        def __init__(self, events: Events, request: Any) -> None:
            self._events = events
            self._request = request

        def __iter__(self) -> Iterator[bytes]:
            try:
                while (event := self._events.next(self._events.pending())) is not None:
                    yield event
            except TimeoutError as error:
                raise http.ReadTimeout(str(error), request=self._request) from None

        def close(self) -> None:
            self._events.close()

    class Transport(http.BaseTransport):  # type: ignore[misc, name-defined]
        def handle_request(self, request: Any) -> Any:
            try:
                answer = router.answer(
                    request.method,
                    request.url.raw_path.decode("ascii"),
                    request.read(),
                    _deadline(request),
                    anthropic=_is_anthropic(request),
                )
            except TimeoutError as error:
                raise http.ReadTimeout(str(error), request=request) from None
            return _response(http, request, answer, Stream)

    return http.Client(transport=Transport(), timeout=None)


def async_http_client(
    *,
    registry: str | None = None,
    verify: Literal["once", "always"] = "once",
    threads: int | None = None,
    memory_limit: int | None = None,
    weights_access: Literal["map", "read"] = "map",
    library: Literal["httpx2", "httpx"] | None = None,
) -> Any:
    """A client for `openai.AsyncOpenAI(http_client=…)`, as `http_client` is. For asyncio; a cancelled task cancels its call."""
    http = _http_library(library)
    options = {"threads": threads, "memory_limit": memory_limit, "weights_access": weights_access}
    router = Router(Catalog(registry=registry, verify=verify, options=options))

    class Stream(http.AsyncByteStream):  # type: ignore[misc, name-defined]
        def __init__(self, events: Events, request: Any) -> None:
            self._events = events
            self._request = request

        async def __aiter__(self) -> AsyncIterator[bytes]:
            from modelet.background import run

            try:
                while (event := await run(partial(self._events.next, self._events.pending()), self._events.close)) is not None:
                    yield event
            except TimeoutError as error:
                raise http.ReadTimeout(str(error), request=self._request) from None

        async def aclose(self) -> None:
            self._events.close()

    class Transport(http.AsyncBaseTransport):  # type: ignore[misc, name-defined]
        async def handle_async_request(self, request: Any) -> Any:
            from modelet.background import run

            body, pending, path = await request.aread(), _deadline(request), request.url.raw_path.decode("ascii")
            try:
                answer = await run(
                    lambda: router.answer(request.method, path, body, pending, anthropic=_is_anthropic(request)), pending.cancel
                )
            except TimeoutError as error:
                raise http.ReadTimeout(str(error), request=request) from None
            return _response(http, request, answer, Stream)

    return http.AsyncClient(transport=Transport(), timeout=None)
