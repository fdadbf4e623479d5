"""GGUF's blocks as arrays: integers with their scales where that is what a format means, else float32 values.

What the blocks hold is public: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md and the structures of ggml-common.h.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

GROUP = 32
"""Values of a row that share a scale (group_width of engine/kernels/quantized.h)."""

Array = np.ndarray[Any, np.dtype[Any]]


class FormatError(ValueError):
    """Weights that cannot be read or packed: what is wrong, and with which value."""


@dataclass(frozen=True)
class Quantised:
    """w = scale * q + minimum, a group of 32 values of a row at a time."""

    integers: Array  # [rows, groups, 32]: int8, or uint8 of 0 to 15 where there are minima
    scales: Array  # float32 [rows, groups]
    minima: Array | None = None  # float32 [rows, groups]

    def values(self) -> Array:
        """In float32, [rows, groups * 32]."""
        values = self.integers.astype(np.float32) * self.scales[..., None]
        if self.minima is not None:
            values += self.minima[..., None]
        return values.reshape(len(values), -1)


@dataclass(frozen=True)
class BlockFormat:
    """One format of blocks: how many bytes hold how many values, and what they mean."""

    values: int
    bytes: int
    read: Callable[[Array], Quantised | Array]  # blocks [rows, blocks, bytes]


def read_blocks(kind: str, data: Array) -> Quantised | Array:
    """Rows of blocks of the GGUF type `kind`, bytes [rows, row bytes]; float32 values [rows, width] where groups of integers do not say it.

    Raises FormatError.
    """
    form = BLOCK_FORMATS.get(kind)
    if form is None:
        raise FormatError(f"weights of the GGUF type {kind} are not supported; there are F32, F16, BF16, {', '.join(BLOCK_FORMATS)}")
    if data.ndim != 2 or data.shape[1] % form.bytes:
        raise FormatError(f"rows of {kind} are blocks of {form.bytes} bytes; these have the shape {data.shape}")
    blocks = np.ascontiguousarray(data).view(np.uint8).reshape(len(data), -1, form.bytes)
    return form.read(blocks)


def _half(blocks: Array, place: int) -> Array:
    """The float16 at that byte of each block, as float32."""
    return np.ascontiguousarray(blocks[..., place : place + 2]).view(np.float16).astype(np.float32)[..., 0]


def _nibbles(packed: Array) -> Array:
    """All low nibbles of the last axis, then all high ones."""
    return np.concatenate([packed & 15, packed >> 4], axis=-1)


def _q4_0(blocks: Array) -> Quantised:
    scales = _half(blocks, 0)
    return Quantised(_nibbles(blocks[..., 2:]), scales, -8 * scales)


def _q4_1(blocks: Array) -> Quantised:
    return Quantised(_nibbles(blocks[..., 4:]), _half(blocks, 0), _half(blocks, 2))


def _q5_0(blocks: Array) -> Quantised:
    fifth = np.unpackbits(blocks[..., 2:6], axis=-1, bitorder="little")
    return Quantised((_nibbles(blocks[..., 6:]) | fifth << 4).astype(np.int8) - np.int8(16), _half(blocks, 0))


def _q8_0(blocks: Array) -> Quantised:
    return Quantised(np.ascontiguousarray(blocks[..., 2:]).view(np.int8), _half(blocks, 0))


def _k_factors(blocks: Array) -> tuple[Array, Array]:
    """Scales and minima of the 8 groups of Q4_K and Q5_K: six bits each, times a float16 of the block."""
    a, b, c = (blocks[..., place : place + 4] for place in (4, 8, 12))
    scales = np.concatenate([a & 63, c & 15 | a >> 2 & 48], axis=-1).astype(np.float32)
    minima = np.concatenate([b & 63, c >> 4 | b >> 2 & 48], axis=-1).astype(np.float32)
    return _half(blocks, 0)[..., None] * scales, -_half(blocks, 2)[..., None] * minima


def _k_nibbles(packed: Array) -> Array:
    """[…, 32 n] bytes as [2 n, 32]: of every 32 bytes the low nibbles, then the high ones."""
    return _nibbles(packed.reshape(*packed.shape[:-1], -1, GROUP)).reshape(*packed.shape[:-1], -1, GROUP)


def _grouped(integers: Array, scales: Array, minima: Array) -> Quantised:
    """From [rows, blocks, groups, …] to [rows, all groups, …]."""
    rows = len(integers)
    return Quantised(integers.reshape(rows, -1, GROUP), scales.reshape(rows, -1), minima.reshape(rows, -1))


def _q4_k(blocks: Array) -> Quantised:
    return _grouped(_k_nibbles(blocks[..., 16:]), *_k_factors(blocks))


def _q5_k(blocks: Array) -> Array:
    bits = blocks[..., None, 16:48] >> np.arange(8, dtype=np.uint8)[:, None] & 1
    return _grouped(_k_nibbles(blocks[..., 48:]) | bits << 4, *_k_factors(blocks)).values()


def _q6_k(blocks: Array) -> Array:
    low = _nibbles(blocks[..., :128].reshape(*blocks.shape[:2], 2, 64)).reshape(*blocks.shape[:2], 2, 4, GROUP)
    high = blocks[..., 128:192].reshape(*blocks.shape[:2], 2, 1, GROUP) >> np.arange(0, 8, 2, dtype=np.uint8)[:, None] & 3
    integers = (low | high << 4).astype(np.int8) - np.int8(32)
    scales = _half(blocks, 208)[..., None] * np.ascontiguousarray(blocks[..., 192:208]).view(np.int8).astype(np.float32)
    values = integers.reshape(*blocks.shape[:2], 16, 16).astype(np.float32) * scales[..., None]
    return cast("Array", values.reshape(len(blocks), -1))


BLOCK_FORMATS = {
    "Q4_0": BlockFormat(32, 18, _q4_0),
    "Q4_1": BlockFormat(32, 20, _q4_1),
    "Q5_0": BlockFormat(32, 22, _q5_0),
    "Q8_0": BlockFormat(32, 34, _q8_0),
    "Q4_K": BlockFormat(256, 144, _q4_k),
    "Q5_K": BlockFormat(256, 176, _q5_k),
    "Q6_K": BlockFormat(256, 210, _q6_k),
}
