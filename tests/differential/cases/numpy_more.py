"""Searching, comparing and rearranging functions."""

import numpy as np
from numpy.typing import NDArray


def numpy_searching(a: NDArray[np.int64], b: NDArray[np.float32]):
    return (
        np.count_nonzero(a), np.count_nonzero(b > 0), np.flatnonzero(a), np.flatnonzero(b > 0.5), np.unique(a), np.unique(b), np.diff(a), np.diff(b, axis=0), np.array_equal(a, a),
        np.array_equal(a, b), np.array_equal(a, a[:1]), np.array_equal(a[0], a),
    )  # fmt: skip


def numpy_repeating(a: NDArray[np.int64], count: int):
    return (
        np.repeat(a, 2),
        np.repeat(a, count, axis=0),
        np.repeat(a, 3, axis=1),
        np.take(a, [0, 1]),
        np.take(a, [1, 0], axis=0),
        np.take(a, np.array([1, -1]), axis=1),
        np.flip(a),
        np.flip(a, 0),
        np.flip(a, axis=1),
    )


def numpy_closeness(a: NDArray[np.float64], b: NDArray[np.float64]):
    return (
        np.isclose(a, b),
        np.allclose(a, b),
        np.isclose(a, b, rtol=0.1, atol=0.5),
        np.allclose(a, b, atol=10.0),
        np.isclose(a.astype(np.float32), b.astype(np.float32)),
    )


def numpy_medians(a: NDArray[np.float64], b: NDArray[np.int64]):
    return np.median(a), np.median(b), np.median(a[0]), np.median(a[0][:2]), np.median(a.astype(np.float32))


WHOLE = np.array([[3, 0, -1, 3], [0, 7, 7, -1]])
SINGLE = np.array([[0.5, 2.0, -1.0, 0.75], [0.0, -0.5, 2.0, 1.0]], np.float32)
CLOSE = np.array([1.0, 1e10, np.nan, np.inf, -np.inf, 0.0, 1e-9, 100.0])
OTHER = np.array([1.0 + 1e-9, 1e10 + 1e4, np.nan, np.inf, np.inf, 1e-9, 0.0, 101.0])

ARGUMENTS = {
    numpy_searching: [(WHOLE, SINGLE), (WHOLE[:1], SINGLE[::-1])],
    numpy_repeating: [(WHOLE, 2), (WHOLE, 0), (WHOLE, -1)],
    numpy_closeness: [(CLOSE, OTHER), (CLOSE[:1], OTHER[:1]), (OTHER, CLOSE)],
    numpy_medians: [(np.array([[3.0, 1.0, 2.5], [7.0, -1.0, 0.1]]), WHOLE), (np.array([[3.0, np.nan, 2.5]]), WHOLE[:, :3])],
}
