"""Matrices in the layouts that engine/kernels/quantized/layout.h describes, and tables that are read by row.

What is exact: float formats into themselves; Q4_0 and Q4_1 into q4; Q8_0 and Q5_0 into q8. Q4_K into q4 keeps its integers and rounds
scales and minima, products of a float16 and six bits, to float16: at most 2^-11 of each. Q5_K and Q6_K are rounded again, to q8: at most
1/254 of a group's largest value, less than a tenth of the step that the format itself has there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from modelet_resolver.packing.blocks import GROUP, Array, FormatError, Quantised, read_blocks
from modelet_resolver.packing.quantise import half, quantise_q4, quantise_q8

if TYPE_CHECKING:
    from modelet_resolver.packing.promise import Promise

PANEL = 16
FLOATS = {"F32": "float32", "F16": "float16", "BF16": "bfloat16"}
FORMATS = ("q4", "q8", "float16", "bfloat16", "float32")
"""Names of kernels::WeightFormat."""
_PUBLISHED = {**FLOATS, "Q4_0": "q4", "Q4_1": "q4", "Q4_K": "q4", "Q5_0": "q8", "Q8_0": "q8", "Q5_K": "q8", "Q6_K": "q8"}


class Published(Protocol):
    """A matrix [rows, width] as it was published: floats (bfloat16 as uint16), or rows of GGUF blocks as bytes."""

    @property
    def kind(self) -> str:
        """A name of gguf.GGMLQuantizationType."""

    @property
    def data(self) -> Array:
        """The values or blocks."""


@dataclass(frozen=True)
class Packed:
    """Panels of a matrix; `format` is a value of kernels::WeightFormat."""

    format: str
    panels: Array | Promise
    out: int
    depth: int


def pack(parts: Sequence[Published], quantization: str | None) -> Packed:
    """Matrices of equal width, one below the other, in panels of the format `quantization`; None: as published.

    Parts that were published in several formats get the most exact of these. Raises FormatError.
    """
    wanted = quantization or max((format_of(part.kind) for part in parts), key=FORMATS.index)
    if wanted not in FORMATS:
        raise FormatError(f"no weight format {wanted!r}; there are {', '.join(FORMATS)}")
    width = _width(parts[0])
    if wanted in FLOATS.values():
        values = np.concatenate([read_values(part) for part in parts])
        return Packed(wanted, float_panels(values, wanted), len(values), width)
    quantised = _joined([_quantised(part, wanted) for part in parts])
    panels = q4_panels(quantised) if wanted == "q4" else q8_panels(quantised)
    return Packed(wanted, panels, len(quantised.integers), width)


def table(matrix: Published, quantization: str | None) -> tuple[str, Array]:
    """A kernels::TableFormat and the rows in it, the most compact that says exactly what was published, or float16. Raises FormatError."""
    if matrix.kind in FLOATS and quantization in {None, FLOATS[matrix.kind]}:
        return FLOATS[matrix.kind], np.ascontiguousarray(matrix.data)
    if quantization in {"float32", "float16", "bfloat16"}:
        return quantization, as_floats(read_values(matrix), quantization)
    read = None if matrix.kind in FLOATS else read_blocks(matrix.kind, matrix.data)
    exact = _without_minima(read) if isinstance(read, Quantised) else None
    if exact is None and quantization is None:
        return "float16", half(read_values(matrix), "a weight")
    return "q8_0", _block_rows(exact or quantise_q8(read_values(matrix)))


def format_of(kind: str) -> str:
    """The weight format that says best what the GGUF type `kind` does. Raises FormatError."""
    if kind not in _PUBLISHED:
        raise FormatError(f"weights of the GGUF type {kind} are not supported; there are {', '.join(_PUBLISHED)}")
    return _PUBLISHED[kind]


def read_values(matrix: Published) -> Array:
    """In float32, [rows, width]. Raises FormatError."""
    if matrix.kind == "BF16":
        return (np.ascontiguousarray(matrix.data).view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    if matrix.kind in FLOATS:
        return matrix.data.astype(np.float32)
    read = read_blocks(matrix.kind, matrix.data)
    return read.values() if isinstance(read, Quantised) else read


def as_floats(values: Array, format_: str) -> Array:
    """Rounded to a float format, halves to even; bfloat16 as uint16. Raises FormatError."""
    if format_ == "float16":
        return half(values, "a weight")
    if format_ == "float32":
        return np.ascontiguousarray(values, np.float32)
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = ((bits + (0x7FFF + (bits >> 16 & 1))) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded)


def float_panels(values: Array, format_: str) -> Array:
    """[ceil(out / 16), in, 16]."""
    floats = _whole_panels(as_floats(values, format_))
    return np.ascontiguousarray(floats.reshape(-1, PANEL, values.shape[1]).swapaxes(1, 2))


def q8_panels(matrix: Quantised) -> Array:
    """Bytes [ceil(out / 16), bytes of a panel]."""
    scales = _factors(matrix.scales, "the scale")
    panels, groups = scales.shape[:2]
    heads = np.zeros((panels, -(-groups * 2 * PANEL // 64) * 64), np.uint8)
    heads[:, : groups * 2 * PANEL] = scales.reshape(panels, -1).view(np.uint8)
    # [panel, column, group, step, depth] → [panel, group, step, column, depth]
    steps = _whole_panels(matrix.integers.view(np.uint8) ^ np.uint8(128), 128).reshape(panels, PANEL, groups, 8, 4)
    return np.concatenate([heads, steps.transpose(0, 2, 3, 1, 4).reshape(panels, -1)], axis=1)


def q4_panels(matrix: Quantised) -> Array:
    """Bytes [ceil(out / 16), bytes of a panel]."""
    assert matrix.minima is not None
    scales, minima = _factors(matrix.scales, "the scale"), _factors(matrix.minima, "the minimum")
    panels, groups = scales.shape[:2]
    heads = np.ascontiguousarray(np.stack([scales, minima], axis=2)).reshape(panels, -1).view(np.uint8)
    # [panel, column, group, pair, step, depth] → [panel, group, pair, column, depth], the steps in one byte
    pairs = _whole_panels(matrix.integers).reshape(panels, PANEL, groups, 4, 2, 4)
    joined = pairs[..., 0, :] | pairs[..., 1, :] << 4
    return np.concatenate([heads, joined.transpose(0, 2, 3, 1, 4).reshape(panels, -1)], axis=1)


def unpack(packed: Packed) -> Array:
    """What panels mean, in float32: [out, depth]."""
    panels = packed.panels
    assert isinstance(panels, np.ndarray)
    if packed.format in FLOATS.values():
        kind = next(kind for kind, format_ in FLOATS.items() if format_ == packed.format)
        values = read_values(_Floats(kind, panels)).swapaxes(1, 2)
        return values.reshape(-1, packed.depth)[: packed.out]
    quantised = (_unpack_q4 if packed.format == "q4" else _unpack_q8)(panels, packed.depth)
    return quantised.values()[: packed.out, : packed.depth]


@dataclass(frozen=True)
class _Floats:
    kind: str
    data: Array


def _width(matrix: Published) -> int:
    if matrix.kind in FLOATS:
        return int(matrix.data.shape[1])
    read = read_blocks(matrix.kind, matrix.data[:1])
    return read.integers[0].size if isinstance(read, Quantised) else int(read.shape[1])


def _quantised(matrix: Published, wanted: str) -> Quantised:
    """In groups of that format: as published where that is one."""
    if matrix.kind not in FLOATS and format_of(matrix.kind) == wanted:
        read = read_blocks(matrix.kind, matrix.data)
        if isinstance(read, Quantised):
            return read
    values = read_values(matrix)
    return quantise_q4(values) if wanted == "q4" else quantise_q8(values)


def _joined(parts: Sequence[Quantised]) -> Quantised:
    minima = [part.minima for part in parts if part.minima is not None]
    return Quantised(
        np.concatenate([part.integers for part in parts]),
        np.concatenate([part.scales for part in parts]),
        np.concatenate(minima) if minima else None,
    )


def _without_minima(matrix: Quantised) -> Quantised | None:
    """The same values as int8, when the minima are what integers from -8 on have."""
    if matrix.minima is None:
        return matrix
    if not np.array_equal(matrix.minima, -8 * matrix.scales):
        return None
    return Quantised(matrix.integers.astype(np.int8) - np.int8(8), matrix.scales)


def _block_rows(matrix: Quantised) -> Array:
    """Rows of {float16 scale; int8 values[32]}, as bytes."""
    scales = half(matrix.scales, "the scale")[..., None].view(np.uint8)
    return np.concatenate([scales, matrix.integers.view(np.uint8)], axis=2).reshape(len(scales), -1)


def _whole_panels(array: Array, fill: int = 0) -> Array:
    """With rows added up to a multiple of 16."""
    missing = -len(array) % PANEL
    return np.concatenate([array, np.full((missing, *array.shape[1:]), fill, array.dtype)]) if missing else array


def _factors(factors: Array, what: str) -> Array:
    """float16 [panels, groups, 16]."""
    halves = _whole_panels(half(factors, what))
    return np.ascontiguousarray(halves.reshape(-1, PANEL, halves.shape[1]).swapaxes(1, 2))


def _unpack_q8(data: Array, depth: int) -> Quantised:
    panels, groups = len(data), -(-depth // GROUP)
    heads = data[:, : groups * 2 * PANEL].copy().view(np.float16).reshape(panels, groups, PANEL)
    steps = data[:, -groups * GROUP * PANEL :].reshape(panels, groups, 8, PANEL, 4).transpose(0, 3, 1, 2, 4)
    integers = (np.ascontiguousarray(steps) ^ np.uint8(128)).view(np.int8).reshape(-1, groups, GROUP)
    return Quantised(integers, _columns(heads))


def _unpack_q4(data: Array, depth: int) -> Quantised:
    panels, groups = len(data), -(-depth // GROUP)
    heads = data[:, : groups * 4 * PANEL].copy().view(np.float16).reshape(panels, groups, 2, PANEL)
    pairs = data[:, groups * 4 * PANEL :].reshape(panels, groups, 4, PANEL, 4).transpose(0, 3, 1, 2, 4)
    integers = np.stack([pairs & 15, pairs >> 4], axis=4).reshape(-1, groups, GROUP)
    return Quantised(integers, _columns(heads[:, :, 0]), _columns(heads[:, :, 1]))


def _columns(factors: Array) -> Array:
    """[panels, groups, 16] as float32 [columns, groups]."""
    return factors.swapaxes(1, 2).reshape(-1, factors.shape[1]).astype(np.float32)
