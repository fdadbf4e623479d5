import heapq
from collections import Counter
from dataclasses import dataclass, field
from itertools import count


@dataclass
class Leaf:
    symbol: str


@dataclass
class Branch:
    left: "Leaf | Branch"
    right: "Leaf | Branch"


def codes(node: Leaf | Branch, prefix: str = "") -> dict[str, str]:
    if isinstance(node, Leaf):
        return {node.symbol: prefix or "0"}
    return {**codes(node.left, prefix + "0"), **codes(node.right, prefix + "1")}


def huffman(text: str) -> tuple[dict[str, str], str, bool]:
    ticket = count()
    heap: list[tuple[int, int, Leaf | Branch]] = [(n, next(ticket), Leaf(s)) for s, n in sorted(Counter(text).items())]
    heapq.heapify(heap)
    if not heap:
        return {}, "", True
    while len(heap) > 1:
        a, _, left = heapq.heappop(heap)
        b, _, right = heapq.heappop(heap)
        heapq.heappush(heap, (a + b, next(ticket), Branch(left, right)))
    table = codes(heap[0][2])
    bits = "".join(table[c] for c in text)
    inverse = {v: k for k, v in table.items()}
    decoded, current = [], ""
    for bit in bits:
        current += bit
        if current in inverse:
            decoded.append(inverse[current])
            current = ""
    return table, bits, "".join(decoded) == text


ARGUMENTS = [("abracadabra",), ("",), ("zzzz",), ("añ😀ña",)]
