"""Safetensors files as others publish them, read strictly: every length and offset is checked before it is used."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np

from modelet_resolver.packing.blocks import FormatError
from modelet_resolver.packing.promise import STORED, Floats, Part

LARGEST_HEADER = 100_000_000  # as the format says
LENGTH = 8  # bytes that hold the header's length


@dataclass(frozen=True)
class Place:
    """Where a tensor lies: offsets from the start of the file."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


def header_length(first: bytes, size: int) -> int:
    """From the first 8 bytes of a file of `size` bytes. Raises FormatError."""
    length = int.from_bytes(first[:LENGTH], "little")
    if len(first) < LENGTH or not 0 < length <= min(LARGEST_HEADER, size - LENGTH):
        raise FormatError(f"a header of {length} bytes does not fit into a file of {size}")
    return length


def read_header(text: bytes, size: int) -> dict[str, Place]:
    """The tensors of a file of `size` bytes, by name. Raises FormatError."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"the header is not JSON: {error}") from None
    if not isinstance(header, dict):
        raise FormatError("the header is no object")
    start = LENGTH + len(text)
    return {name: _place(name, entry, start, size) for name, entry in header.items() if name != "__metadata__"}


def _place(name: str, entry: Any, start: int, size: int) -> Place:
    fields: dict[str, Any] = entry if isinstance(entry, dict) else {}
    dtype, shape, offsets = fields.get("dtype"), fields.get("shape"), fields.get("data_offsets")
    if not isinstance(dtype, str) or not _numbers(shape) or not _numbers(offsets) or len(offsets) != 2:
        raise FormatError(f"the header does not say where the tensor {name!r} lies")
    begin, end = offsets
    if not begin <= end <= size - start:
        raise FormatError(f"the tensor {name!r} would end at byte {start + end}, and the file has {size}")
    if dtype in STORED and end - begin != math.prod(shape) * np.dtype(STORED[dtype]).itemsize:
        raise FormatError(f"the tensor {name!r} has {end - begin} bytes, which {dtype} of shape {shape} does not have")
    return Place(dtype, tuple(shape), start + begin, start + end)


def _numbers(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(item) is int and item >= 0 for item in value)


class SafetensorsFile:
    """A mapped file. Raises FormatError, OSError."""

    def __init__(self, path: str) -> None:
        self._data = np.memmap(path, np.uint8, "r")
        size = len(self._data)
        length = header_length(bytes(self._data[:LENGTH]), size)
        self.places = read_header(bytes(self._data[LENGTH : LENGTH + length]), size)

    def read(self, part: Part) -> Floats:
        """The values of a tensor, which must be what the part says. Raises FormatError."""
        place = self.places.get(part.tensor)
        if place is None or (place.dtype, place.shape) != (part.stored, part.shape):
            raise FormatError(f"the file has no tensor {part.tensor!r} that is {part.stored} of the shape {list(part.shape)}")
        values = self._data[place.begin : place.end].view(STORED[part.stored]).reshape(part.shape)
        return Floats(part.stored, values if part.index is None else values[part.index])
