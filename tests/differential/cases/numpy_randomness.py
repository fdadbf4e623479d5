"""Random numbers with seeds: the same as numpy's."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, U8, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]
R = np.random.default_rng(5)
X1 = np.linspace(0, 1, 20)


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_draws(seed: int, n: int):
    rng = np.random.default_rng(seed)
    a = rng.random(n)
    b = rng.random()
    c = rng.random((2, 3))
    d = rng.standard_normal(n)
    e = rng.normal(1.5, 2.0, size=(n, 2))
    f = rng.normal()
    g = rng.uniform(-1, 5, n)
    h = rng.uniform()
    i = rng.integers(10)
    j = rng.integers(0, 100, size=n)
    k = rng.integers(3, 5, (2, 2), endpoint=True)
    l = rng.integers(0, 2**40, 3)
    m = rng.integers(-5, 5, size=7)
    o = rng.exponential(2.0, n)
    p = rng.exponential()
    q = rng.permutation(n)
    r = rng.permutation(a)
    s = rng.permutation(c)
    t = np.arange(n)
    rng.shuffle(t)
    u = [1, 2, 3, 4, 5]
    rng.shuffle(u)
    rng.shuffle(c)
    return a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u


def numpy_random_choices(seed: int, n: int):
    rng = np.random.default_rng(seed)
    w = np.array([0.1, 0.2, 0.3, 0.4])
    return (
        rng.choice(n),
        rng.choice(n, 3),
        rng.choice(n, size=4, replace=False),
        rng.choice([10, 20, 30, 40], size=(2, 2)),
        rng.choice(w, 2),
        rng.choice(4, p=w),
        rng.choice(4, 5, p=w),
        rng.choice(4, size=3, replace=False, p=w),
        rng.choice(np.arange(12).reshape(4, 3), 2),
        rng.choice(20000, 1000, replace=False),
        rng.choice(20000, 10, replace=False, shuffle=False),
        rng.choice([1.5, 2.5]),
    )


def numpy_many(seed: int):
    rng = np.random.default_rng([seed, 3])
    return (
        rng.standard_normal(20000).sum(),
        rng.exponential(size=20000).sum(),
        rng.standard_normal(50000)[-5:],
        rng.integers(0, 7, 20001)[-3:],
        rng.random(3),
    )


def numpy_bad_draws(kind: int):
    rng = np.random.default_rng(kind if kind >= 0 else kind)
    if kind == 0:
        return rng.integers(5, 5)
    if kind == 1:
        return rng.integers(0)
    if kind == 2:
        return rng.choice(3, 5, replace=False)
    if kind == 3:
        return rng.choice(3, p=[0.5, 0.5, 0.5])
    if kind == 4:
        return rng.choice(2, p=[0.5, 0.2, 0.3])
    if kind == 5:
        return rng.choice(np.zeros(0))
    if kind == 6:
        return rng.choice(2, p=[-0.5, 1.5])
    return rng.choice(0, 2)


def numpy_bad_floats(kind: int):
    rng = np.random.default_rng(0)
    if kind == 0:
        return rng.normal(0, -1)
    if kind == 1:
        return rng.uniform(0, float("inf"))
    if kind == 2:
        return rng.uniform(2, 1)
    return rng.exponential(-1.0)


def numpy_distributions(seed: int):
    rng = np.random.Generator(np.random.PCG64(seed))
    return (
        rng.poisson(3.0, 4), rng.beta(2.0, 3.0), rng.gamma(2.0), rng.poisson(30.0, (2, 3)), rng.gumbel(0.0, 2.0, 3), rng.laplace(size=2),
        rng.logistic(1.0), rng.lognormal(0, 0.5, 2), rng.standard_gamma(0.5, 3), rng.chisquare(3), rng.beta(0.4, 0.5, (2,)),
        rng.geometric(0.4, 5), rng.geometric(0.1, 3), rng.gamma(1.0, 2.0, 2), rng.poisson(), np.random.default_rng(rng).random(), rng.random(),
    )  # fmt: skip


ARGUMENTS = {
    numpy_distributions: [(1,), (7,), (123,)],
    numpy_draws: [(s, n) for s, n in ((0, 5), (42, 6), (2**40 + 7, 3), (123456789, 1))],
    numpy_random_choices: [(0, 5), (7, 12)],
    numpy_many: [(1,), (2,)],
    numpy_bad_draws: [(k,) for k in range(-1, 8)],
    numpy_bad_floats: [(k,) for k in range(4)],
}
