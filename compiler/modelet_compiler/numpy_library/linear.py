"""numpy.linalg in terms of the engine's decompositions."""

from __future__ import annotations

from typing import Any

import numpy as np


def matrix_power(a: Any, n: Any) -> Any:
    """By squaring."""
    if a.shape[0] != a.shape[1]:
        return np.linalg.inv(a)
    base = np.linalg.inv(a) if n < 0 else a * 1.0
    left = abs(n)
    result = np.eye(a.shape[0])
    while left > 0:
        if left % 2 == 1:
            result = result @ base
        base = base @ base
        left //= 2
    return result


def matrix_power_ints(a: Any, n: Any) -> Any:
    """Of ints, which stay ints."""
    if n < 0:
        raise TypeError("negative powers of matrices of ints are not supported in compiled numpy code")
    if a.shape[0] != a.shape[1]:
        raise ValueError("Last 2 dimensions of the array must be square")
    base, left = a, n
    result = np.eye(a.shape[0], dtype=np.int64)
    while left > 0:
        if left % 2 == 1:
            result = result @ base
        base = base @ base
        left //= 2
    return result


def polyfit(x: Any, y: Any, degree: Any) -> Any:
    """Least squares over powers, columns scaled."""
    if degree < 0:
        raise ValueError("expected deg >= 0")
    if x.shape[0] == 0:
        raise TypeError("expected non-empty vector for x")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    powers = np.ones((x.shape[0], degree + 1))
    for place in range(degree - 1, -1, -1):
        powers[:, place] = powers[:, place + 1] * x
    scale = np.sqrt(np.sum(powers * powers, axis=0))
    found = np.linalg.lstsq(powers / scale, y * 1.0, rcond=x.shape[0] * 2.220446049250313e-16)[0]
    return found / scale


def frobenius(x: Any) -> Any:
    """The root of the sum of squares."""
    return np.sqrt(np.sum(np.abs(x) ** 2))
