import bisect
from dataclasses import dataclass


@dataclass
class Histogram:
    edges: list[float]
    counts: list[int]

    @classmethod
    def of(cls, values: list[float], edges: list[float]) -> "Histogram":
        h = cls(sorted(edges), [0] * (len(edges) + 1))
        for v in values:
            h.counts[bisect.bisect_right(h.edges, v)] += 1
        return h

    def bar(self, width: int = 10) -> list[str]:
        top = max(self.counts) or 1
        names = ["-inf", *(f"{e:g}" for e in self.edges)]
        return [f"{n:>6} {'#' * (c * width // top):<{width}} {c}" for n, c in zip(names, self.counts)]


def bisect_histogram(values: list[float], edges: list[float]) -> tuple[list[str], list[int], list[float]]:
    h = Histogram.of(values, edges)
    ordered: list[float] = []
    for v in values:
        bisect.insort(ordered, v)
    positions = [bisect.bisect_left(ordered, e) for e in h.edges]
    return h.bar(), positions, ordered


ARGUMENTS = [
    ([0.5, 1.0, 1.5, 2.0, 9.0], [2.0, 1.0]),
    ([], []),
    ([1.0, 1.0], [1.0]),
    ([-0.0, 0.0, float("inf")], [0.0, float("inf")]),
]
