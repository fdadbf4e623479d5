"""collections: defaultdict, Counter and OrderedDict, and the views of a dict."""

from collections import Counter, defaultdict, OrderedDict


def group_words(words: list[str]):
    groups = defaultdict(list)
    for w in words:
        groups[len(w)].append(w)
    return dict(groups), len(groups), repr(groups), sorted(groups.items())


def count_default(words: list[str]):
    d = defaultdict(int)
    for w in words:
        d[w] += 1
    seen = d["zzz"]
    return dict(d), seen, "zzz" in d, d.get("yyy"), str(d), d == {"zzz": 0}


def default_sets(pairs: list[tuple[str, int]]):
    d = defaultdict(set)
    for k, v in pairs:
        d[k].add(v)
    e = d.copy()
    e["new"].add(1)
    return {k: sorted(v) for k, v in d.items()}, len(e), len(d), repr(e["q"]), f"{d!r}"


def default_none(k: str):
    d = defaultdict(None, {"a": 1}, b=2)
    return d[k], repr(d)


def default_float(xs: list[float]):
    d = defaultdict(float)
    for i, x in enumerate(xs):
        d[i % 3] += x
    return d, repr(d)


def two_defaults(xs: list[int]):
    a = defaultdict(list)
    b = defaultdict(list)
    for x in xs:
        a[x].append(x)
        b[str(x)].append(str(x))
    return a, b, a.pop(1, None), b.setdefault("k", ["v"])


def default_or(x: bool):
    d = defaultdict(int) if x else {}
    d["a"] = 1
    try:
        return d["b"], repr(d)
    except KeyError as e:
        return str(e), repr(d)


def count_words(words: list[str]):
    c = Counter(words)
    return (
        c,
        c.most_common(),
        c.most_common(2),
        c["missing"],
        len(c),
        repr(c),
        c.total(),
        sorted(c.elements()),
        c.most_common(0),
        c.most_common(-1),
    )


def count_math(a: list[int], b: list[int]):
    x = Counter(a)
    y = Counter(b)
    x.update(b)
    y.subtract(a)
    z = x.copy()
    z += y
    z -= Counter(a)
    return x + y, x - y, x | y, x & y, +y, -y, z, x == y, x <= y, y < x, x >= x, list(y.elements()), repr(y)


def count_mapping(d: dict[str, int]):
    c = Counter(d)
    c.update({"a": 5}, b=2)
    c.update(None)
    c["a"] -= 100
    del c["nothing"]
    e = Counter(a=1, b=2)
    e.update(c)
    e |= c
    e &= Counter(a=3, b=1, z=3)
    return (
        c,
        e,
        Counter(),
        repr(Counter()),
        Counter("hello").most_common(1),
        Counter(a=1) == Counter(a=1, b=0),
        bool(Counter()),
        dict(c),
        sum(c.values()),
    )


def count_zero(c0: list[str]):
    c = Counter(c0)
    c["x"] += 1
    c.pop("x")
    return c.pop("gone")


def ordered(keys: list[str]):
    o = OrderedDict()
    for k in keys:
        o[k] = len(o)
    if keys:
        o.move_to_end(keys[0])
        o.move_to_end(keys[-1], last=False)
    r = repr(o)
    p = OrderedDict(reversed(list(o.items())))
    e = o == p, o == dict(p), OrderedDict(o) == o
    first = o.popitem(last=False)
    last = p.popitem()
    return r, e, first, last, o, list(p), str(o.keys()), OrderedDict([("a", 1)]), repr(OrderedDict())


def ordered_errors(k: str):
    o = OrderedDict([("a", 1), ("b", 2)])
    o.move_to_end(k)
    return o


def ordered_mutated(n: int):
    o = OrderedDict([("a", 1), ("b", 2)])
    for k in o:
        if n == 0:
            o.move_to_end(k)
        elif n == 1:
            o["c"] = 1
        else:
            o[k] = 5
    return o


def ordered_empty():
    return OrderedDict().popitem(last=False)


def view_ops(a: dict[int, str], b: dict[int, str]):
    return (
        a.keys() & b.keys(),
        a.keys() - b.keys(),
        a.keys() | b.keys(),
        a.keys() ^ b.keys(),
        a.items() & b.items(),
        a.keys() == b.keys(),
        a.keys() <= b.keys(),
        a.items() == b.items(),
        a.keys() == {1, 2},
        a.keys() - [1],
        {1, 99} & a.keys(),
        len(a.values()),
        "x" in a.values(),
        (1, "x") in a.items(),
        5 in a.keys(),
        str(a.items()),
        repr(a.values()),
        f"{a.keys()}",
    )


def instance_of(c: list[str]):
    x = Counter(c)
    return isinstance(x, dict), isinstance(x, Counter), isinstance(x, defaultdict), isinstance(defaultdict(int), dict)


def nested_default(pairs: list[tuple[str, str]]):
    d = defaultdict(Counter)
    for a, b in pairs:
        d[a][b] += 1
    return {k: v.most_common(1) for k, v in d.items()}, repr(d)


def make_row():
    return [0, 0]


def default_function(keys: list[str]):
    d = defaultdict(make_row)
    for k in keys:
        d[k][1] += 1
    return d


def merged_kinds(a: dict[str, int]):
    d = defaultdict(int, a)
    e = d | {"z": 3}
    f = {"y": 1} | d
    d |= {"w": 4}
    o = OrderedDict(a) | {"z": 1}
    return repr(e), repr(f), repr(d), repr(o), e["q"], f["r"]


def default_key_error(k: str):
    d = defaultdict(int, {"a": 1})
    return d.pop(k)


def del_default(k: str):
    d = defaultdict(int, {"a": 1})
    del d[k]
    return d


W = ["a", "bb", "a", "ccc", "bb", "a", "d"]
ARGUMENTS = {
    group_words: [(W,), ([],)],
    count_default: [(W,), ([],)],
    default_sets: [([("a", 1), ("b", 2), ("a", 3)],), ([],)],
    default_none: [("a",), ("z",)],
    default_float: [([1.5, 2.5, -0.0, float("nan")],), ([],)],
    two_defaults: [([1, 2, 1],)],
    default_or: [(True,), (False,)],
    count_words: [(W,), ([],)],
    count_math: [([1, 1, 2, 3], [2, 2, 4]), ([], []), ([5], [])],
    count_mapping: [({"a": 1, "q": -2},), ({},)],
    count_zero: [(["a"],)],
    ordered: [(["x", "y", "z"],), ([],), (["q"],)],
    ordered_errors: [("a",), ("zz",)],
    ordered_mutated: [(0,), (1,), (2,)],
    ordered_empty: [()],
    view_ops: [({1: "x", 2: "y"}, {2: "y", 3: "x"}), ({}, {}), ({1: "x", 2: "y"}, {1: "x", 2: "z"})],
    instance_of: [(["a"],)],
    nested_default: [([("a", "b"), ("a", "c"), ("a", "c"), ("z", "b")],)],
    default_function: [(["a", "b", "a"],)],
    merged_kinds: [({"a": 1},)],
    default_key_error: [("a",), ("b",)],
    del_default: [("a",), ("b",)],
}
