"""Arrays of several dtypes in one argument: in tuples, lists, dicts and instances."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

F64, I64 = NDArray[np.float64], NDArray[np.int64]


@dataclass
class Measured:
    x: F64
    n: I64


class Placed(NamedTuple):
    x: F64
    n: I64


def arrays_of_an_instance(one: Measured) -> float:
    return float(one.x.sum() + one.n.sum())


def arrays_of_instances(many: list[Measured]) -> float:
    return sum(float(one.x.sum() + one.n.sum()) for one in many)


def arrays_of_a_named_tuple(one: Placed) -> float:
    return float(one.x.sum() + one.n.sum())


def arrays_of_a_tuple(one: tuple[F64, I64]) -> tuple[I64, F64]:
    return one[1] * 2, one[0] / 2


def arrays_of_tuples(many: list[tuple[F64, I64]]) -> list[float]:
    return [float(x[n].sum()) for x, n in many]


def arrays_of_a_dict(named: dict[str, tuple[F64, int, I64 | None]]) -> dict[str, float]:
    return {name: float(x.sum()) * k + (0 if n is None else int(n.sum())) for name, (x, k, n) in named.items()}


X, N = np.linspace(0, 1, 3), np.arange(3)
ARGUMENTS = {
    arrays_of_an_instance: [(Measured(X, N),)],
    arrays_of_instances: [([Measured(X, N), Measured(X * 2, N)],), ([],)],
    arrays_of_a_named_tuple: [(Placed(X, N),)],
    arrays_of_a_tuple: [((X, N),)],
    arrays_of_tuples: [([(X, N), (X, N[:1])],)],
    arrays_of_a_dict: [({"a": (X, 2, N), "b": (X, 1, None)},)],
}
