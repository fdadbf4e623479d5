"""What a client talks to, wherever a library runs: `native` has libraries of this process, `sandbox` those in WebAssembly.

For type checkers only; nothing here is needed at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from modelet.native import PendingCall


class Message(Protocol):
    """One answer: JSON text, and the tensors that it names by index."""

    @property
    def text(self) -> bytes:
        """The JSON text."""
        ...

    def json(self) -> Any:
        """The JSON value, tensors still by index."""
        ...

    def tensor_count(self) -> int:
        """How many tensors the JSON may name."""
        ...

    def dtype(self, index: int) -> str:
        """The name, as numpy has it, of a tensor's dtype."""
        ...

    def shape(self, index: int) -> tuple[int, ...]:
        """A tensor's shape."""
        ...

    def array(self, index: int) -> np.ndarray:
        """A tensor as a writable numpy array."""
        ...

    def floats(self, index: int, row: int) -> list[float]:
        """Row `row` of a float32 tensor [rows, columns], without numpy."""
        ...


class Call(Protocol):
    """One request on its way, driven by whoever waits in `next`, which gives None at the end."""

    def next(self) -> Message | None:
        """Waits for the next answer, working on it; None at the end."""
        ...

    def cancel(self) -> None:
        """Makes the running and every later `next` end with the error `cancelled`. From any thread, at any time."""
        ...

    def finish(self) -> None:
        """Frees the call; cancels it first when a thread still waits for it. Any number of times."""
        ...


class Instance(Protocol):
    """An opened library. Any thread may call it."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What the library says about itself."""
        ...

    def start(self, request: bytes, arrays: Iterable[np.ndarray] = ()) -> Call:
        """Starts a request whose answers come one after the other."""
        ...

    def request(self, request: bytes, arrays: Iterable[np.ndarray] = (), call: PendingCall | None = None) -> Message:
        """Runs a request that has one answer. `call`, when given, lets another thread cancel it."""
        ...
