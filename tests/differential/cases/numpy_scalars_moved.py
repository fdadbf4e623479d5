"""numpy's scalars in collections that grow and move what they hold, and arrays that are made of scalars."""

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Grown(NamedTuple):
    x: np.float64
    k: int


@dataclass
class Held:
    x: np.float64


def numpy_grown_list(a: NDArray[np.float64]) -> float:
    kept = []
    for x in a:
        kept.append(x)
    for i in range(10):
        kept.insert(0, a[i])
    del kept[3]
    kept.pop(0)
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for i, v in enumerate(kept))) + len(other)


def numpy_grown_tuples(a: NDArray[np.float64]) -> float:
    kept = []
    for i, x in enumerate(a):
        kept.append((i, x))
    kept.sort(key=lambda p: p[1])
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for i, v in kept)) + len(other)


def numpy_grown_dict(a: NDArray[np.float64]) -> float:
    kept = {}
    for i, x in enumerate(a):
        kept[i] = x
    for i in range(0, 50, 3):
        del kept[i]
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for i, v in kept.items())) + len(other)


def numpy_grown_optional(a: NDArray[np.float64]) -> float:
    kept = []
    for i, x in enumerate(a):
        kept.append(x if i % 2 else None)
    kept.insert(0, None)
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for i, v in enumerate(kept) if v is not None)) + len(other)


def numpy_grown_named(a: NDArray[np.float64]) -> float:
    kept = []
    for i, x in enumerate(a):
        kept.append(Grown(x, i))
    kept = [p for p in kept if p.k % 7]
    kept.reverse()
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for v, i in kept)) + len(other)


def numpy_grown_deque(a: NDArray[np.float64]) -> float:
    kept = deque()
    for i, x in enumerate(a):
        kept.append(x)
        if i % 3 == 0:
            kept.popleft()
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for i, v in enumerate(kept))) + len(other)


def numpy_grown_data(a: NDArray[np.float64]) -> float:
    kept = [Held(x) for x in a]
    kept.insert(0, Held(a[4]))
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v.x) * (i + 1) for i, v in enumerate(kept))) + len(other)


def numpy_grown_slices(a: NDArray[np.float64]) -> float:
    kept = [x for x in a]
    kept[5:10] = [x for x in a[:50]]
    kept += kept[2:30]
    del kept[::3]
    kept.extend(list(a))
    other = [[1.0] * 50 for _ in range(20)]
    return float(sum(float(v) * (i + 1) for i, v in enumerate(kept))) + len(other)


def numpy_shared_by_scalars(a: NDArray[np.int64]):
    line = np.atleast_1d(a[1])
    same = line
    same[0] = 50
    part = line[:]
    part[0] += 1
    wide = a[1][None]
    kept = [wide, wide]
    kept[0][0] = 7
    deep = a[1].reshape(1, 1)
    flat = deep.ravel()
    flat[0] = 9
    return line, same, part, wide, kept, deep, flat, a


def numpy_bytes_of_scalars(a: NDArray[np.int64]):
    small = a[1].reshape(1).view(np.uint8)
    again = (small, 1)
    return again, np.atleast_1d(a[1]).view(np.int16), a[1].view(np.float64), [a[0].view(np.uint64)]


_a = np.sin(np.arange(300.0))
_b = np.array([3, -7, 2])
GROWN = [
    numpy_grown_list, numpy_grown_tuples, numpy_grown_dict, numpy_grown_optional, numpy_grown_named, numpy_grown_deque, numpy_grown_data,
    numpy_grown_slices,
]  # fmt: skip
ARGUMENTS = {function: [(_a,)] for function in GROWN} | {numpy_shared_by_scalars: [(_b,)], numpy_bytes_of_scalars: [(_b,)]}
