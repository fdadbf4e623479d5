import math
from collections import Counter, defaultdict


class Bigram:
    def __init__(self, smoothing: float = 1.0) -> None:
        self.smoothing = smoothing
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.vocabulary: set[str] = set()

    def train(self, text: str) -> None:
        words = ["<s>", *text.split(), "</s>"]
        self.vocabulary |= set(words)
        for a, b in zip(words, words[1:]):
            self.counts[a][b] += 1

    def probability(self, a: str, b: str) -> float:
        row = self.counts.get(a, Counter())
        return (row[b] + self.smoothing) / (sum(row.values()) + self.smoothing * len(self.vocabulary))

    def perplexity(self, text: str) -> float:
        words = ["<s>", *text.split(), "</s>"]
        logs = [math.log2(self.probability(a, b)) for a, b in zip(words, words[1:])]
        return 2 ** (-sum(logs) / len(logs))

    def best(self, word: str, steps: int) -> list[str]:
        path = [word]
        while len(path) <= steps and self.counts.get(path[-1]):
            path.append(self.counts[path[-1]].most_common(1)[0][0])
        return path


def ngram_model(texts: list[str], probe: str, smoothing: float) -> tuple[str, list[str], list[tuple[str, int]]]:
    model = Bigram(smoothing)
    for t in texts:
        model.train(t)
    total: Counter[str] = sum(model.counts.values(), Counter())
    return f"{model.perplexity(probe):.6f}", model.best("<s>", 4), total.most_common(3)


ARGUMENTS = [
    (["the cat sat", "the cat ran", "a dog ran"], "the dog sat", 1.0),
    ([], "x", 0.0),
    (["a"], "a", 0.0),
    (["é é é"], "", 0.5),
]
