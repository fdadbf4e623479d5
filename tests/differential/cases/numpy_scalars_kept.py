"""Scalars have values of their own wherever they are kept; numpy's integers are positions."""

import numpy as np
from numpy.typing import NDArray


def numpy_scalars_in_containers(a: NDArray[np.float32]):
    kept = [a[0], a[1]]
    pair = (a[2], a[0])
    named = {"first": a[0], "last": a[-1]}
    last = a[-1]
    a[:] = 7
    kept.append(last)
    kept.sort()
    first, second = pair
    return [float(x) for x in kept], float(first + second), float(named["first"] - named["last"]), a


def numpy_scalars_widened(a: NDArray[np.int16]):
    one = a[1]
    line, column = one.reshape(1), np.atleast_2d(one)
    stacked = np.stack([one, a[0], one])
    a[1] = 0
    return line, column, stacked, np.concatenate([line, line]), np.broadcast_to(one, (2, 2)), np.array([one, a[1]])


def numpy_scalars_returned(a: NDArray[np.float64], n: int):
    def largest(values):
        best = values[0]
        for value in values:
            if value > best:
                best = value
        return best

    found = largest(a)
    a *= 2
    return found, [found, a[n]], -found, abs(a[n] - found), np.sqrt(found), round(float(found), 2)


def numpy_rows_of_lengths(lengths: list[int]):
    return np.array([np.ones(length, np.float64) for length in lengths])


def numpy_rows_of_widths(widths: list[int]):
    return np.asarray([np.ones((2, width)) for width in widths])


def numpy_positions_by_numpy(a: NDArray[np.int64], order: NDArray[np.int64]):
    total = 0
    for i in order:
        a[i] += a[i] * 10
        total += int(a[i])
    return a, total


def numpy_positions_of_kinds(grid: NDArray[np.float32], small: NDArray[np.int8], wide: NDArray[np.uint64], short: NDArray[np.int32]):
    grid[small[0], wide[1]] = 100
    grid[short[1], -1] += 1
    return grid[small[0], wide[0]], grid[small[1]], grid[short[0], small[1]], grid[wide[1], 1], grid[short[0], :2], grid


def numpy_positions_beyond(grid: NDArray[np.float64], at: NDArray[np.int64], i: int):
    before = grid[0, at[0]]
    grid[at[1], i] = before
    return float(before), grid


def numpy_chain_of_scalars(a: NDArray[np.float32], weight: float):
    out = []
    previous = 0.0
    for value in a:
        previous = weight * value + (1 - weight) * previous
        out.append(np.maximum(previous * 2 - 1, 0.0))
    return np.array(out), previous


def numpy_weak_in_loops(a: NDArray[np.uint8], n: int):
    return [int(value + n) for value in a], a[0] * 2


def numpy_ragged_lists(deep: bool):
    if deep:
        return np.array([[[1], [2]], [[1], [2, 3]]])
    return np.array([[1, 2], [3]])


_a = np.array([1.5, -2.0, 3.25], np.float32)
_grid = np.arange(12, dtype=np.float32).reshape(3, 4)
ARGUMENTS = {
    numpy_scalars_in_containers: [(_a,), (np.array([np.nan, 1.0, 2.0], np.float32),), (np.zeros(1, np.float32),)],
    numpy_scalars_widened: [(np.array([3, 5], np.int16),)],
    numpy_scalars_returned: [(np.array([1.0, 4.0, 2.5]), 1), (np.array([0.0]), -1), (np.array([]), 0)],
    numpy_rows_of_lengths: [([2, 2],), ([2, 3],), ([],), ([0, 0, 1],)],
    numpy_rows_of_widths: [([1, 1, 1],), ([1, 1, 2],)],
    numpy_positions_by_numpy: [(np.arange(4), np.array([2, 0, 2, -1])), (np.arange(4), np.array([1, 4]))],
    numpy_positions_of_kinds: [
        (_grid, np.array([1, -1], np.int8), np.array([0, 2], np.uint64), np.array([2, -3], np.int32)),
        (_grid, np.array([1, 3], np.int8), np.array([0, 2], np.uint64), np.array([2, -3], np.int32)),
    ],
    numpy_positions_beyond: [
        (np.arange(6.0).reshape(2, 3), np.array([-3, 1]), 2),
        (np.arange(6.0).reshape(2, 3), np.array([3, 1]), 2),
        (np.arange(6.0).reshape(2, 3), np.array([0, -2]), -4),
    ],
    numpy_ragged_lists: [(True,), (False,)],
    numpy_chain_of_scalars: [(_a, 0.3)],
    numpy_weak_in_loops: [(np.array([1, 250], np.uint8), 5), (np.array([1, 250], np.uint8), 300)],
}
