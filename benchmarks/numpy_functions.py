"""What people write with numpy, over a million numbers or so."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]


def elementwise(x: Doubles, y: Doubles) -> float:
    return float(((x * 2.0 + y) / (1.0 + x * x) - y * 0.5).sum())


def standardised(x: Floats, y: Floats) -> float:
    z = (x - x.mean()) / (x.std() + 1e-6)
    return float((z * y + 1).max())


def softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def product_float32(a: Floats, b: Floats) -> Floats:
    return a @ b


def product_float64(a: Doubles, b: Doubles) -> Doubles:
    return a @ b


def sort(x: Doubles) -> Doubles:
    return np.sort(x)


def argsort(x: Doubles) -> NDArray[np.int64]:
    return np.argsort(x)


def masked(x: Doubles) -> float:
    return float(x[x > 0.5].sum())


def gathered(x: Doubles, places: NDArray[np.int64]) -> float:
    return float(x[places].sum())


def distances(a: Floats, b: Floats) -> Floats:
    return ((a[:, None, :] - b[None, :, :]) ** 2).sum(-1)


def image(x: NDArray[np.uint8]) -> Floats:
    return np.transpose((x.astype(np.float32) / 255.0 - 0.5) / 0.25, (2, 0, 1)).copy()


def distinct(x: NDArray[np.int64]) -> int:
    return len(np.unique(x))


def loop(x: Doubles) -> float:
    total = 0.0
    for value in x:
        total += value * value
    return total
