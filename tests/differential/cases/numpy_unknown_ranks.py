"""Arrays whose number of axes only the caller knows."""

import numpy as np
from numpy.typing import NDArray


def numpy_places_of_unknown_rank(x: NDArray[np.float64], t: float):
    first = np.where(x > t)[0]
    return first, np.nonzero(x < t)[-1], len(np.where(x > t)), x[first], np.outer(x, x), x.size


def numpy_unpacked_places(x: NDArray[np.float64]):
    rows, columns = np.where(x > 0)
    return rows, columns, x[rows, columns]


def numpy_triangle_places(n: int, x: NDArray[np.float64]):
    i, j = np.triu_indices(n, k=1)
    np.fill_diagonal(x, 0.0)
    y = x.copy()
    y.fill(2)
    np.copyto(y, 1.5)
    return i, j, x[i, j], np.tril_indices(n), np.tril_indices(2, -1, 3), np.diag_indices(n), x, y, np.logspace(0, 2, 3), np.isscalar(n)


def numpy_filtered_spectrum(x: NDArray[np.float64], keep: int):
    spectrum = np.fft.rfft(x)
    spectrum[keep:] = 0
    spectrum[:1] = spectrum[1:2]
    return np.fft.irfft(spectrum, len(x))


A = np.array([[1.0, -1.0, 0.5], [0.0, 3.0, -2.0], [2.0, 2.0, 2.0]])
ARGUMENTS = {
    numpy_places_of_unknown_rank: [(A[0], 0.2), (A[0], 9.0), (A, 0.2)],
    numpy_unpacked_places: [(A,), (A[0],), (A[None],)],
    numpy_triangle_places: [(3, A)],
    numpy_filtered_spectrum: [(np.arange(8.0), 2)],
}
