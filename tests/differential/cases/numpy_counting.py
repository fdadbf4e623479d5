"""Sorted sequences, sets, counts, order statistics."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]
R = np.random.default_rng(2)
NANS = np.array([[1.0, np.nan, 3.0], [2.0, 5.0, -1.0]])


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_uniques(a: NDArray[np.int64], b: F64):
    return (
        np.unique(a),
        np.unique(a, return_counts=True),
        np.unique(b, return_index=True, return_inverse=True),
        np.unique(a, return_inverse=True),
        np.unique(np.array([[2, 1], [1, 3], [2, 1]]), axis=0),
        np.isin(a, [1, 3]),
        np.isin(b, b[:1]),
        np.isin(a, [0], invert=True),
    )


def numpy_medians_of_axes(a: F64, f: F32):
    return (
        np.median(a),
        np.median(a, axis=0),
        np.median(a, axis=1, keepdims=True),
        np.median(f, axis=-1),
        np.nanmedian(a, axis=0),
        np.median(a, keepdims=True),
    )


def numpy_percentiles(a: F64, f: F32, i: I64, q: float):
    return (
        np.percentile(a, q),
        np.percentile(a, [0, 33, 100]),
        np.percentile(a, q, axis=0),
        np.percentile(a, [10, 90.5], axis=1),
        np.percentile(f, q),
        np.percentile(f, [20, 80]),
        np.percentile(i, q),
        np.quantile(i, 0.3, axis=0),
        np.quantile(f, q / 100, axis=1, keepdims=True),
        np.percentile(a, q, method="lower"),
        np.percentile(i, q, method="higher"),
        np.percentile(a, q, method="nearest"),
        np.percentile(a, q, method="midpoint"),
        np.nanpercentile(a, q),
        np.nanquantile(a, 0.25, axis=0),
        np.quantile(a, q / 100),
    )


def numpy_sorted_places(a: F64, v: F64, i: I64):
    s = np.sort(a.ravel())
    return (
        np.searchsorted(s, v),
        np.searchsorted(s, v, side="right"),
        np.searchsorted(s, 0.5),
        s.searchsorted([0, 1]),
        np.searchsorted(np.sort(i), 2.5),
        np.digitize(v, s),
        np.digitize(v, s[::-1]),
        np.digitize(v, s, right=True),
        np.digitize(0.5, s),
    )


def numpy_counts(a: I64, m: int):
    return np.bincount(a), np.bincount(a, minlength=m), np.bincount(a, weights=a * 0.5)


def numpy_lines(x: F64, k: F64):
    return (
        np.convolve(x, k),
        np.convolve(x, k, "same"),
        np.convolve(k, x, mode="valid"),
        np.correlate(x, k),
        np.correlate(x, k, "full"),
        np.correlate(x, k, mode="same"),
        np.convolve([1, 2, 3], [0, 1, 5]),
    )


def numpy_kth(a: F64, k: int):
    return np.partition(a, k), np.sort(np.argpartition(a, k, axis=-1)[..., :1]), np.partition(a, k, axis=None)


def numpy_interps(x: F64):
    return (
        np.interp(x, [0.0, 1.0, 2.0], [1.0, np.inf, 3.0]),
        np.interp(0.5, [0, 1], [0, 10]),
        np.interp(x, [0.0, 1.0, 1.0, 2.0], [1.0, 2.0, 5.0, 3.0], left=-1, right=9.5),
    )


ARGUMENTS = {
    numpy_uniques: [
        (np.array([[3, 1, 1], [3, 1, 1], [0, 2, 5]]), np.array([2.0, np.nan, 1.0, np.nan, 2.0])),
        (np.zeros((0, 2), int), np.zeros(0)),
    ],
    numpy_medians_of_axes: [(NANS, f32(2, 4)), (f64(4, 3), f32(3, 3)), (f64(1, 1), f32(1, 2))],
    numpy_percentiles: [(f64(5, 4), f32(3, 7), np.arange(12).reshape(4, 3) ** 2, q) for q in (0.0, 12.5, 50.0, 95.0, 100.0)]
    + [(NANS, f32(2, 2), np.arange(4).reshape(2, 2), 30.0), (f64(2, 2), f32(2, 2), np.arange(4).reshape(2, 2), 130.0)],
    numpy_sorted_places: [(f64(3, 4), np.array([-5.0, 0.0, np.nan, 7.0]), np.array([3, 1, 2]))],
    numpy_counts: [(np.array([1, 5, 1]), 3), (np.array([-1]), 3), (np.array([1]), -3), (np.array([3, 3]), 2)],
    numpy_lines: [(f64(9), f64(3)), (f64(4), f64(4)), (f64(30), f64(4)), (f64(0), f64(2)), (f64(3), f64(6))],
    numpy_kth: [(f64(3, 5), 2), (f64(3, 5), 5), (f64(3, 5), -1)],
    numpy_interps: [(np.array([-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, np.nan]),)],
}
