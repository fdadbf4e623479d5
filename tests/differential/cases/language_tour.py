"""Small functions over the whole language."""

from __future__ import annotations

from collections import Counter
from collections import OrderedDict
from collections import defaultdict
from collections import deque
from collections import namedtuple
from typing import Any
from typing import TypedDict
import abc
import bisect
import functools
import heapq
import itertools
import math
import operator
import random
import re
import statistics


def tour_5(x: int) -> str:
    match x:
        case 0 | 1:
            return "small"
        case n if n < 0:
            return f"neg {n}"
        case int(n) if n > 100:
            return "big"
        case _:
            return "mid"


def tour_6(n: int) -> list[int]:

    def counter():
        i = 0
        while True:
            got = yield i
            if got:
                i = got
            else:
                i += 1

    c = counter()
    out = [next(c), next(c), c.send(10), next(c)]
    c.close()
    return out


def tour_8(d: dict[str, int]) -> Any:
    a, *rest = d
    (b, c), *_ = d.items()
    return (a, rest, b, c)


def tour_9(x: float) -> list[str]:
    return [
        f"{x:>10.3f}|",
        f"{x:<+10.2e}|",
        f"{x:^12,.1f}|",
        f"{int(x):#x}",
        f"{int(x):08b}",
        f"{x!r:>8}",
        f"{x:.{2}f}",
        f"{'abc':*^9}",
        f"x={x!r}",
        f"x = {x:.1f}",
        f"{12345678:_}",
        f"{0.256:.1%}",
    ]


def tour_10(data: list[dict[str, Any]]) -> list[Any]:
    from operator import itemgetter

    data.sort(key=itemgetter("age", "name"))
    groups = defaultdict(list)
    for r in data:
        groups[r["age"]].append(r["name"])
    return [dict(groups), [r["name"] for r in data]]


class Temp:
    def __init__(self, c):
        self._c = c

    @property
    def f(self):
        return self._c * 9 / 5 + 32

    @f.setter
    def f(self, v):
        self._c = (v - 32) * 5 / 9

    @staticmethod
    def of(v):
        return Temp(v)

    @classmethod
    def zero(cls):
        return cls(0)

    def __enter__(self):
        return self

    def __exit__(self, et, ev, tb):
        return et is ValueError

    def __call__(self, x):
        return self._c + x

    def __len__(self):
        return 3

    def __hash__(self):
        return hash(self._c)

    def __eq__(self, o):
        return isinstance(o, Temp) and self._c == o._c

    def __format__(self, spec):
        return f"{self._c:{spec}}C" if spec else f"{self._c}C"

    def __neg__(self):
        return Temp(-self._c)

    def __radd__(self, o):
        return Temp(self._c + o)

    def __iadd__(self, o):
        self._c += o
        return self

    def __index__(self):
        return int(self._c)

    def __float__(self):
        return float(self._c)

    def __int__(self):
        return int(self._c)

    def __contains__(self, x):
        return x == self._c

    def __reversed__(self):
        return iter([3, 2, 1])

    def __missing__(self, k):
        return k


def tour_13(v: float) -> list[Any]:
    t = Temp(v)
    t.f = 212.0
    out = [
        t._c,
        Temp.of(3).f,
        Temp.zero()._c,
        t(1),
        len(t),
        t == Temp(100.0),
        f"{t:.1f}",
        f"{t}",
        (-t)._c,
        (5 + t)._c,
        float(t),
        int(t),
        100.0 in t,
        list(reversed(t)),
        [10, 20, 30][Temp(1)],
        {t: 1}[Temp(100.0)],
    ]
    t += 5
    out.append(t._c)
    with t as q:
        raise ValueError("swallowed")
    out.append(bool(t))
    return out


def tour_14(items: list[int]) -> list[Any]:
    it = iter(items)
    pairs = list(zip(it, it))
    return [
        pairs,
        list(itertools.accumulate(items)),
        list(itertools.accumulate(items, operator.mul)),
        list(itertools.pairwise(items)),
        list(itertools.islice(items, 1, None, 2)),
        list(itertools.takewhile(lambda x: x < 3, items)),
        list(itertools.dropwhile(lambda x: x < 3, items)),
        list(itertools.compress(items, [1, 0, 1])),
        list(itertools.zip_longest(items, "ab", fillvalue="-")),
        list(itertools.repeat(1, 3)),
        list(itertools.chain.from_iterable([[1], [2]])),
        list(itertools.starmap(pow, [(2, 3)])),
        list(map(max, items, reversed(items))),
        list(filter(None, items)),
        list(itertools.filterfalse(lambda x: x % 2, items)),
    ]


def tour_15(x: int) -> list[Any]:
    out: list[Any] = []
    try:
        try:
            1 // x
        except ZeroDivisionError as e:
            raise RuntimeError("wrapped") from e
        else:
            out.append("else")
        finally:
            out.append("finally")
    except RuntimeError as e:
        out += [str(e), type(e.__cause__).__name__, str(e.__cause__), e.__context__ is e.__cause__]
    return out


def tour_16(text: str) -> list[Any]:
    return [
        text.translate(str.maketrans("abc", "xyz", "d")),
        text.partition("b"),
        text.rsplit("b", 1),
        text.expandtabs(4),
        text.casefold(),
        text.encode("utf-8"),
        text.isidentifier(),
        text.zfill(10),
        "%s %5.2f %-5d|%05d %x" % (text, 1.5, 3, 42, 255),
        text.splitlines(),
        text.swapcase(),
        text.title(),
        text[::-1],
        text * 2,
        text.find("c", 1),
        text.count("a"),
        text.startswith(("a", "b")),
        ",".join(sorted(text)),
        text.removeprefix("a"),
        str.upper(text),
        text.center(11, "*"),
    ]


def tour_17(n: int) -> list[Any]:
    return [
        divmod(-n, 3),
        -n // 3,
        -n % 3,
        n ** (-1),
        round(2.5),
        round(-1.555, 2),
        round(1234, -2),
        int("ff", 16),
        bin(n),
        oct(n),
        hex(-n),
        abs(-n),
        pow(n, 3, 5),
        n.bit_length(),
        n.to_bytes(2, "big"),
        int.from_bytes(b"\x01\x02", "little"),
        float("inf") > n,
        math.isnan(float("nan")),
        7 & 3 | 8 ^ 2,
        ~n,
        n << 3,
        n >> 1,
        int(3.99),
        int(-3.99),
        float("1e3"),
        complex(1, 2) == 1 + 2j,
        0.1 + 0.2,
        1e16,
        1e-07,
        123456789.12345679,
        True + True,
        sum([0.1] * 10),
        math.fsum([0.1] * 10),
    ]


def tour_18(xs: list[int]) -> list[Any]:
    a = xs[:]
    a[1:3] = [9, 9, 9]
    a[::2] = [0] * len(a[::2])
    del a[-1]
    a.insert(0, 5)
    a.extend(range(3))
    b = a
    b.append(1)
    c = list(a)
    c.remove(9) if 9 in c else None
    return [
        a,
        a is b,
        c,
        a.index(0),
        a.count(0),
        a[::-1],
        a[-2:],
        sorted(a, reverse=True),
        [*a, *c][:3],
        a * 2 == a + a,
        [] or "empty",
        [[0] * 2 for _ in range(2)],
        list(zip(*[[1, 2], [3, 4]])),
        any(a),
        all(a),
        a > c,
        min(a, default=0),
    ]


def tour_19(x: int | str | None) -> str:
    if x is None:
        return "none"
    if isinstance(x, str):
        return x.upper()
    return str(x + 1)


def tour_22(expr: str) -> float:
    tokens = re.findall("\\d+\\.?\\d*|[-+*/()]", expr)

    def parse_expr(i: int) -> tuple[float, int]:
        v, i = parse_term(i)
        while i < len(tokens) and tokens[i] in "+-":
            op = tokens[i]
            r, i = parse_term(i + 1)
            v = v + r if op == "+" else v - r
        return (v, i)

    def parse_term(i: int) -> tuple[float, int]:
        v, i = parse_factor(i)
        while i < len(tokens) and tokens[i] in "*/":
            op = tokens[i]
            r, i = parse_factor(i + 1)
            v = v * r if op == "*" else v / r
        return (v, i)

    def parse_factor(i: int) -> tuple[float, int]:
        if tokens[i] == "(":
            v, i = parse_expr(i + 1)
            return (v, i + 1)
        if tokens[i] == "-":
            v, i = parse_factor(i + 1)
            return (-v, i)
        return (float(tokens[i]), i + 1)

    return parse_expr(0)[0]


Pair = namedtuple("Pair", ["a", "b"], defaults=[2])


def tour_25(x: int) -> list[Any]:
    p = Pair(x)
    return [p, p.a, p._replace(b=5), p._asdict(), Pair._fields, list(p), p == (x, 2), Pair._make([1, 2])]


class Movie(TypedDict, total=False):
    name: str
    year: int


def tour_26(m: Movie) -> str:
    return f"{m['name']} ({m.get('year', 'n/a')})"


def tour_27(xs: list[float]) -> list[Any]:
    return [
        statistics.mean(xs),
        statistics.median(xs),
        statistics.pstdev(xs),
        statistics.stdev(xs),
        statistics.mode([1, 1, 2]),
        statistics.quantiles(xs, n=4),
        statistics.median_low(xs),
        statistics.variance(xs),
        statistics.multimode([1, 1, 2, 2]),
        statistics.harmonic_mean([1, 2]),
        statistics.geometric_mean([1.0, 4.0]),
        statistics.correlation([1.0, 2.0, 3.0], [1.0, 2.0, 4.0]),
    ]


def tour_28(seed: int) -> list[Any]:
    r = random.Random(seed)
    xs = list(range(10))
    r.shuffle(xs)
    return [
        xs,
        r.random(),
        r.randint(1, 6),
        r.choice("abc"),
        r.sample(range(100), 3),
        r.uniform(1, 2),
        r.gauss(0, 1),
        r.choices([1, 2, 3], weights=[1, 2, 3], k=4),
        r.randrange(0, 100, 5),
        r.betavariate(1, 2),
        r.expovariate(1.0),
        r.triangular(0, 1, 0.5),
        r.getrandbits(16),
        r.normalvariate(0, 1),
    ]


def tour_29(xs: list[int]) -> list[Any]:
    h = list(xs)
    heapq.heapify(h)
    out = [heapq.heappop(h) for _ in range(len(h))]
    return [
        out,
        heapq.nlargest(2, xs),
        heapq.nsmallest(2, xs, key=lambda x: -x),
        list(heapq.merge([1, 4], [2, 3])),
        bisect.bisect(out, 3),
        bisect.bisect_left(out, 3),
    ]


def tour_31(x: Any) -> str:
    match x:
        case [1, *rest]:
            return f"one+{len(rest)}"
        case {"k": v}:
            return f"k={v}"
        case str() as s:
            return s
        case None:
            return "none"
        case bool(b):
            return f"bool {b}"
        case int() | float():
            return "num"
        case _:
            return "?"


def tour_33(xs: list[int], *, key: int = 2, flag: bool = True) -> list[int]:
    return [x * key for x in xs if flag]


def tour_34(matrix: list[list[int]]) -> list[Any]:
    t = [list(r) for r in zip(*matrix)]
    flat = [x for row in matrix for x in row if x % 2 == 0]
    return [
        t,
        flat,
        {(i, j): v for i, row in enumerate(matrix) for j, v in enumerate(row)},
        {x % 3 for x in flat},
        sum(map(sum, matrix)),
        [[r[i] for r in matrix] for i in range(len(matrix[0]))],
    ]


def tour_35(x: int) -> list[Any]:
    f = lambda a, b=2, *args, c=3, **kw: (a, b, args, c, sorted(kw.items()))
    return [
        f(1),
        f(1, 5, 6, 7, c=8, d=9),
        (lambda *a: sum(a))(1, 2, 3),
        functools.partial(pow, 2)(5),
        functools.reduce(lambda p, q: p * q, range(1, 6), 1),
    ]


class Base:
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        cls.registered = True

    def hello(self):
        return f"base {self.name()}"

    def name(self):
        return "B"


class Mixin:
    def hello(self):
        return "mixin " + super().hello()


class Child(Mixin, Base):
    def name(self):
        return "C"


def tour_36(x: int) -> list[Any]:
    c = Child()
    return [
        c.hello(),
        c.registered,
        isinstance(c, Base),
        issubclass(Child, Mixin),
        [k.__name__ for k in Child.__mro__],
        Child.__name__,
        type(c) is Child,
        hasattr(c, "zz"),
        callable(c.hello),
        c.__class__.__name__,
    ]


def tour_38(xs: list[int]) -> list[Any]:
    d = deque(xs, maxlen=3)
    d.appendleft(0)
    d.rotate(1)
    c = Counter(xs)
    c.update([1, 1])
    od = OrderedDict(zip("abc", xs))
    od.move_to_end("a")
    dd: defaultdict[str, int] = defaultdict(int)
    dd["x"] += 1
    return [list(d), c.most_common(1), (c + Counter([1])).total(), list(od), dict(dd), sorted((c - Counter([1])).elements())]


def tour_39(x: int) -> int:
    total = 0
    for i in range(x):
        if i % 2:
            continue
        for j in range(i):
            if j > 3:
                break
            total += j
        else:
            total += 100
    else:
        total += 1000
    while total > 2000:
        total -= 7
    return total


def tour_40(a: list[int]) -> list[int]:
    a += [1]
    b = a
    b *= 2
    if (n := len(a)) > 3:
        a.append(n)
    x = y = [n]
    y.append(2)
    a, b = (b, x)
    return a + b


ARGUMENTS = {
    tour_5: [(0,), (-1,), (101,), (50,)],
    tour_6: [(1,)],
    tour_8: [({"a": 1, "b": 2},)],
    tour_9: [(1234.567,), (-0.5,)],
    tour_10: [([{"age": 3, "name": "b"}, {"age": 2, "name": "a"}],)],
    tour_13: [(1.0,)],
    tour_14: [([1, 2, 3, 4],)],
    tour_15: [(0,), (1,)],
    tour_16: [("abcd\tef",)],
    tour_17: [(10,)],
    tour_18: [([1, 2, 3, 4, 5],)],
    tour_19: [(None,), ("a",), (1,)],
    tour_22: [("2*(3+4)-5/2",)],
    tour_25: [(1,)],
    tour_26: [({"name": "x"},), ({"name": "x", "year": 3},)],
    tour_27: [([1.0, 2.0, 3.5, 4.0],)],
    tour_28: [(42,)],
    tour_29: [([3, 1, 2],)],
    tour_31: [([1, 2],), ({"k": 1},), ("s",), (None,), (True,), (1.5,), ([2],)],
    tour_33: [([1, 2],)],
    tour_34: [([[1, 2], [3, 4]],)],
    tour_35: [(1,)],
    tour_36: [(1,)],
    tour_38: [([1, 2, 3],)],
    tour_39: [(10,)],
    tour_40: [([1, 2],)],
}
