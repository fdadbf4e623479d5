"""numpy's scalars between Python's numbers: arithmetic, conversions, text, truth, loops."""

import math

import numpy as np
from numpy.typing import NDArray


def numpy_scalar_arithmetic(a: NDArray[np.float32], b: NDArray[np.int64], whole: int, real: float):
    x, n = a[0], b[0]
    byte, one = np.uint8(whole % 256), np.float32(real)
    return (
        x + 1,
        x * real,
        x + n,
        n + whole,
        n / 2,
        n // 2,
        n % 5,
        x**2,
        n**2,
        -x,
        -n,
        abs(x),
        byte + 1,
        byte * 2,
        one / 3,
        one + x,
        np.float64(real) + x,
        whole - byte,
        real * one,
    )


def numpy_scalar_compare(a: NDArray[np.float32], whole: int):
    x = a[0]
    if x > 0.5 and not x == whole:
        return "large", x > 1, x < whole, x == a[1], bool(x), x != 0.1
    return "small", x > 1, x < whole, x == a[1], bool(x), x != 0.1


def numpy_scalar_convert(a: NDArray[np.float64], b: NDArray[np.int64]):
    return (
        float(a[0]),
        int(a[0]),
        bool(a[0]),
        float(b[0]),
        int(b[0]),
        a[0].item(),
        b[0].item(),
        (a > 0)[0].item(),
        float(a[:1].sum()),
        int(b.sum()),
        a.sum().item(),
    )


def numpy_scalar_bad(a: NDArray[np.float64]):
    return int(a[0])


def numpy_scalar_types(whole: int, real: float, truth: bool):
    return (
        np.float32(real),
        np.float64(whole),
        np.int8(whole),
        np.uint16(whole),
        np.int64(real),
        np.float32(truth),
        np.bool_(whole),
        np.int32(np.float32(real)),
        np.uint8(truth),
    )


def numpy_scalar_text(a: NDArray[np.float32], b: NDArray[np.int64], c: NDArray[np.float64]):
    return [
        str(a[0]), repr(a[0]), f"{a[0]}", f"{a[0]:.3f}", str(b[0]), repr(b[0]), f"{b[0]:>6}", str(c[0]), repr(c[0]), f"{c[0]:e}", str(a[0] > 0), repr(b[0] > 0), f"{b[0] > 0}",
        f"{b[0]}", f"{c[0]}",
    ]  # fmt: skip


def numpy_truth(a: NDArray[np.int64]):
    if a:
        return "yes"
    return "no"


def numpy_loop(a: NDArray[np.float32]):
    total = 0.0
    rows = []
    for row in a:
        total += float(row.sum())
        for value in row:
            total = total + float(value) * 0.5
        rows.append(float(row[0]))
    return total, rows, len(a), [float(row.max()) for row in a]


def numpy_index_by_scalar(a: NDArray[np.float32], words: list[str]):
    best = int(np.argmax(a))
    return words[best], a[np.argmax(a)], a[a.argmin()]


def numpy_to_lists(values: list[list[float]]):
    a = np.array(values)
    return a.tolist(), a[0].tolist(), (a > 1).tolist(), a.astype(np.int32).tolist(), a.astype(np.float32).tolist(), a.sum().tolist()


def numpy_constants(a: NDArray[np.float32]):
    return a * np.pi, a + np.inf, a[np.newaxis], np.e, np.nan, a < np.inf, -np.inf


def numpy_round_scalars(a: NDArray[np.float64]):
    return (
        round(float(a[0]), 2),
        np.round(a, 2),
        a.round(),
        np.round(a, -1),
        np.around(a.astype(np.float32), 1),
        math.sqrt(float(a[0] ** 2)),
    )


FLOATS = [
    0.0,
    -0.0,
    1.0,
    0.1,
    1 / 3,
    1e16,
    123456.789,
    1e-5,
    16777216.0,
    3.4e38,
    1e-40,
    float("inf"),
    float("nan"),
    2.5,
    1e22,
    12345678.0,
    0.0001,
]

ARGUMENTS = {
    numpy_scalar_arithmetic: [
        (np.array([2.5], np.float32), np.array([7]), 3, 1.25),
        (np.array([-1.5], np.float32), np.array([-7]), 200, 0.1),
    ],
    numpy_scalar_compare: [
        (np.array([0.75, 0.75], np.float32), 1),
        (np.array([0.1, np.nan], np.float32), 0),
        (np.array([1.0, 2.0], np.float32), 1),
    ],
    numpy_scalar_convert: [(np.array([2.75]), np.array([7])), (np.array([-0.5]), np.array([-(2**63)]))],
    numpy_scalar_bad: [(np.array([np.nan]),), (np.array([np.inf]),)],
    numpy_scalar_types: [(5, 2.5, True), (0, -3.75, False), (127, 1e10, True), (128, 1.0, True), (-1, 1.0, True)],
    numpy_scalar_text: [
        (np.array([value], np.float32), np.array([int(value) if abs(value) < 1e18 else 5]), np.array([value])) for value in FLOATS
    ],
    numpy_truth: [(np.array([1]),), (np.array([0]),), (np.array([1, 2]),), (np.array([[5]]),), (np.zeros(0, np.int64),)],
    numpy_loop: [(np.arange(6, dtype=np.float32).reshape(2, 3),), (np.zeros((0, 3), np.float32),)],
    numpy_index_by_scalar: [(np.array([1.0, 5.0, 2.0], np.float32), ["a", "b", "c"])],
    numpy_to_lists: [([[1.5, 2.5], [0.1, -7.0]],), ([[1.0]],)],
    numpy_constants: [(np.arange(3, dtype=np.float32),)],
    numpy_round_scalars: [(np.array([2.675, 0.5, 1.5, -2.5, 1234.5678, 1e300]),)],
}
