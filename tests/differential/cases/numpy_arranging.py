"""Arrangements: triangles, rolls, tiles, padding, splits, nests of numbers."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]
R = np.random.default_rng(2)
NANS = np.array([[1.0, np.nan, 3.0], [2.0, 5.0, -1.0]])


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_arrangement(a: F64, n: int):
    return (
        np.tril(a),
        np.triu(a, 1),
        np.tril(a, -1),
        np.triu(a[0]),
        np.diagonal(a),
        np.trace(a),
        np.roll(a, n),
        np.roll(a, n, axis=0),
        np.roll(a, (1, n), axis=(0, 1)),
        np.rot90(a),
        np.rot90(a, n),
        np.fliplr(a),
        np.flipud(a),
        np.moveaxis(a, 0, -1),
        np.argwhere(a > 0),
        np.unravel_index(n, (3, 4)),
        np.tri(3),
        np.tri(2, 4, 1, dtype=int),
    )


def numpy_arrangement2(v: NDArray[np.int64], n: int):
    a = np.arange(12).reshape(3, 4)
    return (
        np.diag(v := a[0]),
        np.diag(a),
        np.diag(a, -1),
        np.diagflat(a[:1]),
        np.delete(a, n, axis=0),
        np.delete(a, [0, n]),
        np.insert(a, n, 5, axis=1),
        np.insert(a[0], n, [7, 8]),
        np.insert(a[0], [0, n], [7, 8]),
        np.append(a, [1, 2]),
        np.append(a, [[1, 2, 3, 4]], axis=0),
        np.tile(a, n),
        np.tile(a[0], (2, 1)),
        np.repeat(a, [1, 0, n], axis=0),
        np.take_along_axis(a, np.argsort(-a, axis=1), axis=1),
        np.split(a, 2, axis=1),
        np.array_split(a, n),
        np.split(a[0], [1, 3]),
        np.hsplit(a, 2),
        np.vsplit(a, 3),
        np.atleast_2d(a[0]),
        np.atleast_1d(3.5),
        np.broadcast_to(a[0], (2, 4)),
        np.meshgrid(a[0], a[:, 0]),
        np.ravel_multi_index((a[0] % 3, a[1] % 4), (3, 4)),
        np.compress([True, False, True], a, axis=0),
        np.extract(a > 3, a),
    )


def numpy_pads(a: NDArray[np.int64], n: int):
    return (
        np.pad(a, n),
        np.pad(a, (1, n)),
        np.pad(a, ((0, n), (1, 0)), constant_values=-1),
        np.pad(a, n, mode="edge"),
        np.pad(a, n, mode="reflect"),
        np.pad(a, n, mode="symmetric"),
        np.pad(a, n, "wrap"),
        np.pad(a[0], (0, n), "constant", constant_values=9),
    )


def numpy_nests(x: float, rows: list[tuple[int, float]], cells: list[list[int]]):
    return (
        np.array([(1, 2), (3, 4)]),
        np.array([0, 0.5, x]),
        np.array(rows),
        np.array([[0, 1], [x, 2]]),
        np.vstack(cells),
        np.concatenate([[1, 2], np.array([x])]),
        np.array(cells, dtype=np.float32),
        np.stack([np.array([1, 2]), np.array([0.5, 1.5])]),
        np.array(((1, 2), (3, 4))),
        np.array([(0.5, 1)]),
    )


def numpy_put_along(a: F64, v: float):
    np.put_along_axis(a, np.argmax(a, axis=1)[:, None], v, axis=1)
    return a


def numpy_shape_slices(a: F64):
    h, w = a.shape[:2]
    return h, w, len(a.shape[1:]), a.shape[-1], a.reshape(a.shape[:1] + (-1,)) if False else 0


ARGUMENTS = {
    numpy_arrangement: [(f64(3, 4), 2), (f64(3, 3), -1), (f64(2, 4), 12)],
    numpy_arrangement2: [(np.arange(3), 1), (np.arange(3), 2), (np.arange(3), 5)],
    numpy_pads: [
        (np.arange(6).reshape(2, 3), 2),
        (np.arange(6).reshape(2, 3), 5),
        (np.arange(3).reshape(3, 1), 3),
        (np.arange(3).reshape(3, 1), -1),
        (np.zeros((0, 2), np.int64), 1),
    ],
    numpy_nests: [(1.5, [(1, 2.5)], [[1, 2], [3, 4]])],
    numpy_put_along: [(f64(2, 3), 9.0)],
    numpy_shape_slices: [(f64(2, 3, 4),), (f64(2),)],
}
