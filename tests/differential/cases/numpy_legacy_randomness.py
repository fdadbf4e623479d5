"""numpy.random's functions and RandomState with seeds: the same numbers as numpy's."""

from typing import Any

import numpy as np


def numpy_legacy_random(seed: int, n: int) -> tuple[Any, ...]:
    np.random.seed(seed)
    x = np.random.rand(n)
    y = np.random.randn(3)
    z = np.random.rand(2, 3)
    return (
        x,
        y,
        z,
        np.random.randint(5),
        np.random.randint(0, 100, 4),
        np.random.uniform(-1, 1),
        np.random.normal(0, 2, 3),
        np.random.permutation(5),
        np.random.choice(10),
        np.random.choice(5, 3, replace=False),
        np.random.choice([1.5, 2.5, 3.5], size=4),
        np.random.choice(3, 5, p=[0.2, 0.3, 0.5]),
        np.random.exponential(2.0, 2),
        np.random.random(),
        np.random.random_sample((2,)),
        np.random.randint(0, 2**40),
    )


def numpy_legacy_state(seed: int) -> tuple[Any, ...]:
    rng = np.random.RandomState(seed)
    a = rng.randint(0, 10, size=(2, 3))
    p = rng.permutation(6)
    c = rng.choice(5, 3, replace=False)
    b = np.arange(5)
    rng.shuffle(b)
    l = [1, 2, 3, 4]
    rng.shuffle(l)
    return a, p, c, b, l, rng.rand(), rng.randn(2), rng.normal(size=3)


def numpy_legacy_errors(which: int) -> Any:
    rng = np.random.RandomState(1)
    if which == 0:
        return rng.randint(0)
    if which == 1:
        return rng.choice(3, 5, replace=False).tolist()
    if which == 2:
        return rng.choice(3, p=[0.1, 0.1, 0.1])
    if which == 3:
        return rng.normal(0, -1)
    return rng.choice(2, p=[-1.0, 2.0])


def numpy_unseeded() -> bool:
    return float(np.random.default_rng().random()) != float(np.random.default_rng().random()) and np.random.rand() != np.random.rand()


ARGUMENTS = {
    numpy_legacy_random: [(42, 5)],
    numpy_legacy_state: [(42,), (-1,), (2**33,)],
    numpy_legacy_errors: [(0,), (1,), (2,), (3,), (4,)],
    numpy_unseeded: [()],
}
