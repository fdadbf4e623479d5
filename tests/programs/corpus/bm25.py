import math
from collections import Counter


class BM25:
    def __init__(self, documents: list[list[str]], k1: float = 1.5, b: float = 0.75):
        self.k1, self.b = k1, b
        self.documents = [Counter(d) for d in documents]
        self.lengths = [len(d) for d in documents]
        self.average = sum(self.lengths) / len(self.lengths) if self.lengths else 0.0
        self.frequency: Counter[str] = Counter()
        for d in self.documents:
            self.frequency.update(d.keys())

    def idf(self, term: str) -> float:
        n = self.frequency[term]
        return math.log((len(self.documents) - n + 0.5) / (n + 0.5) + 1)

    def score(self, query: list[str], index: int) -> float:
        counts = self.documents[index]
        total = 0.0
        for term in query:
            if term not in counts:
                continue
            tf = counts[term]
            norm = self.k1 * (1 - self.b + self.b * self.lengths[index] / self.average)
            total += self.idf(term) * tf * (self.k1 + 1) / (tf + norm)
        return total


def bm25(texts: list[str], query: str, top: int = 3) -> list[tuple[int, str]]:
    index = BM25([t.lower().split() for t in texts])
    scored = [(index.score(query.lower().split(), i), i) for i in range(len(texts))]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return [(i, f"{s:.6f}") for s, i in scored[:top] if s > 0]


ARGUMENTS = [
    (["the quick brown fox", "the lazy dog", "quick quick dog runs"], "quick dog"),
    ([], "x"),
    (["a a a", "A b", "c"], "a B", 1),
    (["straße ist lang", "STRASSE"], "straße"),
]
