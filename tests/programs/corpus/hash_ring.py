import bisect
import hashlib


class Ring:
    def __init__(self, replicas: int = 3) -> None:
        self.replicas = replicas
        self.keys: list[int] = []
        self.nodes: dict[int, str] = {}

    @staticmethod
    def position(text: str) -> int:
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")

    def add(self, node: str) -> None:
        for i in range(self.replicas):
            p = self.position(f"{node}#{i}")
            bisect.insort(self.keys, p)
            self.nodes[p] = node

    def remove(self, node: str) -> None:
        for p in [p for p, n in self.nodes.items() if n == node]:
            del self.nodes[p]
            self.keys.remove(p)

    def owner(self, key: str) -> str:
        if not self.keys:
            raise LookupError("ring is empty")
        i = bisect.bisect(self.keys, self.position(key)) % len(self.keys)
        return self.nodes[self.keys[i]]


def hash_ring(nodes: list[str], keys: list[str], gone: str) -> tuple[dict[str, str], dict[str, str], int]:
    ring = Ring()
    for n in nodes:
        ring.add(n)
    before = {k: ring.owner(k) for k in keys}
    ring.remove(gone)
    after = {k: ring.owner(k) for k in keys}
    return before, after, sum(before[k] != after[k] for k in keys)


ARGUMENTS = [(["a", "b", "c"], ["k1", "k2", "k3", "é", ""], "b"), (["only"], ["x"], "only"), ([], [], ""), (["a"], ["q"], "none")]
