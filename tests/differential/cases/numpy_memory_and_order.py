"""Memory shared and seen as other dtypes; masks, positions and sorting of long lines; functions called for each element or row."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

R = np.random.default_rng(11)
F64, I64 = NDArray[np.float64], NDArray[np.int64]


def numpy_shared_memory(x: F64, y: NDArray[np.uint32]) -> list[Any]:
    a, b = x[::2], x[1::2]
    return [
        np.shares_memory(a, b), np.may_share_memory(a, b), np.shares_memory(x, a), np.shares_memory(x, x.copy()),
        np.shares_memory(x[:3], x[3:]), y.view(np.uint8), y.view(np.float32), y.view(np.int32)[::-1], y.reshape(-1, 1).view(np.uint8).shape,
    ]  # fmt: skip


def numpy_view_errors(y: NDArray[np.uint8]) -> list[str]:
    out = []
    try:
        out.append(str(y.view(np.uint32)))
    except ValueError as error:
        out.append(str(error))
    try:
        out.append(str(y[::2].view(np.uint16)))
    except ValueError as error:
        out.append(str(error))
    return out


def numpy_clip_into(x: NDArray[np.float32], y: I64) -> list[Any]:
    r = np.clip(x, -1, 1, out=x)
    y.clip(0, 5, out=y)
    z = np.empty_like(x)
    np.clip(x, 0.0, None, out=z)
    return [r, x, y, z, np.isscalar(x[0]), np.isscalar(y), np.isscalar(3.0)]


def numpy_along_axes(x: F64) -> list[Any]:
    return [
        np.apply_along_axis(np.sum, 0, x),
        np.apply_along_axis(lambda column: column[::-1], 0, x),
        np.apply_along_axis(lambda row: row.max() - row.min(), axis=1, arr=x),
        np.apply_along_axis(np.sort, 1, x),
    ]


def numpy_for_each(x: F64, y: I64) -> list[Any]:
    turned = np.vectorize(lambda value: value * 2 if value > 0 else -value)

    @np.vectorize
    def grade(value):
        return int(value // 10)

    return [turned(x), grade(x), np.vectorize(math.sqrt)(y)]


def numpy_positions_in_turn(x: I64) -> list[Any]:
    out = []
    for i, j in np.ndindex(2, 3):
        out.append(x[i, j] * 2)
    for place in np.ndindex((2, 2)):
        out.append(x[place])
    return [*out, np.poly([1.0, 2.0, -3.0]), np.poly(np.array([2, 3]))]


def numpy_long_sorts(x: F64, f: NDArray[np.float32], n: I64, m: NDArray[np.int32], u: NDArray[np.uint64]) -> list[Any]:
    return [
        np.sort(x), np.argsort(x, kind="stable"), np.sort(f), np.argsort(f, kind="stable"), np.sort(n), np.argsort(n, kind="stable"),
        np.sort(m), np.argsort(m, kind="stable"), np.sort(u), np.argsort(u, kind="stable"), np.unique(n), np.median(x[:700]),
    ]  # fmt: skip


def numpy_masks_and_places(x: F64, b: NDArray[np.uint8], i: I64, c: NDArray[np.complex128]) -> list[Any]:
    m = x > 0
    y = x.copy()
    y[m] = -1
    y[~m] = x[~m] * 2
    z = b.copy()
    z[z > 100] = 7
    r = x.reshape(-1, 4)
    k = r.copy()
    k[r[:, 0] > 0] = 5.5
    k[k < -1] = 0
    return [
        x[m], b[m], c[m], r[r > 0.5], r[r[:, 1] > 0], x[i], b[i], r[i[:5] % 3], r[-1], y, z, k, r[[0, -1]], x[i.reshape(2, -1)],
        r[:, ::2][r[:, ::2] > 0], r.T[r.T < 0], x[i.astype(np.int16)], x[np.array([], dtype=int)], x[x > 100],
    ]  # fmt: skip


def numpy_places_outside(x: F64, i: I64, m: NDArray[np.bool_]) -> list[str]:
    out = []
    for which in range(4):
        try:
            if which == 0:
                out.append(str(x[i]))
            elif which == 1:
                out.append(str(x[m]))
            elif which == 2:
                x[m] = 1
            else:
                x[7, 1] = 2
        except IndexError as error:
            out.append(str(error))
    return out


def numpy_products_of_odd_sizes(a: F64, b: NDArray[np.float32]) -> list[Any]:
    return [a @ a.T, a.T @ a, b @ b.T, a[0] @ a.T, a[:1] @ a.T, b.T @ b[:, :3], a @ a[3], np.dot(b, b.T[:, 5])]


def numpy_spread_of_everything(x: NDArray[np.float32], y: F64, n: I64) -> list[Any]:
    return [
        x.std(), y.var(), n.std(), y.var(ddof=1), y.reshape(7, -1).std(), y.reshape(7, -1).std(axis=1), x.var(keepdims=True), y[::2].var(),
    ]  # fmt: skip


def numpy_element_loops(x: F64, d: NDArray[np.int32]) -> list[Any]:
    t = 0.0
    for v in x:
        t += v * v
    for i in range(len(x)):
        x[i] = x[i] / 2 + i
    for i in range(1, d.shape[0]):
        for j in range(1, d.shape[1]):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] * 2)
    d[0, -1] += 4
    x[-1] = True
    return [t, x, d, x[0] == 0]


def numpy_linspace_between_elements(t: F64, n: int) -> list[Any]:
    return [np.linspace(t[0], t[-1], n), np.linspace(t.min(), 10, n), np.eye(n, dtype=np.int8)[[0, 1]], np.eye(n, dtype=np.int32)]


def lines(count: int, seed: int) -> tuple[Any, ...]:
    chance = np.random.default_rng(seed)
    x = chance.standard_normal(count)
    x[::7], x[::14], x[5::50], x[3::100], x[4::100] = 0.0, -0.0, np.nan, -np.inf, np.inf
    f = chance.standard_normal(count).astype(np.float32)
    f[::3] = f[0]
    whole = chance.integers(-(2**62), 2**62, count) if seed % 2 else chance.integers(0, 50, count)
    small = chance.integers(-(2**31), 2**31 - 1, count).astype(np.int32)
    return x, f, whole, small, chance.integers(0, 2**64 - 1, count, dtype=np.uint64)


ARGUMENTS = {
    numpy_shared_memory: [(np.arange(9.0), np.array([1, 1 << 30, 4294967295], np.uint32))],
    numpy_view_errors: [(np.arange(6, dtype=np.uint8),), (np.arange(8, dtype=np.uint8),)],
    numpy_clip_into: [(np.array([-3, 0.5, 2], np.float32), np.array([9, -1, 3]))],
    numpy_along_axes: [(R.standard_normal((3, 4)),)],
    numpy_for_each: [(R.standard_normal((2, 3)) * 30, np.arange(4))],
    numpy_positions_in_turn: [(np.arange(6).reshape(2, 3),)],
    numpy_long_sorts: [lines(count, seed) for count, seed in ((3000, 1), (513, 2), (700, 3), (100, 4))],
    numpy_masks_and_places: [
        (R.standard_normal(40), R.integers(0, 256, 40).astype(np.uint8), R.integers(-40, 40, 20), R.standard_normal(40) + 1j)
    ],
    numpy_places_outside: [
        (np.arange(6.0).reshape(3, 2), np.array([0, 5]), np.array([True, False])),
        (np.arange(6.0).reshape(3, 2), np.array([0, -4]), np.array([True, False, True])),
    ],
    numpy_products_of_odd_sizes: [
        (R.standard_normal(shape), R.standard_normal(shape).astype(np.float32)) for shape in ((7, 10), (13, 300), (75, 131), (97, 17))
    ],
    numpy_spread_of_everything: [
        (R.standard_normal(n).astype(np.float32), R.standard_normal(n), R.integers(0, 9, n)) for n in (7, 70, 1400)
    ],
    numpy_element_loops: [(R.standard_normal(9), np.ones((4, 5), np.int32))],
    numpy_linspace_between_elements: [(np.array([0.5, 2.0, -1.0]), 4)],
}
