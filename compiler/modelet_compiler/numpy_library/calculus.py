"""Small numerical functions of numpy in terms of its simpler operations, as numpy itself computes them."""

from __future__ import annotations

from typing import Any

import numpy as np


def trapezoid(y: Any, dx: Any, axis: Any) -> Any:
    """Evenly spaced."""
    turned = np.moveaxis(y, axis, -1)
    return np.sum(dx * (turned[..., 1:] + turned[..., :-1]) / 2.0, axis=-1)


def trapezoid_at(y: Any, x: Any, axis: Any) -> Any:
    """At places in a line."""
    turned = np.moveaxis(y, axis, -1)
    return np.sum(np.diff(x) * (turned[..., 1:] + turned[..., :-1]) / 2.0, axis=-1)


def gradient(f: Any, dx: Any, axis: Any) -> Any:
    """Differences in the middle of neighbours, one-sided at the ends."""
    y = np.moveaxis(f, axis, -1)
    if y.shape[-1] < 2:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    inner = (y[..., 2:] - y[..., :-2]) / (2.0 * dx)
    first = (y[..., 1:2] - y[..., :1]) / dx
    last = (y[..., -1:] - y[..., -2:-1]) / dx
    return np.moveaxis(np.concatenate([first, inner, last], axis=-1), -1, axis)


def gradient_at(f: Any, x: Any, axis: Any) -> Any:
    """At places in a line that are not evenly spaced."""
    y = np.moveaxis(f, axis, -1)
    if y.shape[-1] < 2:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    if x.shape[0] != y.shape[-1]:
        raise ValueError("when 1d, distances must match the length of the corresponding dimension")
    steps = np.diff(x) * 1.0
    if np.all(steps == steps[0]):
        return gradient(f, steps[0], axis)
    before, after = steps[:-1], steps[1:]
    a = -after / (before * (before + after))
    b = (after - before) / (before * after)
    c = before / (after * (before + after))
    inner = a * y[..., :-2] + b * y[..., 1:-1] + c * y[..., 2:]
    first = (y[..., 1:2] - y[..., :1]) / steps[0]
    last = (y[..., -1:] - y[..., -2:-1]) / steps[-1]
    return np.moveaxis(np.concatenate([first, inner, last], axis=-1), -1, axis)


def differences(a: Any, n: Any, axis: Any) -> Any:
    """numpy.diff, n times."""
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    out = a
    for _ in range(n):
        out = np.diff(out, axis=axis)
    return out


def ediff1d(a: Any) -> Any:
    """As numpy.ediff1d."""
    flat = a.ravel()
    return flat[1:] - flat[:-1]


def cross(a: Any, b: Any) -> Any:
    """Of vectors of three along the last axis."""
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.stack([x, y, z], axis=-1)


def cross_lines(a: Any, b: Any) -> Any:
    """Of two vectors of three."""
    if a.shape[0] != 3 or b.shape[0] != 3:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    return a[np.array([1, 2, 0])] * b[np.array([2, 0, 1])] - a[np.array([2, 0, 1])] * b[np.array([1, 2, 0])]


def kron_lines(a: Any, b: Any) -> Any:
    """Of vectors."""
    return (a[:, None] * b[None, :]).reshape(-1)


def kron(a: Any, b: Any) -> Any:
    """Of matrices."""
    rows, columns = a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]
    return (a[:, None, :, None] * b[None, :, None, :]).reshape(rows, columns)


def polyval(p: Any, x: Any) -> Any:
    """As numpy.polyval."""
    y = np.zeros_like(x)
    for factor in p:
        y = y * x + factor
    return y


def polyval_number(p: Any, x: Any) -> Any:
    """At one place."""
    y = p[0] * 0
    for factor in p:
        y = y * x + factor
    return y


def polynomial_derivative(p: Any) -> Any:
    """numpy.polyder."""
    count = p.shape[0] - 1
    return p[:-1] * np.arange(count, 0, -1)


def union1d(a: Any, b: Any) -> Any:
    """As numpy.union1d."""
    return np.unique(np.concatenate([a.ravel(), b.ravel()]))


def intersect1d(a: Any, b: Any) -> Any:
    """As numpy.intersect1d."""
    both = np.sort(np.concatenate([np.unique(a), np.unique(b)]))
    return both[:-1][both[1:] == both[:-1]]


def setdiff1d(a: Any, b: Any) -> Any:
    """As numpy.setdiff1d."""
    left = np.unique(a)
    return left[np.isin(left, np.unique(b), invert=True)]


def setxor1d(a: Any, b: Any) -> Any:
    """As numpy.setxor1d."""
    both = np.sort(np.concatenate([np.unique(a), np.unique(b)]))
    if both.size == 0:
        return both
    flags = np.concatenate([np.array([True]), both[1:] != both[:-1], np.array([True])])
    return both[flags[1:] & flags[:-1]]


def unwrap(p: Any, axis: Any) -> Any:
    """Jumps of more than half a turn taken out."""
    turned = np.moveaxis(p, axis, -1)
    step = np.diff(turned, axis=-1)
    turn = 2 * np.pi
    low, high = -turn / 2, turn / 2
    wrapped = np.mod(step - low, turn) + low
    wrapped = np.where((wrapped == low) & (step > 0), np.full(1, high), wrapped)
    correction = np.where(np.abs(step) < high, np.zeros(1), wrapped - step)
    out = turned.copy()
    out[..., 1:] = turned[..., 1:] + np.cumsum(correction, axis=-1)
    return np.moveaxis(out, -1, axis)


def sinc(x: Any) -> Any:
    """As numpy.sinc."""
    y = np.pi * np.where(x == 0, np.full(1, 1.0e-20, x.dtype), x)
    return np.sin(y) / y


def nan_to_num(x: Any, nan: Any, high: Any, low: Any) -> Any:
    """A copy without NaN and infinities."""
    out = x.copy()
    out[np.isnan(x)] = nan
    out[x == np.inf] = high
    out[x == -np.inf] = low
    return out


def hanning(count: Any) -> Any:
    """As numpy.hanning."""
    if count < 1:
        return np.zeros(0)
    if count == 1:
        return np.ones(1)
    n = np.arange(1 - count, count, 2)
    return 0.5 + 0.5 * np.cos(np.pi * n / (count - 1))


def hamming(count: Any) -> Any:
    """As numpy.hamming."""
    if count < 1:
        return np.zeros(0)
    if count == 1:
        return np.ones(1)
    n = np.arange(1 - count, count, 2)
    return 0.54 + 0.46 * np.cos(np.pi * n / (count - 1))


def blackman(count: Any) -> Any:
    """As numpy.blackman."""
    if count < 1:
        return np.zeros(0)
    if count == 1:
        return np.ones(1)
    n = np.arange(1 - count, count, 2)
    return 0.42 + 0.5 * np.cos(np.pi * n / (count - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (count - 1))


def bartlett(count: Any) -> Any:
    """As numpy.bartlett."""
    if count < 1:
        return np.zeros(0)
    if count == 1:
        return np.ones(1)
    n = np.arange(1 - count, count, 2)
    return np.where(n <= 0, 1 + n / (count - 1), 1 - n / (count - 1))


def geomspace_exponents(start: Any, stop: Any, count: Any) -> Any:
    """numpy.geomspace."""
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    sign = -1.0 if start < 0 else 1.0
    low, high = np.log10(np.full(1, start / sign))[0], np.log10(np.full(1, stop / sign))[0]
    out = np.power(10.0, np.linspace(float(low), float(high), count))
    out[0] = start / sign
    if count > 1:
        out[-1] = stop / sign
    return out * sign


def vander(x: Any, columns: Any) -> Any:
    """As numpy.vander."""
    out = np.ones((x.shape[0], columns), x.dtype)
    for place in range(columns - 2, -1, -1):
        out[:, place] = out[:, place + 1] * x
    return out


def fftfreq(count: Any, spacing: Any) -> Any:
    """Frequencies of a transform, the negative ones behind."""
    half = (count - 1) // 2 + 1
    places = np.concatenate([np.arange(0, half), np.arange(-(count // 2), 0)])
    return places * (1.0 / (count * spacing))


def rfftfreq(count: Any, spacing: Any) -> Any:
    """Frequencies of a transform of real numbers."""
    return np.arange(0, count // 2 + 1) * (1.0 / (count * spacing))


def tril_indices(count: Any, k: Any, columns: Any) -> Any:
    """Places on and below a diagonal."""
    return np.nonzero(np.tri(count, columns, k, dtype=bool))


def triu_indices(count: Any, k: Any, columns: Any) -> Any:
    """Places on and above a diagonal."""
    return np.nonzero(~np.tri(count, columns, k - 1, dtype=bool))


def fill_diagonal(a: Any, value: Any) -> None:
    """In place, of a matrix."""
    count = min(a.shape[0], a.shape[1])
    a[np.arange(count), np.arange(count)] = value


def logspace(start: Any, stop: Any, count: Any) -> Any:
    """Powers of ten."""
    return np.power(10.0, np.linspace(start, stop, count))


def polynomial_of(roots: Any) -> Any:
    """The coefficients of the polynomial with these roots."""
    out = np.ones(1)
    for root in roots:
        out = np.convolve(out, np.array([1.0, -float(root)]))
    return out


def of_one_type(results: Any) -> Any:
    """The list. numpy stores all results in the dtype of the first."""
    for result in results:
        if type(result) is not type(results[0]):
            raise NotImplementedError("compiled code needs results of one type here")
    return results


def along_rows(function: Any, matrix: Any) -> Any:
    """What a function makes of each row."""
    if matrix.shape[0] == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    return np.array(of_one_type([function(row) for row in matrix]))


def along_columns(function: Any, matrix: Any) -> Any:
    """What a function makes of each column, put back as columns."""
    if matrix.shape[1] == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    return np.array(of_one_type([function(column) for column in matrix.T])).T


def vectorized(function: Any) -> Any:
    """A function that calls another one for each element."""

    def each(values: Any) -> Any:
        if values.size == 0:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        return np.array(of_one_type([function(value) for value in values.ravel()])).reshape(values.shape)

    return each
