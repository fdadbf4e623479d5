import numpy as np
from numpy.typing import NDArray


def numpy_shapes(values: list[float]) -> list[np.ndarray]:
    a = np.array(values)
    b = a.reshape(2, -1)
    c = np.stack([a, a * 2])
    d = np.concatenate([b, b], axis=1)
    return [b, b.T, c, d, np.vstack([a, a]), np.hstack((a, a)), np.expand_dims(a, 0), b.ravel(), np.squeeze(b[:1], axis=0)]


def numpy_shape_values(values: list[list[int]]) -> list[int]:
    a = np.asarray(values)
    rows, columns = a.shape
    return [rows, columns, a.ndim, a.size, len(a), a.shape[0]]


def numpy_creation(n: int) -> list[np.ndarray]:
    return [
        np.zeros(n),
        np.ones((n, 2), dtype=np.float32),
        np.full((2, n), 7),
        np.arange(n),
        np.arange(0, 1, 0.25),
        np.linspace(0, 1, 5),
        np.eye(n),
        np.zeros_like(np.arange(n)),
    ]


def numpy_tolist(values: list[list[float]]) -> list[list[float]]:
    return (np.array(values) * 2).tolist()


def numpy_ragged(values: list[list[float]]) -> np.ndarray:
    return np.array(values)


def numpy_bad_reshape(values: list[int], n: int) -> np.ndarray:
    return np.array(values).reshape(n, 2)


def numpy_functions(a: NDArray[np.float64]) -> list[np.ndarray]:
    return [
        np.clip(a, -1, 1),
        np.maximum(a, 0),
        np.minimum(a, a[::-1]),
        np.where(a > 0, a, -1),
        np.sign(a),
        np.floor(a),
        np.ceil(a),
        np.abs(a),
        np.square(a),
        np.sqrt(np.abs(a)),
        np.isnan(a),
        np.round(a, 1),
        a.astype(np.int32),
        a.astype(np.float32),
        a.astype(bool),
    ]


def numpy_transcendental(a: NDArray[np.float64]) -> list[np.ndarray]:
    return [np.exp(a), np.log(np.abs(a) + 1), np.sin(a), np.cos(a), np.tanh(a), np.log1p(np.abs(a)), np.arctan2(a, 1.0)]


def numpy_products(n: int) -> list[np.ndarray]:
    a = np.arange(6).reshape(2, 3)
    b = np.arange(12).reshape(3, 4)
    return [a @ b, a @ b[:, 0], b[0] @ b.T, np.dot(a, b), a[0] @ b, np.matmul(a, b) * n]


def numpy_product_mismatch(n: int) -> np.ndarray:
    return np.zeros((2, n)) @ np.zeros((3, 2))


ARGUMENTS = {
    numpy_shapes: [([1.0, 2.0, 3.0, 4.0],), ([1.0, 2.0],)],
    numpy_shape_values: [([[1, 2, 3], [4, 5, 6]],)],
    numpy_creation: [(3,), (0,), (1,)],
    numpy_tolist: [([[1.0, 2.5], [3.0, -0.0]],)],
    numpy_ragged: [([[1.0], [1.0, 2.0]],), ([[1.0], [2.0]],)],
    numpy_bad_reshape: [([1, 2, 3, 4], 2), ([1, 2, 3], 2)],
    numpy_functions: [(np.array([-2.5, -0.5, 0.0, 0.55, 1.25, 3.75]),)],
    numpy_transcendental: [(np.linspace(-3, 3, 25),)],
    numpy_products: [(2,)],
    numpy_product_mismatch: [(3,), (4,)],
}
