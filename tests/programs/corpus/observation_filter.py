from dataclasses import dataclass
from typing import Protocol


class Filter(Protocol):
    def accept(self, value: float) -> bool: ...


@dataclass
class Between:
    low: float
    high: float

    def accept(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass
class Not:
    inner: Filter

    def accept(self, value: float) -> bool:
        return not self.inner.accept(value)


class EveryNth:
    def __init__(self, n: int) -> None:
        self.n = n
        self.seen = 0

    def accept(self, value: float) -> bool:
        self.seen += 1
        return self.seen % self.n == 0


def apply(values: list[float], filters: list[Filter]) -> list[float]:
    return [v for v in values if all(f.accept(v) for f in filters)]


def observation_filter(values: list[float], low: float, high: float, n: int) -> tuple[list[float], list[float], int, str]:
    nth = EveryNth(n)
    inside = apply(values, [Between(low, high), nth])
    outside = apply(values, [Not(Between(low, high))])
    return inside, outside, nth.seen, repr(Not(Between(low, high)))


ARGUMENTS = [([1.0, 2.0, 3.0, 4.0, 5.0], 2.0, 4.0, 2), ([], 0.0, 0.0, 1), ([float("nan"), 1.0], 0.0, 2.0, 1), ([1.0], 0.0, 2.0, 0)]
