from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def einsum_scores(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.einsum("hqd,hkd->hqk", x, y)


def einsum_rows(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.einsum("i,ji->j", x, y)


ones = np.ones
ARGUMENTS = {
    einsum_scores: [(ones((1, 2, 3)), ones((1, 2, 4))), (ones((2, 2, 3)), ones((2, 5, 3)))],
    einsum_rows: [(ones(3), ones((2, 4))), (ones(3), ones((2, 3))), (ones(1), ones((2, 4)))],
}
