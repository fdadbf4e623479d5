"""numpy's scalars in what sorts, heaps, min and max compare."""

import heapq

import numpy as np
from numpy.typing import NDArray


def scalar_keys_in_tuples(a: list[float]) -> list[list[int]]:
    x = np.array(a)
    places = range(len(a))
    return [
        sorted(places, key=lambda i: (-x[i], i)),
        sorted(places, key=lambda i: (x[i], -i), reverse=True),
        [min(places, key=lambda i: (x[i], -i)), max(places, key=lambda i: (i % 2, x[i]))],
    ]


def scalar_keys_summed(a: list[float]) -> list[str]:
    x = np.array(a)
    scores = {"a": [0.0, 0.0], "b": [1.0, 0.5], "c": [0.5, 1.0]}
    for name in scores:
        scores[name][0] += x[0] * 2
    return sorted(scores, key=lambda name: (-sum(scores[name]), name))


def scalar_priorities(a: list[float]) -> list[int]:
    x = np.array(a)
    heap: list[tuple[float, int]] = []
    for i in range(len(a)):
        heapq.heappush(heap, (-x[i], i))
    return [heapq.heappop(heap)[1] for _ in range(len(heap))] + [i for _, i in heapq.nsmallest(2, [(x[i], i) for i in range(len(a))])]


def scalars_among_numbers(a: NDArray[np.float32], b: NDArray[np.int64], c: NDArray[np.uint8]) -> list[list[int]]:
    values = [a.sum(), b.max(), c.min(), 0.1, 2, True, b.min(), a.max()]
    return [sorted(range(len(values)), key=lambda i: (values[i], i)), sorted(range(len(values)), key=lambda i: [values[i], -i])]


def scalars_of_float32(a: NDArray[np.float32]) -> list[int]:
    keys = [(a.max(), 2), (0.1, 1), (a.min(), 3), (0.1, 0)]
    return sorted(range(4), key=lambda i: keys[i])


ARGUMENTS = {
    **{
        function: [([3.0, 1.0, 2.0, 1.0],), ([1.0, 1.0],), ([0.5, -0.5, 0.0],)]
        for function in (scalar_keys_in_tuples, scalar_keys_summed, scalar_priorities)
    },
    scalars_among_numbers: [
        (np.array([0.5, 1.5], np.float32), np.array([2**53 + 1, 2]), np.array([2, 200], np.uint8)),
        (np.array([0.1], np.float32), np.array([0, -3]), np.array([0], np.uint8)),
    ],
    scalars_of_float32: [(np.array([0.1], np.float32),), (np.array([0.1, 0.2], np.float32),)],
}
