"""Answers that come in steps: an iterator of light objects over one call, and the same for asyncio."""

from __future__ import annotations

from modelet.errors import APIError, APITimeoutError, Failure
from modelet.native import PendingCall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from typing import Any, Generic, Self, TypeVar

    from modelet.seam import Call

    T = TypeVar("T")
else:
    T = 0

    class Generic:
        """Stands for typing's, which costs milliseconds to import."""

        def __class_getitem__(cls, _: object) -> type:
            return cls


class _Steps(Generic[T]):
    """What both streams share. The first step is taken when the stream is made, so that a refused request is refused there."""

    def __init__(self, call: Call, build: Callable[[Any], T], timeout: float | None, first: Any) -> None:
        self._call = call
        self._build = build
        self._timeout = timeout
        self._first = first
        self._closed = False

    def _step(self, pending: PendingCall) -> T | None:
        """The next object; None at the end. Raises APIError for what went wrong on the way, as the official SDK does."""
        if self._closed:
            return None
        first, self._first = self._first, None
        if first is not None:
            return self._build(first)
        try:
            with pending:
                pending.attach(self._call)
                message = self._call.next()
        except Failure as failure:
            self._failed(failure, pending)
            return None
        except BaseException:
            self._end()
            raise
        if message is None:
            self._end()
            return None
        return self._build(message.json())

    def _failed(self, failure: Failure, pending: PendingCall) -> None:
        ended = self._closed and failure.body.get("code") in ("cancelled", "finished")
        if failure.body.get("code") != "busy":  # the thread that is in it goes on
            self._end()
        if ended:  # another thread closed it
            return
        if pending.timed_out:
            raise APITimeoutError from None
        raise APIError(str(failure.body.get("message", "")), body=failure.body) from None

    def _end(self) -> None:
        self._closed = True
        self._call.cancel()
        self._call.finish()


class Stream(_Steps[T]):
    """A streamed answer. Closing it early, by `close`, `with` or forgetting it, cancels and frees the call."""

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        step = self._step(PendingCall(self._timeout))
        if step is None:
            raise StopIteration
        return step

    def close(self) -> None:
        """Ends the call. Any number of times, from any thread."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class AsyncStream(_Steps[T]):
    """A streamed answer for `async for`. A cancelled task cancels the call."""

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        from modelet.background import run

        pending = PendingCall(self._timeout)
        step = await run(lambda: self._step(pending), self._end)
        if step is None:
            raise StopAsyncIteration
        return step

    async def close(self) -> None:
        """Ends the call. Any number of times."""
        self._end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._end()


def begin(call: Call, pending: PendingCall, make: type[Any], build: Callable[[Any], T], timeout: float | None) -> Any:
    """The stream of a call, once its first step went well. Raises Failure when it did not."""
    try:
        pending.attach(call)
        message = call.next()
    except BaseException:
        call.finish()
        raise
    stream = make(call, build, timeout, None if message is None else message.json())
    if message is None:
        stream._end()
    return stream
