from collections import defaultdict
from dataclasses import dataclass


@dataclass(slots=True)
class Hit:
    id: str
    score: float
    source: str = ""


def reciprocal(rankings: list[list[Hit]], k: int) -> dict[str, float]:
    scores: dict[str, float] = defaultdict(float)
    for hits in rankings:
        for rank, hit in enumerate(hits, start=1):
            scores[hit.id] += 1 / (k + rank)
    return scores


def normalise(hits: list[Hit]) -> list[Hit]:
    if not hits:
        return []
    low = min(h.score for h in hits)
    high = max(h.score for h in hits)
    span = high - low or 1.0
    return [Hit(h.id, (h.score - low) / span, h.source) for h in hits]


def mmr(hits: list[Hit], similar: dict[tuple[str, str], float], weight: float, n: int) -> list[str]:
    chosen: list[Hit] = []
    pool = list(hits)
    while pool and len(chosen) < n:
        best = max(
            pool,
            key=lambda h: (
                weight * h.score
                - (1 - weight) * max((similar.get((h.id, c.id), similar.get((c.id, h.id), 0.0)) for c in chosen), default=0.0)
            ),
        )
        pool.remove(best)
        chosen.append(best)
    return [h.id for h in chosen]


def rank_fusion(
    dense: list[Hit], sparse: list[Hit], similar: dict[tuple[str, str], float], k: int = 60
) -> tuple[list[tuple[str, str]], list[str], list[Hit]]:
    fused = sorted(reciprocal([dense, sparse], k).items(), key=lambda kv: (-kv[1], kv[0]))
    return [(i, f"{s:.6f}") for i, s in fused], mmr(normalise(dense), similar, 0.5, 2), normalise(sparse)


ARGUMENTS = [
    ([Hit("a", 0.9), Hit("b", 0.8), Hit("c", 0.1)], [Hit("b", 12.0, "bm25"), Hit("d", 3.0)], {("a", "b"): 0.99}),
    ([], [], {}),
    ([Hit("x", 1.0)], [Hit("x", 1.0)], {}, -1),
    ([Hit("x", 1.0), Hit("y", 1.0)], [], {("y", "x"): 1.0}, 0),
]
