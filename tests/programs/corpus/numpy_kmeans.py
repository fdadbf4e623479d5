import numpy as np
from numpy.typing import NDArray


def numpy_kmeans(points: NDArray[np.float64], k: int, rounds: int = 10, seed: int = 0) -> tuple[NDArray[np.float64], list[int], float]:
    rng = np.random.default_rng(seed)
    centers = points[rng.choice(len(points), size=k, replace=False)].copy()
    labels = np.zeros(len(points), dtype=np.int64)
    for _ in range(rounds):
        d = ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=-1)
        new = d.argmin(axis=1)
        if np.array_equal(new, labels) and _ > 0:
            break
        labels = new
        for j in range(k):
            members = points[labels == j]
            if len(members):
                centers[j] = members.mean(axis=0)
    inertia = float(np.sum((points - centers[labels]) ** 2))
    return centers, labels.tolist(), inertia


ARGUMENTS = [
    (np.array([[0.0, 0.0], [0.1, 0.0], [5.0, 5.0], [5.1, 5.2], [0.0, 0.2]]), 2),
    (np.array([[1.0], [2.0]]), 2, 3, 9),
    (np.array([[1.0, 2.0]]), 3),
    (np.zeros((4, 2)), 2, 1, 5),
]
