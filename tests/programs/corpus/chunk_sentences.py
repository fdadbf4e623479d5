import re

SENTENCE = re.compile(r"(?<=[.!?])\s+")


def sentences(text: str) -> list[str]:
    return [part.strip() for part in SENTENCE.split(text) if part.strip()]


def chunk_sentences(text: str, limit: int, overlap: int = 1) -> list[dict[str, str | int]]:
    if limit <= 0:
        raise ValueError(f"limit must be positive, got {limit!r}")
    parts = sentences(text)
    chunks: list[dict[str, str | int]] = []
    current: list[str] = []
    size = 0
    for sentence in parts:
        if current and size + len(sentence) + 1 > limit:
            chunks.append({"text": " ".join(current), "size": size, "index": len(chunks)})
            current = current[-overlap:] if overlap else []
            size = sum(len(s) + 1 for s in current)
        current.append(sentence)
        size += len(sentence) + 1
    if current:
        chunks.append({"text": " ".join(current), "size": size, "index": len(chunks)})
    return chunks


ARGUMENTS = [
    ("Hello there. How are you? Fine!  Thanks.", 20),
    ("", 10),
    ("One. Two. Three. Four. Five.", 9, 0),
    ("Größe zählt! Ja? Nein…  Doch.\n\nNeu.", 12, 2),
    ("x", 0),
]
