"""Views by ints, slices, None and `...`; copies by arrays; stores through each."""

import numpy as np
from numpy.typing import NDArray


def numpy_basic_index(a: NDArray[np.int64]):
    return (
        a[0], a[-1], a[1, 2], a[:, 0], a[:, 1:3], a[::2], a[::-1], a[:, ::-2], a[..., 0], a[None], a[:, None], a[..., None], a[1:2, None, ::2], a[0][1],
        a[5:2], a[-2:], a[:-1, -1], a[1, ...], a[...], a[::-1, ::-1], a[-1:-9:-1],
    )  # fmt: skip


def numpy_index_at(a: NDArray[np.int64], i: int, j: int):
    return a[i, j], a[i], a[:, j]


def numpy_index_int(a: NDArray[np.int64], i: int):
    return a[i]


def numpy_too_many(a: NDArray[np.int64]):
    return a[0, 0, 0]


def numpy_two_ellipses(a: NDArray[np.int64]):
    return a[..., 0, ...]


def numpy_slice(a: NDArray[np.int64], start: int | None, stop: int | None, step: int | None):
    return a[start:stop:step], a[:, start:stop]


def numpy_views_alias(a: NDArray[np.int64]):
    b = a.copy()
    row, column, turned = b[1], b[:, 0], b.T
    row[0] = 77
    column[2] = 88
    turned[1, 0] = 99
    b[:, 1:][0] = 5
    one = b[0, 0]
    b[0, 0] = 1000
    return b, row, column, turned, one


def numpy_store_each(a: NDArray[np.int64], i: int, value: int):
    b = a.copy()
    b[i] = value
    b[i, 1] = value + 1
    b[:, 0] = [1, 2, 3]
    b[::2, 2:] = a[1, :2]
    b[..., -1] = 7.9
    b[0] += 5
    b[:, 1] *= 2
    return b


def numpy_store_dtypes(a: NDArray[np.float32], b: NDArray[np.int64]):
    c, d, e = a.copy(), b.astype(np.uint8), a > 0
    c[0] = b[0]
    c[1] = True
    c[2] = 3
    d[0] = a[0] * 2
    d[1] = True
    e[0] = 2
    e[1] = 0.0
    e[2] = a[2]
    return c, d, e


def numpy_store_overflow(a: NDArray[np.int64], value: int):
    b = a.astype(np.uint8)
    b[0] = value
    return b


def numpy_store_shape(a: NDArray[np.int64], b: NDArray[np.int64]):
    c = a.copy()
    c[1:] = b
    return c


def numpy_store_overlap(a: NDArray[np.int64]):
    b, c = a.copy(), a.copy()
    b[1:] = b[:-1]
    c[::-1] = c
    return b, c


def numpy_masked(a: NDArray[np.int64], limit: int):
    b = a.copy()
    b[b > limit] = 0
    b[a < 0] *= -1
    return a[a > limit], a[a[:, 0] > limit], a[:, a[0] > limit], a[a > limit].sum(), b


def numpy_mask_shape(a: NDArray[np.int64], mask: NDArray[np.bool_]):
    return a[mask[:, 0]]


def numpy_take(a: NDArray[np.int64], rows: list[int], columns: list[int]):
    r, c = np.array(rows), np.array(columns)
    return (
        a[r], a[:, c], a[r, c], a[r][:, c], a[rows], a[r[:, None], c], a[None, r], a[r, None, :], a[r, 1], a[1, c], a[..., c], a[r.astype(np.int8)],
        a[r.astype(np.uint16) % 2], a.T[c], a[:, [0, 1]],
    )  # fmt: skip


def numpy_take_three(a: NDArray[np.int64], rows: list[int]):
    r = np.array(rows)
    return (
        a[r, :, r],
        a[:, r, r],
        a[r, r],
        a[0, :, r],
        a[:, 0, r],
        a[r, ..., 0],
        a[:, r],
        a[..., r],
        a[:, r[:, None], r],
        a[a[:, :, 0] > 5],
        a[:, a[0] % 2 == 0],
    )


def numpy_rows_at(a: NDArray[np.int64], rows: NDArray[np.int64], i: int):
    return a[rows, i], a[i, rows], a[rows[::-1], i], a[rows.sum(), rows], a[i, rows[1:]], a[rows[:, None], rows, None]


def numpy_rows_mismatch(a: NDArray[np.int64], rows: NDArray[np.int64], columns: list[int], i: int):
    return a[None, ...][i, rows, columns]


def numpy_rows_stored(a: NDArray[np.int64], rows: NDArray[np.int64], i: int):
    a[rows, i] = -1
    a[i, rows[::-1]] += 10
    return a


def numpy_put(a: NDArray[np.int64], rows: list[int], value: int):
    r = np.array(rows)
    b, c, d = a.copy(), a.copy(), a.copy()
    b[r] = value
    c[r, 0] += value
    c[:, r] = a[:, r] * 2
    d[r] = d[r[::-1]]
    d[r, r] = [7, 8]
    return b, c, d


def numpy_captured_table(i: int):
    return TABLE[i], TABLE[:, i], TABLE.sum(), LARGE[i, -3:]


def numpy_enumerated(a: NDArray[np.float64]) -> list:
    out = [(place, float(value)) for place, value in np.ndenumerate(a)]
    weighted = 0.0
    for (i, j), value in np.ndenumerate(a):
        weighted += i * j * value
    return [
        out,
        weighted,
        [place for place, value in np.ndenumerate(a[0]) if value > 1],
        {place: value for place, value in np.ndenumerate(a)},
    ]


TABLE = np.arange(12, dtype=np.float32).reshape(3, 4)
LARGE = np.arange(10000, dtype=np.float64).reshape(20, 500)
GRID = np.arange(12).reshape(3, 4)
CUBE = np.arange(60).reshape(3, 4, 5)
BOUNDS = [
    (None, None, None),
    (1, None, None),
    (None, -1, None),
    (0, 3, 2),
    (None, None, -1),
    (5, 0, -2),
    (-100, 100, 1),
    (2, 1, None),
    (None, None, 0),
]

ARGUMENTS = {
    numpy_enumerated: [(GRID.astype(float),), (GRID.T.astype(float),), (np.zeros((2, 0)),)],
    numpy_basic_index: [(GRID,), (GRID[::-1, ::-1],), (GRID.T,)],
    numpy_index_at: [(GRID, 0, 0), (GRID, -1, -4), (GRID, 3, 0), (GRID, 0, 4), (GRID, -4, 0), (GRID, 2, -5)],
    numpy_index_int: [(np.arange(3), 1), (np.arange(3), 3), (np.arange(3), -4), (np.zeros((0, 4), int), 0), (CUBE, 2)],
    numpy_too_many: [(GRID,), (CUBE,)],
    numpy_two_ellipses: [(GRID,)],
    numpy_slice: [(GRID, *bounds) for bounds in BOUNDS],
    numpy_views_alias: [(GRID,)],
    numpy_store_each: [(GRID, 0, 5), (GRID, -1, -5), (GRID, 3, 0)],
    numpy_store_dtypes: [(np.array([1.5, -2.5, 3.5], np.float32), np.arange(3))],
    numpy_store_overflow: [(np.arange(3), 255), (np.arange(3), 256), (np.arange(3), -1)],
    numpy_store_shape: [(GRID, np.arange(4)), (GRID, GRID[:2]), (GRID, np.arange(3)), (GRID, GRID), (GRID, CUBE[:1, :2, :4])],
    numpy_store_overlap: [(np.arange(7),), (GRID,)],
    numpy_masked: [(GRID, 5), (GRID - 6, 0), (GRID, 100), (GRID, -100)],
    numpy_mask_shape: [(GRID, GRID > 2), (GRID, CUBE[:, 0] > 2), (GRID, np.ones((2, 2), bool))],
    numpy_take: [(GRID, [0, 2], [1, 3]), (GRID, [-1, -3], [0, -1]), (GRID, [0, 3], [0, 0]), (GRID, [0], [1])],
    numpy_take_three: [(CUBE, [0, 2]), (CUBE, [-1, 1]), (CUBE, [1])],
    numpy_rows_at: [(GRID, np.array(rows, np.int64), i) for rows in ([0, 2, -1], [], [1], [1, 9]) for i in (0, -1, 5)],
    numpy_rows_mismatch: [(GRID, np.array([0, 1]), columns, i) for columns in ([0, 1], [0, 1, 2], [0, 9]) for i in (0, 7)],
    numpy_rows_stored: [(GRID, np.array(rows, np.int64), i) for rows in ([0, 2, -1], [], [1, 1]) for i in (1, 4)],
    numpy_put: [(GRID, [0, 2], 50), (GRID, [1, 1], 50), (GRID, [0, 9], 50)],
    numpy_captured_table: [(0,), (2,), (3,)],
}
