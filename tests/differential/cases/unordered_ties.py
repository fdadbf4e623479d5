from __future__ import annotations

import heapq
from dataclasses import dataclass, field


class _Held:
    def __init__(self, n: int) -> None:
        self.n = n


@dataclass(order=True)
class _Timed:
    when: int
    name: str = field(compare=False)


def unordered_items(pairs: list[tuple[str, int]]) -> list[int]:
    d = {k: _Held(v) for k, v in pairs}
    return [v.n for k, v in sorted(d.items())]


def unordered_heap(pairs: list[tuple[int, int]]) -> list[int]:
    h: list[tuple[int, _Held]] = []
    for a, b in pairs:
        heapq.heappush(h, (a, _Held(b)))
    return [heapq.heappop(h)[1].n for _ in pairs]


def unordered_dicts(scores: list[float], docs: list[dict[str, int]]) -> list[dict[str, int]]:
    return [d for _, d in sorted(zip(scores, docs), reverse=True)]


def unordered_optional(pairs: list[tuple[int, str | None]]) -> list[tuple[int, str | None]]:
    return sorted(pairs)


def unordered_tops(pairs: list[tuple[int, str | None]]) -> object:
    return [max(pairs), min(pairs), pairs[0] < pairs[1], pairs[0] >= pairs[1]]


def unordered_tasks(xs: list[int]) -> list[str]:
    h = [_Timed(x, str(x)) for x in xs]
    heapq.heapify(h)
    heapq.heappush(h, _Timed(5, "new"))
    out = [heapq.heappop(h).name for _ in range(len(h))]
    t = [(1, _Timed(x, "q")) for x in xs]
    return out + [str(x[1].when) for x in sorted(t)] + [str(max(t)[1].when) if t else ""]


def unordered_nodes(xs: list[int]) -> list[int]:
    return [n.n for n in sorted([_Held(x) for x in xs], key=lambda n: (n.n % 2, -n.n))]


def unordered_largest(xs: list[int]) -> list[tuple[int, int]]:
    return [(a, b.n) for a, b in heapq.nlargest(2, [(x, _Held(x)) for x in xs])] + [
        (a, b.n) for a, b in heapq.nsmallest(2, [(x, _Held(x)) for x in xs], key=lambda p: p[0])
    ]


ARGUMENTS = {
    unordered_items: [([("b", 1), ("a", 2)],)],
    unordered_heap: [([(2, 1), (1, 5), (3, 0)],), ([(1, 1), (1, 2)],)],
    unordered_dicts: [([0.5, 0.9], [{"a": 1}, {"b": 2}]), ([0.5, 0.5], [{"a": 1}, {"b": 2}]), ([0.5, 0.5], [{"a": 1}, {"a": 1}])],
    unordered_optional: [([(2, None), (1, "a"), (1, "b")],), ([(1, None), (1, "a")],), ([(1, "a"), (1, None)],), ([(1, None), (1, None)],)],
    unordered_tops: [([(2, None), (1, "a"), (1, "b")],), ([(1, None), (1, "a")],), ([(1, "a"), (1, None)],)],
    unordered_tasks: [([7, 3, 9],), ([],)],
    unordered_nodes: [([3, 2, 5, 4],)],
    unordered_largest: [([3, 1, 2],), ([1, 1],)],
}
