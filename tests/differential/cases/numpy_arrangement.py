"""Shapes, joins, order and products."""

import numpy as np
from numpy.typing import NDArray


def numpy_reshape(a: NDArray[np.int64]):
    return (
        a.reshape(-1), a.reshape(2, -1), a.reshape((3, 4)), np.reshape(a, (2, 2, 3)), a.T.reshape(12), a[::2].reshape(-1), a.reshape(a.size), a.reshape(a.shape), a.ravel(),
        a.T.ravel(), a.flatten(), a.T.copy(), a.swapaxes(0, 1), np.transpose(a), a.transpose(1, 0), np.expand_dims(a, 1), np.squeeze(a[:1]), a[:, :1].squeeze(axis=1), a[None].squeeze(0),
        np.expand_dims(a, -1),
    )  # fmt: skip


def numpy_reshape_to(a: NDArray[np.int64], rows: int, columns: int):
    return a.reshape(rows, columns)


def numpy_reshape_views(a: NDArray[np.int64]):
    b = a.copy()
    b.reshape(-1)[0] = 50
    b.reshape(2, 6)[1, 5] = 60
    b.T.reshape(12)[1] = 70
    b[:, None].reshape(3, 2, 2)[0, 0, 1] = 80
    b[:, ::2].reshape(3, 1, 2)[2] = 90
    b.ravel()[4] = 55
    b.flatten()[5] = 66
    return b


def numpy_shape_at_run_time(a: NDArray[np.int64]):
    rows, columns = a.shape
    return (
        rows,
        columns,
        a.shape[0],
        a.shape[-1],
        len(a.shape),
        np.zeros(a.shape),
        a.ndim,
        a.size,
        len(a),
        np.ones((a.shape[1], a.shape[0]), dtype=np.float32),
    )


def numpy_wrong_unpack(a: NDArray[np.int64]):
    rows, columns, depth = a.shape
    return rows * columns * depth


def numpy_dtypes(a: NDArray[np.float32]):
    if a.dtype == np.float32:
        return "single", a.astype(np.float64).dtype == np.float64
    return "other", False


def numpy_casts(a: NDArray[np.float64]):
    return (
        a.astype(np.float32), a.astype(np.int8), a.astype(np.int16), a.astype(np.int32), a.astype(np.int64), a.astype(bool), a.astype("float32"), a.astype(int), a.astype(float),
        a.astype(np.float32).astype(np.float64),
    )  # fmt: skip


def numpy_integer_casts(a: NDArray[np.int64]):
    return (
        a.astype(np.uint8),
        a.astype(np.int8),
        a.astype(np.uint32),
        a.astype(np.int32),
        a.astype(np.uint64),
        a.astype(np.float32),
        a.astype(np.uint64).astype(np.float32),
        a.astype(bool),
    )


def numpy_join(a: NDArray[np.float32], b: NDArray[np.float32]):
    return np.concatenate([a, b]), np.concatenate((a, b), axis=0), np.concatenate((a.T, b.T), axis=1)


def numpy_stack(a: NDArray[np.float32], b: NDArray[np.float32]):
    return np.stack([a, b]), np.stack((a, b), axis=1), np.stack([a, b], axis=-1), np.array([a, b])


def numpy_join_mixed(a: NDArray[np.float32], b: NDArray[np.int64]):
    return np.concatenate((a, b)), np.stack((a[0], b[0]))


def numpy_join_rows(rows: list[list[float]], other: list[list[float]]):
    a, b = np.array(rows, dtype=np.float32), np.array(other, dtype=np.float32)
    collected = []
    for row in a:
        collected.append(row * 2)
    return (
        np.vstack((a, b)),
        np.hstack((a, b)),
        np.vstack([a[0], b[0]]),
        np.hstack([a[0], b[0]]),
        np.stack(collected),
        np.array(collected),
        np.concatenate(collected),
    )


def numpy_filled(rows: int, columns: int):
    return (
        np.zeros((rows, columns)), np.zeros(rows, dtype=np.int32), np.ones((rows, 2), np.float32), np.full((rows, columns), 7), np.full(rows, 0.5), np.full(rows, 3, dtype=np.uint8),
        np.full((2, 2), True), np.full(2, 2.7, dtype=np.int64), np.eye(rows), np.eye(rows, columns, 1), np.identity(rows, dtype=np.float32), np.zeros_like(np.arange(rows)),
        np.full_like(np.ones(rows), 5), np.ones_like(np.zeros((rows, columns), np.float32)), np.empty((0, columns)),
    )  # fmt: skip


def numpy_ranges(start: int, stop: int, step: int, low: float, high: float, width: float):
    return (
        np.arange(stop), np.arange(start, stop), np.arange(start, stop, step), np.arange(low, high, width), np.arange(high), np.arange(start, stop, dtype=np.float32),
        np.arange(low, high, width, dtype=np.float32), np.linspace(low, high, stop), np.linspace(low, high, 5, endpoint=False), np.linspace(0, 1, 1), np.arange(stop, dtype=np.uint8),
    )  # fmt: skip


def numpy_sorting(a: NDArray[np.float32], b: NDArray[np.int64]):
    c = b.copy()
    c.sort()
    return (
        np.sort(a), np.sort(a, axis=0), np.sort(a, axis=None), np.argsort(a), np.argsort(a, axis=0), a.argsort(axis=1), np.sort(b), b.argsort(kind="stable"), c, np.argsort(-a),
        a.argsort()[:, ::-1], np.argmax(a), a.argmax(axis=0), a.argmin(axis=1), np.argmin(b), np.argmax(b, axis=1, keepdims=True), np.argsort(a.T, axis=0),
    )  # fmt: skip


def numpy_empty_argmax(a: NDArray[np.float32], axis: int):
    return a.argmax(axis=axis)


def numpy_product_shapes(n: int):
    a, b, c = np.arange(6).reshape(2, 3), np.arange(12).reshape(3, 4), np.arange(24).reshape(2, 3, 4)
    v, w = np.arange(3), np.arange(4)
    return (
        a @ b, a @ v, v @ b, v @ v, c @ w, a @ c, c.swapaxes(1, 2) @ b * n, a.T @ a, np.dot(a, b), np.dot(v, v), np.dot(a, v), a.dot(b), np.matmul(a, b), np.outer(v, w), np.inner(v, v),
        b[::-1, ::-1] @ w, a[:, :0] @ b[:0], np.dot(v, np.int64(2)), a.astype(np.uint8) @ b.astype(np.int16),
    )  # fmt: skip


def numpy_product_floats(a: NDArray[np.float64], b: NDArray[np.float64]):
    return np.round(a @ b, 9), np.round(a[0] @ b, 9), np.round(a.astype(np.float32) @ b.astype(np.float32), 2)


def numpy_dot_mismatch(a: NDArray[np.float64], n: int):
    return np.dot(np.zeros((2, n)), np.zeros((3, 2)))


def numpy_matmul_mismatch(a: NDArray[np.float64], b: NDArray[np.float64]):
    return a @ b


def numpy_of_lists(values: list[float], table: list[list[int]]):
    return (
        np.array(values) * 2,
        np.array(table),
        np.asarray(table, dtype=np.float32),
        np.array([1, 2]),
        np.array((1.5, 2)),
        np.mean(values),
        np.array(values) + values,
        np.array([[]]),
        np.array([True, False]),
    )


def numpy_softmax(a: NDArray[np.float64]):
    shifted = a - a.max(axis=-1, keepdims=True)
    weights = np.ones_like(shifted) / (1 + shifted**2)
    return weights / weights.sum(axis=-1, keepdims=True)


def numpy_cosine(a: NDArray[np.float32], b: NDArray[np.float32]):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    scores = (a[:, None] * b[None]).sum(axis=-1)
    order = np.argsort(-scores, axis=1)[:, :2]
    return scores, order, np.where(scores > 0.5, scores, 0), np.clip(scores, 0.0, 0.5), scores.max(axis=1)


def numpy_choices(a: NDArray[np.float32], b: NDArray[np.int64]):
    return (
        np.where(a > 0, a, 0), np.where(a > 0, 1, -1), np.where(b, a, b), np.where(a > 0, 1.5, 2), np.maximum(a, 0), np.minimum(b, a), np.clip(a, -1, 1), np.clip(b, 0, 3), a.clip(0.5, None),
        np.sign(a), np.sign(b), np.abs(b), np.square(a), np.isnan(a), np.isfinite(b), np.isinf(a), np.floor(a), np.ceil(a), np.trunc(a), np.rint(a), np.floor(b), np.logical_and(a > 0, b > 0),
        np.logical_not(b), np.logical_or(a, b), np.negative(b), np.reciprocal(a), np.sqrt(b), np.sqrt(np.abs(a)), np.fmax(a, b), np.copysign(a, b), a > 0,
    )  # fmt: skip


GRID = np.arange(12).reshape(3, 4)
RANDOM = np.random.default_rng(5)
SINGLE = RANDOM.standard_normal((4, 5)).astype(np.float32)
TIED = RANDOM.integers(-3, 3, (4, 9))
SPECIAL = np.array([0.0, -0.0, 1.9, -1.9, 300.7, -300.7, 70000.2, 3e9, -3e9, 1e19, -1e19, np.inf, -np.inf, np.nan, 1e-320])
WITH_NAN = np.array([[3.0, np.nan, 1.0, np.inf, -1.0], [0.5, 2.0, -np.inf, 0.25, np.nan]], np.float32)

ARGUMENTS = {
    numpy_reshape: [(GRID,), (GRID[::-1],), (GRID[:, ::-1],)],
    numpy_reshape_to: [(GRID, *shape) for shape in ((4, 3), (-1, 6), (5, 2), (-1, -1), (0, -1), (-1, 5), (-2, 6))],
    numpy_reshape_views: [(GRID,)],
    numpy_shape_at_run_time: [(GRID,), (GRID[:0],)],
    numpy_wrong_unpack: [(GRID,), (GRID[None],), (GRID[0],)],
    numpy_dtypes: [(SINGLE,)],
    numpy_casts: [(SPECIAL[:5],), (SPECIAL[[0, 2, 3]],)],
    numpy_integer_casts: [(np.array([0, 1, -1, 127, 128, 255, 256, -129, 65536, 2**31, 2**40 + 3, 2**63 - 1, -(2**63)]),)],
    numpy_join: [(SINGLE, SINGLE[:2]), (SINGLE, SINGLE[:, :3]), (SINGLE, SINGLE[:0])],
    numpy_stack: [(SINGLE, SINGLE * 2), (SINGLE, SINGLE[:2])],
    numpy_join_mixed: [(SINGLE, TIED[:, :5])],
    numpy_join_rows: [([[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]])],
    numpy_filled: [(3, 4), (1, 2), (0, 3), (-1, 3)],
    numpy_ranges: [(1, 7, 2, 0.0, 1.0, 0.1), (5, 3, -1, 0.5, -0.5, -0.25), (0, 4, 5, 1.5, 10.25, 1.3), (0, 4, 0, 0.0, 1.0, 0.5)],
    numpy_sorting: [(SINGLE, TIED), (WITH_NAN, TIED)],
    numpy_empty_argmax: [(np.zeros((0, 3), np.float32), 0), (np.zeros((0, 3), np.float32), 1), (np.zeros((2, 3), np.float32), -1)],
    numpy_product_shapes: [(2,)],
    numpy_product_floats: [(RANDOM.standard_normal((3, 5)), RANDOM.standard_normal((5, 4)))],
    numpy_dot_mismatch: [(GRID.astype(np.float64), 4)],
    numpy_matmul_mismatch: [(np.zeros((2, 3)), np.zeros((2, 3))), (np.zeros(3), np.zeros(4)), (np.zeros((2, 3, 4)), np.zeros((3, 4, 2)))],
    numpy_of_lists: [([1.0, 2.5], [[1, 2], [3, 4]])],
    numpy_softmax: [(RANDOM.standard_normal((3, 7)),), (RANDOM.standard_normal(5),)],
    numpy_cosine: [(SINGLE, SINGLE[:3] + 1)],
    numpy_choices: [(SINGLE, TIED[:, :5]), (WITH_NAN, TIED[:2, 4:])],
}
