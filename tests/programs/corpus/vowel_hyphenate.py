from typing import Optional


def syllables(word: str) -> int:
    count, previous = 0, False
    for c in word.lower():
        vowel = c in "aeiouy"
        if vowel and not previous:
            count += 1
        previous = vowel
    if word.endswith("e") and count > 1:
        count -= 1
    return max(count, 1)


def flesch(sentences: int, words: int, total: int) -> Optional[float]:
    if not sentences or not words:
        return None
    return round(206.835 - 1.015 * (words / sentences) - 84.6 * (total / words), 2)


def vowel_hyphenate(text: str) -> dict[str, Optional[float] | int | dict[int, list[str]]]:
    sentences = sum(text.count(c) for c in ".!?")
    words = [w.strip(".,!?;:\"'()") for w in text.split()]
    words = [w for w in words if w]
    by_length: dict[int, list[str]] = {}
    for w in words:
        by_length.setdefault(len(w), []).append(w)
    score = flesch(sentences, len(words), sum(map(syllables, words)))
    return {"score": score, "words": len(words), "groups": dict(sorted(by_length.items(), reverse=True))}


ARGUMENTS = [("The cat sat. Where? Over there, quietly!",), ("",), ("no stop",), ("... !",), ("Ärger 'ok'.",)]
