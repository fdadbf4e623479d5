import bisect
import itertools
import math
import random
from collections.abc import Iterator


class Sampler:
    def __init__(self, weights: dict[str, float], seed: int) -> None:
        if any(w < 0 for w in weights.values()):
            raise ValueError("negative weight")
        self.names = list(weights)
        self.cumulative = list(itertools.accumulate(weights.values()))
        self.rng = random.Random(seed)

    def draw(self) -> str:
        point = self.rng.random() * self.cumulative[-1]
        return self.names[bisect.bisect(self.cumulative, point)]

    def stream(self) -> Iterator[str]:
        while True:
            yield self.draw()


def gumbel(logits: list[float], rng: random.Random) -> int:
    noisy = [x - math.log(-math.log(rng.random())) for x in logits]
    return max(range(len(noisy)), key=noisy.__getitem__)


def nucleus(probabilities: list[float], p: float) -> list[int]:
    order = sorted(range(len(probabilities)), key=lambda i: -probabilities[i])
    kept, total = [], 0.0
    for i in order:
        kept.append(i)
        total += probabilities[i]
        if total >= p:
            break
    return kept


def weighted_sampler(weights: dict[str, float], seed: int, n: int) -> dict[str, object]:
    s = Sampler(weights, seed)
    drawn = list(itertools.islice(s.stream(), n))
    values = list(weights.values())
    return {"drawn": drawn, "gumbel": [gumbel(values, s.rng) for _ in range(n)], "nucleus": nucleus(values, 0.6)}


ARGUMENTS = [({"a": 0.5, "b": 0.3, "c": 0.2}, 11, 5), ({"x": 1.0}, 0, 2), ({}, 1, 1), ({"a": -1.0}, 1, 1), ({}, 1, 0)]
