import numpy as np
from numpy.typing import NDArray


def normalise(x: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.linalg.norm(x, axis=1, keepdims=True)
    return np.divide(x, norms, out=np.zeros_like(x), where=norms > 0)


def numpy_cosine_search(corpus: NDArray[np.float32], query: NDArray[np.float32], k: int) -> list[tuple[int, float]]:
    c = normalise(corpus)
    q = normalise(query[np.newaxis, :])[0]
    scores = c @ q
    k = min(k, len(scores))
    if k == 0:
        return []
    top = np.argpartition(-scores, k - 1)[:k]
    top = top[np.argsort(-scores[top], kind="stable")]
    return [(int(i), round(float(scores[i]), 5)) for i in top]


ARGUMENTS = [
    (np.array([[1, 0], [0, 2], [3, 3], [0, 0]], dtype=np.float32), np.array([1, 1], dtype=np.float32), 2),
    (np.zeros((0, 3), dtype=np.float32), np.ones(3, dtype=np.float32), 2),
    (np.ones((2, 2), dtype=np.float32), np.zeros(2, dtype=np.float32), 1),
    (np.ones((2, 2), dtype=np.float32), np.zeros(3, dtype=np.float32), 1),
]
