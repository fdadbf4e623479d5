from fractions import Fraction


def det(m: list[list[float]]) -> float:
    m = [row[:] for row in m]
    n, sign, product = len(m), 1, 1.0
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        if abs(m[pivot][i]) < 1e-12:
            return 0.0
        if pivot != i:
            m[i], m[pivot] = m[pivot], m[i]
            sign = -sign
        product *= m[i][i]
        for r in range(i + 1, n):
            factor = m[r][i] / m[i][i]
            for c in range(i, n):
                m[r][c] -= factor * m[i][c]
    return sign * product


def minor(m: list[list[float]], i: int, j: int) -> list[list[float]]:
    return [row[:j] + row[j + 1 :] for k, row in enumerate(m) if k != i]


def inverse(m: list[list[float]]) -> list[list[float]]:
    d = det(m)
    if d == 0:
        raise ZeroDivisionError("singular matrix")
    n = len(m)
    cofactors = [[(-1) ** (i + j) * det(minor(m, i, j)) for j in range(n)] for i in range(n)]
    return [[round(cofactors[j][i] / d, 12) for j in range(n)] for i in range(n)]


def matrix_determinant(m: list[list[float]]) -> tuple[float, list[list[float]], list[list[float]]]:
    inv = inverse(m)
    product = [[round(sum(a * b for a, b in zip(row, col)), 9) + 0.0 for col in zip(*inv)] for row in m]
    return det(m), inv, product


ARGUMENTS = [
    ([[2.0, 1.0], [1.0, 3.0]],),
    ([[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [4.0, -3.0, 8.0]],),
    ([[1.0, 2.0], [2.0, 4.0]],),
    ([],),
    ([[1.0, 2.0]],),
]
