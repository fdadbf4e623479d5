"""How a captured Python object becomes native: the protocol every adapter implements, and the registry of them.

An adapter is found by the object it matches; the object it returns answers the type rule's question "what does this call
return, and which C++ function computes it", and later hands over what must be compiled, linked and packed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from modelet_compiler.ir.types import Type
from modelet_resolver.packing.weights import WeightTensor

__all__ = [
    "ADAPTERS",
    "Adapter",
    "Argument",
    "NativeCall",
    "NativeObject",
    "NativeParts",
    "PythonCall",
    "Refused",
    "WeightTensor",
    "weight_identifier",
]


@dataclass(frozen=True)
class Argument:
    """An argument of a call on a native object: its type, and its value when the compiler knows it."""

    type: Type
    constant: Any = None
    is_constant: bool = False


@dataclass(frozen=True)
class NativeCall:
    """A call that was accepted: `cpp` is called as `cpp(call, a, b, …)` with the arguments named in `passes`, in that order.

    `passes` holds positions (int) or keywords (str) of the Python call; constants that are compiled in are left out. The C++
    function takes `modelet::Call &` first, returns the C++ form of `result`, and may set `call.error`. What is `internal` does not
    exist in Python: only Python of ours (standard/) may call it.
    """

    result: Type
    cpp: str
    passes: tuple[int | str, ...]
    internal: bool = False


@dataclass(frozen=True)
class PythonCall:
    """A call that is compiled from Python of ours (standard/): `function(object, arguments…)`, which may call the object's natives."""

    function: Callable[..., Any]


class Refused(Exception):
    """A use that cannot be compiled: why, and what to write instead. The caller adds file, line and column."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.instead = instead


@dataclass
class NativeParts:
    """What a native object brings into the library."""

    sources: dict[str, str] = field(default_factory=dict)  # file name → C++ text, each a translation unit
    header: str = ""  # declarations the emitted functions need, included before them
    kernels: frozenset[str] = frozenset()  # kernel families the code calls: "linear", "attention", …
    weights: list[WeightTensor] = field(default_factory=list)
    service: str = ""  # C++ name of a `modelet::Service`, which compiled code finds by `modelet_services::<name>`
    codec: str = ""  # C++ name of a `modelet::TextCodec`, for tokenizers
    tool_format: str = ""  # how the model writes tool calls and reasoning: rows of engine/openai/chat/formats.h
    reasoning_format: str = ""
    manifest: dict[str, Any] = field(default_factory=dict)  # merged into the manifest: licences, kernels, …


class NativeObject(Protocol):
    """A captured object, lowered."""

    name: str  # unique C++ identifier

    def attribute(self, name: str) -> Argument:
        """The type (and constant value) of `object.name`. Raises Refused."""
        ...

    def call(self, method: str, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall | PythonCall:
        """The rule of `object.method(…)`; `method` is "__call__" for `object(…)`. Raises Refused."""
        ...

    def parts(self) -> NativeParts:
        """Called once, after every call was asked for: only what was used is emitted."""
        ...


class Adapter(Protocol):
    """One kind of captured object."""

    def matches(self, value: object) -> bool:
        """Looks at the type by name, without importing its library."""
        ...

    def lower(self, value: Any, name: str, metadata: Sequence[object] = (), /) -> NativeObject:
        """The native object for `value`, under a C++ identifier; `metadata` is what `@compile` was given. Raises Refused."""
        ...


ADAPTERS: list[Adapter] = []
"""In order of preference; lowering/registry.py fills it."""


def weight_identifier(name: str) -> str:
    """The C++ constant `modelet_weights::<identifier>` that holds a tensor's index; the emitter writes `weights_index.h`."""
    return "w_" + "".join(character if character.isascii() and character.isalnum() else "_" for character in name)
