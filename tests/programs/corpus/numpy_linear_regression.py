import numpy as np
from numpy.typing import NDArray


class Ridge:
    def __init__(self, alpha: float = 0.0) -> None:
        self.alpha = alpha
        self.weights: NDArray[np.float64] | None = None

    def fit(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> "Ridge":
        design = np.column_stack([np.ones(len(x)), x])
        gram = design.T @ design + self.alpha * np.eye(design.shape[1])
        self.weights = np.linalg.solve(gram, design.T @ y)
        return self

    def predict(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.weights is None:
            raise RuntimeError("fit first")
        return self.weights[0] + x @ self.weights[1:]


def numpy_linear_regression(x: NDArray[np.float64], y: NDArray[np.float64], alpha: float) -> tuple[list[float], float]:
    model = Ridge(alpha)
    if len(x) == 0:
        model.predict(x)
    model.fit(x, y)
    residual = y - model.predict(x)
    return [round(v, 6) for v in model.predict(x).tolist()], round(float(residual @ residual), 6)


ARGUMENTS = [
    (np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 4.0, 6.5]), 0.5),
    (np.zeros((0, 1)), np.zeros(0), 1.0),
    (np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1.0, -1.0]), 1.0),
    (np.array([[1.0], [1.0]]), np.array([1.0, 2.0]), 0.0),
]
