from __future__ import annotations

from itertools import zip_longest


class Polynomial:
    def __init__(self, *coefficients: float) -> None:
        values = list(coefficients)
        while values and values[-1] == 0:
            values.pop()
        self.c = tuple(values)

    def __call__(self, x: float) -> float:
        result = 0.0
        for k in reversed(self.c):
            result = result * x + k
        return result

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial(*(a + b for a, b in zip_longest(self.c, other.c, fillvalue=0)))

    def __mul__(self, other: Polynomial | float) -> Polynomial:
        if not isinstance(other, Polynomial):
            return Polynomial(*(other * k for k in self.c))
        out = [0.0] * (len(self.c) + len(other.c))
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(*out)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.c == other.c

    def derivative(self) -> Polynomial:
        return Polynomial(*(i * k for i, k in enumerate(self.c) if i))

    def __str__(self) -> str:
        terms = []
        for i, k in enumerate(self.c):
            if k:
                terms.append(f"{k:g}" + ("" if i == 0 else "x" if i == 1 else f"x^{i}"))
        return " + ".join(reversed(terms)).replace("+ -", "- ") or "0"


def newton(p: Polynomial, x: float, steps: int = 30) -> float:
    d = p.derivative()
    for _ in range(steps):
        slope = d(x)
        if slope == 0:
            raise ArithmeticError(f"flat at {x}")
        x -= p(x) / slope
    return x


def polynomial_class(a: list[float], b: list[float], x: float) -> list[object]:
    p, q = Polynomial(*a), Polynomial(*b)
    return [str(p), str(p + q), str(p * q), str(p * 2), p(x), str(p.derivative()), p == q, round(newton(p, x), 9)]


ARGUMENTS = [([-2.0, 0.0, 1.0], [1.0, 1.0], 1.0), ([], [], 1.0), ([0.0, 0.0], [5.0, -1.0], 2.0), ([1.0, 2.0, 0.0], [-1.0, -2.0], 0.5)]
