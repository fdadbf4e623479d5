"""The official SDKs in-process: an HTTP client that answers requests from libraries instead of sending them anywhere.

    openai.OpenAI(api_key="unused", http_client=modelet.http_client())

Errors have the status and the error object that the SDK turns into its own exceptions, and say that a retry is no use.
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from urllib.parse import unquote

from modelet.catalog import ENDPOINTS, Catalog
from modelet.errors import Failure, error_object
from modelet.native import PendingCall
from modelet.responses import inline_vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, Literal

_SERVED = (*ENDPOINTS.values(), "GET /v1/models", "GET /v1/models/{model}")
_LIBRARIES = ("httpx2", "httpx")


class Answer:
    """One HTTP answer."""

    __slots__ = ("content", "status")

    def __init__(self, status: int, content: bytes) -> None:
        self.status = status
        self.content = content

    @property
    def headers(self) -> dict[str, str]:
        """Its headers; an error of a library stays the same however often it is asked."""
        headers = {"content-type": "application/json"}
        return headers if self.status < 400 else {**headers, "x-should-retry": "false"}


class Router:
    """HTTP requests to answers. Knows no HTTP library."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def answer(self, method: str, raw_path: str, body: bytes, pending: PendingCall) -> Answer:
        """Answers one request; every failure is an answer too, except a deadline that has passed, which is a TimeoutError."""
        try:
            with pending:
                return Answer(200, self._route(method, _segments(raw_path), body, pending))
        except Failure as failure:
            if pending.timed_out and failure.body.get("code") == "cancelled":
                raise TimeoutError("the call was cancelled at its deadline") from None
            return Answer(failure.status, _dump({"error": failure.body}))

    def _route(self, method: str, segments: list[str], body: bytes, pending: PendingCall) -> bytes:
        match (method, segments):
            case ("POST", [endpoint]) if endpoint in ENDPOINTS:
                return self._endpoint(endpoint, body, pending)
            case ("GET", ["models"]):
                return _dump(self._catalog.models())
            case ("GET", ["models", *name]) if name:
                return _dump(self._catalog.model(unquote("/".join(name))))
        problem = f"{method} /{'/'.join(segments)} is not served here; these are: {', '.join(_SERVED)}"
        raise Failure(404, error_object(problem, "invalid_request_error", "unknown_url"))

    def _endpoint(self, endpoint: str, body: bytes, pending: PendingCall) -> bytes:
        message = self._catalog.endpoint(endpoint, _model_of(body), body, pending)
        return _dump(inline_vectors(message)) if message.tensor_count() else message.text


def _segments(raw_path: str) -> list[str]:
    """The path below `/v1`, or whatever base URL there is before the first word that is served."""
    segments = [segment for segment in raw_path.partition("?")[0].split("/") if segment]
    if "v1" in segments:
        return segments[segments.index("v1") + 1 :]
    roots = [index for index, segment in enumerate(segments) if segment in (*ENDPOINTS, "models")]
    return segments[roots[0] :] if roots else segments


def _model_of(body: bytes) -> object:
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
    return request["model"]


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


def _response(http: Any, request: Any, answer: Answer) -> Any:
    return http.Response(answer.status, headers=answer.headers, content=answer.content, request=request)


def http_client(
    *,
    registry: str | None = None,
    verify: Literal["once", "always"] = "once",
    threads: int | None = None,
    memory_limit: int | None = None,
    library: Literal["httpx2", "httpx"] | None = None,
) -> Any:
    """A client for `openai.OpenAI(http_client=…)`: an `httpx2.Client` or `httpx.Client` that never opens a connection.

    `library` says which; without it, the one that the imported SDK uses. The other arguments are those of `modelet.OpenAI`. The
    request's read timeout cancels the call. Thread-safe. Raises ImportError when neither library is installed.
    """
    http = _http_library(library)
    router = Router(Catalog(registry=registry, verify=verify, options={"threads": threads, "memory_limit": memory_limit}))

    class Transport(http.BaseTransport):  # type: ignore[misc, name-defined]
        def handle_request(self, request: Any) -> Any:
            try:
                answer = router.answer(request.method, request.url.raw_path.decode("ascii"), request.read(), _deadline(request))
            except TimeoutError as error:
                raise http.ReadTimeout(str(error), request=request) from None
            return _response(http, request, answer)

    return http.Client(transport=Transport(), timeout=None)


def async_http_client(
    *,
    registry: str | None = None,
    verify: Literal["once", "always"] = "once",
    threads: int | None = None,
    memory_limit: int | None = None,
    library: Literal["httpx2", "httpx"] | None = None,
) -> Any:
    """A client for `openai.AsyncOpenAI(http_client=…)`, as `http_client` is. For asyncio; a cancelled task cancels its call."""
    http = _http_library(library)
    router = Router(Catalog(registry=registry, verify=verify, options={"threads": threads, "memory_limit": memory_limit}))

    class Transport(http.AsyncBaseTransport):  # type: ignore[misc, name-defined]
        async def handle_async_request(self, request: Any) -> Any:
            from modelet.background import run

            body, pending, path = await request.aread(), _deadline(request), request.url.raw_path.decode("ascii")
            try:
                answer = await run(lambda: router.answer(request.method, path, body, pending), pending.cancel)
            except TimeoutError as error:
                raise http.ReadTimeout(str(error), request=request) from None
            return _response(http, request, answer)

    return http.AsyncClient(transport=Transport(), timeout=None)
