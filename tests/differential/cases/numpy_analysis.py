"""Texts, statistics, calculus, ufunc methods, Python's builtins over arrays."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]
R = np.random.default_rng(2)
NANS = np.array([[1.0, np.nan, 3.0], [2.0, 5.0, -1.0]])


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_texts(a: F64, i: I64, f: F32, b: FLAGS):
    return (
        str(a),
        repr(a),
        f"{a}",
        str(i),
        repr(i),
        str(f),
        repr(f),
        str(b),
        repr(b),
        f"{a.shape} {a.dtype} {f.dtype!r} {i.ndim}",
        str(a[0]),
        np.array2string(a, precision=3, separator=", "),
        np.array_repr(i),
        np.array2string(a, precision=2, suppress_small=True),
        f"{a[:1]!r:>10}",
    )


def numpy_averages(a: F64, w: F64):
    x = a.reshape(3, 2)
    return (
        np.average(x),
        np.average(x, axis=0),
        np.average(x, axis=0, weights=w[:3]),
        np.average(x[:, 0], weights=w[:3]),
        np.average(x, axis=1, weights=x * x),
        np.average(x, weights=x * x),
    )


def numpy_nans(a: F64, f: F32, i: I64):
    return (
        np.nansum(a),
        np.nansum(a, axis=0),
        np.nanmean(a, axis=1),
        np.nanmean(a),
        np.nanmax(a, axis=0),
        np.nanmin(f),
        np.nanstd(a),
        np.nanvar(a, axis=0),
        np.nanstd(f, axis=0, ddof=1),
        np.nanprod(a),
        np.nanmean(i),
        np.nancumsum(a),
        np.nan_to_num(a),
        np.nan_to_num(f, nan=1.5, posinf=9),
        np.nanargmax(a),
        np.nanargmin(a, axis=1),
        np.nanmean(f, axis=0, keepdims=True),
        np.nanvar(a),
    )


def numpy_sets(a: I64, b: F64):
    return (
        np.union1d(a, b),
        np.intersect1d(a, [1, 2, 3]),
        np.setdiff1d(a, np.array([1])),
        np.setxor1d(a, [1, 7]),
        np.ediff1d(a),
        np.ptp(a),
        np.ptp(b),
    )


def numpy_calculus(y: F64, dx: float, n: int):
    z = y[:9].reshape(3, 3)
    w = y[:6].copy()
    return (
        np.trapezoid(y),
        np.trapezoid(y, dx=dx),
        np.trapezoid(z, axis=0),
        np.trapezoid(w, np.arange(6) ** 2),
        np.gradient(w),
        np.gradient(w, dx),
        np.gradient(z, axis=0),
        np.gradient(w, np.arange(6) * 1.5),
        np.gradient(w, np.arange(6) ** 2),
        np.diff(y, n),
        np.diff(z, n=2, axis=0),
        np.cross(z, z[::-1]),
        np.cross(z[0], z[1]),
        np.kron(np.array([1.0, 2.0]), np.arange(3)),
        np.kron(z, z[:2]),
        np.polyval([1, 2, 3], w),
        np.polyval(w, 0.5),
        np.hanning(n),
        np.hamming(5),
        np.blackman(5),
        np.bartlett(6),
        np.unwrap(y * 4),
        np.sinc(w),
        np.geomspace(1, 1000, 4),
    )


def numpy_hists(a: F64, n: int):
    return (
        np.histogram(a, n),
        np.histogram(a, bins=[-1.0, 0.0, 1.0]),
        np.histogram(a, bins=n, range=(0, 1)),
        np.histogram(a, n, density=True),
        np.histogram(np.array([1, 2, 2, 5]), n),
        np.histogram(a.astype(np.float32), n),
    )


def numpy_shapes_again(a: F64):
    out = []
    for d in a.shape:
        out.append(d)
    return (
        out,
        a.shape == (2, 3),
        a.shape[1:] == a.T.shape[:-1],
        list(a.shape),
        a.ndim,
        f"{a.shape}",
        a.dtype == np.float64,
        a.dtype == np.float32,
        a.dtype != float,
    )


def numpy_rank_test(a: NDArray[np.float32]):
    x = a[0]
    if x.ndim == 1:
        x = x[None]
    v = a.reshape(-1)
    if v.ndim == 1:
        v = v[:, None]
    return v.sum(axis=0).tolist()


def numpy_ufuncs(a: F64, i: I64):
    out = np.zeros_like(a)
    np.divide(a, a - a[0], out=out, where=a != a[0])
    np.add(a, 1, a)
    s = np.zeros(4)
    np.add.at(s, i, 1.5)
    np.maximum.at(s, [0, 0], [9.0, 3.0])
    np.subtract.at(s, 1, 2)
    m = np.zeros((3, 4), dtype=int)
    np.add.at(m, (i % 3, i), 1)
    np.add.at(m, 0, [1, 2, 3, 4])
    return (
        out,
        a,
        s,
        m,
        np.add.reduce(a),
        np.maximum.reduce(a, axis=None),
        np.add.accumulate(i),
        np.maximum.accumulate(a),
        np.multiply.outer(i, i),
        np.subtract.outer(a, i),
        np.gcd(i, 4),
        np.lcm(i, 6),
        np.fmod(a, 0.7),
        np.logaddexp(a, 0.3),
        np.signbit(a),
        np.bitwise_count(i),
        np.isneginf(a),
        np.divmod(i, 3),
        divmod(a, 0.7),
        np.sqrt(np.abs(a), out=out),
        np.heaviside(a, 0.5),
        np.float_power(i, 2),
        np.count_nonzero(m, axis=0),
        np.logical_or.reduce(m > 1, axis=1),
    )


def numpy_builtins_of_arrays(a: F64, i: I64, n: int):
    return (
        max(a),
        min(i),
        sum(a),
        sum(i),
        max(n, i[0]),
        min(a[0], 0.25, a[1]),
        sum(a[k] * a[k] for k in range(n)),
        max([a[k] for k in range(n)]),
        max(abs(a)),
        sum(a[:0]),
        any(a > 0),
        all(i),
        round(a[0], 2),
        max(0, a[1]),
    )


def numpy_close_to_numbers(a: F64):
    return np.isclose(a, 1.0), np.allclose(a, 0), np.isclose(0.1 + 0.2, 0.3), np.prod(a.shape), np.sum(a.shape), np.ndim(a), np.size(a)


def numpy_learned(img: F32):
    h, w = img.shape
    img = img / 255
    return np.pad(img, 1).tolist(), img.tolist()


def numpy_learned_list(x: F64) -> list[float]:
    return (x * 2).tolist()


BIG = np.arange(2000).reshape(40, 50)
MIX = np.array([[1.0, 1e-7, np.nan], [1e10, -np.inf, 3.25]])
ARGUMENTS = {
    numpy_texts: [
        (f64(3, 4), np.array([[1, -20], [300, 4]]), f32(4) * 1000, np.array([True, False])),
        (MIX, BIG, np.array([1e6, 2.5], np.float32), np.zeros((2, 0), bool)),
        (f64(30, 20), np.arange(1001), np.array([[0.1, 1 / 3]], np.float32), np.zeros((3, 3), bool)),
        (np.zeros((2, 2)), np.zeros((0,), int), np.array([np.nan, np.inf], np.float32), np.zeros((1, 1, 2), bool)),
        (np.array([[123456.789, 0.001], [1e-5, 2]]), np.arange(30), np.array([1e-5, 1.0], np.float32), np.ones(80, bool)),
        (f64(2, 2, 2) * 1e-3, np.arange(-5, 5), f32(3, 3), np.ones((2, 2), bool)),
    ],
    numpy_averages: [(f64(6), np.array([1.0, 2.0, 0.5, 3.0]))],
    numpy_nans: [
        (np.array([[1.0, np.nan, 3.0], [2.0, 5.0, -1.0]]), np.array([[1.0, np.nan], [np.inf, 3.0]], np.float32), np.array([1, 2]))
    ],
    numpy_sets: [(np.array([3, 1, 1, 7]), np.array([1.0, 2.5])), (np.array([5]), np.array([1.0]))],
    numpy_calculus: [(f64(12), 0.5, 2), (f64(9), 2.0, 0)],
    numpy_hists: [(f64(40), 5), (R.random(7), 3), (np.array([1.0, 1.0]), 4), (np.array([np.inf, 1.0]), 4), (R.random(3), 0)],
    numpy_shapes_again: [(f64(2, 3),), (f64(2),)],
    numpy_rank_test: [(f32(3),)],
    numpy_ufuncs: [(f64(4), np.array([1, 3, 3, 0]))],
    numpy_builtins_of_arrays: [
        (f64(5), np.array([3, 1, 2]), 3),
        (np.array([np.nan, 1.0]), np.array([7]), 2),
        (f64(2), np.zeros(0, int), 0),
    ],
    numpy_close_to_numbers: [(np.array([1.0, 1 + 1e-9, np.nan]),)],
    numpy_learned: [(f32(2, 3),), (f32(2),)],
    numpy_learned_list: [(f64(3),)],
}
