"""numpy.random.Generator's distributions that are computed from uniform, normal and exponential numbers, step by step as numpy does."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any


def gumbel(rng: Any, loc: Any, scale: Any) -> Any:
    """Of extremes."""
    while True:
        u = 1.0 - rng.random()
        if u < 1.0:
            return loc - scale * math.log(-math.log(u))


def laplace(rng: Any, loc: Any, scale: Any) -> Any:
    """Exponential to both sides."""
    while True:
        u = rng.random()
        if u >= 0.5:
            return loc - scale * math.log(2.0 - u - u)
        if u > 0.0:
            return loc + scale * math.log(u + u)


def logistic(rng: Any, loc: Any, scale: Any) -> Any:
    """The inverse of the sigmoid."""
    while True:
        u = rng.random()
        if u > 0.0:
            return loc + scale * math.log(u / (1.0 - u))


def lognormal(rng: Any, mean: Any, sigma: Any) -> Any:
    """Whose logarithm is normal."""
    return math.exp(mean + sigma * rng.standard_normal())


def standard_gamma(rng: Any, shape: Any) -> Any:
    """Marsaglia and Tsang's method; below 1, rejection."""
    if shape < 0.0:
        raise ValueError("shape < 0")
    if shape == 1.0:
        return rng.standard_exponential()
    if shape == 0.0:
        return 0.0
    if shape < 1.0:
        while True:
            u = rng.random()
            v = rng.standard_exponential()
            if u <= 1.0 - shape:
                x = math.pow(u, 1.0 / shape)
                if x <= v:
                    return x
            else:
                y = -math.log((1.0 - u) / shape)
                x = math.pow(1.0 - shape + shape * y, 1.0 / shape)
                if x <= v + y:
                    return x
    b = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * b)
    while True:
        x = rng.standard_normal()
        v = 1.0 + c * x
        while v <= 0.0:
            x = rng.standard_normal()
            v = 1.0 + c * x
        v = v * v * v
        u = rng.random()
        if u < 1.0 - 0.0331 * (x * x) * (x * x):
            return b * v
        if math.log(u) < 0.5 * x * x + b * (1.0 - v + math.log(v)):
            return b * v


def gamma(rng: Any, shape: Any, scale: Any) -> Any:
    """Of a scale."""
    if scale < 0.0:
        raise ValueError("scale < 0")
    return scale * standard_gamma(rng, shape)


def chi_square(rng: Any, df: Any) -> Any:
    """The sum of so many squares of normal numbers."""
    if df <= 0.0:
        raise ValueError("df <= 0")
    return 2.0 * standard_gamma(rng, df / 2.0)


def beta(rng: Any, a: Any, b: Any) -> Any:
    """Johnk's method for small parameters, else of two gammas."""
    if a <= 0.0:
        raise ValueError("a <= 0")
    if b <= 0.0:
        raise ValueError("b <= 0")
    if a <= 1.0 and b <= 1.0:
        while True:
            u = rng.random()
            v = rng.random()
            x = math.pow(u, 1.0 / a)
            y = math.pow(v, 1.0 / b)
            total = x + y
            if total <= 1.0 and u + v > 0.0:
                if total > 0.0:
                    return x / total
                log_x = math.log(u) / a
                log_y = math.log(v) / b
                log_most = log_x if log_x > log_y else log_y
                log_x -= log_most
                log_y -= log_most
                return math.exp(log_x - math.log(math.exp(log_x) + math.exp(log_y)))
    first = standard_gamma(rng, a)
    second = standard_gamma(rng, b)
    return first / (first + second)


STIRLING = (
    8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04, 8.417508417508418e-04,
    -1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e00,
)  # fmt: skip


def log_gamma(x: Any) -> Any:
    """By Stirling's series."""
    if x == 1.0 or x == 2.0:
        return 0.0
    steps = int(7 - x) if x < 7.0 else 0
    at = x + steps
    inverse = (1.0 / at) * (1.0 / at)
    total = STIRLING[9]
    for place in range(8, -1, -1):
        total *= inverse
        total += STIRLING[place]
    result = total / at + 0.5 * 1.8378770664093453e00 + (at - 0.5) * math.log(at) - at
    for _ in range(steps):
        result -= math.log(at - 1.0)
        at -= 1.0
    return result


def poisson(rng: Any, lam: Any) -> Any:
    """Products of uniform numbers; from 10 on, transformed rejection."""
    if lam < 0.0 or lam != lam:
        raise ValueError("lam < 0 or lam is NaN")
    if lam == 0.0:
        return 0
    if lam < 10.0:
        least = math.exp(-lam)
        count = 0
        product = rng.random()
        while product > least:
            count += 1
            product *= rng.random()
        return count
    log_lam = math.log(lam)
    b = 0.931 + 2.53 * math.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)
    while True:
        u = rng.random() - 0.5
        v = rng.random()
        us = 0.5 - math.fabs(u)
        k = math.floor((2 * a / us + b) * u + lam + 0.43)
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        if math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b) <= -lam + k * log_lam - log_gamma(float(k + 1)):
            return k


def geometric(rng: Any, p: Any) -> Any:
    """How many trials until one succeeds."""
    if not 0.0 < p <= 1.0:
        raise ValueError("p <= 0, p > 1 or p contains NaNs")
    if p >= 0.333333333333333333333333:
        count = 1
        total = product = p
        q = 1.0 - p
        u = rng.random()
        while u > total:
            product *= q
            total += product
            count += 1
        return count
    return math.ceil(-rng.standard_exponential() / math.log1p(-p))


def filled_by_one(rng: Any, out: Any, draw: Any, a: Any) -> Any:
    """Each element of `out` drawn."""
    flat = out.ravel()
    for place in range(len(flat)):
        flat[place] = draw(rng, a)
    return out


def filled_by_two(rng: Any, out: Any, draw: Any, a: Any, b: Any) -> Any:
    """The same with two parameters."""
    flat = out.ravel()
    for place in range(len(flat)):
        flat[place] = draw(rng, a, b)
    return out


FILLED: dict[int, Callable[..., Any]] = {1: filled_by_one, 2: filled_by_two}
