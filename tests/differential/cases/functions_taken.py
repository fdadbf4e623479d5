"""What takes functions: factories of defaultdicts, and itertools."""

from collections import Counter, defaultdict, deque, OrderedDict
import itertools


def default_lambdas(rows: list[tuple[str, str, int]], n: int):
    d = defaultdict(lambda: defaultdict(int))
    for a, b, c in rows:
        d[a][b] += c
    e = defaultdict(lambda: [0] * n)
    for a, b, c in rows:
        e[a][c % n] += 1
    f = defaultdict(lambda: {"count": 0, "items": []})
    for a, b, c in rows:
        f[a]["count"] = 1
    g = defaultdict(lambda: "none", {"x": "y"})
    h = defaultdict(lambda: defaultdict(list))
    for a, b, c in rows:
        h[a][b].append(c)
    k = defaultdict(lambda: (0, 0.0))
    m = defaultdict(deque)
    m["q"].append(1)
    return (
        {x: dict(y) for x, y in d.items()},
        dict(e),
        g["q"],
        g["x"],
        {x: {y: z for y, z in w.items()} for x, w in h.items()},
        k["a"],
        list(m["q"]),
        len(f),
    )


def nested_function_factory(keys: list[str], start: int):
    made = []

    def fresh():
        made.append(len(made))
        return start

    d = defaultdict(fresh)
    for k in keys:
        d[k] += 1
    return dict(d), made


def most_by_get(words: list[str]):
    c = Counter(words)
    return sorted(c, key=lambda w: (-c[w], w)), max(c.items(), key=lambda kv: kv[1]), sorted(c.items(), key=lambda kv: (-kv[1], kv[0]))[:2]


def lambdas_in_itertools(xs: list[int], words: list[str]):
    return (
        list(itertools.takewhile(lambda x: x < 3, xs)),
        list(itertools.dropwhile(lambda x: x < 3, xs)),
        list(itertools.accumulate(xs, lambda a, b: a * b)),
        {k: list(g) for k, g in itertools.groupby(sorted(words), key=lambda w: w[0])},
        list(itertools.starmap(lambda a, b: a + b, zip(xs, xs))),
        list(itertools.filterfalse(lambda x: x % 2, xs)),
        list(itertools.chain.from_iterable(w.split() for w in words)),
        list(itertools.islice((x * x for x in xs), 2)),
        list(itertools.accumulate(xs, max)),
        Counter(w[0] for w in words),
        Counter(len(w) for w in words).most_common(1),
        deque((x for x in xs), maxlen=2).maxlen,
    )


ARGUMENTS = {
    default_lambdas: [([("a", "b", 1), ("a", "c", 2), ("b", "b", 5), ("a", "b", 7)], 3), ([], 1)],
    nested_function_factory: [(["a", "b", "a"], 10)],
    most_by_get: [(["x", "y", "x", "z"],)],
    lambdas_in_itertools: [([1, 2, 5, 1], ["ab cd", "xy", "az"])],
}
