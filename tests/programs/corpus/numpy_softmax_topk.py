import numpy as np
from numpy.typing import NDArray


def softmax(x: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    shifted = x - x.max(axis=axis, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=axis, keepdims=True)


def numpy_softmax_topk(
    logits: NDArray[np.float64], k: int, temperature: float = 1.0
) -> tuple[NDArray[np.int64], NDArray[np.float64], list[float]]:
    p = softmax(logits / temperature)
    order = np.argsort(-p, axis=-1, kind="stable")[:, :k]
    top = np.take_along_axis(p, order, axis=-1)
    entropy = -(p * np.log(np.where(p > 0, p, 1.0))).sum(axis=-1)
    return order, np.round(top, 8), [round(float(h), 8) for h in entropy]


ARGUMENTS = [
    (np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]), 2),
    (np.array([[1e3, -1e3]]), 5, 0.5),
    (np.zeros((0, 3)), 1),
    (np.zeros((2, 0)), 1),
]
