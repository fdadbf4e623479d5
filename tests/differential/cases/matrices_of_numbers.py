from __future__ import annotations

from typing import Any


class Matrix:
    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = [row[:] for row in rows]

    @classmethod
    def identity(cls, size: int) -> Matrix:
        return cls([[float(i == j) for j in range(size)] for i in range(size)])

    @property
    def transposed(self) -> Matrix:
        return Matrix([list(column) for column in zip(*self.rows)])

    def __getitem__(self, key: int | tuple[int, int]) -> Any:
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]

    def __setitem__(self, key: tuple[int, int], value: float) -> None:
        i, j = key
        self.rows[i][j] = value

    def __matmul__(self, other: Matrix) -> Matrix:
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(row, column)) for column in columns] for row in self.rows])

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (int, float)):
            return Matrix([[item + other for item in row] for row in self.rows])
        if isinstance(other, Matrix):
            return Matrix([[a + b for a, b in zip(left, right)] for left, right in zip(self.rows, other.rows)])
        return NotImplemented

    __radd__ = __add__

    def __pow__(self, exponent: int) -> Matrix:
        result, base = Matrix.identity(len(self.rows)), self
        while exponent:
            if exponent & 1:
                result = result @ base
            base = base @ base
            exponent >>= 1
        return result


def matrix_of_lists(rows: list[list[float]], exponent: int) -> dict[str, Any]:
    matrix = Matrix(rows)
    power = matrix**exponent
    matrix[0, 0] = 99.0
    return {
        "power": power.rows,
        "transposed": power.transposed.rows,
        "sum": (1 + matrix + matrix).rows,
        "one": matrix[0, -1],
        "row": matrix[-1],
        "given": rows,
    }


def copies_of_rows(rows: list[int], more: list[float]) -> list[Any]:
    first, second = rows[:], more.copy()
    first.append(3)
    second[:0] = [0.5]
    whole: list[Any] = rows[:]
    whole += ["x", None]
    return [first, second, whole, rows, more]


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    matrix_of_lists: [([[1.0, 2.0], [3.0, 4.0]], 3), ([[2.0]], 0), ([], 1), ([[1.0, 2.0]], 1)],
    copies_of_rows: [([1], [1.0]), ([], [])],
}
