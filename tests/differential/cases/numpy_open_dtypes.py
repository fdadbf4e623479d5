"""Parameters that are arrays of any dtype, as most people annotate them; and bytes as arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

R = np.random.default_rng(11)


def matrix(rows: int, columns: int):
    return R.standard_normal((rows, columns))


def open_doubled(x: np.ndarray) -> np.ndarray:
    return x * 2


def open_mean(x: np.ndarray) -> float:
    return float(x.mean())


def open_pair(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return x + y


def open_masked(x: np.ndarray, mask: np.ndarray) -> float:
    return float(x[mask].sum())


def open_three(x: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> dict[int, float]:
    return {int(k): float(weights[labels == k].sum() + x[0]) for k in np.unique(labels)}


def open_list(rows: list[np.ndarray]) -> np.ndarray:
    return np.stack(rows).max(axis=0)


def open_optional(x: np.ndarray | None, scale: float = 1.5) -> float:
    return 0.0 if x is None else float((x * scale).sum())


def open_any(x: NDArray[Any]) -> str:
    return f"{x.dtype} {x.shape}"


def open_floating(x: NDArray[np.floating]) -> np.ndarray:
    return np.abs(x - x.max())


def open_union(x: NDArray[np.float32] | NDArray[np.int64]) -> np.ndarray:
    return x.cumsum()


def open_choice(x: np.ndarray, seed: int) -> int:
    rng = np.random.default_rng(seed)
    return int(rng.choice(x)) + int(rng.permutation(x)[0])


def open_sections(x: np.ndarray, places: np.ndarray) -> list[int]:
    return [len(part) for part in np.split(x, places)]


@dataclass
class OpenBox:
    name: str
    corners: np.ndarray


def open_box(box: OpenBox) -> OpenBox:
    return OpenBox(box.name.upper(), box.corners + 1)


def unique_rows_of(x: np.ndarray) -> np.ndarray:
    return np.unique(x, axis=0)


def array_of_bytes(data: bytes, count: int, offset: int) -> np.ndarray:
    return np.frombuffer(data, dtype=np.int16, count=count, offset=offset)


def array_of_bytes_is_constant(data: bytes) -> np.ndarray:
    a = np.frombuffer(data, np.uint8)
    a[0] = 1
    return a


def bytes_of_array(x: np.ndarray) -> bytes:
    return x.T.tobytes()


def crosswise(x: np.ndarray) -> np.ndarray:
    return x[np.ix_([0, 2], [1, 0])]


def crosswise_taken_apart(x: np.ndarray, rows: np.ndarray) -> np.ndarray:
    a, b = np.ix_(rows, [0, 1])
    return x[a, b] + a


def in_a_row(x: np.ndarray) -> np.ndarray:
    return np.r_[0, x, 5, [7, 8]]


def in_columns(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.c_[x, y]


def array_looked_up(table: dict[str, np.ndarray], key: str) -> np.ndarray:
    if key in table:
        return table[key]
    found = table.get("a")
    return np.zeros(3) if found is None else found


def shapes_of(arrays: list[np.ndarray]) -> list[tuple[int, ...]]:
    return [array.shape for array in arrays]


def reduced_lists_of_arrays(rows: list[np.ndarray]) -> tuple[float, np.ndarray]:
    return float(np.max(rows)), np.mean(rows, axis=0)


def neighbours(grid: np.ndarray, steps: int) -> np.ndarray:
    for _ in range(steps):
        count = sum(np.roll(np.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
        grid = ((count == 3) | ((grid == 1) & (count == 2))).astype(grid.dtype)
    return grid


def mean_of_arrays(rows: list[np.ndarray]) -> np.ndarray:
    return sum(rows) / len(rows)


def largest_place(x: np.ndarray) -> tuple[int, int]:
    row, column = np.unravel_index(x.argmax(), x.shape)
    return int(row), int(column)


def places_of_all_axes(x: np.ndarray, at: np.ndarray) -> list[np.ndarray]:
    return list(np.unravel_index(at, x.shape))


FLOATS = matrix(3, 4)
ARGUMENTS = {
    open_doubled: [(FLOATS.astype(dtype),) for dtype in ("float64", "float32", "int64", "int32", "uint8", "bool", "int16")],
    open_mean: [(FLOATS,), (np.arange(5),), (np.array([True, False]),)],
    open_pair: [(FLOATS, FLOATS), (FLOATS, np.arange(4)), (np.arange(4), FLOATS), (np.arange(4), np.arange(4)), (FLOATS, FLOATS > 0)],
    open_masked: [(FLOATS, FLOATS > 0), (FLOATS.astype("float32"), FLOATS < 0), (np.arange(4), np.array([0, 2]))],
    open_three: [(FLOATS[0], np.array([0, 1, 1]), np.array([1.0, 2.0, 3.0]))],
    open_list: [([FLOATS[0], FLOATS[1]],), ([np.arange(3), np.arange(3)[::-1]],)],
    open_optional: [(None,), (FLOATS,), (np.arange(3), 2.0)],
    open_any: [(FLOATS,), (np.arange(3),)],
    open_floating: [(FLOATS,), (FLOATS.astype("float32"),)],
    open_union: [(FLOATS[0].astype("float32"),), (np.arange(3),)],
    open_choice: [(np.arange(9), 1), (np.arange(9), 2)],
    open_sections: [(FLOATS[0], np.array([1, 3])), (np.arange(5), np.array([], dtype=np.int64))],
    open_box: [(OpenBox("a", np.arange(4)),), (OpenBox("b", FLOATS),)],
    neighbours: [(R.integers(0, 2, (6, 6)), 3), (R.integers(0, 2, (5, 5)).astype(np.uint8), 2)],
    mean_of_arrays: [([FLOATS, FLOATS],), ([np.array([True]), np.array([True])],)],
    largest_place: [(FLOATS,), (np.arange(6).reshape(3, 2),), (np.arange(6),)],
    places_of_all_axes: [(FLOATS, np.array([1, 5])), (np.arange(4), np.array([3]))],
    crosswise: [(FLOATS,)],
    crosswise_taken_apart: [(FLOATS, np.array([True, False, True])), (FLOATS, np.array([0, 1]))],
    in_a_row: [(np.arange(3),), (FLOATS[0],), (FLOATS,)],
    in_columns: [(np.arange(3), np.arange(3) / 2), (FLOATS, FLOATS)],
    array_looked_up: [({"a": FLOATS[0]}, "a"), ({"a": np.arange(3)}, "b"), ({}, "a")],
    shapes_of: [([FLOATS, FLOATS[0]],), ([],)],
    reduced_lists_of_arrays: [([FLOATS, FLOATS],), ([np.arange(3), np.arange(3)],)],
    unique_rows_of: [
        (np.array([[1, 2], [3, 4], [1, 2]]),),
        (np.array([3, 1, 3]),),
        (np.array([[1.0, np.nan], [0.0, 1.0]]),),
        (np.zeros((2, 2, 2)),),
    ],
    array_of_bytes: [
        (b"abcdef", -1, 0),
        (b"abcdef", 1, 2),
        (b"abcdef", 4, 0),
        (b"abcde", -1, 0),
        (b"ab", -1, 3),
        (b"", -1, 0),
        (b"abcd", 0, 1),
    ],
    array_of_bytes_is_constant: [(b"abc",)],
    bytes_of_array: [(FLOATS,), (np.arange(6, dtype=np.uint8).reshape(2, 3),), (np.zeros((0, 3)),)],
}
