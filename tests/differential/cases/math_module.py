import math


def math_exact(x: float, n: int) -> list[float]:
    return [
        math.sqrt(abs(x)),
        math.floor(x),
        math.ceil(x),
        math.trunc(x),
        math.fabs(x),
        math.copysign(x, -1.0),
        math.fmod(x, 3.0),
        math.gcd(n, 12),
        math.factorial(abs(n) % 10),
        math.comb(abs(n), 2),
        math.isqrt(abs(n)),
        math.lcm(n, 4),
        math.hypot(3.0, 4.0),
        math.fsum([0.1] * 10),
        math.prod([n, 2]),
        math.perm(5, 2),
        math.degrees(x),
        math.radians(x),
        math.ldexp(x, 3),
    ]


def math_tests(x: float) -> list[bool]:
    return [math.isnan(x), math.isinf(x), math.isfinite(x), math.isclose(x, x + 1e-12), x == math.inf]


def math_transcendental(x: float) -> list[float]:
    return [
        math.exp(x),
        math.log(abs(x) + 1),
        math.log2(abs(x) + 1),
        math.log10(abs(x) + 1),
        math.sin(x),
        math.cos(x),
        math.tan(x),
        math.atan(x),
        math.atan2(x, 2.0),
        math.tanh(x),
        math.log(abs(x) + 2, 3),
        math.pow(abs(x), 1.5),
        math.erf(x),
        math.cbrt(x),
    ]


def math_domain(kind: int, x: float) -> float:
    if kind == 0:
        return math.sqrt(x)
    if kind == 1:
        return math.log(x)
    if kind == 2:
        return math.exp(x)
    if kind == 3:
        return float(math.floor(x))
    return math.pow(x, 0.5)


ARGUMENTS = {
    math_exact: [(2.5, 8), (-7.25, -6), (0.0, 0)],
    math_tests: [(1.0,), (float("nan"),), (float("inf"),)],
    math_transcendental: [(0.5,), (-2.0,), (3.7,)],
    math_domain: [(0, -1.0), (1, 0.0), (1, -1.0), (2, 1000.0), (3, float("nan")), (3, float("inf")), (4, -1.0), (0, 2.0)],
}
