"""Methods of builtin types as values."""

from collections import Counter, deque


def bound_all(xs: list[int], d: dict[str, int], words: list[str]):
    out = []
    add = out.append
    for x in xs:
        add(x * 2)
    get = d.get
    seen = set()
    has = seen.__contains__
    mark = seen.add
    fresh = []
    for w in words:
        if not has(w):
            mark(w)
            fresh.append(w)
    up = "abc".upper
    find = "hello".find
    pick = d.get if len(xs) > 1 else None
    q = deque(words)
    left = q.popleft
    first = left() if q else ""
    steps = 0
    return (
        out,
        [get(w, -1) for w in words],
        fresh,
        up(),
        [find(w) for w in words],
        pick("a") if pick is not None else "nothing",
        first,
        list(map(d.get, words)),
        list(filter(d.__contains__, words)),
        sorted(words, key="zyxabc".index) if set(words) <= set("zyxabc") else [],
        steps,
        sorted(set(words), key=Counter(words).__getitem__) if len(set(words)) < 2 else [],
    )


def call_it(f, x):
    return f(x)


def bound_passed(words: list[str], d: dict[str, int]):
    return [call_it(d.get, w) for w in words], call_it("a-b".split, "-"), call_it(words.index, words[0])


ARGUMENTS = {bound_all: [([1, 2], {"a": 1}, ["a", "b", "a"]), ([], {}, [])], bound_passed: [(["a", "z"], {"a": 2})]}
