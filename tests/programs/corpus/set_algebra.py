def jaccard(a: set[str], b: set[str]) -> float:
    return len(a & b) / len(a | b) if a | b else 1.0


def shingles(text: str, n: int) -> set[str]:
    return {text[i : i + n] for i in range(max(len(text) - n + 1, 0))}


def set_algebra(a: str, b: str, n: int) -> dict[str, object]:
    x, y = shingles(a, n), shingles(b, n)
    z = set(x)
    z ^= y
    w = frozenset(a) - frozenset(b)
    x2 = x.copy()
    x2.discard("nothing")
    try:
        x2.remove("nothing")
        note = "removed"
    except KeyError as e:
        note = repr(e)
    x2.update(y, "q")
    return {
        "j": jaccard(x, y),
        "z": sorted(z),
        "w": sorted(w),
        "sub": x & y <= x,
        "strict": x < x2,
        "dis": x.isdisjoint(y),
        "note": note,
        "x2": sorted(x2),
        "set": x,
        "frozen": w,
        "eq": frozenset(x) == x,
        "hash": len({frozenset("ab"), frozenset("ba")}),
        "all": x.issuperset(set()),
    }


ARGUMENTS = [("hello world", "hello there", 3), ("", "", 2), ("abc", "cba", 1), ("éé", "é", 5)]
