_WORDS = frozenset(["a", "b"])


def fz_make(l: list[int]) -> frozenset[int]:
    return frozenset(l)


def fz_use(l: list[int], o: set[int]) -> list[str]:
    f = frozenset(l)
    g = frozenset()
    return [
        str(len(f)),
        str(sorted(f)),
        str(1 in f),
        str(f == set(l)),
        str(set(l) == f),
        str(sorted(f | o)),
        str(sorted(o | f)),
        str(type(f | o).__name__),
        str(type(o | f).__name__),
        str(sorted(f & o)),
        str(sorted(f - o)),
        str(sorted(f ^ o)),
        str(f <= f),
        str(f < (f | {99})),
        str(f.issubset([1, 2, 3])),
        str(sorted(f.union([7]))),
        str(f.isdisjoint(o)),
        repr(frozenset()),
        repr(frozenset([5])),
        str(g == f),
        str(bool(g)),
        str(f != o),
        str(sorted(f.intersection([1, 2], [2]))),
        str(sum(f)),
        str(sorted(o.union(f))),
        str(o <= f),
        str(sorted(f.copy())),
    ]


def fz_keys(m: list[list[int]]) -> dict[frozenset[int], int]:
    d: dict[frozenset[int], int] = {}
    for r in m:
        k = frozenset(r)
        d[k] = d.get(k, 0) + 1
    return d


def fz_pairs(e: list[tuple[int, int]]) -> int:
    return len({frozenset(p) for p in e})


def fz_param(f: frozenset[str], w: str) -> bool:
    return w in f or w in _WORDS or w in {"x"} | _WORDS


def fz_hash(l: list[int]) -> list[list[int]]:
    return [sorted(x) for x in {frozenset(l), frozenset(l[1:]), frozenset(l[:1]), frozenset()}]


def fz_const() -> list[str]:
    return sorted(_WORDS) + [str(len(_WORDS))]


def fz_in_set(m: list[list[int]], x: list[int]) -> bool:
    return frozenset(x) in {frozenset(r) for r in m}


ARGUMENTS = {
    fz_make: [([3, 1, 2, 1],), ([],)],
    fz_use: [([1, 2], {2, 3}), ([], set()), ([5], {5})],
    fz_keys: [([[1, 2], [2, 1], [3]],)],
    fz_pairs: [([(1, 2), (2, 1), (3, 3)],)],
    fz_param: [(frozenset({"q"}), "a"), (frozenset(), "z"), (frozenset({"z"}), "z")],
    fz_hash: [([1, 2, 3],), ([7, 8],)],
    fz_const: [()],
    fz_in_set: [([[1, 2], [3]], [2, 1]), ([], [])],
}
