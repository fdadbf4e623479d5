"""Programs over the standard library."""

from __future__ import annotations

from typing import Any
from collections import Counter
from collections import OrderedDict
from collections import defaultdict
from dataclasses import InitVar
from dataclasses import asdict
from dataclasses import astuple
from dataclasses import dataclass
from dataclasses import field
from dataclasses import fields
from dataclasses import replace
import abc
import calendar
import datetime
import difflib
import fnmatch
import hashlib
import html
import itertools
import json
import math
import random
import re
import shlex
import string
import zlib


def everyday_1(d: dict[str, Any]) -> str:
    return json.dumps(d, default=str, indent=1)


@dataclass(slots=True, kw_only=True)
class K:
    a: int
    b: str = "x"
    c: list[int] = field(default_factory=lambda: [1])


@dataclass
class W:
    w: float
    h: float
    scale: InitVar[float] = 1.0
    area: float = field(init=False)

    def __post_init__(self, scale: float):
        self.area = self.w * self.h * scale


def everyday_2(x: int) -> list[Any]:
    k = K(a=x)
    w = W(2, 3, scale=2.0)
    return [repr(k), asdict(k), repr(w), [f.name for f in fields(w)], astuple(W(1.0, 2.0)), replace(k, a=9).a, k == K(a=x), K.__name__]


class P:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = (x, y)


def everyday_3(a: int, b: int) -> str:
    match P(a, b):
        case P(0, 0):
            return "origin"
        case P(x=0, y=y):
            return f"y={y}"
        case P(x, y) if x == y:
            return f"diag {x}"
        case P():
            return "other"


def everyday_4(s: str) -> list[Any]:
    return [
        html.escape(s),
        html.unescape("&lt;b&gt; &amp; &#39;"),
        zlib.crc32(s.encode()),
        difflib.get_close_matches("appel", ["ape", "apple", "peach"]),
        round(difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), 3),
        fnmatch.fnmatch("a.txt", "*.txt"),
        shlex.split("a 'b c' d"),
        calendar.monthrange(2024, 2),
        string.ascii_lowercase[:3],
        string.capwords("hello world"),
        list(difflib.unified_diff(["a\n"], ["b\n"], lineterm="")),
    ]


def everyday_5(xs: list[int]) -> list[Any]:

    def gen():
        try:
            for x in xs:
                y = yield x
                if y == "stop":
                    return "stopped"
        finally:
            log.append("closed")

    log: list[str] = []
    g = gen()
    out: list[Any] = []
    try:
        out.append(next(g))
        out.append(g.send("stop"))
    except StopIteration as e:
        out.append(e.value)
    g2 = gen()
    next(g2)
    g2.close()

    def outer():
        r = yield from gen()
        yield r

    return out + list(outer()) + log


def everyday_7(text: str) -> dict[str, Any]:
    sents = re.split("(?<=[.!?])\\s+", text.strip())
    words = re.findall("[A-Za-z']+", text.lower())
    freq = Counter((w for w in words if len(w) > 2))
    vowels = sum((1 for ch in text if ch in "aeiou"))
    longest = max(words, key=len, default="")
    return {
        "sents": len(sents),
        "top": freq.most_common(3),
        "vowels": vowels,
        "longest": longest,
        "avg": round(sum(map(len, words)) / len(words), 2) if words else 0.0,
        "title": text.title()[:10],
        "rev": " ".join(reversed(text.split())),
    }


def everyday_8(a: list[list[float]], b: list[float]) -> list[float]:
    n = len(a)
    m = [row[:] + [v] for row, v in zip(a, b)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(m[r][i]))
        if abs(m[p][i]) < 1e-12:
            raise ValueError("singular matrix")
        m[i], m[p] = (m[p], m[i])
        for r in range(i + 1, n):
            f = m[r][i] / m[i][i]
            m[r] = [x - f * y for x, y in zip(m[r], m[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum((m[i][j] * x[j] for j in range(i + 1, n)))) / m[i][i]
    return [round(v, 9) for v in x]


def everyday_9(boxes: list[tuple[float, float, float, float]], scores: list[float], thr: float) -> list[int]:

    def iou(a, b):
        x1, y1, x2, y2 = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
        inter = max(0.0, x2 - x1) * max(0.0, y2 - y1)
        area = lambda r: (r[2] - r[0]) * (r[3] - r[1])
        return inter / (area(a) + area(b) - inter) if inter else 0.0

    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    keep: list[int] = []
    for i in order:
        if all((iou(boxes[i], boxes[j]) <= thr for j in keep)):
            keep.append(i)
    return keep


def everyday_10(logits: list[float], temperature: float, top_k: int, seed: int) -> list[Any]:
    scaled = [l / temperature for l in logits]
    mx = max(scaled)
    exps = [math.exp(l - mx) for l in scaled]
    total = sum(exps)
    probs = sorted(((e / total, i) for i, e in enumerate(exps)), reverse=True)[:top_k]
    norm = sum((p for p, _ in probs))
    rng = random.Random(seed)
    r, acc = (rng.random() * norm, 0.0)
    for p, i in probs:
        acc += p
        if acc >= r:
            return [i, round(p, 6)]
    return [probs[-1][1], probs[-1][0]]


class Cache:
    def __init__(self, maxsize=2):
        self.maxsize = maxsize
        self._d = OrderedDict()
        self.stats = {"hit": 0, "miss": 0}

    def memo(self, fn):

        def wrapper(*args):
            if args in self._d:
                self._d.move_to_end(args)
                self.stats["hit"] += 1
                return self._d[args]
            self.stats["miss"] += 1
            v = self._d[args] = fn(*args)
            if len(self._d) > self.maxsize:
                self._d.popitem(last=False)
            return v

        return wrapper


def everyday_11(xs: list[int]) -> list[Any]:
    c = Cache()
    f = c.memo(lambda a, b: a * b)
    return [[f(x, x + 1) for x in xs], c.stats, list(c._d.items())]


def everyday_12(s: str) -> Any:
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for i, ch in enumerate(s):
        if ch in pairs.values():
            stack.append((ch, i))
        elif ch in pairs:
            if not stack or stack.pop()[0] != pairs[ch]:
                return i
    return stack[-1][1] if stack else True


def everyday_13(rows: list[dict[str, Any]], by: str) -> dict[str, Any]:
    out: dict[str, dict[str, float]] = {}
    for r in rows:
        g = out.setdefault(str(r[by]), {"n": 0, "sum": 0.0})
        g["n"] += 1
        g["sum"] += r.get("v") or 0
    for g in out.values():
        g["avg"] = g["sum"] / g["n"]
    return dict(sorted(out.items(), key=lambda kv: (-kv[1]["avg"], kv[0])))


def everyday_14(x: float) -> list[str]:
    return [
        "%.3g" % x,
        "%e" % x,
        "%+08.2f" % x,
        "%s|%r|%10s|%-5s|" % ("a", "b", "c", "d"),
        "{:>8}{:<8}{:^8}".format("r", "l", "c"),
        "{0:,}|{0:e}|{1!r}".format(1234567, "q"),
        f"{x:{10}.{3}}",
        f"{'nested ' + f'{x:.1f}'}",
        f"{10000000000.0:g} {123456:g} {0.0001:g} {1e-05:g}",
        f"{255:#b} {255:#o} {255:X}",
        f"{True:d} {None}",
        str(1e22),
        str(1.0),
        repr(0.1 + 0.7),
        f"{-7 // 2} {-7 % 3} {7 % -3}",
        format(3.14159, ".2f"),
        f"{3:03d}",
        f"{'x':>{5}}",
        f"{2**31}",
    ]


def everyday_15(items: list[tuple[str, int]]) -> list[Any]:
    by = defaultdict(lambda: defaultdict(int))
    for k, v in items:
        by[k[0]][k] += v
    tree = lambda: defaultdict(tree)
    return [{k: dict(v) for k, v in by.items()}, sorted(by), sum((len(v) for v in by.values()))]


def everyday_16(n: int) -> list[Any]:
    hanoi: list[tuple[str, str]] = []

    def move(k, a, b, c):
        if k:
            move(k - 1, a, c, b)
            hanoi.append((a, c))
            move(k - 1, b, a, c)

    move(n, "A", "B", "C")
    perms = ["".join(p) for p in itertools.permutations("abc")]
    combos = list(itertools.combinations(range(4), 2))

    def subsets(xs):
        return [[]] if not xs else [s + t for s in subsets(xs[1:]) for t in ([], [xs[0]])]

    return [len(hanoi), hanoi[:2], perms, combos, sorted(map(tuple, subsets([1, 2])))]


def everyday_17(ts: list[str]) -> list[Any]:
    parsed = [datetime.datetime.strptime(t, "%Y-%m-%d %H:%M") for t in ts]
    deltas = [(b - a).total_seconds() / 60 for a, b in zip(parsed, parsed[1:])]
    by_day: dict[str, int] = {}
    for p in parsed:
        by_day[p.strftime("%a")] = by_day.get(p.strftime("%a"), 0) + 1
    return [
        deltas,
        by_day,
        max(parsed).isoformat(),
        (parsed[0] + datetime.timedelta(weeks=1)).date().isoformat(),
        parsed[0].replace(day=1).strftime("%d/%m/%y"),
        [p.timetuple().tm_yday if False else p.hour for p in parsed],
    ]


def everyday_18(s: str) -> list[Any]:
    rle = [(k, sum((1 for _ in g))) for k, g in itertools.groupby(s)]
    enc = "".join((f"{c}{(n if n > 1 else '')}" for c, n in rle))
    dec = re.sub("([a-z])(\\d+)", lambda m: m[1] * int(m[2]), enc)
    caesar = "".join((chr((ord(c) - 97 + 3) % 26 + 97) if c.islower() else c for c in s))
    return [
        rle,
        enc,
        dec == s,
        caesar,
        s == s[::-1],
        sorted(Counter(s).items(), key=lambda t: (-t[1], t[0])),
        bytes(s, "ascii").hex(),
        int(hashlib.md5(s.encode()).hexdigest()[:8], 16),
    ]


class Money:
    __slots__ = ("cents",)

    def __init__(self, cents: int):
        self.cents = cents

    @classmethod
    def parse(cls, s: str) -> Money:
        sign, s = (-1, s[1:]) if s.startswith("-") else (1, s)
        whole, _, frac = s.lstrip("$").partition(".")
        return cls(sign * (int(whole) * 100 + int(frac.ljust(2, "0")[:2] or 0)))

    def __add__(self, o):
        return Money(self.cents + o.cents) if isinstance(o, Money) else NotImplemented

    def __radd__(self, o):
        return self if o == 0 else NotImplemented

    def __mul__(self, k):
        return Money(round(self.cents * k))

    __rmul__ = __mul__

    def __lt__(self, o):
        return self.cents < o.cents

    def __eq__(self, o):
        return isinstance(o, Money) and self.cents == o.cents

    def __hash__(self):
        return hash(self.cents)

    def __str__(self):
        return f"{('-' if self.cents < 0 else '')}${abs(self.cents) // 100}.{abs(self.cents) % 100:02d}"

    def __bool__(self):
        return self.cents != 0


def everyday_19(xs: list[str]) -> list[Any]:
    ms = [Money.parse(x) for x in xs]
    out: list[Any] = [str(sum(ms)), [str(m * 1.5) for m in ms], str(max(ms)), str(2 * ms[0]), len(set(ms)), bool(ms[0])]
    try:
        ms[0] + 1
    except TypeError as e:
        out.append(str(e))
    return out


def everyday_22(xs: list[int]) -> str:
    out = []
    for i, x in enumerate(xs, 1):
        match (i % 3, x % 5):
            case [0, 0]:
                out.append("FizzBuzz")
            case [0, _]:
                out.append("Fizz")
            case [_, 0]:
                out.append("Buzz")
            case _:
                out.append(str(x))
    return " ".join(out)


def everyday_24(data: str) -> list[Any]:
    lines = data.splitlines()
    header, *rest = [l.split(",") for l in lines]
    recs = [dict(zip(header, r)) for r in rest]
    num = [{k: float(v) if re.fullmatch("-?\\d+(\\.\\d+)?", v) else v for k, v in r.items()} for r in recs]
    cols = {h: [r[h] for r in num] for h in header}
    return [num, cols, {h: sum((v for v in c if isinstance(v, float))) for h, c in cols.items()}]


def everyday_25(q: str, docs: list[str]) -> list[Any]:
    N = len(docs)
    toks = [d.lower().split() for d in docs]
    df = Counter((w for t in toks for w in set(t)))
    avg = sum(map(len, toks)) / N
    k1, b = (1.5, 0.75)

    def score(t):
        tf = Counter(t)
        return sum(
            (
                math.log(1 + (N - df[w] + 0.5) / (df[w] + 0.5)) * tf[w] * (k1 + 1) / (tf[w] + k1 * (1 - b + b * len(t) / avg))
                for w in q.lower().split()
                if w in tf
            )
        )

    return sorted(((round(score(t), 6), i) for i, t in enumerate(toks)), key=lambda p: (-p[0], p[1]))


ARGUMENTS = {
    everyday_1: [({"a": [1, {"b": None}]},)],
    everyday_2: [(3,)],
    everyday_3: [(0, 0), (0, 2), (3, 3), (1, 2)],
    everyday_4: [("<a & 'b'>",)],
    everyday_5: [([1, 2],)],
    everyday_7: [("Hello there world. How are you? I'm fine!",)],
    everyday_8: [([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0]), ([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0])],
    everyday_9: [([(0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 1.0, 0.9), (2.0, 2.0, 3.0, 3.0)], [0.5, 0.9, 0.3], 0.5)],
    everyday_10: [([1.0, 2.0, 3.0], 0.7, 2, 5)],
    everyday_11: [([1, 2, 1, 3, 1],)],
    everyday_12: [("([]{})",), ("(]",), ("((",)],
    everyday_13: [([{"k": "a", "v": 1}, {"k": "b", "v": 3.5}, {"k": "a", "v": None}], "k")],
    everyday_14: [(3.14159,), (-0.001,)],
    everyday_15: [([("ab", 1), ("ac", 2), ("bb", 3), ("ab", 4)],)],
    everyday_16: [(3,)],
    everyday_17: [(["2024-01-01 10:00", "2024-01-02 11:30"],)],
    everyday_18: [("aabccc",)],
    everyday_19: [(["$1.50", "-2", "3.5"],)],
    everyday_22: [([5, 2, 10, 3],)],
    everyday_24: [("a,b\n1,x\n2.5,y",)],
    everyday_25: [("cat dog", ["the cat sat", "dog dog run", "bird"])],
}
