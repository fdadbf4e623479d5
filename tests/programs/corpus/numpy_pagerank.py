import numpy as np
from numpy.typing import NDArray


def transition(n: int, links: list[tuple[int, int]]) -> NDArray[np.float64]:
    m = np.zeros((n, n))
    for a, b in links:
        m[b, a] = 1.0
    totals = m.sum(axis=0)
    dangling = totals == 0
    m[:, ~dangling] /= totals[~dangling]
    m[:, dangling] = 1.0 / n
    return m


def numpy_pagerank(n: int, links: list[tuple[int, int]], damping: float = 0.85, rounds: int = 50) -> tuple[list[float], int, list[int]]:
    if n <= 0:
        raise ValueError("empty graph")
    m = transition(n, links)
    rank = np.full(n, 1.0 / n)
    used = 0
    for used in range(1, rounds + 1):
        new = damping * m @ rank + (1 - damping) / n
        if np.linalg.norm(new - rank, 1) < 1e-10:
            break
        rank = new
    assert np.isclose(rank.sum(), 1.0)
    return np.round(rank, 8).tolist(), used, np.argsort(-rank, kind="stable").tolist()


ARGUMENTS = [(3, [(0, 1), (1, 2), (2, 0), (0, 2)]), (2, []), (0, []), (1, [(0, 0)]), (2, [(0, 5)])]
