"""Sums and their like, bit by bit, over shapes and strides that change the order in which numpy adds."""

import numpy as np
from numpy.typing import NDArray


def every_axis(a):  # type: ignore[no-untyped-def]
    return (
        a.sum(), a.sum(axis=0), a.sum(axis=-1), a.sum(axis=(0, 1)), a.sum(axis=1, keepdims=True), a.mean(), a.mean(axis=0), a.mean(axis=1), a.mean(axis=-1, keepdims=True),
        a.std(axis=0), a.var(axis=-1, ddof=1), a.prod(axis=0), a.max(axis=0), a.min(axis=1), a.max(), a.min(),
    )  # fmt: skip


def numpy_sum_float32(a: NDArray[np.float32]):
    return every_axis(a)


def numpy_sum_float64(a: NDArray[np.float64]):
    return every_axis(a)


def numpy_sum_transposed(a: NDArray[np.float32]):
    return every_axis(a.T), every_axis(a.T[::2]), every_axis(a[:, ::-1]), every_axis(a[::-1])


def numpy_sum_parts(a: NDArray[np.float32]):
    return every_axis(a[:, 1:]), every_axis(a[::2]), every_axis(a[..., ::3]), every_axis(a[1:, ::2])


def numpy_sum_cube(a: NDArray[np.float64]):
    return (
        a.sum(axis=1), a.sum(axis=(0, 2)), a.sum(axis=(1, 2)), a.sum(axis=(0, 1)), a.transpose(1, 0, 2).sum(axis=0), a.transpose(2, 1, 0).sum(axis=1), a.transpose(0, 2, 1).sum(),
        a.transpose(1, 2, 0).sum(axis=(0, 1)), a[:, ::2].sum(axis=0), a[:, :, ::2].sum(), a.mean(axis=(0, 2), keepdims=True), a.std(), a.transpose(2, 0, 1).mean(axis=2),
    )  # fmt: skip


def numpy_sum_cast(a: NDArray[np.float32], b: NDArray[np.int64]):
    return (
        a.sum(dtype=np.float64), a.mean(axis=1, dtype=np.float64), b.mean(), b.mean(axis=0), b.std(), b.var(axis=1), b.astype(np.int8).sum(), b.astype(np.uint16).sum(axis=1),
        (a > 0).sum(), (a > 0).sum(axis=0), (a > 0).mean(), b.astype(np.uint8).prod(axis=0), b.astype(np.int32).max(), b.astype(np.uint64).sum(), b.sum(dtype=np.float32),
    )  # fmt: skip


def numpy_tests(a: NDArray[np.float32], b: NDArray[np.int64]):
    return (
        np.any(a > 1),
        np.all(a > -9),
        a.any(axis=0),
        a.all(axis=1),
        (b > 0).any(axis=1, keepdims=True),
        b.all(),
        np.any(b),
        (b > 5).all(axis=0),
    )


def numpy_empty_sum(a: NDArray[np.float32]):
    return a.sum(), a.sum(axis=0), a.sum(axis=1), a.prod(axis=0), a.any(), a.all(axis=0), a.mean(axis=1)


def numpy_empty_max(a: NDArray[np.float32]):
    return a.max(axis=0)


def numpy_nan_max(a: NDArray[np.float64]):
    return (
        a.max(),
        a.min(),
        a.max(axis=0),
        a.min(axis=1),
        np.maximum(a[0], a[1]),
        np.fmin(a[0], a[1]),
        a.argmax(),
        a.argmin(axis=1),
        a.sum(axis=0),
    )


def numpy_norm(a: NDArray[np.float32], b: NDArray[np.float64], c: NDArray[np.int64]):
    return (
        np.linalg.norm(a, axis=1, keepdims=True), np.linalg.norm(a, axis=-1), np.linalg.norm(b, axis=0), np.linalg.norm(c, axis=1), np.linalg.norm(a, 1, axis=1),
        np.linalg.norm(b, np.inf, axis=0), np.linalg.norm(b, ord=1, axis=0), np.linalg.norm(a.T, axis=0), np.linalg.norm(a.T, axis=1), a / np.linalg.norm(a, axis=1, keepdims=True),
    )  # fmt: skip


def numpy_bad_axis(a: NDArray[np.float32], axis: int):
    return a.sum(axis=axis)


def numpy_axis_at_run_time(a: NDArray[np.float32], axis: int):
    return a.mean(axis=axis), a.max(axis=axis, keepdims=True), np.argmax(a, axis=axis)


def numpy_reducing_functions(a: NDArray[np.float64]):
    return (
        np.sum(a),
        np.mean(a, 0),
        np.max(a, axis=1),
        np.amin(a),
        np.prod(a, axis=0),
        np.std(a, axis=1, keepdims=True),
        np.var(a),
        np.sum([1, 2, 3]),
        np.mean([0.5, 1.5]),
    )


def numpy_running(a: NDArray[np.float32], b: NDArray[np.int64]):
    return a.cumsum(), np.cumsum(a, axis=0), a.cumsum(axis=1), b.astype(np.int8).cumsum(axis=-1), np.cumprod(b, axis=0), (b > 0).cumsum()


def numbers(dtype, *shapes):  # type: ignore[no-untyped-def]
    random = np.random.default_rng(11)
    return tuple((random.standard_normal(shape) * 30).astype(dtype) for shape in shapes)


SHAPES = [
    (1, 1),
    (1, 7),
    (7, 1),
    (3, 8),
    (8, 3),
    (2, 9),
    (5, 128),
    (5, 129),
    (128, 5),
    (300, 300),
    (17, 1000),
    (1000, 17),
    (2, 20000),
    (20000, 2),
]

ARGUMENTS = {
    numpy_sum_float32: [numbers(np.float32, shape) for shape in SHAPES],
    numpy_sum_float64: [numbers(np.float64, shape) for shape in SHAPES],
    numpy_sum_transposed: [numbers(np.float32, shape) for shape in [(3, 8), (129, 40), (300, 301), (2, 20000), (20000, 2)]],
    numpy_sum_parts: [numbers(np.float32, shape) for shape in [(3, 8), (129, 40), (300, 301), (9, 20000), (20000, 5)]],
    numpy_sum_cube: [
        numbers(np.float64, shape) for shape in [(2, 3, 4), (5, 1, 130), (20, 30, 40), (3, 300, 9), (130, 2, 2), (1, 20, 900)]
    ],
    numpy_sum_cast: [(*numbers(np.float32, shape), *numbers(np.int64, shape)) for shape in [(3, 4), (100, 200), (3, 20000), (20000, 3)]],
    numpy_tests: [(*numbers(np.float32, (3, 4)), *numbers(np.int64, (3, 4))), (np.zeros((2, 3), np.float32), np.ones((2, 2), np.int64))],
    numpy_empty_sum: [(np.zeros((0, 3), np.float32),), (np.zeros((3, 0), np.float32),), (np.zeros((0, 0), np.float32),)],
    numpy_empty_max: [(np.zeros((0, 3), np.float32),), (np.zeros((3, 0), np.float32),)],
    numpy_nan_max: [(np.array([[1.0, np.nan, 3.0], [4.0, 5.0, np.nan]]),), (np.array([[np.inf, -np.inf, 0.0], [-0.0, 0.0, 1.0]]),)],
    numpy_norm: [
        (*numbers(np.float32, shape), *numbers(np.float64, shape), *numbers(np.int64, shape))
        for shape in [(3, 4), (5, 384), (200, 3), (1, 1), (2, 0)][:4]
    ],
    numpy_bad_axis: [(*numbers(np.float32, (2, 3)), axis) for axis in (0, 1, 2, -1, -2, -3)],
    numpy_axis_at_run_time: [(*numbers(np.float32, (4, 3)), axis) for axis in (0, 1, -1)],
    numpy_reducing_functions: [numbers(np.float64, (3, 5)), numbers(np.float64, (40, 50))],
    numpy_running: [(*numbers(np.float32, (3, 5)), *numbers(np.int64, (3, 5))), (np.zeros((2, 0), np.float32), np.zeros((2, 0), np.int64))],
}
