"""Writes the weights file of a library: safetensors, each tensor at a multiple of 64 bytes (engine/weights/weights.h).

The safetensors format allows no gap between tensors. Where alignment needs one, a tensor of padding fills it, named
`__padding__.<offset>`, so that every reader of the format takes the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from modelet_resolver.errors import write_error
from modelet_resolver.packing.promise import Floats, Part, Promise, Read

ALIGNMENT = 64
LAYOUTS = ("plain", "panel")
DTYPES = {
    "float64": "F64",
    "float32": "F32",
    "float16": "F16",
    "bfloat16": "BF16",
    "int64": "I64",
    "int32": "I32",
    "int16": "I16",
    "int8": "I8",
    "uint64": "U64",
    "uint32": "U32",
    "uint16": "U16",
    "uint8": "U8",
    "bool": "BOOL",
    "complex64": "C64",
}
_PADDING = "__padding__"


class PackageError(ValueError):
    """What was handed over cannot be packed: a defect of the caller, not of the user's input."""


@dataclass(frozen=True)
class WeightTensor:
    """A tensor of the weights file. `panel` arrays are [ceil(out / 16), in, 16], as engine/weights/weights.h says."""

    name: str
    array: np.ndarray[Any, Any] | Promise


@dataclass(frozen=True)
class WeightEntry:
    """Where one tensor lies: `offset` from the start of the file, a multiple of 64; `dtype` is numpy's name."""

    name: str
    dtype: str
    offset: int
    bytes: int


@dataclass(frozen=True)
class WeightsFile:
    """A complete weights file, of which an artifact gets a hard link where possible; it becomes read-only.

    `path` is where it lies now, `file` its name in the artifact (one path component), `sha256` hexadecimal; digest and size
    are checked when it is packed. `entries` are the tensors in the order they were given, if this compiler wrote the file.
    `packed`: `path` and `sha256` are those of the recipe, from which the file itself is packed where it is used.
    """

    path: Path
    file: str
    sha256: str
    bytes: int
    layout: str = "plain"
    entries: tuple[WeightEntry, ...] = ()
    packed: bool = False
    sources: tuple[str, ...] = ()


def no_sources(part: Part) -> Floats:
    """Stands for sources where nothing is promised."""
    raise PackageError(f"{part.tensor!r} is not there")


def plan_weights(tensors: Sequence[WeightTensor], layout: str = "panel") -> tuple[bytes, tuple[WeightEntry, ...], int]:
    """The header of the file that `write_weights` would write, where its tensors would lie, and its bytes. Raises PackageError."""
    if layout not in LAYOUTS:
        raise PackageError(f"unknown layout {layout!r}; there are {', '.join(LAYOUTS)}")
    header, entries = _plan(tensors, layout)
    return header, entries, max([len(header), *(entry.offset + entry.bytes for entry in entries)])


def write_weights(tensors: Sequence[WeightTensor], path: Path | str, layout: str = "panel", read: Read = no_sources) -> WeightsFile:
    """Writes the tensors to `path`, through a `.part` file that is renamed when it is complete and on disk.

    The same tensors give the same bytes. Arrays may have any memory order; one at a time is copied, if it has to be, or made of what
    `read` gives. Raises
    PackageError (unknown layout or dtype, a name twice), and DiskFull or ReadOnly of modelet_resolver.errors.
    """
    header, entries, _ = plan_weights(tensors, layout)
    target = Path(path)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            written = _Hashed(file)
            written.write(header)
            for tensor, entry in zip(tensors, entries, strict=True):
                written.write(b"\0" * (entry.offset - written.count))
                written.write(_little_endian(_made(tensor.array, read)))
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise write_error(error, str(target)) from error
    finally:
        with suppress(OSError):
            part.unlink()
    return WeightsFile(target, target.name, written.state.hexdigest(), written.count, layout, entries)


def _made(array: np.ndarray[Any, Any] | Promise, read: Read) -> np.ndarray[Any, Any]:
    return array.array(read) if isinstance(array, Promise) else array


class _Hashed:
    """Counts and hashes what it writes."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.state = sha256()
        self.count = 0

    def write(self, data: bytes | memoryview) -> None:
        self.file.write(data)
        self.state.update(data)
        self.count += len(data)


def _plan(tensors: Sequence[WeightTensor], layout: str) -> tuple[bytes, tuple[WeightEntry, ...]]:
    """The header's bytes, and the entries. Offsets in the header count from its end, which is aligned as well."""
    fields: dict[str, Any] = {"__metadata__": {"layout": layout}}
    relative = []
    end = 0
    for tensor in tensors:
        if tensor.name in fields or tensor.name.startswith("__"):
            raise PackageError(f"the tensor name {tensor.name!r} is used twice or reserved")
        start = _aligned(end)
        if start > end:
            fields[f"{_PADDING}.{end}"] = {"dtype": "U8", "shape": [start - end], "data_offsets": [end, start]}
        end = start + tensor.array.nbytes
        fields[tensor.name] = {"dtype": _dtype(tensor), "shape": list(tensor.array.shape), "data_offsets": [start, end]}
        relative.append(start)
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=True).encode("ascii")
    base = _aligned(8 + len(text))
    header = (base - 8).to_bytes(8, "little") + text.ljust(base - 8)
    return header, tuple(_entries(tensors, relative, base))


def _entries(tensors: Sequence[WeightTensor], relative: Iterable[int], base: int) -> Iterable[WeightEntry]:
    for tensor, start in zip(tensors, relative, strict=True):
        yield WeightEntry(tensor.name, tensor.array.dtype.name, base + start, tensor.array.nbytes)


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


def _dtype(tensor: WeightTensor) -> str:
    name = tensor.array.dtype.name
    if name not in DTYPES:
        raise PackageError(f"the tensor {tensor.name!r} is {name}; a weights file holds {', '.join(DTYPES)}")
    return DTYPES[name]


def _little_endian(array: np.ndarray[Any, Any]) -> memoryview:
    """The array's bytes in C order; without a copy where they stand so already."""
    ordered = np.ascontiguousarray(array)
    if ordered.dtype.byteorder == ">":
        ordered = ordered.astype(ordered.dtype.newbyteorder("<"))
    return ordered.reshape(-1).view(np.uint8).data
