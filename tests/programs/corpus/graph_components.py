class UnionFind:
    def __init__(self) -> None:
        self.parent: dict[str, str] = {}
        self.size: dict[str, int] = {}

    def find(self, x: str) -> str:
        if x not in self.parent:
            self.parent[x] = x
            self.size[x] = 1
        root = x
        while root != self.parent[root]:
            root = self.parent[root]
        while x != root:
            self.parent[x], x = root, self.parent[x]
        return root

    def union(self, a: str, b: str) -> bool:
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size.pop(b)
        return True


def graph_components(pairs: list[tuple[str, str]]) -> tuple[list[list[str]], list[bool], dict[str, int]]:
    forest = UnionFind()
    merged = [forest.union(a, b) for a, b in pairs]
    groups: dict[str, list[str]] = {}
    for node in forest.parent:
        groups.setdefault(forest.find(node), []).append(node)
    return sorted(sorted(g) for g in groups.values()), merged, forest.size


ARGUMENTS = [([("a", "b"), ("c", "d"), ("b", "d"), ("a", "c"), ("e", "e")],), ([],), ([("é", "e"), ("e", "é")],)]
