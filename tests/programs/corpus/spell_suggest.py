from collections import Counter
from collections.abc import Iterable

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def edits(word: str) -> set[str]:
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    deletes = {a + b[1:] for a, b in splits if b}
    transposes = {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    replaces = {a + c + b[1:] for a, b in splits if b for c in LETTERS}
    inserts = {a + c + b for a, b in splits for c in LETTERS}
    return deletes | transposes | replaces | inserts


class Speller:
    def __init__(self, text: str) -> None:
        self.words = Counter(text.lower().split())
        self.total = sum(self.words.values())

    def known(self, words: Iterable[str]) -> set[str]:
        return {w for w in words if w in self.words}

    def suggest(self, word: str, limit: int = 3) -> list[tuple[str, float]]:
        found = self.known([word]) or self.known(edits(word)) or {word}
        ranked = sorted(found, key=lambda w: (-self.words[w], w))
        return [(w, round(self.words[w] / self.total, 4)) for w in ranked[:limit]]


def spell_suggest(corpus: str, words: list[str]) -> dict[str, list[tuple[str, float]]]:
    speller = Speller(corpus)
    return {w: speller.suggest(w) for w in words}


ARGUMENTS = [("the cat the hat a bat that", ["teh", "cat", "hatt", "zzz", "bt"]), ("x", []), ("", ["a"]), ("é a", ["é", ""])]
