"""Methods as keys, and keys that may be None."""

from collections import Counter
import operator, math


class Ranker:
    def __init__(self, weights: dict[str, int]):
        self.weights = weights
        self.fn = lambda w: -weights.get(w, 0)

    def rank(self, w: str):
        return self.weights.get(w, 0)


def keys_by_method(words: list[str], weights: dict[str, int]):
    c = Counter(words)
    r = Ranker(weights)
    xs = [3, -1, 2]
    return (
        max(c, key=c.get),
        min(weights, key=weights.get),
        sorted(words, key=str.lower),
        sorted(words, key=r.rank),
        sorted(xs, key=operator.neg),
        sorted(xs, key=math.fabs),
        sorted(words, key=r.fn),
        max(words, key="abc".find),
    )


def keys_that_miss(words: list[str], weights: dict[str, int], how: int):
    if how == 0:
        return sorted(words, key=weights.get)
    if how == 1:
        return max(words, key=weights.get)
    if how == 2:
        words.sort(key=weights.get, reverse=True)
        return words
    return min(words, key=lambda w: weights.get(w))


ARGUMENTS = {
    keys_by_method: [(["b", "A", "b", "c"], {"b": 5, "A": 7, "c": 1})],
    keys_that_miss: [
        (w, {"a": 3, "b": 2, "c": 1}, how)
        for how in range(4)
        for w in (["b", "a", "c"], ["x"], ["a", "b", "x"], ["x", "a"], ["x", "y"], ["b", "a", "c", "x", "a"], ["c", "b", "a", "x", "b"])
    ],
}
