import math
import string
from collections import Counter

STOP = frozenset({"the", "a", "an", "of", "and"})


def tokens(text: str) -> list[str]:
    cleaned = text.lower().translate(str.maketrans("", "", string.punctuation))
    return [w for w in cleaned.split() if w not in STOP]


def tf_idf(documents: list[list[str]]) -> list[dict[str, float]]:
    df = Counter(w for d in documents for w in set(d))
    n = len(documents)
    return [{w: c / len(d) * math.log((1 + n) / (1 + df[w])) for w, c in Counter(d).items()} for d in documents]


def cosine(a: dict[str, float], b: dict[str, float]) -> float:
    dot = sum(v * b.get(k, 0.0) for k, v in a.items())
    na, nb = (math.sqrt(math.fsum(v * v for v in x.values())) for x in (a, b))
    return dot / (na * nb) if na and nb else 0.0


def text_similarity(texts: list[str]) -> tuple[list[list[float]], list[str | None]]:
    vectors = tf_idf([tokens(t) for t in texts])
    matrix = [[round(cosine(a, b), 9) for b in vectors] for a in vectors]
    top = [max(sorted(v), key=v.__getitem__) if v else None for v in vectors]
    return matrix, top


ARGUMENTS = [(["The cat, and the dog.", "A dog of war!", "cats"],), ([],), (["the", ""],), (["Über uns", "über-uns"],)]
