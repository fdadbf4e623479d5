def get_pairs(symbols: list[str]) -> dict[tuple[str, str], int]:
    pairs: dict[tuple[str, str], int] = {}
    for pair in zip(symbols, symbols[1:]):
        pairs[pair] = pairs.get(pair, 0) + 1
    return pairs


def merge(symbols: list[str], pair: tuple[str, str]) -> list[str]:
    out: list[str] = []
    i = 0
    while i < len(symbols):
        if i + 1 < len(symbols) and (symbols[i], symbols[i + 1]) == pair:
            out.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            out.append(symbols[i])
            i += 1
    return out


def bpe_merge(text: str, merges: int) -> tuple[list[str], list[tuple[str, str]]]:
    symbols = list(text)
    learned: list[tuple[str, str]] = []
    for _ in range(merges):
        pairs = get_pairs(symbols)
        if not pairs:
            break
        best = max(pairs, key=lambda p: (pairs[p], p))
        if pairs[best] < 2:
            break
        symbols = merge(symbols, best)
        learned.append(best)
    else:
        learned.append(("", "limit"))
    return symbols, learned


ARGUMENTS = [
    ("aaabdaaabac", 3),
    ("", 5),
    ("abababab", 10),
    ("ééé😀😀é", 2),
    ("abc", 0),
]
