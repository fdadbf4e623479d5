"""numpy's statistics in terms of its simpler operations, as numpy itself computes them. Arguments arrive as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np


def average(a: Any, axis: Any = None) -> Any:
    """numpy.average without weights."""
    return np.mean(a, axis=axis)


def average_all(a: Any, weights: Any) -> Any:
    """Weights of the array's shape."""
    if a.shape != weights.shape:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    return average_along(a, weights, None)


def average_along(a: Any, weights: Any, axis: Any) -> Any:
    """Weights that broadcast against the array."""
    scale = np.sum(weights.astype((a[:0] * weights[:0]).dtype), axis=axis)
    if np.any(scale == 0.0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return np.sum(np.multiply(a, weights), axis=axis) / scale


def covariance(rows: Any, bias: Any, ddof: Any) -> Any:
    """numpy.cov of rows."""
    x = rows.astype(np.float64)
    if x.shape[0] == 1:
        raise TypeError("the covariance of one variable is not supported in compiled numpy code")
    correction = (0 if bias else 1) if ddof is None else ddof
    fact = x.shape[1] - correction
    if fact <= 0:
        fact = 0
    x -= np.mean(x, axis=1)[:, None]
    c = np.dot(x, x.T)
    c *= np.true_divide(1, fact)
    return c


def correlation(rows: Any) -> Any:
    """numpy.corrcoef of rows."""
    c = covariance(rows, False, None)
    spread = np.sqrt(np.diagonal(c))
    c /= spread[:, None]
    c /= spread[None, :]
    return np.minimum(np.maximum(c, -1.0), 1.0)


def nan_sum(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """As numpy.nansum."""
    return np.sum(np.where(np.isnan(a), np.zeros(1, a.dtype), a), axis=axis, keepdims=keepdims)


def nan_prod(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """As numpy.nanprod."""
    return np.prod(np.where(np.isnan(a), np.ones(1, a.dtype), a), axis=axis, keepdims=keepdims)


def nan_cumsum(a: Any, axis: Any = None) -> Any:
    """As numpy.nancumsum."""
    return np.cumsum(np.where(np.isnan(a), np.zeros(1, a.dtype), a), axis=axis)


def nan_mean(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """As numpy.nanmean."""
    count = np.sum(~np.isnan(a), axis=axis, keepdims=keepdims)
    total = np.sum(np.where(np.isnan(a), np.zeros(1, a.dtype), a), axis=axis, keepdims=keepdims)
    return np.divide(total, count.astype(a.dtype))


def nan_max(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """As numpy.nanmax."""
    if a.size == 0:
        raise ValueError("zero-size array to reduction operation fmax which has no identity")
    return np.fmax.reduce(a, axis=axis, keepdims=keepdims)


def nan_min(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """As numpy.nanmin."""
    if a.size == 0:
        raise ValueError("zero-size array to reduction operation fmin which has no identity")
    return np.fmin.reduce(a, axis=axis, keepdims=keepdims)


def nan_var(a: Any, axis: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    """Along axes."""
    missing = np.isnan(a)
    clean = np.where(missing, np.zeros(1, a.dtype), a)
    count = np.sum(~missing, axis=axis, keepdims=True)
    mean = np.divide(np.sum(clean, axis=axis, keepdims=True), count.astype(a.dtype))
    off = np.where(missing, np.zeros(1, a.dtype), clean - mean)
    total = np.sum(off * off, axis=axis, keepdims=keepdims)
    freedom = np.sum(~missing, axis=axis, keepdims=keepdims) - ddof
    result = np.divide(total, freedom.astype(a.dtype))
    return np.where(freedom <= 0, np.full(1, np.nan, a.dtype), result)


def nan_var_all(a: Any, ddof: Any = 0) -> Any:
    """Of all elements."""
    clean = a[~np.isnan(a)]
    mean = np.divide(np.sum(np.where(np.isnan(a), np.zeros(1, a.dtype), a)), np.sum(~np.isnan(a)).astype(a.dtype))
    off = np.where(np.isnan(a), np.zeros(1, a.dtype), np.where(np.isnan(a), np.zeros(1, a.dtype), a) - mean)
    freedom = clean.size - ddof
    if freedom <= 0:
        return np.divide(np.sum(off * off), np.sum(off * off)) * np.sum(np.full(1, np.nan, a.dtype))
    return np.divide(np.sum(off * off), np.asarray([freedom])[0].astype(a.dtype))


def nan_std(a: Any, axis: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    """Along axes."""
    return np.sqrt(nan_var(a, axis, ddof, keepdims))


def nan_std_all(a: Any, ddof: Any = 0) -> Any:
    """Of all elements."""
    return np.sqrt(nan_var_all(a, ddof))


def nan_argmax(a: Any, axis: Any = None) -> Any:
    """As numpy.nanargmax."""
    if np.any(np.all(np.isnan(a), axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return np.argmax(np.where(np.isnan(a), np.full(1, -np.inf, a.dtype), a), axis=axis)


def nan_argmin(a: Any, axis: Any = None) -> Any:
    """As numpy.nanargmin."""
    if np.any(np.all(np.isnan(a), axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return np.argmin(np.where(np.isnan(a), np.full(1, np.inf, a.dtype), a), axis=axis)


def ptp(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """As numpy.ptp."""
    return np.max(a, axis=axis, keepdims=keepdims) - np.min(a, axis=axis, keepdims=keepdims)


def histogram_edges(a: Any, bins: Any) -> Any:
    """Over the range of the values."""
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    low, high = _outer_edges(a)
    return _counts(a, low, high, bins, np.zeros(1, a.dtype) * 1.0)


def _outer_edges(a: Any) -> Any:
    """Helper."""
    if a.size == 0:
        low, high = np.zeros(1, a.dtype)[0], np.ones(1, a.dtype)[0]
    else:
        low, high = np.min(a), np.max(a)
    if not (np.isfinite(low) and np.isfinite(high)):
        raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    return low, high


def histogram_range(a: Any, bins: Any, low: Any, high: Any) -> Any:
    """Over a range that was given."""
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if low > high:
        raise ValueError("max must be larger than min in range parameter.")
    return _counts(a, low, high, bins, np.zeros(1))


def _counts(a: Any, first: Any, last: Any, bins: Any, scale: Any) -> Any:
    """`scale` has the dtype that edges are computed in."""
    low, high = first * 1.0, last * 1.0
    if low == high:
        low = low - 0.5
        high = high + 0.5
    line = np.arange(bins + 1).astype(scale.dtype) * ((high - low) / bins) + low
    line[-1] = high
    edges = line.astype((np.zeros(1, a.dtype) * 1.0).dtype)
    values = a.ravel()
    values = values[(values >= low) & (values <= high)].astype(edges.dtype)
    places = ((values - low) / (high - low) * bins).astype(np.int64)
    places[places == bins] -= 1
    places[values < edges[places]] -= 1
    places[(values >= edges[places + 1]) & (places != bins - 1)] += 1
    return np.bincount(places, minlength=bins), edges


def histogram_bins(a: Any, edges: Any) -> Any:
    """Between edges that were given."""
    if np.any(edges[:-1] > edges[1:]):
        raise ValueError("`bins` must increase monotonically, when an array")
    values = np.sort(a.ravel())
    below = np.searchsorted(values, edges[:-1], side="left")
    total = np.searchsorted(values, edges[-1:], side="right")
    return np.diff(np.concatenate([below, total])), edges


def density(counts: Any, edges: Any) -> Any:
    """Shares of counts per width."""
    return counts / np.diff(edges).astype(np.float64) / np.sum(counts), edges
