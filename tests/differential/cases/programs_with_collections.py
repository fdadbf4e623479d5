"""Programs around collections."""

import heapq, itertools, math, random, statistics, string, re
from collections import Counter, defaultdict, deque, namedtuple, OrderedDict
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple, Optional


class LRU:
    def __init__(self, size: int):
        self.size = size
        self.items = OrderedDict()

    def get(self, key: str):
        if key not in self.items:
            return None
        self.items.move_to_end(key)
        return self.items[key]

    def put(self, key: str, value: int):
        if key in self.items:
            self.items.move_to_end(key)
        self.items[key] = value
        if len(self.items) > self.size:
            self.items.popitem(last=False)


def lru(keys: list[str], size: int):
    c = LRU(size)
    hits = 0
    for i, k in enumerate(keys):
        if c.get(k) is not None:
            hits += 1
        else:
            c.put(k, i)
    return hits, list(c.items), dict(c.items)


def topological(edges: list[tuple[str, str]]):
    graph = defaultdict(list)
    degree = defaultdict(int)
    for a, b in edges:
        graph[a].append(b)
        degree[b] += 1
        degree.setdefault(a, 0)
    ready = deque(sorted(n for n in degree if degree[n] == 0))
    order = []
    while ready:
        n = ready.popleft()
        order.append(n)
        for m in graph[n]:
            degree[m] -= 1
            if degree[m] == 0:
                ready.append(m)
    if len(order) != len(degree):
        raise ValueError("cycle")
    return order


def bigrams(text: str, k: int):
    words = re.findall(r"\w+", text.lower())
    pairs = Counter(zip(words, words[1:]))
    by_first = defaultdict(Counter)
    for (a, b), n in pairs.items():
        by_first[a][b] += n
    return (
        pairs.most_common(k),
        {a: c.most_common(1)[0] for a, c in by_first.items()},
        sum(pairs.values()),
        Counter(map(len, words)),
        Counter(text) - Counter("aeiou"),
        sorted(pairs.items(), key=lambda p: (-p[1], p[0]))[:k],
    )


@dataclass
class Box:
    x1: float
    y1: float
    x2: float
    y2: float
    score: float = 0.0


def nms(rows: list[tuple[float, float, float, float, float]], limit: float):
    boxes = sorted((Box(*r) for r in rows), key=lambda b: b.score, reverse=True)
    kept = []
    while boxes:
        best = boxes.pop(0)
        kept.append(best)
        rest = []
        for b in boxes:
            w = max(0.0, min(best.x2, b.x2) - max(best.x1, b.x1))
            h = max(0.0, min(best.y2, b.y2) - max(best.y1, b.y1))
            inter = w * h
            union = (best.x2 - best.x1) * (best.y2 - best.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - inter
            if union == 0 or inter / union <= limit:
                rest.append(b)
        boxes = rest
    return [(b.x1, b.score) for b in kept]


def windows(xs: list[int], n: int):
    it = iter(xs)
    w = deque(itertools.islice(it, n), maxlen=n)
    out = [tuple(w)] if False else [list(w)]
    for x in it:
        w.append(x)
        out.append(list(w))
    return out


def beam(logits: list[list[float]], width: int):
    beams = [(0.0, [])]
    for row in logits:
        candidates = []
        for score, path in beams:
            for i, v in enumerate(row):
                candidates.append((score + v, path + [i]))
        beams = heapq.nlargest(width, candidates, key=itemgetter(0))
    return beams


def reservoir(n: int, k: int, seed: int):
    rng = random.Random(seed)
    kept = []
    for i in range(n):
        if len(kept) < k:
            kept.append(i)
        else:
            j = rng.randrange(i + 1)
            if j < k:
                kept[j] = i
    return kept, rng.sample(kept, min(2, k)), rng.choices("abc", k=3)


class Token(NamedTuple):
    kind: str
    value: str
    pos: int = 0


def tokenize(text: str):
    out: list[Token] = []
    for m in re.finditer(r"(?P<num>\d+)|(?P<word>[a-z]+)|(?P<op>[-+*/])", text):
        out.append(Token(m.lastgroup or "", m.group(), m.start()))
    groups = {k: [t.value for t in g] for k, g in itertools.groupby(sorted(out), key=lambda t: t.kind)}
    return out, groups, [t._asdict() for t in out], max(out, key=lambda t: t.pos, default=None), Counter(t.kind for t in out)


def chunks(xs: list[int], n: int):
    it = iter(xs)
    out = []
    while chunk := list(itertools.islice(it, n)):
        out.append(chunk)
    return out, [xs[i : i + n] for i in range(0, len(xs), n)]


def normalise(scores: dict[str, float]):
    values = list(scores.values())
    m, s = statistics.mean(values), statistics.pstdev(values)
    z = {k: (v - m) / s if s else 0.0 for k, v in scores.items()}
    ranked = sorted(z, key=z.get, reverse=True)
    return z, ranked, statistics.median(values), dict(zip(ranked, itertools.count(1)))


def anagrams(words: list[str]):
    g = defaultdict(list)
    for w in words:
        g["".join(sorted(w))].append(w)
    return (
        [v for v in g.values() if len(v) > 1],
        max(g.values(), key=len),
        {k: len(v) for k, v in sorted(g.items(), key=lambda kv: -len(kv[1]))},
    )


def clean(text: str):
    table = str.maketrans("", "", string.punctuation)
    return text.translate(table).lower().split()


def product_grid(lr: list[float], bs: list[int]):
    return [dict(zip(("lr", "bs"), v)) for v in itertools.product(lr, bs)], max(itertools.product(lr, bs), key=lambda p: p[0] * p[1])


def counter_union(docs: list[list[str]]):
    df = Counter()
    for d in docs:
        df.update(set(d))
    total = sum((Counter(d) for d in docs), Counter())
    n = len(docs)
    return {w: math.log(n / c) for w, c in sorted(df.items())}, total, Counter(itertools.chain.from_iterable(docs)) == total


def median_stream(xs: list[int]):
    low: list[int] = []
    high: list[int] = []
    out = []
    for x in xs:
        heapq.heappush(low, -heapq.heappushpop(high, x))
        if len(low) > len(high):
            heapq.heappush(high, -heapq.heappop(low))
        out.append(float(high[0]) if len(high) > len(low) else (high[0] - low[0]) / 2)
    return out


ARGUMENTS = {
    lru: [(["a", "b", "a", "c", "b", "d", "a"], 2)],
    topological: [([("a", "b"), ("b", "c"), ("a", "c")],), ([("a", "b"), ("b", "a")],)],
    bigrams: [("the cat the cat sat on the mat", 2), ("", 1)],
    nms: [([(0.0, 0.0, 1.0, 1.0, 0.5), (0.1, 0.0, 1.0, 1.0, 0.9), (5.0, 5.0, 6.0, 6.0, 0.3)], 0.5), ([], 0.5)],
    windows: [([1, 2, 3, 4], 2), ([], 3)],
    beam: [([[0.1, 0.5], [0.3, 0.2]], 2)],
    reservoir: [(50, 5, 1), (3, 5, 2)],
    tokenize: [("12+ab*3-c",), ("",)],
    chunks: [([1, 2, 3, 4, 5], 2), ([], 3)],
    normalise: [({"a": 1.0, "b": 3.0, "c": 2.5},), ({"a": 1.0},)],
    anagrams: [(["tea", "eat", "x", "ate"],), (["q"],)],
    clean: [("Hello, World! It's.",)],
    product_grid: [([0.1, 0.01], [8, 16])],
    counter_union: [([["a", "b", "a"], ["b", "c"]],)],
    median_stream: [([5, 1, 9, 2],)],
}
