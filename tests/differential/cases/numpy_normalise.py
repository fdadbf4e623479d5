import numpy as np
from numpy.typing import NDArray


def numpy_normalise(vectors: NDArray[np.float32], dimensions: int) -> np.ndarray:
    vectors = vectors[:, :dimensions]
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def numpy_centre(vectors: NDArray[np.float32]) -> np.ndarray:
    vectors = vectors[:, :128] - vectors[:, :128].mean(axis=1, keepdims=True)
    return np.round(vectors, 3)


_random = np.random.default_rng(7)
_small = _random.standard_normal((5, 300)).astype(np.float32)
ARGUMENTS = {numpy_normalise: [(_small, 300), (_small, 7), (_small, 129)], numpy_centre: [(_small,), (_small[:1],), (_small[:, :3],)]}
