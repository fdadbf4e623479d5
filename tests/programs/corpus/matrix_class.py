class Matrix:
    def __init__(self, rows: list[list[float]]) -> None:
        if any(len(r) != len(rows[0]) for r in rows):
            raise ValueError("ragged")
        self.rows = [list(r) for r in rows]

    @classmethod
    def identity(cls, n: int) -> "Matrix":
        return cls([[float(i == j) for j in range(n)] for i in range(n)])

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def __matmul__(self, other: "Matrix") -> "Matrix":
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"{self.shape} @ {other.shape}")
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])

    def __getitem__(self, index: tuple[int, int]) -> float:
        i, j = index
        return self.rows[i][j]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matrix) and self.rows == other.rows

    def __repr__(self) -> str:
        return f"Matrix({self.rows!r})"

    def __pow__(self, n: int) -> "Matrix":
        result = Matrix.identity(self.shape[0])
        base = self
        while n:
            if n & 1:
                result = result @ base
            base = base @ base
            n >>= 1
        return result


def matrix_class(rows: list[list[float]], power: int) -> tuple[str, tuple[int, int], float, bool]:
    m = Matrix(rows)
    p = m**power
    return repr(p), p.shape, p[-1, 0], p == m


ARGUMENTS = [
    ([[1.0, 1.0], [1.0, 0.0]], 10),
    ([[2.0]], 0),
    ([[1.0, 2.0], [3.0]], 1),
    ([[1.0, 2.0, 3.0]], 2),
    ([[1.0, 0.0], [0.0, 1.0]], 1),
]
