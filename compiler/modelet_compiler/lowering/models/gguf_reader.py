"""GGUF files, read strictly: every count, length and offset is checked against the file before it is used.

The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from modelet_resolver.packing.blocks import Array

Item = TypeVar("Item")

_VERSIONS = (2, 3)
_MOST_DIMENSIONS = 4
_DEEPEST_ARRAY = 4
_STRING, _ARRAY = 8, 9
_SCALARS = {0: "<u1", 1: "<i1", 2: "<u2", 3: "<i2", 4: "<u4", 5: "<i4", 6: "<f4", 7: "?", 10: "<u8", 11: "<i8", 12: "<f8"}
_PLAIN = {"F32": "<f4", "F16": "<f2", "F64": "<f8", "I8": "<i1", "I16": "<i2", "I32": "<i4", "I64": "<i8"}
"""Types whose values are handed out as such; others as bytes, a row of blocks at a time."""


class GgufError(ValueError):
    """A file that is not GGUF, or malformed: what is wrong, and where."""


@dataclass(frozen=True)
class Tensor:
    """One tensor; `data` is mapped: [rows, width], or [rows, bytes of a row] for formats of blocks."""

    kind: str  # a name of gguf.GGMLQuantizationType
    data: Array


@dataclass(frozen=True)
class GgufFile:
    """What a file holds."""

    metadata: dict[str, Any]
    tensors: dict[str, Tensor]


def read_gguf(path: Path) -> GgufFile:
    """The file's metadata and tensors. Raises GgufError, OSError."""
    if path.stat().st_size == 0:
        raise GgufError("the file is empty")
    cursor = _Cursor(np.memmap(path, np.uint8, "r"))
    if bytes(cursor.take(4, "the magic number")) != b"GGUF":
        raise GgufError("the file does not begin with 'GGUF'")
    version = cursor.number("<I", "the version")
    if version not in _VERSIONS:
        raise GgufError(f"version {version} is not supported; versions 2 and 3 are, in little-endian order")
    tensors = cursor.count(24, "tensors")
    fields = cursor.count(13, "metadata fields")
    metadata = cursor.named(fields, "metadata field", cursor.value)
    described = cursor.named(tensors, "tensor", cursor.description)
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or alignment <= 0 or alignment & (alignment - 1):
        raise GgufError(f"general.alignment is {alignment!r}, which is no power of two")
    start = -(-cursor.place // alignment) * alignment
    return GgufFile(metadata, {name: _tensor(cursor.data, start, name, *one) for name, one in described.items()})


def _tensor(data: Array, start: int, name: str, shape: tuple[int, ...], kind: int, offset: int) -> Tensor:
    """One tensor's bytes, once they are known to lie in the file."""
    import gguf

    try:
        type_ = gguf.GGMLQuantizationType(kind)
    except ValueError:
        raise GgufError(f"tensor {name!r} has the unknown type {kind}") from None
    values, size = gguf.GGML_QUANT_SIZES[type_]
    if shape[-1] % values:
        raise GgufError(f"tensor {name!r} has rows of {shape[-1]} values; blocks of {type_.name} hold {values}")
    row = shape[-1] // values * size
    end = start + offset + math.prod(shape[:-1]) * row
    if end > len(data):
        raise GgufError(f"tensor {name!r} would end at byte {end}, and the file has {len(data)}")
    stored = data[start + offset : end]
    if type_.name in _PLAIN:
        return Tensor(type_.name, stored.view(_PLAIN[type_.name]).reshape(shape))
    return Tensor(type_.name, stored.reshape(*shape[:-1], row))


class _Cursor:
    """A place in the file's bytes that never leaves them."""

    def __init__(self, data: Array) -> None:
        self.data = data
        self.place = 0

    def take(self, size: int, what: str) -> Array:
        if size > len(self.data) - self.place:
            raise GgufError(f"the file ends at byte {len(self.data)}, inside {what}")
        self.place += size
        return self.data[self.place - size : self.place]

    def number(self, form: str, what: str) -> int:
        return int(struct.unpack(form, bytes(self.take(struct.calcsize(form), what)))[0])

    def count(self, least: int, what: str) -> int:
        """A count of things that take `least` bytes each."""
        count = self.number("<Q", f"the number of {what}")
        if count * least > len(self.data) - self.place:
            raise GgufError(f"the file says that it has {count} {what}, more than fit into its {len(self.data)} bytes")
        return count

    def text(self, what: str, errors: str = "surrogateescape") -> str:
        """A string; those of vocabularies may hold any bytes."""
        size = self.number("<Q", f"the length of {what}")
        try:
            return bytes(self.take(size, what)).decode(errors=errors)
        except UnicodeDecodeError as error:
            raise GgufError(f"{what} is not UTF-8: {error}") from None

    def named(self, count: int, what: str, read: Callable[[str], Item]) -> dict[str, Item]:
        items: dict[str, Item] = {}
        for _ in range(count):
            name = self.text(f"the name of a {what}", "strict")
            if name in items:
                raise GgufError(f"{what} {name!r} stands in the file twice")
            items[name] = read(name)
        return items

    def value(self, name: str) -> Any:
        """The value of a metadata field."""
        return self._value(self.number("<I", f"the type of {name!r}"), name, 0)

    def _value(self, type_: int, name: str, depth: int) -> Any:
        if type_ == _STRING:
            return self.text(f"the value of {name!r}")
        if type_ == _ARRAY:
            return self._array(name, depth + 1)
        return self._scalars(type_, 1, name)[0].item()

    def _array(self, name: str, depth: int) -> Any:
        if depth > _DEEPEST_ARRAY:
            raise GgufError(f"the value of {name!r} is an array in more than {_DEEPEST_ARRAY} arrays")
        type_ = self.number("<I", f"the type of the items of {name!r}")
        if type_ not in {_STRING, _ARRAY}:
            return self._scalars(type_, self.count(1, f"items in {name!r}"), name).tolist()
        return [self._value(type_, name, depth) for _ in range(self.count(8, f"items in {name!r}"))]

    def _scalars(self, type_: int, count: int, name: str) -> Array:
        if type_ not in _SCALARS:
            raise GgufError(f"{name!r} has the unknown type {type_}")
        dtype = np.dtype(_SCALARS[type_])
        return self.take(count * dtype.itemsize, f"the value of {name!r}").view(dtype)

    def description(self, name: str) -> tuple[tuple[int, ...], int, int]:
        """Shape, type and offset of a tensor."""
        dimensions = self.number("<I", f"the description of tensor {name!r}")
        if not 0 < dimensions <= _MOST_DIMENSIONS:
            raise GgufError(f"tensor {name!r} has {dimensions} dimensions; 1 to {_MOST_DIMENSIONS} are possible")
        shape = tuple(self.number("<Q", f"the shape of tensor {name!r}") for _ in range(dimensions))
        if 0 in shape:
            raise GgufError(f"tensor {name!r} has the shape {list(shape)}")
        kind = self.number("<I", f"the type of tensor {name!r}")
        return shape[::-1], kind, self.number("<Q", f"the offset of tensor {name!r}")
