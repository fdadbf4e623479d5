"""fractions.Fraction."""

from __future__ import annotations

import math
from fractions import Fraction

HALF = Fraction(1, 2)


def fraction_arithmetic(a: int, b: int, c: int, d: int) -> list[str]:
    x, y = Fraction(a, b), Fraction(c, d)
    found = [str(x + y), str(x - y), str(x * y), repr(x + 1), repr(2 - y), str(-x), str(abs(y)), str(x**2), str(x + 0.5), str(HALF * y)]
    try:
        found += [str(x / y), str(x // y), str(x % y)]
    except ZeroDivisionError as error:
        found.append(str(error))
    return found


def fraction_of_texts(text: str) -> list[str]:
    x = Fraction(text)
    return [
        str(x),
        str(x.numerator),
        str(x.denominator),
        str(float(x)),
        str(round(x)),
        str(round(x, 2)),
        str(math.floor(x)),
        str(math.ceil(x)),
    ]


def fraction_order(pairs: list[tuple[int, int]]) -> list[object]:
    values = [Fraction(a, b) for a, b in pairs]
    total = sum(values, Fraction(0))
    return [
        [str(one) for one in sorted(values)],
        str(total),
        len(set(values)),
        [one < HALF for one in values],
        [one == 1 for one in values],
    ]


def fraction_solved(a: list[list[int]], b: list[int]) -> list[str]:
    n = len(a)
    m = [[Fraction(v) for v in row] + [Fraction(r)] for row, r in zip(a, b, strict=True)]
    for i in range(n):
        pivot = next((r for r in range(i, n) if m[r][i] != 0), None)
        if pivot is None:
            raise ArithmeticError("singular")
        m[i], m[pivot] = m[pivot], m[i]
        m[i] = [v / m[i][i] for v in m[i]]
        for r in range(n):
            if r != i and m[r][i]:
                m[r] = [x - m[r][i] * y for x, y in zip(m[r], m[i], strict=True)]
    return [str(row[-1]) for row in m]


def fraction_nearest(value: float, limit: int) -> str:
    return str(Fraction(value).limit_denominator(limit))


ARGUMENTS = {
    fraction_arithmetic: [(1, 2, 1, 3), (-3, 4, 5, -6), (1, 2, 0, 1), (4, 2, 1, 1), (1, 0, 1, 1)],
    fraction_of_texts: [("3/4",), (" -0.25 ",), ("7",), ("1e2",), ("x",), ("1/0",), ("-5/2",)],
    fraction_order: [([(1, 2), (2, 4), (1, 1), (-1, 3)],), ([],)],
    fraction_solved: [([[2, 1], [1, 3]], [1, 2]), ([[1, 2], [2, 4]], [1, 2]), ([[3]], [1])],
    fraction_nearest: [(3.14159, 100), (0.1, 10), (-0.75, 2), (0.5, 0)],
}
