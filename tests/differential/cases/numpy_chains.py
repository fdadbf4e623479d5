"""Chains of operations on elements, which run in one loop: the same bits, layouts, errors and effects as one after the other."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, U8 = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8]
R = np.random.default_rng(21)


def chain_of_floats(x: F64, y: F64) -> F64:
    return (x * 2.0 + y) / (1.0 + x * x) - y * 0.5


def chain_of_singles(x: F32, y: F32) -> F32:
    z = (x - x.mean()) / (x.std() + 1e-6)
    return z * y + 1


def chain_of_kinds(x: F32, n: I64, u: U8) -> list[str]:
    mixed = (x * 2 + n) / (u + 1)
    return [str(mixed.dtype), str(mixed.sum()), str((u * 3 - u).tolist()), str(((n << 2) - n * 5 + True).tolist())]


def chain_of_choices(x: F64, low: float, high: float) -> F64:
    return np.where((x > low) & (x < high), x * x - 1.0, np.abs(x) + 0.25) * 2


def chain_of_limits(x: F64) -> F64:
    return np.maximum(np.minimum(x * 3, 1.0), -1.0) + np.sign(x)


def chain_in_its_layout(x: F64, y: F64) -> tuple[float, list[float], F64]:
    turned = (x.T * 3.0 + y.T) / 7.0
    return float(turned.sum()), turned.sum(axis=0).tolist(), turned[::-1, 1:]


def chain_of_unlike_layouts(x: F64, y: F64) -> tuple[float, list[float]]:
    mixed = (x.T * 3.0 + y) / 7.0
    return float(mixed.sum()), mixed.sum(axis=1).tolist()


def chain_broadcast(x: F64, row: F64, column: F64) -> F64:
    return (x - row) * column + row / 3.0 - 1


def chain_of_windows(x: F64) -> F64:
    return (x[2:, ::2] - 2 * x[1:-1, ::2] + x[:-2, ::2]) ** 2


def chain_of_scalars(x: F64) -> list[float]:
    return [float(value * 2 + 1) for value in x] + [float(x[0] * x[-1] - 0.5)]


def chain_that_fails(x: F64, y: F64, z: F64) -> F64:
    return (x + y) * (x - z)


def chain_that_overflows(x: U8, more: int) -> U8:
    return (x * 2 + more) - x


def chain_as_floats(image: U8) -> F32:
    return np.transpose((image.astype(np.float32) / 255.0 - 0.5) / 0.25, (2, 0, 1))


def raised(x: F64) -> F64:
    x += 1
    return x


def chain_around_a_change(x: F64) -> F64:
    return (x + 1) * raised(x) - x


def chain_is_new_memory(x: F64) -> tuple[F64, F64]:
    made = x * 1.0 + 0.0
    made[0] = 99
    return x, made


def chain_into_itself(x: F64) -> F64:
    x[1:] = x[:-1] * 2 + x[1:]
    x -= x * 0.5 + 1
    return x


def chain_of_tests(x: F64, y: F64) -> int:
    return int(((x > 0) & ~(y * 2 > x) | np.isnan(x + y)).sum())


def chain_of_many(a: F64, b: F64, c: F64, d: F64, e: F64) -> F64:
    return (a * 1.5 + b * 2.5 - c * 3.5 + d * 4.5 - e * 5.5) / (a + b + c + d + e)


X, Y = R.standard_normal((5, 7)), R.standard_normal((5, 7))
LONG = R.standard_normal(2000)
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.5])
ARGUMENTS = {
    chain_of_floats: [(X, Y), (LONG, LONG[::-1]), (X, Y[0]), (SPECIAL, SPECIAL), (np.zeros((0, 3)), np.zeros(3)), (X, Y[:3])],
    chain_of_singles: [(X.astype(np.float32), Y.astype(np.float32)), (LONG.astype(np.float32), np.ones(1, np.float32))],
    chain_of_kinds: [(np.ones(3, np.float32), np.arange(3) - 1, np.array([0, 100, 254], np.uint8))],
    chain_of_choices: [(X, -0.5, 0.5), (SPECIAL, 0.0, 2.0), (LONG.reshape(40, 50).T, -1.0, 1.0)],
    chain_of_limits: [(X,), (SPECIAL,)],
    chain_in_its_layout: [(X, Y), (LONG.reshape(40, 50), LONG[::-1].reshape(40, 50))],
    chain_of_unlike_layouts: [(LONG.reshape(40, 50), LONG.reshape(50, 40))],
    chain_broadcast: [(X, X[0], X[:, :1]), (LONG.reshape(40, 50), LONG[:50], LONG[:40, None]), (X, X[0, :3], X[:, :1])],
    chain_of_windows: [(X,), (LONG.reshape(50, 40),), (X[:2],)],
    chain_of_scalars: [(LONG[:4],)],
    chain_that_fails: [(X, X[:2], X[:3]), (X, X, X[:3]), (X, X[0], X)],
    chain_that_overflows: [(np.array([250, 1], np.uint8), 10), (np.array([250], np.uint8), 256), (np.array([250], np.uint8), -1)],
    chain_as_floats: [(R.integers(0, 256, (4, 5, 3)).astype(np.uint8),)],
    chain_around_a_change: [(X,)],
    chain_is_new_memory: [(LONG[:5],)],
    chain_into_itself: [(LONG[:9],)],
    chain_of_tests: [(X, Y), (SPECIAL, SPECIAL[::-1])],
    chain_of_many: [(X, Y, X[0], Y[:, :1], X * 2)],
}
