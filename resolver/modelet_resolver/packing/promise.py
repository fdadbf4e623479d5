"""Arrays that are not there yet: what they will be made of, and already of which type and shape.

A model whose weights stay where they are published is compiled with these in the place of its packed arrays. Making one gives the bytes
that packing the weights themselves would have given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from modelet_resolver.hub import Source
from modelet_resolver.packing.blocks import Array, FormatError
from modelet_resolver.packing.panels import FLOATS, PANEL, Packed, as_floats, pack, read_values, table

STORED = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}
"""Types of published tensors that can be packed, as numpy reads them."""


@dataclass(frozen=True)
class Part:
    """A published tensor, or one slice of it along its first axis."""

    source: Source  # the file
    tensor: str
    stored: str  # its type in the file: a key of STORED
    shape: tuple[int, ...]  # of the whole tensor
    kind: str  # the type that the model has it in
    index: int | None = None

    @property
    def own_shape(self) -> tuple[int, ...]:
        """Of what is read."""
        return self.shape if self.index is None else self.shape[1:]


@dataclass(frozen=True)
class Floats:
    """Values in their type; bfloat16 as uint16."""

    kind: str
    data: Array


Read = Callable[[Part], Floats]


@dataclass(frozen=True)
class Promise:
    """An array by how it is made: a row of MAKERS."""

    make: str
    parts: tuple[Part, ...]
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    quantization: str | None = None
    plus: float = 0.0
    times: float = 1.0

    @property
    def nbytes(self) -> int:
        """As an array has it."""
        return math.prod(self.shape) * self.dtype.itemsize

    def __mul__(self, factor: Any) -> Promise:
        return replace(self, times=float(factor))

    def array(self, read: Read) -> Array:
        """The array. Raises FormatError, also when it turns out otherwise than promised."""
        made = MAKERS[self.make](self, [read(part) for part in self.parts])
        if made.shape != self.shape or made.dtype != self.dtype:
            raise FormatError(f"{self.make} came out as {made.dtype} {made.shape}, and {self.dtype} {self.shape} was promised")
        return made


def vector(parts: Sequence[Part], plus: float = 0.0) -> Promise:
    """One after the other in float32, `plus` added."""
    length = sum(math.prod(part.own_shape) for part in parts)
    shape = parts[0].own_shape if len(parts) == 1 else (length,)
    return Promise("vector", tuple(parts), np.dtype(np.float32), shape, plus=plus)


def panels(parts: Sequence[Part], quantization: str | None) -> Packed:
    """As `pack` does it with the parts' values. Raises FormatError."""
    for part in parts:
        if len(part.own_shape) != 2 or part.own_shape[1] != parts[0].own_shape[1]:
            raise FormatError(f"{part.tensor} has the shape {part.own_shape}, which is no matrix as wide as its neighbours")
    out, width = sum(part.own_shape[0] for part in parts), parts[0].own_shape[1]
    one = pack([_blank(part.kind, PANEL, width) for part in parts], quantization)
    shape = (-(-out // PANEL), *one.panels.shape[1:])
    return Packed(one.format, Promise("panels", tuple(parts), one.panels.dtype, shape, quantization), out, width)


def rows(part: Part, quantization: str | None) -> tuple[str, Promise]:
    """As `table` does it with the part's values. Raises FormatError."""
    if len(part.own_shape) != 2:
        raise FormatError(f"{part.tensor} has the shape {part.own_shape}, which is no matrix")
    format_, one = table(_blank(part.kind, 1, part.own_shape[1]), quantization)
    return format_, Promise("rows", (part,), one.dtype, (part.own_shape[0], *one.shape[1:]), quantization)


def in_kind(stored: Floats, kind: str) -> Floats:
    """Rounded to another type. Raises FormatError."""
    return stored if stored.kind == kind else Floats(kind, as_floats(read_values(stored), FLOATS[kind]))


def _blank(kind: str, height: int, width: int) -> Floats:
    return Floats(kind, np.zeros((height, width), STORED[kind]))


def _vector(promise: Promise, parts: Sequence[Floats]) -> Array:
    values = [read_values(part) + np.float32(promise.plus) for part in parts]
    joined = values[0] if len(values) == 1 else np.concatenate(values)
    return joined if promise.times == 1.0 else joined * np.float32(promise.times)


def _panels(promise: Promise, parts: Sequence[Floats]) -> Array:
    made = pack(parts, promise.quantization).panels
    assert isinstance(made, np.ndarray)
    return made


MAKERS: dict[str, Callable[[Promise, Sequence[Floats]], Array]] = {
    "vector": _vector,
    "panels": _panels,
    "rows": lambda promise, parts: table(parts[0], promise.quantization)[1],
}
