import numpy as np
from numpy.typing import NDArray


def numpy_indexing(a: NDArray[np.int64]) -> list[np.ndarray]:
    return [a[0], a[-1], a[1:], a[:, 1], a[::2, ::-1], a[None], a[..., 0], a[:, None, 1:], a[1, 2:0:-1]]


def numpy_store(a: NDArray[np.int64]) -> np.ndarray:
    view = a[:, 1]
    view[0] = 100
    a[1] = [7, 8, 9]
    a[:, 2] = a[:, 0]
    a[0, 0] += 5
    a *= 2
    return a


def numpy_mask(a: NDArray[np.float64]) -> list[np.ndarray]:
    b = a.copy()
    b[b < 0] = 0.0
    return [a[a > 0], b, a[[1, 0]], a[np.array([0, -1])]]


def numpy_out_of_bounds(a: NDArray[np.int64], index: int) -> np.int64:
    return a[index, 0]


def numpy_rows(a: NDArray[np.float32]) -> list[str]:
    return [f"{row[0]:.2f} {row.sum()} {float(row[1])}" for row in np.reshape(a, (-1, 2))]


_i = np.arange(12).reshape(4, 3)
ARGUMENTS = {
    numpy_indexing: [(_i,)],
    numpy_store: [(_i,)],
    numpy_mask: [(np.array([[1.0, -2.0], [-3.0, 4.0]]),)],
    numpy_out_of_bounds: [(_i, 0), (_i, -4), (_i, 4), (_i, -5)],
    numpy_rows: [(np.array([1.5, 0.1, -3.0, 1e10], dtype=np.float32),)],
}
