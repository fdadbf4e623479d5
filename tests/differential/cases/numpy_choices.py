"""Choosing among arrays, places of grids, masked reductions, sections, and numpy's scalars where Python wants numbers."""

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

F32, F64, I64, U8, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]
R = np.random.default_rng(33)


def selected_by_lists(x: I64) -> I64:
    conditions = [x % 15 == 0, x % 5 == 0, x % 3 == 0]
    return np.select(conditions, [3, 2, 1], default=0)


def selected_among_arrays(x: F64, conditions: list[FLAGS], choices: list[F64]) -> F64:
    return np.select(conditions, choices, default=x.mean())


def chosen(places: I64, a: F64, b: F64) -> list[F64]:
    return [np.choose(places, [a, b, a + b], mode="clip"), np.choose(places, [a, b], mode="wrap"), np.choose(places % 2, (a, b))]


def chosen_in_range(places: I64) -> I64:
    return np.choose(places, [10, 20, 30])


def in_pieces(x: F64) -> list[F64]:
    return [
        np.piecewise(x, [x < 0, x >= 1], [lambda v: -v, lambda v: v**2, 0.5]),
        np.piecewise(x, [x < 0, x >= 0], [-1, 1]),
        np.piecewise(x, x > 0, [np.sqrt, 7.0]),
    ]


def grid_places(rows: int, columns: int) -> list[Any]:
    y, x = np.mgrid[:rows, 1:columns:2]
    down, across = np.ogrid[0:rows, 0:columns]
    return [y, x, down + across, np.indices((rows, columns)), np.mgrid[2 : rows + 5]]


def masked_reductions(x: F32, y: F64, mask: FLAGS, small: U8) -> list[Any]:
    return [
        np.sum(y, where=mask),
        np.sum(y, axis=0, where=mask),
        y.sum(axis=1, where=mask, keepdims=True),
        np.sum(x, where=x > 0, dtype=np.float64),
        np.max(y, initial=-9.0, where=mask, axis=1),
        np.sum(y, initial=10.0),
        small.max(initial=3),
        np.min(small, axis=0, initial=7),
        np.prod(y, where=mask, axis=0),
        np.any(mask, where=y > 0),
        np.all(mask, axis=1, where=y > 0),
    ]


def started_extremes(x: F64) -> list[float]:
    return [float(np.max(x, initial=0.0)), float(np.min(x, initial=1.5)), float(np.sum(x, initial=1))]


def sections(x: F64, small: U8, places: I64) -> list[Any]:
    return [np.add.reduceat(x, places), np.maximum.reduceat(small, places), np.multiply.reduceat(x, [0, 1]), np.add.reduceat(small, [0, 2])]


def numbers_of_numpy(mask: FLAGS, values: I64) -> list[Any]:
    n = mask.sum()
    return [
        np.arange(n),
        np.linspace(0, 1, n),
        np.eye(n)[:1],
        np.arange(values.min(), values.max() + 1),
        values.take(0),
        np.take(values, [[0, 1]]),
    ]


def compared_with_any(labels: I64, x: F32) -> list[int]:
    found = [int((labels == value).sum()) for value in labels.tolist()]
    return found + [int((x <= value).sum() + (value > x).sum()) for value in x.tolist()]


def rows_counted(rows: I64) -> tuple[I64, I64, I64, I64]:
    return np.unique(rows, axis=0, return_index=True, return_inverse=True, return_counts=True)


def common_with_places(a: list[int], b: list[int]) -> list[list[int]]:
    both, left, right = np.intersect1d(a, b, return_indices=True)
    return [both.tolist(), left.tolist(), right.tolist(), np.setdiff1d(a, b, assume_unique=False).tolist()]


def strided_frames(x: F64, frame: int, hop: int) -> F64:
    count = 1 + (len(x) - frame) // hop
    return as_strided(x, shape=(count, frame), strides=(x.strides[0] * hop, x.strides[0])) * 1.0


def cast_without_copy(x: F64) -> tuple[bool, F32]:
    same = x.astype(np.float64, copy=False)
    same[0] = 5.0
    return bool(x[0] == 5.0), x.astype(np.float32, copy=False)


def small_random(seed: int) -> list[Any]:
    g = np.random.default_rng(seed)
    return [
        g.integers(0, 255, 4, dtype=np.uint8),
        g.integers(0, 256, 7, dtype=np.uint8),
        g.integers(-5, 5, 6, dtype=np.int8),
        g.integers(0, 1000, 5, dtype=np.int16),
        g.integers(0, 2, 40, dtype=bool),
        g.integers(7, dtype=np.int32),
        g.integers(0, 2**32, 3, dtype=np.uint32),
        g.random(3, dtype=np.float32),
        g.integers(3, 9, (2, 2), dtype=np.uint16, endpoint=True),
        g.random(2),
    ]


def small_random_bounds(low: int, high: int) -> U8:
    return np.random.default_rng(0).integers(low, high, 3, dtype=np.uint8)


def axes_named_in_errors(x: F64, how: str) -> Any:
    if how == "swap":
        return np.swapaxes(x, 0, 5)
    if how == "diagonal":
        return np.diagonal(x, 0, 5, 1)
    if how == "trace":
        return np.trace(x, 0, 0, 5)
    return np.moveaxis(x, 5, 0)


def edges_of_runs(mask: FLAGS) -> list[int]:
    flat = mask.ravel(order="F")
    change = np.flatnonzero(np.diff(np.concatenate([[False], flat, [False]]).astype(np.int8)))
    return [*change.tolist(), *np.diff(flat.astype(int), prepend=0, append=0).tolist(), *np.diff(flat.astype(np.int8), n=2).tolist()]


def mixed_scalars(ranked: list[list[int]], truth: list[int]) -> list[float]:
    found = []
    for places, wanted in zip(ranked, truth, strict=True):
        at = np.where(np.array(places) == wanted)[0]
        found.append(np.float64(1.0) / (at[0] + 1) if at.size else 0.0)
    return [float(np.mean(found)), float(np.array(found, dtype=np.float32).sum())]


def found_places(x: F64) -> tuple[F64, float]:
    y = x.copy()
    y[np.where(x < 0)] = 0.5
    return y, float(x[np.nonzero(x > 0)].sum())


X, Y = R.standard_normal(12), R.standard_normal((6, 50))
ARGUMENTS = {
    selected_by_lists: [(np.arange(16),)],
    selected_among_arrays: [(X, [X > 1, X < 0], [X * 2, X - 1]), (X, [X > 0], [X, X]), (X, [], [])],
    chosen: [(np.array([0, 1, 2, 5]), X[:4], X[4:8])],
    chosen_in_range: [(np.array([0, 2, 1]),), (np.array([0, 3]),), (np.array([-1]),)],
    in_pieces: [(np.linspace(-1, 2, 7),)],
    grid_places: [(2, 6), (0, 1)],
    masked_reductions: [(Y.astype(np.float32), Y, Y > -0.5, np.abs(Y * 10).astype(np.uint8))],
    started_extremes: [(X,), (np.zeros(0),)],
    sections: [
        (X, np.array([200, 100, 3, 9], np.uint8), np.array([0, 2, 1, 3])),
        (X, np.array([1, 2, 3], np.uint8), np.array([0])),
        (X[:2], np.array([1, 2, 3], np.uint8), np.array([0, 2])),
    ],
    numbers_of_numpy: [(np.array([True, False, True]), np.array([3, 9, 4]))],
    compared_with_any: [(np.array([1, 2, 1]), np.array([0.1, 0.5], np.float32))],
    rows_counted: [(np.array([[3, 1], [0, 2], [3, 1], [0, 1]]),), (np.zeros((1, 3), np.int64),)],
    common_with_places: [([1, 2, 3, 2], [2, 5, 3])],
    strided_frames: [(X, 4, 2), (X, 12, 1)],
    cast_without_copy: [(X.copy(),)],
    small_random: [(1,), (5,)],
    small_random_bounds: [(0, 256), (0, 257), (-1, 3), (5, 5), (0, 0), (9, 3)],
    edges_of_runs: [(Y[:3, :4] > 0,)],
    mixed_scalars: [([[1, 2], [3, 4]], [2, 9]), ([[5]], [5])],
    found_places: [(X,), (Y,)],
    axes_named_in_errors: [(Y, "swap"), (Y, "diagonal"), (Y, "trace"), (Y, "move")],
}
