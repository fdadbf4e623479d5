"""Elementwise operators over every dtype; helpers are compiled once for each."""

import numpy as np
from numpy.typing import NDArray


def all_operators(a, b):  # type: ignore[no-untyped-def]
    return a + b, a - b, a * b, a // b, a % b, a / b, -a, +a, abs(a)


def numpy_signed(a: NDArray[np.int64], b: NDArray[np.int64]):
    return (
        all_operators(a.astype(np.int8), b.astype(np.int8)),
        all_operators(a.astype(np.int16), b.astype(np.int16)),
        all_operators(a.astype(np.int32), b.astype(np.int32)),
        all_operators(a, b),
    )


def numpy_unsigned(a: NDArray[np.int64], b: NDArray[np.int64]):
    return (
        all_operators(a.astype(np.uint8), b.astype(np.uint8)),
        all_operators(a.astype(np.uint16), b.astype(np.uint16)),
        all_operators(a.astype(np.uint32), b.astype(np.uint32)),
        all_operators(a.astype(np.uint64), b.astype(np.uint64)),
    )


def numpy_floats(a: NDArray[np.float64], b: NDArray[np.float64]):
    return all_operators(a, b), all_operators(a.astype(np.float32), b.astype(np.float32))


def numpy_mixed(a: NDArray[np.int64], b: NDArray[np.float64]):
    byte, small, single = a.astype(np.uint8), a.astype(np.int16), b.astype(np.float32)
    return (
        byte + small, small - a, byte * single, a / single, small // b, a % b, byte + a.astype(np.uint64), a + a.astype(np.uint64),
        byte.astype(np.int8) * byte, a.astype(np.int32) * single, (a > 0) + byte, (a > 0) * b, (a > 0) + (b > 0), (a > 0) * (b > 0),
    )  # fmt: skip


def numpy_weak(a: NDArray[np.int64], b: NDArray[np.float64], whole: int, real: float, truth: bool):
    byte, single = a.astype(np.uint8), b.astype(np.float32)
    return (
        a + whole, whole - a, a * real, real / a, byte + truth, single * whole, single + real, real // single, single % real, b + whole,
        a.astype(np.int16) + whole, a.astype(np.int16) * real, a // whole, a % whole, (a > 0) + whole, (a > 0) * real, (a > 0) + truth,
    )  # fmt: skip


def numpy_weak_overflow(a: NDArray[np.uint8], whole: int):
    return a + whole


def numpy_integer_power(a: NDArray[np.int64], b: NDArray[np.int64], exponent: int):
    return (
        a**b,
        a.astype(np.int8) ** b.astype(np.int8),
        a.astype(np.uint16) ** b.astype(np.uint8),
        a**2,
        a.astype(np.int32) ** 3,
        2**b,
        a**exponent,
    )


def numpy_bits(a: NDArray[np.int64], b: NDArray[np.int64]):
    byte, other = a.astype(np.uint8), b.astype(np.uint8)
    small, shift = a.astype(np.int8), b.astype(np.int8)
    return (
        a & b, a | b, a ^ b, ~a, a << (b & 7), a >> (b & 7), a & 3, byte & other, byte | other, byte ^ other, ~byte, byte << other, byte >> other,
        small << shift, small >> shift, (a > 0) & (b > 0), (a > 0) | (b > 0), (a > 0) ^ (b > 0), ~(a > 0),
    )  # fmt: skip


def comparisons(a, b):  # type: ignore[no-untyped-def]
    return a == b, a != b, a < b, a <= b, a > b, a >= b


def numpy_comparisons(a: NDArray[np.int64], b: NDArray[np.float64]):
    byte, small = a.astype(np.uint8), a.astype(np.int8)
    return (
        comparisons(a, b), comparisons(byte, small), comparisons(a.astype(np.uint64), a), comparisons(b.astype(np.float32), b), comparisons(b > 0, a > 0),
        comparisons(a.astype(np.int32), byte),
    )  # fmt: skip


def numpy_compare_number(a: NDArray[np.uint8], b: NDArray[np.uint64], whole: int, real: float):
    return comparisons(a, whole), comparisons(b, whole), comparisons(a, real), comparisons(whole, a), comparisons(a > 3, True)


def numpy_broadcast(a: NDArray[np.float32], b: NDArray[np.float32]):
    return a + b, a * b, a < b, np.maximum(a, b)


def numpy_in_place(a: NDArray[np.float32], b: NDArray[np.float32], scale: float):
    c = a.copy()
    view = c[..., ::2]
    c += b
    c *= scale
    view -= 1
    view /= 3
    c **= 2
    d = a.astype(np.int32)
    d += 3
    d //= 2
    d <<= 1
    d |= 1
    return c, view, d


def numpy_in_place_self(a: NDArray[np.int64]):
    b = a.copy()
    b[1:] += b[:-1]
    c = a.copy()
    c[::-1] += c
    d = a.copy()
    d -= d[0]
    return b, c, d


def numpy_layout(a: NDArray[np.float32]):
    """Results lie in memory as their operands do, which later sums show."""
    b = a.T * 2.0
    return (
        b,
        (a.T + a.T).sum(),
        b.sum(),
        np.exp2(a.T * 0).sum(axis=0),
        a.T.astype(np.float64).sum(),
        a.T.copy().sum(),
        np.where(a.T > 0, a.T, 0).sum(),
    )


def arrays(dtype, *shapes):  # type: ignore[no-untyped-def]
    random = np.random.default_rng(7)
    return tuple((random.standard_normal(shape) * 50).astype(dtype) for shape in shapes)


WHOLE = np.array([0, 1, -1, 5, -5, 127, -128, 255, 256, 32767, -32768, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 77], np.int64)
PAIRS = (np.repeat(WHOLE, len(WHOLE)), np.tile(WHOLE, len(WHOLE)))
REAL = np.array([0.0, -0.0, 1.0, -1.0, 0.1, 2.5, -3.75, 1e300, -1e-300, np.inf, -np.inf, np.nan, 7.0, 1e10])
REAL_PAIRS = (np.repeat(REAL, len(REAL)), np.tile(REAL, len(REAL)))
SOME = np.arange(-8, 8)
EMPTY = np.zeros(0, np.int64)

ARGUMENTS = {
    numpy_signed: [PAIRS, (EMPTY, EMPTY)],
    numpy_unsigned: [PAIRS],
    numpy_floats: [REAL_PAIRS, (np.zeros(0), np.zeros(0)), arrays(np.float64, (3, 5), (5,))],
    numpy_mixed: [(SOME, np.linspace(-4, 4, 16)), (SOME.reshape(4, 4), np.linspace(-4, 4, 4))],
    numpy_weak: [(SOME, np.linspace(-4, 4, 16), 3, 1.5, True), (SOME, np.linspace(-4, 4, 16), 7, -0.25, False)],
    numpy_weak_overflow: [(np.arange(3, dtype=np.uint8), 255), (np.arange(3, dtype=np.uint8), 256), (np.arange(3, dtype=np.uint8), -1)],
    numpy_integer_power: [(SOME, np.abs(SOME), 3), (SOME, np.abs(SOME), 0), (SOME, SOME, 1), (SOME, np.abs(SOME), -1)],
    numpy_bits: [PAIRS],
    numpy_comparisons: [(SOME, np.linspace(-8, 7, 16)), (WHOLE, WHOLE.astype(np.float64)), (np.arange(3), np.array([np.nan, 1.0, np.inf]))],
    numpy_compare_number: [
        (np.arange(0, 256, 5, dtype=np.uint8), np.array([0, 1, 2**63, 2**64 - 1], np.uint64), value, 10.5)
        for value in (5, 300, -1, 0, 2**63 - 1)
    ],
    numpy_broadcast: [
        arrays(np.float32, *shapes)
        for shapes in (
            ((3, 1), (1, 4)),
            ((2, 3, 4), (4,)),
            ((2, 1, 4), (3, 1)),
            ((0, 3), (3,)),
            ((1,), (5, 1)),
            ((2, 3), (3, 2)),
            ((4,), (5,)),
            ((2, 3, 4), (2, 4)),
        )
    ],
    numpy_in_place: [
        (*arrays(np.float32, (3, 4), (4,)), 0.5),
        (*arrays(np.float32, (2, 3), (3, 3)), 0.5),
        (*arrays(np.float32, (0, 4), (4,)), 2.0),
    ],
    numpy_in_place_self: [(np.arange(9),), (np.arange(2),), (np.arange(3) - 5,)],
    numpy_layout: [arrays(np.float32, (37, 211)), arrays(np.float32, (5, 7, 9))],
}
