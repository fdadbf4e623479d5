"""Float32 weights to 8 and 4 bits with a scale (and a minimum) for each group of 32 values of a row."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import cast

import numpy as np

from modelet_resolver.packing.blocks import GROUP, Array, FormatError, Quantised

_LEAST_SCALE = np.float32(2.0**-40)
_CHUNK = 1024  # groups at once: what stays in a processor's cache
_CUTS = ((0.07, 0.0), (0.0, 0.07), (0.04, 0.04))
"""Parts of a group's range that are tried as cut off at its ends: one far value may cost the others too much."""


def quantise_q8(values: Array) -> Quantised:
    """[rows, width] as bytes. Raises FormatError."""
    integers, scales = _by_groups(values, _round_q8)
    return Quantised(integers.astype(np.int8), scales)


def quantise_q4(values: Array) -> Quantised:
    """[rows, width] as 0 to 15, scale and minimum chosen for the least squared error. Raises FormatError."""
    integers, scales, minima = _by_groups(values, _round_q4)
    return Quantised(integers.astype(np.uint8), scales, minima)


def half(values: Array, what: str) -> Array:
    """As float16, rounded. Raises FormatError when one is too large."""
    with np.errstate(over="ignore"):
        halves = values.astype(np.float16)
    if not np.isfinite(halves).all():
        worst = values.reshape(-1)[np.argmax(~np.isfinite(halves).reshape(-1))]
        raise FormatError(f"{what} of {worst} does not fit float16 (at most 65504)")
    return halves


def _by_groups(values: Array, round_groups: Callable[[Array], tuple[Array, ...]]) -> list[Array]:
    """`round_groups` over the groups of all rows; a last group that is not whole is padded with zeros."""
    rows, width = values.shape
    groups = -(-width // GROUP)
    if not np.isfinite(values).all():
        raise FormatError("weights hold a value that is not finite")
    padded = np.zeros((rows, groups * GROUP), np.float32)
    padded[:, :width] = values
    flat = padded.reshape(-1, GROUP)
    with ThreadPoolExecutor() as threads:
        done = list(threads.map(round_groups, (flat[start : start + _CHUNK] for start in range(0, len(flat), _CHUNK))))
    shape = (rows, groups)
    return [np.concatenate(parts).reshape(*shape, *parts[0].shape[1:]) for parts in zip(*done, strict=True)]


def _round(values: Array, scales: Array, low: int, high: int) -> Array:
    """The nearest multiples of the groups' scales; zeros where the scale is 0, or will be as float16: its inverse may be none."""
    inverse = np.divide(1, scales, out=np.zeros_like(scales), where=np.abs(scales) > _LEAST_SCALE)
    return cast("Array", np.clip(np.rint(values * inverse[:, None]), low, high))


def _rounded(values: Array, what: str) -> Array:
    return half(values, what).astype(np.float32)


def _round_q8(groups: Array) -> tuple[Array, Array]:
    scales = _rounded(np.abs(groups).max(axis=1) / np.float32(127), "the scale")
    return _round(groups, scales, -127, 127), scales


def _round_q4(groups: Array) -> tuple[Array, Array, Array]:
    low, high = groups.min(axis=1), groups.max(axis=1)
    best = _Line.through(groups, low, high)
    for below, above in _CUTS:
        best.improve(_Line.through(groups, low + (high - low) * np.float32(below), high - (high - low) * np.float32(above)))
    best.improve(_Line.through(groups, best.minima, best.minima + 15 * best.scales))
    scales, minima = _rounded(best.scales, "the scale"), _rounded(best.minima, "the minimum")
    return _round(groups - minima[:, None], scales, 0, 15), scales, minima


@dataclass(frozen=True)
class _Line:
    """For each group the scale and minimum that suit some choice of integers best, and how much of the squares they explain."""

    scales: Array
    minima: Array
    explained: Array

    @staticmethod
    def through(groups: Array, low: Array, high: Array) -> _Line:
        """The best line for the integers that come of dividing [low, high] into 15 steps."""
        scales = (high - low) / np.float32(15)
        integers = _round(groups - low[:, None], scales, 0, 15)
        mean, level = integers.mean(axis=1), groups.mean(axis=1)
        spread = np.einsum("gk,gk->g", integers, integers) / GROUP - mean * mean
        slope = np.einsum("gk,gk->g", integers, groups) / GROUP - mean * level
        fitted = np.divide(slope, spread, out=scales, where=spread > 0)
        return _Line(fitted, level - fitted * mean, fitted * slope)

    def improve(self, other: _Line) -> None:
        """Takes the groups that `other` explains better."""
        better = other.explained > self.explained
        for own, found in ((self.scales, other.scales), (self.minima, other.minima), (self.explained, other.explained)):
            own[better] = found[better]
