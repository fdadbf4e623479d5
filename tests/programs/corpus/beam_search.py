import heapq
import math
from typing import NamedTuple


class Beam(NamedTuple):
    score: float
    tokens: tuple[int, ...]
    done: bool = False


def expand(beam: Beam, logits: list[float], eos: int) -> list[Beam]:
    top = max(logits)
    total = math.log(sum(math.exp(x - top) for x in logits)) + top
    return [Beam(beam.score + x - total, beam.tokens + (i,), i == eos) for i, x in enumerate(logits)]


def beam_search(table: list[list[float]], width: int, steps: int, eos: int = 0) -> list[tuple[tuple[int, ...], float]]:
    beams = [Beam(0.0, ())]
    for step in range(steps):
        pool: list[Beam] = []
        for beam in beams:
            if beam.done:
                pool.append(beam)
                continue
            last = beam.tokens[-1] if beam.tokens else step % len(table)
            pool.extend(expand(beam, table[last % len(table)], eos))
        beams = heapq.nlargest(width, pool, key=lambda b: (b.score / max(1, len(b.tokens)), b.tokens))
        if all(b.done for b in beams):
            break
    return [(b.tokens, round(b.score, 6)) for b in beams]


ARGUMENTS = [
    ([[0.1, 0.9, 0.3], [0.2, 0.2, 0.6], [1.5, 0.1, 0.4]], 2, 4),
    ([[0.0, 0.0]], 3, 3),
    ([[1.0]], 1, 2),
    ([], 1, 1),
    ([[1.0, 2.0]], 0, 2),
]
