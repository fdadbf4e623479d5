from collections import Counter


def counter_arithmetic(a: str, b: str, n: int) -> dict[str, object]:
    x, y = Counter(a), Counter(b)
    z = x.copy()
    z.subtract(y)
    z["new"] += 0
    return {
        "sum": dict(x + y),
        "diff": dict(x - y),
        "and": dict(x & y),
        "or": dict(x | y),
        "sub": dict(z),
        "common": x.most_common(n),
        "all": y.most_common(),
        "elements": "".join(sorted(x.elements())),
        "total": x.total(),
        "missing": x["?"],
        "in": "?" in x,
        "repr": repr(x),
        "anagram": x == y,
        "positive": dict(+z),
        "negative": dict(-z),
        "keys": list(x),
    }


ARGUMENTS = [("mississippi", "miss", 2), ("", "", 0), ("ab", "ba", 5), ("é😀é", "e", 1)]
