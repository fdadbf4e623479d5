"""Lists of different item types, or nested differently, in one display."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def mixed_depth(n: int) -> list:
    x = np.arange(n)
    g = np.arange(n * 2).reshape(n, 2)
    return [x.tolist(), g.tolist()]


def split_lists(n: int, k: int) -> list[list[float]]:
    x = np.arange(n, dtype=float)
    return [c.tolist() for c in np.array_split(x, k)]


def mixed_dict_of_lists(n: int) -> dict[str, list]:
    x = np.arange(n)
    return {"a": x.tolist(), "b": (x > 1).tolist(), "c": (x * 0.5).tolist(), "d": [str(v) for v in x], "e": x.reshape(1, -1).tolist()}


def three_lists(names: list[str], scores: list[float]) -> list:
    flags = [s > 0.5 for s in scores]
    return [names, scores, flags, [len(n) for n in names]]


def mixed_columns(names: list[str], scores: list[float]) -> dict[str, list]:
    pairs = list(zip(names, scores, strict=False))
    return {"names": sorted(names), "scores": [s * 2 for s in scores], "flags": [s > 1 for s in scores], "pairs": pairs}


def mixed_alias(n: int) -> list:
    a = [1] * n
    b = ["x"]
    c = [a, b]
    a.append(5)
    c[1].append("q")
    return [a, b, c]


def split_unknown_rank(x: NDArray[np.float64], n: int) -> list[list[float]]:
    return [c.tolist() for c in np.array_split(x, n)]


def listed_unknown_rank(x: NDArray[np.int64]) -> dict[str, object]:
    rows = x.tolist()
    return {"rows": rows, "n": len(rows), "s": str(rows)}


def listed_without_axes(x: NDArray[np.int64]) -> object:
    return x.tolist()


ARGUMENTS = {
    mixed_depth: [(3,), (0,)],
    split_lists: [(5, 2), (3, 4)],
    mixed_dict_of_lists: [(3,)],
    three_lists: [(["a"], [0.2])],
    mixed_columns: [(["b", "a"], [0.5, 2.0])],
    mixed_alias: [(2,)],
    split_unknown_rank: [(np.arange(5.0), 2), (np.arange(6.0).reshape(3, 2), 2)],
    listed_unknown_rank: [(np.arange(4),), (np.arange(4).reshape(2, 2),), (np.zeros((2, 0), dtype=np.int64),)],
    listed_without_axes: [(np.array(5),), (np.arange(2),)],
}
