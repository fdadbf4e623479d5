import heapq
import math
from collections import defaultdict


def dijkstra(edges: list[tuple[str, str, float]], start: str, goals: list[str]) -> dict[str, tuple[float, list[str]] | None]:
    graph: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for a, b, weight in edges:
        if weight < 0:
            raise ValueError(f"negative edge {a}->{b}: {weight}")
        graph[a].append((b, weight))
        graph[b].append((a, weight))
    distance = {start: 0.0}
    previous: dict[str, str] = {}
    heap = [(0.0, start)]
    seen: set[str] = set()
    while heap:
        d, node = heapq.heappop(heap)
        if node in seen:
            continue
        seen.add(node)
        for other, weight in graph[node]:
            new = d + weight
            if new < distance.get(other, math.inf):
                distance[other] = new
                previous[other] = node
                heapq.heappush(heap, (new, other))
    answer: dict[str, tuple[float, list[str]] | None] = {}
    for goal in goals:
        if goal not in distance:
            answer[goal] = None
            continue
        path = [goal]
        while path[-1] != start:
            path.append(previous[path[-1]])
        answer[goal] = distance[goal], path[::-1]
    return answer


ARGUMENTS = [
    ([("a", "b", 1.0), ("b", "c", 2.5), ("a", "c", 4.0)], "a", ["c", "a", "z"]),
    ([], "q", ["q"]),
    ([("a", "b", -1.0)], "a", ["b"]),
    ([("a", "b", 1.0), ("a", "b", 0.5), ("b", "d", 0.0), ("a", "d", 0.5)], "a", ["d", "b"]),
]
