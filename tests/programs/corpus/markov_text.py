import random
from collections import defaultdict


class Markov:
    def __init__(self, order: int, seed: int) -> None:
        self.order = order
        self.table: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        self.random = random.Random(seed)

    def feed(self, words: list[str]) -> None:
        for i in range(len(words) - self.order):
            key = tuple(words[i : i + self.order])
            self.table[key].append(words[i + self.order])

    def generate(self, length: int) -> list[str]:
        if not self.table:
            raise LookupError("nothing learned")
        state = self.random.choice(sorted(self.table))
        out = list(state)
        for _ in range(length):
            options = self.table.get(state)
            if not options:
                break
            word = self.random.choice(options)
            out.append(word)
            state = (*state[1:], word)
        return out


def markov_text(text: str, order: int, seed: int, length: int) -> tuple[str, int]:
    m = Markov(order, seed)
    m.feed(text.split())
    return " ".join(m.generate(length)), len(m.table)


ARGUMENTS = [("a b a c a b d a b", 1, 7, 10), ("x y z", 2, 1, 3), ("", 1, 0, 1), ("é é é é", 1, 5, 4)]
