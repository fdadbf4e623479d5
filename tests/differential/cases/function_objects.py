import functools, operator, math, itertools
from dataclasses import dataclass
from typing import Callable

square = lambda x: x * x


def make_counter():
    n = 0

    def inc():
        nonlocal n
        n += 1
        return n

    return inc


GLOBAL_COUNTER = make_counter()


def timed(fn):
    @functools.wraps(fn)
    def wrapper(self, *args, **kwargs):
        self.calls.append(fn.__name__)
        return fn(self, *args, **kwargs)

    return wrapper


class Calc:
    OPS = {"+": lambda a, b: a + b, "-": operator.sub}

    def __init__(self, base: int):
        self.base = base
        self.calls = []
        self.table = {"dbl": self.double, "neg": lambda v: -v}

    @timed
    def add(self, x, y=1):
        return self.base + x + y

    def double(self, v):
        return v * 2 + self.base

    def run(self, name, v):
        return self.table[name](v)

    def op(self, sym, a, b):
        return self.OPS[sym](a, b)

    def best(self, xs):
        return max(xs, key=self.score)

    def score(self, x):
        return -abs(x - self.base)

    @staticmethod
    def twice(f):
        return lambda v: f(f(v))

    def adder(self):
        def add(v):
            self.base += v
            return self.base

        return add


@dataclass
class Pt:
    x: int
    y: int = 0


def callback_lambda_global(x: int) -> int:
    return square(x) + square(square(2))


def callback_method_deco(n: int) -> list[int]:
    c = Calc(n)
    return [c.add(1), c.add(1, 2), c.add(x=5), len(c.calls)]


def callback_table(n: int) -> list[int]:
    c = Calc(n)
    return [
        c.run("dbl", 3),
        c.run("neg", 4),
        c.op("+", 1, 2),
        c.op("-", 5, 2),
        c.best([1, n + 1, 100]),
        c.twice(lambda v: v + 3)(1),
        c.adder()(5),
        c.base,
    ]


def callback_max_get(words: list[str]) -> str:
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    return max(counts, key=counts.get)


def callback_sorted_items(d: dict[str, int]) -> list[str]:
    top = sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))
    bot = sorted(d.items(), key=operator.itemgetter(1, 0))
    return [k for k, _ in top] + [k for k, _ in bot] + sorted(d, key=d.__getitem__)


def callback_point(pair: tuple[int, int]) -> int:
    p = Pt(*pair)
    q = Pt(**{"x": 5})
    make = Pt
    r = make(1, y=7)
    return p.x + p.y + q.x + r.y


def callback_var_recursion(a: int) -> int:
    def add(*xs):
        if not xs:
            return 0
        return xs[0] + add(*xs[1:])

    return add(a, 2, 3)


def callback_lambda_recursion(n: int) -> int:
    fact = lambda k: 1 if k < 2 else k * fact(k - 1)
    return fact(n)


def callback_fn_keys(x: int) -> list[int]:
    a = lambda v: v + 1

    def b(v):
        return v * 2

    names = {a: 1, b: 2}
    s = {a, b, a}
    return [names[a], names[b], len(s), a in s, [a, b].index(b), [a, b, a].count(a)]


def callback_while_closure(n: int) -> list[int]:
    fs = []
    i = 0
    while i < n:

        def f(k=i):
            return k + i

        fs.append(f)
        i += 1
    return [f() for f in fs] + [fs[0](10)] if fs else []


def callback_nested_gen(n: int) -> list[int]:
    total = 0

    def gen():
        nonlocal total
        for i in range(n):
            total += i
            yield total

    out = list(gen())
    return out + [total]


def callback_starmap(xs: list[tuple[int, int]]) -> list[int]:
    return (
        list(itertools.starmap(lambda a, b: a * b, xs))
        + list(map(lambda p: p[0], xs))
        + list(itertools.accumulate([a for a, _ in xs], lambda p, q: p * 2 + q))
    )


def callback_callable_type(x: int) -> list[str]:
    def run(f: Callable[[int], int], v: int) -> str:
        if callable(f):
            return str(f(v))
        return str(f)

    return [run(lambda v: v + 1, x), run(5, x), run(abs, -3)]


def callback_list_of_pairs(x: int) -> list[str]:
    table = [("inc", lambda v: v + 1), ("sq", lambda v: v * v), ("name", str)]
    return [f"{n}:{f(x)}" for n, f in table]


def callback_zip_fns(xs: list[int]) -> list[int]:
    fs = [lambda v: v + 1, lambda v: v * 10]
    return [f(x) for f, x in zip(fs, xs)] + [g(1) for _, g in enumerate(fs)]


def callback_conditional_def(flag: bool, x: int) -> int:
    if flag:

        def f(v):
            return v + 1
    else:

        def f(v):
            return v - 1

    return f(x)


def callback_maybe_def(flag: bool) -> int:
    if flag:

        def f():
            return 1

    return f()


def callback_returns_lambda_table(kind: str) -> float:
    def activation(name):
        if name == "relu":
            return lambda v: max(0.0, v)
        if name == "tanh":
            return math.tanh
        if name == "id":
            return lambda v: v
        raise ValueError(f"unknown {name}")

    return activation(kind)(-0.5)


def callback_swap(x: int) -> list[int]:
    f, g = (lambda v: v + 1), (lambda v: v * 2)
    f, g = g, f
    return [f(x), g(x)]


def callback_any_all(xs: list[str]) -> list[bool]:
    checks = {"len": lambda s: len(s) > 1, "alpha": str.isalpha}
    return [all(c(s) for c in checks.values()) for s in xs]


def callback_partition(xs: list[int]) -> tuple[list[int], list[int]]:
    def partition(pred, items):
        yes, no = [], []
        for i in items:
            (yes if pred(i) else no).append(i)
        return yes, no

    return partition(lambda v: v % 2, xs)


def callback_unused_param(x: int) -> int:
    def on_event(_event, **_):
        return 7

    return on_event("a", z=1) + on_event("b")


def callback_type(x: int) -> str:
    f = lambda: 1
    return type(f).__name__


def callback_groupby(xs: list[str]) -> list[str]:
    return [f"{k}{len(list(g))}" for k, g in itertools.groupby(sorted(xs, key=len), key=len)]


def callback_min_default(xs: list[int]) -> int:
    return min((x for x in xs if x > 3), default=-1, key=lambda v: -v) if xs else min([], key=lambda v: v, default=9)


ARGUMENTS = {
    callback_lambda_global: [(3,)],
    callback_method_deco: [(3,)],
    callback_table: [(2,)],
    callback_max_get: [(["a", "b", "b"],)],
    callback_sorted_items: [({"a": 1, "b": 2},)],
    callback_point: [((1, 2),)],
    callback_var_recursion: [(1,)],
    callback_lambda_recursion: [(5,)],
    callback_fn_keys: [(1,)],
    callback_while_closure: [(3,), (0,)],
    callback_nested_gen: [(4,)],
    callback_starmap: [([(1, 2), (3, 4)],)],
    callback_callable_type: [(1,)],
    callback_list_of_pairs: [(3,)],
    callback_zip_fns: [([1, 2],)],
    callback_conditional_def: [(True, 1), (False, 1)],
    callback_maybe_def: [(True,), (False,)],
    callback_returns_lambda_table: [("relu",), ("tanh",), ("id",), ("zz",)],
    callback_swap: [(3,)],
    callback_any_all: [(["ab", "a1", "b"],)],
    callback_partition: [([1, 2, 3],)],
    callback_unused_param: [(1,)],
    callback_type: [(1,)],
    callback_groupby: [(["a", "bb", "c"],)],
    callback_min_default: [([1, 5, 9],), ([1],), ([],)],
}
