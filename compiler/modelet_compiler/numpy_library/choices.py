"""numpy's functions that choose: by conditions, by numbers, by rows that are alike."""

from __future__ import annotations

from typing import Any

import numpy as np


def select_listed(conditions: Any, choices: Any, default: Any) -> Any:
    """numpy.select of lists; `default` is a scalar of the result's dtype."""
    if len(conditions) != len(choices):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(conditions) == 0:
        raise ValueError("select with an empty condition list is not possible")
    result = np.where(conditions[-1], choices[-1], default)
    for place in range(len(conditions) - 2, -1, -1):
        result = np.where(conditions[place], choices[place], result)
    return result


def choose_listed(index: Any, choices: Any, clip: Any, wrap: Any) -> Any:
    """numpy.choose among a list of arrays of one dtype."""
    count = len(choices)
    places = index
    if clip:
        places = np.minimum(np.maximum(index, 0), count - 1)
    elif wrap:
        places = index % count
    elif np.any((index < 0) | (index >= count)):
        raise ValueError("invalid entry in choice array")
    result = np.where(places == 0, choices[0], choices[0])
    for place in range(1, count):
        result = np.where(places == place, choices[place], result)
    return result


def piece_called(y: Any, x: Any, condition: Any, function: Any) -> Any:
    """What a function makes of the elements that meet a condition, stored where they stand."""
    chosen = x[condition]
    if chosen.size > 0:
        y[condition] = function(chosen)


def piece_filled(y: Any, condition: Any, value: Any) -> Any:
    """One value where a condition holds."""
    y[condition] = value


def neither(conditions: Any) -> Any:
    """Where no condition holds."""
    found = conditions[0]
    for condition in conditions[1:]:
        found = found | condition
    return ~found


def unique_rows(a: Any) -> Any:
    """numpy.unique(a, axis=0) of a matrix: the rows, their first places, which of them each row is, and how often each occurs."""
    rows = a.shape[0]
    if np.any(np.isnan(a)):
        raise NotImplementedError("numpy.unique of rows that hold NaN, with indices or counts, is not supported in compiled code")
    order = np.arange(rows)
    for column in range(a.shape[1] - 1, -1, -1):
        order = order[np.argsort(a[order, column], kind="stable")]
    lines = a[order]
    new = np.ones(rows, dtype=bool)
    new[1:] = np.any(lines[1:] != lines[:-1], axis=1)
    starts = np.flatnonzero(new)
    which = np.zeros(rows, dtype=np.int64)
    which[order] = np.cumsum(new) - 1
    return lines[starts], order[starts], which, np.diff(np.append(starts, rows))


def common_places(a: Any, b: Any) -> Any:
    """numpy.intersect1d with the places of the common values."""
    left, left_places = np.unique(a, return_index=True)
    right, right_places = np.unique(b, return_index=True)
    both = np.concatenate([left, right])
    order = np.argsort(both, kind="stable")
    both = both[order]
    same = both[1:] == both[:-1]
    return both[:-1][same], left_places[order[:-1][same]], right_places[order[1:][same] - left.size]
