from typing import Optional


def d_fromkeys(k: list[str]) -> list[dict[str, int]]:
    return [dict.fromkeys(k, 0), dict.fromkeys("ab", 1)]


def d_fromkeys2(k: list[str]) -> dict[str, None]:
    return dict.fromkeys(k)


def d_dedupe(k: list[str]) -> list[str]:
    return list(dict.fromkeys(k))


def d_update(a: dict[str, int]) -> dict[str, int]:
    a.update(q=1, r=2)
    a.update({"x": 5}, z=3)
    a.update([("l", 1), ("m", 2)])
    a.update(zip("ab", range(2)))
    return a


def d_new(a: dict[str, int]) -> list[dict[str, int]]:
    return [dict(a, k=1), dict([("a", 1)], b=2), dict(zip("ab", range(2))), dict((k, v + 1) for k, v in a.items()), dict([["a", 1]][:0])]


def d_setdefault2(a: dict[str, Optional[int]]) -> Optional[int]:
    return a.setdefault("k")


def dict_update_generator(words: list[str]) -> list[str]:
    d: dict[str, int] = {}
    d.update((w, len(w)) for w in words)
    s = {"z"}
    s.update(w + "!" for w in words if w not in s)
    return [str(d), str(sorted(s))]


ARGUMENTS = {
    dict_update_generator: [(["a", "bb", "a"],), ([],)],
    d_fromkeys: [(["x", "y", "x"],)],
    d_fromkeys2: [(["x", "y", "x"],)],
    d_dedupe: [(["x", "y", "x"],)],
    d_update: [({"x": 1},)],
    d_new: [({"x": 1},)],
    d_setdefault2: [({"k": 1},), ({},)],
}
