from collections import defaultdict, deque


class CycleError(Exception):
    def __init__(self, nodes: list[str]) -> None:
        self.nodes = nodes
        super().__init__("cycle among " + ", ".join(sorted(nodes)))


def topological_sort(dependencies: dict[str, list[str]]) -> list[list[str]]:
    incoming: dict[str, int] = {}
    outgoing: dict[str, set[str]] = defaultdict(set)
    for node, needs in dependencies.items():
        incoming.setdefault(node, 0)
        for need in needs:
            incoming.setdefault(need, 0)
            if node not in outgoing[need]:
                outgoing[need].add(node)
                incoming[node] += 1
    ready = deque(sorted(n for n, count in incoming.items() if not count))
    levels: list[list[str]] = []
    done = 0
    while ready:
        level: list[str] = []
        for _ in range(len(ready)):
            node = ready.popleft()
            level.append(node)
            for other in outgoing[node]:
                incoming[other] -= 1
        done += len(level)
        levels.append(level)
        finished = {n for lv in levels for n in lv}
        ready.extend(sorted(n for n, c in incoming.items() if c == 0 and n not in finished))
    if done < len(incoming):
        raise CycleError([n for n, c in incoming.items() if c > 0])
    return levels


ARGUMENTS = [
    ({"app": ["db", "web"], "web": ["core"], "db": ["core"], "core": []},),
    ({},),
    ({"a": ["b"], "b": ["a"], "c": []},),
    ({"x": ["y", "y"], "z": []},),
]
