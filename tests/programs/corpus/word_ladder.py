from collections import deque
from collections.abc import Iterator


def neighbours(word: str, words: set[str]) -> Iterator[str]:
    for candidate in sorted(words):
        if len(candidate) == len(word) and sum(a != b for a, b in zip(candidate, word)) == 1:
            yield candidate


def ladder(start: str, goal: str, words: set[str]) -> list[str] | None:
    queue = deque([(start, [start])])
    seen = {start}
    while queue:
        word, path = queue.popleft()
        if word == goal:
            return path
        for other in neighbours(word, words - seen):
            seen.add(other)
            queue.append((other, path + [other]))
    return None


def word_ladder(start: str, goal: str, words: list[str]) -> tuple[str, int, dict[str, int]]:
    path = ladder(start, goal, {*words, goal})
    degrees = {w: sum(1 for _ in neighbours(w, set(words))) for w in words}
    if path is None:
        return "none", -1, degrees
    return " > ".join(path), len(path) - 1, degrees


ARGUMENTS = [("cold", "warm", ["cord", "card", "ward", "worm", "word"]), ("a", "a", []), ("ab", "xyz", ["abc"]), ("é", "e", ["ü"])]
