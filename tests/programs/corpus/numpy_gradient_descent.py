import numpy as np
from numpy.typing import NDArray
from collections.abc import Callable, Iterator


def sigmoid(z: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(z >= 0, 1 / (1 + np.exp(-np.abs(z))), np.exp(-np.abs(z)) / (1 + np.exp(-np.abs(z))))


def batches(n: int, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    order = rng.permutation(n)
    for i in range(0, n, size):
        yield order[i : i + size]


def numpy_gradient_descent(
    x: NDArray[np.float64], y: NDArray[np.float64], epochs: int, rate: float = 0.5, size: int = 2
) -> tuple[list[float], list[float]]:
    rng = np.random.default_rng(3)
    w = np.zeros(x.shape[1])
    b = 0.0
    losses: list[float] = []
    for _ in range(epochs):
        for index in batches(len(x), size, rng):
            p = sigmoid(x[index] @ w + b)
            error = p - y[index]
            w -= rate * x[index].T @ error / len(index)
            b -= rate * error.mean()
        p = np.clip(sigmoid(x @ w + b), 1e-12, 1 - 1e-12)
        losses.append(round(float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()), 8))
    return losses, [round(v, 8) for v in w.tolist()]


ARGUMENTS = [
    (np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, -1.0]]), np.array([0.0, 0.0, 1.0, 1.0]), 3),
    (np.array([[1.0]]), np.array([1.0]), 2, 1.0, 5),
    (np.zeros((2, 1)), np.array([0.0, 1.0]), 0),
]
