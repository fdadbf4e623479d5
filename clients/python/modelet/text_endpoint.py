"""What the endpoints that answer with text have in common: requests from keyword arguments, one object or a stream back."""

from __future__ import annotations

from modelet.catalog import Catalog, request_body
from modelet.client import NOT_GIVEN, _given, _Resource, _seconds
from modelet.native import PendingCall
from modelet.streaming import AsyncStream, Stream, begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypedDict

    from modelet.client import NotGiven
else:

    class TypedDict:
        """Stands for typing's, which costs milliseconds to import: only the annotations of its subclasses are read."""

        def __init_subclass__(cls, **_: object) -> None:
            pass


class TextEndpoint:
    """One endpoint: its name, the optional fields of its requests, and what its answers and the steps of a stream become."""

    def __init__(self, name: str, options: type, build: Callable[[dict[str, Any]], Any], step: Callable[[dict[str, Any]], Any]) -> None:
        self.name = name
        self.options = options
        self.build = build
        self.step = step

    def body(self, fields: Mapping[str, Any], options: Mapping[str, Any], extra: object) -> dict[str, Any]:
        """The request; what was not given is left out. TypeError for an argument that there is not."""
        for name in options:
            if name not in self.options.__annotations__:
                raise TypeError(f"create() got an unexpected keyword argument {name!r}")
        body = {name: value for name, value in {**fields, **options}.items() if _given(value)}
        if extra is not None:
            body.update(dict(extra))  # type: ignore[call-overload]
        return body

    def perform(self, catalog: Catalog, body: dict[str, Any], kind: type[Any], timeout: float | None, pending: PendingCall) -> Any:
        """The answer, or with `stream` a `kind` of stream. Raises Failure."""
        text = request_body(body)
        if body.get("stream"):
            return begin(catalog.start(self.name, body["model"], text), pending, kind, self.step, timeout)
        return self.build(catalog.endpoint(self.name, body["model"], text, pending).json())


class SyncTextResource(_Resource):
    """Calls an endpoint in this thread."""

    def _create(
        self, endpoint: TextEndpoint, fields: Mapping[str, Any], options: Mapping[str, Any], extra: object, timeout: float | NotGiven | None
    ) -> Any:
        seconds = _seconds(timeout, self._client.timeout)
        body = endpoint.body(fields, options, extra)
        return self._client._run(
            PendingCall(seconds), lambda pending: endpoint.perform(self._client._catalog, body, Stream, seconds, pending)
        )


class AsyncTextResource(_Resource):
    """Calls an endpoint in a worker thread."""

    async def _create(
        self, endpoint: TextEndpoint, fields: Mapping[str, Any], options: Mapping[str, Any], extra: object, timeout: float | NotGiven | None
    ) -> Any:
        seconds = _seconds(timeout, self._client.timeout)
        body = endpoint.body(fields, options, extra)
        return await self._client._run_in_thread(
            seconds, lambda pending: endpoint.perform(self._client._catalog, body, AsyncStream, seconds, pending)
        )


__all__ = ["NOT_GIVEN", "AsyncTextResource", "SyncTextResource", "TextEndpoint", "TypedDict"]
