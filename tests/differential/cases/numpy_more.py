"""Searching, comparing and rearranging functions."""

import numpy as np
from numpy.typing import NDArray


def numpy_searching(a: NDArray[np.int64], b: NDArray[np.float32]):
    return (
        np.count_nonzero(a), np.count_nonzero(b > 0), np.flatnonzero(a), np.flatnonzero(b > 0.5), np.unique(a), np.unique(b), np.diff(a), np.diff(b, axis=0), np.array_equal(a, a),
        np.array_equal(a, b), np.array_equal(a, a[:1]), np.array_equal(a[0], a),
    )  # fmt: skip


def numpy_repeating(a: NDArray[np.int64], count: int):
    return (
        np.repeat(a, 2),
        np.repeat(a, count, axis=0),
        np.repeat(a, 3, axis=1),
        np.take(a, [0, 1]),
        np.take(a, [1, 0], axis=0),
        np.take(a, np.array([1, -1]), axis=1),
        np.flip(a),
        np.flip(a, 0),
        np.flip(a, axis=1),
    )


def numpy_closeness(a: NDArray[np.float64], b: NDArray[np.float64]):
    return (
        np.isclose(a, b),
        np.allclose(a, b),
        np.isclose(a, b, rtol=0.1, atol=0.5),
        np.allclose(a, b, atol=10.0),
        np.isclose(a.astype(np.float32), b.astype(np.float32)),
    )


def numpy_medians(a: NDArray[np.float64], b: NDArray[np.int64]):
    return np.median(a), np.median(b), np.median(a[0]), np.median(a[0][:2]), np.median(a.astype(np.float32))


def numpy_positions(values: list[int], table: list[list[float]]):
    a, b = np.array(values), np.array(table)
    return np.where(a > 0)[0], np.nonzero(a), b.nonzero(), np.where(b > 1), b[np.where(b > 1)], a[np.nonzero(a)], np.flatnonzero(b > 1)


def numpy_dots(a: NDArray[np.int64], b: NDArray[np.int64]):
    return np.dot(a, b), np.dot(a, b.T[..., :1]), np.dot(b[0], b[0]), np.dot(a[0], 3 * b)


def numpy_dot_many(a: list[list[int]], n: int):
    left = np.array(a)
    right = np.arange(24).reshape(4, 3, 2)
    return np.dot(left, right), np.dot(left[0], right), np.dot(right, np.arange(4).reshape(2, 2)) * n


def numpy_sorted_by_score(words: list[str], scores: NDArray[np.float32]):
    order = sorted(range(len(words)), key=lambda i: scores[i], reverse=True)
    pairs = sorted(zip(words, scores), key=lambda pair: -pair[1])
    best = max(range(len(words)), key=lambda i: scores[i])
    return [words[i] for i in order], [pair[0] for pair in pairs], best, min(words, key=lambda word: scores[words.index(word)])


def numpy_captured(i: int, name: str):
    return TABLES[name] + 1, ROWS[i], COLUMNS.sum(), COLUMNS.sum(axis=1), SCALE * 2, COLUMNS[:, i]


def numpy_power_at_run_time(a: NDArray[np.float64], exponent: float, whole: int):
    return a**exponent, a**whole, a.astype(np.float32) ** exponent, a.astype(np.int64) ** abs(whole)


def numpy_helper_ranks(a: NDArray[np.float32]):
    rows = [a[0], a[1] * 2]
    rows.append(normalised(a[0]))
    return np.stack(rows), normalised(a), normalised(a[:1])


def normalised(a):  # type: ignore[no-untyped-def]
    return a / np.linalg.norm(a, axis=-1, keepdims=True)


def numpy_transcendental_single(a: NDArray[np.float32]):
    size = np.abs(a)
    return (
        np.exp(a),
        np.log(size),
        np.log1p(size),
        np.sin(a),
        np.cos(a),
        np.tanh(a),
        np.arctan2(a, size),
        size ** (a / 10),
        np.expm1(a),
        np.log10(size),
    )


TABLES = {"small": np.arange(3, dtype=np.float32), "large": np.arange(4, dtype=np.float32) * 2}
ROWS = [np.array([1, 2]), np.array([3, 4])]
COLUMNS = np.asfortranarray(np.random.default_rng(1).standard_normal((40, 30)).astype(np.float32))
SCALE = np.float32(0.1)
WHOLE = np.array([[3, 0, -1, 3], [0, 7, 7, -1]])
SINGLE = np.array([[0.5, 2.0, -1.0, 0.75], [0.0, -0.5, 2.0, 1.0]], np.float32)
CLOSE = np.array([1.0, 1e10, np.nan, np.inf, -np.inf, 0.0, 1e-9, 100.0])
OTHER = np.array([1.0 + 1e-9, 1e10 + 1e4, np.nan, np.inf, np.inf, 1e-9, 0.0, 101.0])

ARGUMENTS = {
    numpy_transcendental_single: [
        (np.random.default_rng(3).uniform(-60, 60, 2000).astype(np.float32),),
        (np.array([0.0, -0.0, np.inf, -np.inf, np.nan], np.float32),),
    ],
    numpy_positions: [([1, 0, -2, 3], [[0.0, 2.0], [3.0, -1.0]])],
    numpy_dots: [(WHOLE, WHOLE.T), (WHOLE[0], WHOLE.T)],
    numpy_dot_many: [([[1, 2, 3], [4, 5, 6]], 2)],
    numpy_sorted_by_score: [(["a", "b", "c", "d"], np.array([0.5, 2.0, 0.5, -1.0], np.float32))],
    numpy_captured: [(0, "small"), (1, "large"), (0, "none")],
    numpy_power_at_run_time: [
        (np.array([0.0, -0.0, 1.5, -2.5, 1e10, np.inf, -np.inf]), e, w)
        for e, w in ((2.0, 2), (0.5, 1), (-1.0, -1), (1.0, 0), (0.0, 3), (3.0, 2))
    ],
    numpy_helper_ranks: [(SINGLE,)],
    numpy_searching: [(WHOLE, SINGLE), (WHOLE[:1], SINGLE[::-1])],
    numpy_repeating: [(WHOLE, 2), (WHOLE, 0), (WHOLE, -1)],
    numpy_closeness: [(CLOSE, OTHER), (CLOSE[:1], OTHER[:1]), (OTHER, CLOSE)],
    numpy_medians: [(np.array([[3.0, 1.0, 2.5], [7.0, -1.0, 0.1]]), WHOLE), (np.array([[3.0, np.nan, 2.5]]), WHOLE[:, :3])],
}
