from typing import Optional


def to_make(l: list[int], s: str, d: dict[str, int]) -> list[str]:
    return [
        str(tuple(l)),
        str(tuple(s)),
        str(tuple(d)),
        str(tuple(sorted(s))),
        str(tuple(x + 1 for x in l)),
        str(tuple(d.items())),
        str(tuple(map(str, l))),
        str(tuple(range(3))),
        repr(tuple({1})),
        str(tuple(reversed(l))),
    ]


def to_use(l: list[int]) -> list[str]:
    t = tuple(l)
    return [
        str(len(t)),
        str(t[0]),
        str(t[-1]),
        str(t[1:]),
        str(t[::-1]),
        str(t + (9,)),
        str((8,) + t),
        str(t + t),
        str(t * 2),
        str(2 in t),
        str(t.count(1)),
        str(t == (1, 2, 3)),
        str((1, 2, 3) == t),
        str(t != tuple(l)),
        str(sum(t)),
        str(max(t)),
        str(sorted(t, reverse=True)),
        str(list(t)),
        str(bool(t)),
        str(list(reversed(t))),
        str(t < (1, 3)),
        str(t <= t),
        str((0,) < t),
    ]


def to_index(t: tuple[int, ...], i: int) -> int:
    return t[i]


def to_find(t: tuple[int, ...], x: int) -> int:
    return t.index(x) + t.count(x)


def to_keys(words: list[str], n: int) -> dict[tuple[str, ...], int]:
    counts: dict[tuple[str, ...], int] = {}
    for i in range(len(words) - n + 1):
        gram = tuple(words[i : i + n])
        counts[gram] = counts.get(gram, 0) + 1
    return counts


def to_mixed_keys(l: list[int]) -> list[int]:
    d = {(1, 2): 5, tuple(l): 7}
    e = {tuple(l): 1}
    return [d[(1, 2)], d[tuple(l)], e.get((1, 2, 3), -1), len({tuple(l), (1, 2, 3)}), 1 if (1, 2, 3) in e else 0]


def to_anagrams(words: list[str]) -> list[list[str]]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for w in words:
        groups.setdefault(tuple(sorted(w)), []).append(w)
    return list(groups.values())


def to_unpack(t: tuple[int, ...]) -> list[int]:
    a, b = t
    return [a, b]


def to_star(t: tuple[int, ...]) -> list[list[int]]:
    a, *b = t
    *c, d = t
    for x in b:
        a += x
    return [[a], b, c, [d]]


def to_return(l: list[float]) -> tuple[float, ...]:
    return tuple(x * 2 for x in l)


def to_branch(n: int) -> tuple[int, ...]:
    if n == 0:
        return ()
    if n == 1:
        return (1,)
    return tuple(range(n))


def to_nested(m: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(r) for r in m)


def to_params(t: tuple[str, ...], o: Optional[tuple[int, ...]] = None) -> str:
    return ",".join(t) + str(o) + str(len(o) if o is not None else 0)


def to_grow(n: int) -> tuple[int, ...]:
    t: tuple[int, ...] = ()
    for i in range(n):
        t += (i,)
        t = t + (i * 2,)
    return t


def to_affix(s: str, p: tuple[str, ...]) -> list[bool]:
    return [s.startswith(p), s.endswith(tuple(p)), s.startswith(tuple(["a"]))]


def to_isinstance(x: int | tuple[int, ...]) -> int:
    return sum(x) if isinstance(x, tuple) else x


def to_percent(l: list[int]) -> str:
    return "%s" % (tuple(l),) + str([tuple(l)]) + f"{tuple(l)}"


def to_set_order(m: list[list[int]]) -> list[tuple[int, ...]]:
    return list({tuple(r) for r in m})


ARGUMENTS = {
    to_make: [([3, 1, 2], "héa", {"x": 1}), ([], "", {})],
    to_use: [([1, 2, 3],), ([5],)],
    to_index: [((1, 2), 1), ((1, 2), -3), ((), 0)],
    to_find: [((1, 2, 1), 1), ((1, 2), 5)],
    to_keys: [(["a", "b", "a", "b"], 2), (["a"], 1), ([], 1)],
    to_mixed_keys: [([1, 2, 3],), ([1, 2],), ([],)],
    to_anagrams: [(["ab", "ba", "c"],)],
    to_unpack: [((1, 2),), ((1,),), ((1, 2, 3),), ((),)],
    to_star: [((1, 2, 3),), ((1,),), ((),)],
    to_return: [([1.0, 2.5],), ([],)],
    to_branch: [(0,), (1,), (3,)],
    to_nested: [([[1, 2], [], [3]],), ([],)],
    to_params: [(("a", "b"), None), ((), (1, 2)), (("é",), ())],
    to_grow: [(0,), (3,)],
    to_affix: [("abc", ("a", "x")), ("abc", ()), ("xbc", ("c",))],
    to_isinstance: [(3,), ((1, 2),)],
    to_percent: [([1, 2],), ([1],), ([],)],
    to_set_order: [([[1, 2], [3], [1, 2], [], [5, 6, 7]],)],
}
