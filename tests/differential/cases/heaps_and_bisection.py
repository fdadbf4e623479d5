"""heapq, bisect, copy and the rest of math."""

import bisect, copy, heapq, math
from heapq import heappush, heappop
from bisect import bisect_left, insort
from collections import defaultdict, deque


def heap_all(xs: list[int], extra: int):
    h = []
    for x in xs:
        heappush(h, x)
    a = list(h)
    g = list(xs)
    heapq.heapify(g)
    b = list(g)
    out = []
    out.append(heapq.heappushpop(g, extra))
    b2 = list(g)
    while h:
        out.append(heappop(h))
    return (
        a,
        b,
        b2,
        out,
        heapq.nlargest(2, xs),
        heapq.nsmallest(3, xs, key=lambda x: -x),
        heapq.nlargest(-1, xs),
        list(heapq.merge(sorted(xs), [1, 5], sorted(xs))),
        list(heapq.merge(sorted(xs, reverse=True), [5, 1], reverse=True)),
        list(heapq.merge(["a", "ccc"], ["bb"], key=len)),
    )


def heap_errors(n: int):
    h: list[int] = []
    if n == 0:
        return heapq.heappop(h)
    if n == 1:
        return heapq.heapreplace(h, 1)
    h.append(3)
    return heapq.heapreplace(h, 1), h


def heap_tuples(tasks: list[tuple[float, str]]):
    h = []
    for i, (p, name) in enumerate(tasks):
        heapq.heappush(h, (p, i, name))
    order = []
    while len(h) > 1:
        p, _, name = heapq.heappop(h)
        order.append((name, p))
    return order, h


def dijkstra(graph: dict[str, list[tuple[str, float]]], start: str):
    dist = {start: 0.0}
    queue = [(0.0, start)]
    while queue:
        d, u = heappop(queue)
        if d > dist.get(u, math.inf):
            continue
        for v, w in graph.get(u, []):
            n = d + w
            if n < dist.get(v, float("inf")):
                dist[v] = n
                heappush(queue, (n, v))
    return dist


def bisect_all(xs: list[int], x: int):
    a = sorted(xs)
    r = (
        bisect.bisect(a, x),
        bisect_left(a, x),
        bisect.bisect_right(a, x, 1),
        bisect_left(a, x, 0, 2),
        bisect_left(a, x, hi=1),
        bisect_left([(1, "a"), (3, "b")], x, key=lambda t: t[0]),
        bisect.bisect("abx", "b"),
        bisect.bisect_left([0.5, 1.5], x),
    )
    insort(a, x)
    bisect.insort_left(a, x)
    b = ["ccc", "a"]
    b.sort(key=len)
    insort(b, "xx", key=len)
    return r, a, b


def bisect_bad(lo: int, hi: int):
    return bisect.bisect([1, 2, 3], 5, lo, hi)


def copies(xs: list[list[int]], d: dict[str, list[int]]):
    shared = [1, 2]
    xs.append(shared)
    xs.append(shared)
    a = copy.deepcopy(xs)
    b = copy.copy(xs)
    a[-1].append(3)
    b[-1].append(4)
    t = (shared, {"k": shared}, {1, 2})
    u = copy.deepcopy(t)
    u[0].append(5)
    e = copy.deepcopy(d)
    e["new"] = [0]
    f = defaultdict(list, d)
    g = copy.deepcopy(f)
    g["zz"].append(1)
    q = deque([shared], maxlen=2)
    r = copy.deepcopy(q)
    r[0].append(9)
    m = [[0]] * 3
    n = copy.deepcopy(m)
    n[0].append(1)
    return (
        a,
        b,
        xs,
        t,
        u,
        d,
        e,
        dict(g),
        list(f),
        list(q),
        list(r),
        r.maxlen,
        n,
        copy.copy((1, 2)),
        copy.deepcopy("x"),
        copy.copy(d) is d,
        copy.deepcopy(5),
    )


def math_gaps(x: float, y: float, n: int):
    return (
        math.modf(x),
        math.frexp(x),
        math.ulp(x),
        math.nextafter(x, y),
        math.hypot(x, y, x),
        math.hypot(),
        math.hypot(x),
        math.hypot(x, y),
        math.dist([x, y], (y, x)),
        math.dist((x,), [n]),
        math.gcd(n, 12, 18),
        math.lcm(n, 4, 6),
        math.gcd(),
        math.gcd(n),
        math.perm(5),
        math.comb(5, 2),
        math.prod([x, y]),
        math.prod([1, 2, n]),
        math.prod([x], start=2),
        math.prod([], start=3),
        math.prod([2, 3], start=1.5),
        math.tau,
        math.pi,
        math.e,
        math.inf,
        math.log(8, 2),
        math.log2(n * n + 1),
    )


def math_norms(xs: list[float], ys: list[float]):
    return [math.hypot(a, b) for a in xs for b in ys], math.dist(xs, ys), [math.hypot(a, b, b, a) for a, b in zip(xs, ys)]


def math_remainders(x: float, y: float):
    return math.remainder(x, y)


def math_exps(x: float):
    return math.exp2(x)


import random as _r

_r.seed(3)
NORMS = [_r.uniform(-1, 1) * 10 ** _r.randint(-5, 5) for _ in range(30)]
ARGUMENTS = {
    heap_all: [([5, 3, 8, 1, 9, 2, 2], 4), ([], 1), ([1], 0), ([3, 3, 3], 3), (list(range(20, 0, -1)), 7)],
    heap_errors: [(0,), (1,), (2,)],
    heap_tuples: [([(2.0, "b"), (1.0, "a"), (2.0, "c")],), ([],)],
    dijkstra: [({"a": [("b", 1.5), ("c", 4.0)], "b": [("c", 1.0)]}, "a")],
    bisect_all: [([1, 3, 3, 5], 3), ([], 1), ([2], 9)],
    bisect_bad: [(-1, 2), (0, 5), (0, -1), (2, -5)],
    copies: [([[1], [2]], {"a": [1]}), ([], {})],
    math_gaps: [
        (1.5, -2.25, 6),
        (0.0, 1.0, -4),
        (-7.3, 1e300, 0),
        (float("inf"), 1.0, 3),
        (float("nan"), 2.0, 1),
        (5e-324, 0.0, 1),
        (1e308, 1e308, 2),
    ],
    math_norms: [(NORMS, NORMS[::-1]), ([5e-324, 1e-310], [1e-320, 2e-308]), ([1e308, -1e308], [1e308, 0.0])],
    math_remainders: [(5.0, 3.0), (-5.5, 2.0), (1.0, 0.0), (float("inf"), 2.0), (2.0, float("inf")), (float("nan"), 0.0), (7.0, 2.0)],
    math_exps: [(3.0,), (0.5,), (2000.0,), (-2000.0,), (float("inf"),)],
}
