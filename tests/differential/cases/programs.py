def text_chunks(text: str, size: int, overlap: int = 2) -> list[str]:
    words = text.split()
    chunks = []
    start = 0
    while start < len(words):
        end = min(start + size, len(words))
        chunks.append(" ".join(words[start:end]))
        if end == len(words):
            break
        start = end - overlap if end - overlap > start else end
    return chunks


def levenshtein(a: str, b: str) -> int:
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y)))
        previous = current
    return previous[-1]


def overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    left, top = max(a[0], b[0]), max(a[1], b[1])
    right, bottom = min(a[2], b[2]), min(a[3], b[3])
    inter = max(0.0, right - left) * max(0.0, bottom - top)
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - inter
    return inter / union if union else 0.0


def non_maximum(boxes: list[tuple[float, float, float, float]], scores: list[float], limit: float = 0.5) -> list[int]:
    order = sorted(range(len(boxes)), key=lambda i: -scores[i])
    keep: list[int] = []
    for i in order:
        if all(overlap(boxes[i], boxes[j]) <= limit for j in keep):
            keep.append(i)
    return keep


def word_counts(texts: list[str], top: int = 3) -> list[tuple[str, int]]:
    counts = {}
    for text in texts:
        for word in text.lower().split():
            word = word.strip(".,!?")
            if word:
                counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:top]


def primes(n: int) -> list[int]:
    sieve = [True] * (n + 1)
    sieve[0:2] = [False] * min(2, n + 1)
    for i in range(2, int(n**0.5) + 1):
        if sieve[i]:
            for j in range(i * i, n + 1, i):
                sieve[j] = False
    return [i for i, prime in enumerate(sieve) if prime]


ARGUMENTS = {
    text_chunks: [("a b c d e f g h", 3), ("", 3), ("one two", 5, 1)],
    levenshtein: [("kitten", "sitting"), ("", "abc"), ("same", "same")],
    non_maximum: [([(0.0, 0.0, 2.0, 2.0), (0.1, 0.1, 2.1, 2.1), (5.0, 5.0, 6.0, 6.0)], [0.9, 0.8, 0.7])],
    word_counts: [(["The cat. The dog!", "a cat"],), ([], 1)],
    primes: [(30,), (1,), (0,)],
}
