from functools import lru_cache

VOCAB = {"[UNK]": 0, "un": 1, "##aff": 2, "##able": 3, "play": 4, "##ing": 5, "##s": 6, "a": 7, "##b": 8}


@lru_cache(maxsize=None)
def pieces(word: str) -> tuple[str, ...]:
    start, out = 0, []
    while start < len(word):
        end = len(word)
        found = None
        while start < end:
            sub = word[start:end] if start == 0 else "##" + word[start:end]
            if sub in VOCAB:
                found = sub
                break
            end -= 1
        if found is None:
            return ("[UNK]",)
        out.append(found)
        start = end
    return tuple(out)


def wordpiece(text: str, lower: bool = True) -> tuple[list[str], list[int], dict[int, str]]:
    words = (text.lower() if lower else text).split()
    tokens = [p for w in words for p in pieces(w)]
    inverse = {v: k for k, v in VOCAB.items()}
    return tokens, [VOCAB[t] for t in tokens], {i: inverse[i] for i in sorted({VOCAB[t] for t in tokens})}


ARGUMENTS = [
    ("Unaffable playing plays ab xyz",),
    ("",),
    ("UN", False),
    ("a abb playings  \t a",),
]
