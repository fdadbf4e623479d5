"""Programs that use several modules."""

import bisect, collections, copy, heapq, itertools, json, math, random, statistics, textwrap, time
from collections import Counter, defaultdict, deque
from datetime import datetime, timedelta, date


def summary(rows: list[dict[str, str]]):
    by = defaultdict(lambda: {"n": 0, "total": 0.0})
    for r in rows:
        e = by[r["k"]]
        e["n"] += 1
        e["total"] += float(r["v"])
    return {k: {"mean": v["total"] / v["n"], **v} for k, v in sorted(by.items())}


def by_day(stamps: list[str]):
    days = Counter(datetime.fromisoformat(s).date().isoformat() for s in stamps)
    start = min(datetime.fromisoformat(s) for s in stamps)
    end = max(map(datetime.fromisoformat, stamps))
    span = end - start
    return days, str(span), [(start.date() + timedelta(days=i)).isoformat() for i in range(span.days + 1)]


def intervals(xs: list[tuple[int, int]]):
    merged = []
    for s, e in sorted(xs):
        if merged and s <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], e)
        else:
            merged.append([s, e])
    starts = [m[0] for m in merged]
    return merged, bisect.bisect_right(starts, 5) - 1


def histogram(xs: list[float], edges: list[float]):
    counts = [0] * (len(edges) + 1)
    for x in xs:
        counts[bisect.bisect(edges, x)] += 1
    return counts, list(itertools.accumulate(counts)), dict(enumerate(counts))


def wraps_report(title: str, body: str):
    return textwrap.fill(body, 30) + "\n" + textwrap.indent(textwrap.dedent(title), "> ")


def rate(xs: list[float], alpha: float):
    ema = list(itertools.accumulate(xs, lambda a, b: alpha * b + (1 - alpha) * a))
    diffs = [b - a for a, b in itertools.pairwise(xs)]
    return ema, diffs, statistics.mean(diffs) if diffs else None


def weighted(names: list[str], weights: list[float], seed: int):
    random.seed(seed)
    picks = random.choices(names, weights=weights, k=5)
    order = names[:]
    random.shuffle(order)
    return picks, order, random.random() < 0.5, Counter(picks).most_common()


def tree_depth(parents: dict[str, str]):
    children = defaultdict(list)
    for c, p in parents.items():
        children[p].append(c)
    roots = [p for p in children if p not in parents]
    depth = {r: 0 for r in roots}
    q = deque(roots)
    while q:
        n = q.popleft()
        for c in children.get(n, ()):
            depth[c] = depth[n] + 1
            q.append(c)
    return depth, max(depth.values(), default=0)


def rounds(xs: list[str]):
    out = []
    q = deque(xs)
    for _ in range(len(xs)):
        q.rotate(-1)
        out.append("".join(q))
    return out, list(zip(xs, itertools.cycle([1, 2]))), ["".join(p) for p in itertools.permutations(xs, 2)]


def vote(ballots: list[list[str]]):
    tally = Counter()
    for b in ballots:
        for rank, name in enumerate(b):
            tally[name] += len(b) - rank
    top = tally.most_common(1)[0] if tally else ("", 0)
    return (
        top,
        sorted(tally, key=lambda n: (-tally[n], n)),
        {n: f"{c / tally.total():.1%}" for n, c in tally.items()},
        tally & Counter(a=3),
        tally | Counter(z=1),
    )


def deep(config: dict[str, dict[str, list[int]]]):
    c = copy.deepcopy(config)
    for section in c.values():
        for v in section.values():
            v.append(len(v))
    return config, c, json.dumps(c, sort_keys=True)


def scheduler(tasks: list[tuple[str, int, int]]):
    counter = itertools.count()
    heap = []
    for name, prio, cost in tasks:
        heapq.heappush(heap, (prio, next(counter), name, cost))
    clock = 0
    log = []
    while heap:
        prio, order, name, cost = heapq.heappop(heap)
        clock += cost
        log.append(f"{clock:>4} {name} p{prio} #{order}")
        if prio > 2:
            heapq.heappush(heap, (prio - 2, next(counter), name + "'", 1))
    return log


def batches(texts: list[str], limit: int):
    out = []
    for size, group in itertools.groupby(sorted(texts, key=len), key=len):
        members = list(group)
        for i in range(0, len(members), limit):
            out.append((size, members[i : i + limit]))
    return out


def nested_default_std(keys: list[str]):
    tree = lambda: defaultdict(int)
    d = defaultdict(tree)
    for k in keys:
        d[k[0]][k] += 1
    return {k: dict(v) for k, v in d.items()}, sorted((k, sum(v.values())) for k, v in d.items())


ARGUMENTS = {
    summary: [([{"k": "b", "v": "1.5"}, {"k": "a", "v": "2"}, {"k": "b", "v": "3"}],), ([],), ([{"k": "a", "v": "x"}],)],
    by_day: [(["2024-01-01T10:00:00", "2024-01-03T09:00:00", "2024-01-01T11:30:00"],), ([],)],
    intervals: [([(5, 7), (1, 3), (2, 4)],), ([],)],
    histogram: [([0.5, 1.5, 2.5, 1.0], [1.0, 2.0])],
    wraps_report: [("  a\n   b", "the quick brown fox jumps over the lazy dog")],
    rate: [([1.0, 2.0, 4.0], 0.5), ([], 0.1)],
    weighted: [(["a", "b", "c"], [1.0, 2.0, 0.5], 3)],
    tree_depth: [({"b": "a", "c": "b", "d": "a"},), ({},)],
    rounds: [(["x", "y", "z"],)],
    vote: [([["a", "b"], ["b", "a"], ["b"]],), ([],)],
    deep: [({"x": {"y": [1]}},)],
    scheduler: [([("a", 3, 2), ("b", 1, 1), ("c", 3, 1)],)],
    batches: [(["a", "bb", "c", "dd", "e"], 2)],
    nested_default_std: [(["ab", "ac", "bd", "ab"],)],
}
