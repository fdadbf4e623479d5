import numpy as np
from numpy.typing import NDArray


def numpy_pca(x: NDArray[np.float64], k: int) -> dict[str, object]:
    if x.ndim != 2:
        raise ValueError(f"need 2 dimensions, not {x.ndim}")
    centered = x - x.mean(axis=0)
    covariance = centered.T @ centered / max(len(x) - 1, 1)
    values, vectors = np.linalg.eigh(covariance)
    order = np.argsort(values)[::-1][:k]
    components = vectors[:, order]
    signs = np.sign(components[np.abs(components).argmax(axis=0), np.arange(components.shape[1])])
    components = components * signs
    projected = centered @ components
    _, s, _ = np.linalg.svd(centered, full_matrices=False)
    ratio = values[order] / values.sum() if values.sum() > 0 else np.zeros(len(order))
    return {
        "values": np.round(values[order], 8),
        "projected": np.round(projected, 6) + 0.0,
        "ratio": np.round(ratio, 8),
        "singular": np.round(s[:k], 6),
        "rank": int(np.linalg.matrix_rank(centered)),
    }


ARGUMENTS = [
    (np.array([[2.0, 0.0], [0.0, 1.0], [3.0, 1.5], [4.0, -1.0]]), 1),
    (np.array([[1.0, 2.0, 4.0], [2.0, 4.0, 8.5], [3.0, 6.5, 12.0]]), 2),
    (np.array([[1.0, 1.0]]), 1),
]
