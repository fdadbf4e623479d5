from collections import defaultdict


class Sparse:
    def __init__(self, values: dict[int, float] | None = None) -> None:
        self.values = {k: v for k, v in (values or {}).items() if v}

    def __add__(self, other: "Sparse") -> "Sparse":
        total: dict[int, float] = defaultdict(float)
        for vector in (self, other):
            for k, v in vector.values.items():
                total[k] += v
        return Sparse(total)

    def __mul__(self, factor: float) -> "Sparse":
        return Sparse({k: v * factor for k, v in self.values.items()})

    __rmul__ = __mul__

    def __neg__(self) -> "Sparse":
        return self * -1.0

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, k: int) -> float:
        return self.values.get(k, 0.0)

    def dot(self, other: "Sparse") -> float:
        small, large = sorted((self, other), key=len)
        return sum(v * large[k] for k, v in small.values.items())


def sparse_vectors(a: dict[int, float], b: dict[int, float], factor: float) -> tuple[dict[int, float], float, int, bool]:
    x, y = Sparse(a), Sparse(b)
    z = x + factor * y + -x
    return z.values, x.dot(y), len(z), bool(z)


ARGUMENTS = [
    ({1: 2.0, 5: 1.0}, {5: 3.0, 2: -1.0}, 2.0),
    ({}, {}, 1.0),
    ({0: 0.0, -1: 1e308}, {-1: 10.0}, 0.0),
]
