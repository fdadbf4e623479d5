import functools
from functools import lru_cache, cache, partial, reduce, cmp_to_key
import operator


@lru_cache(maxsize=None)
def cached_fib(n):
    return n if n < 2 else cached_fib(n - 1) + cached_fib(n - 2)


@cache
def grid(r, c):
    if r == 0 or c == 0:
        return 1
    return grid(r - 1, c) + grid(r, c - 1)


@lru_cache(maxsize=2)
def label(word, suffix="!"):
    return word.upper() + suffix


def clip(lo, hi, x):
    return max(lo, min(hi, x))


UNIT = partial(clip, 0, 1)
ROUND = partial(round, ndigits=2)


def functools_fib(n: int) -> list[int]:
    return [cached_fib(n), cached_fib(10), grid(8, 8), cached_fib(n)]


def functools_label(w: str) -> list[str]:
    return [label(w), label(w, "?"), label(w, suffix="."), label(word=w), label(w)]


def functools_partial(x: int) -> list[int]:
    p = partial(clip, 2)
    q = functools.partial(p, 5)
    r = partial(clip, hi=7, x=x)
    return [p(4, x), q(x), UNIT(x), r(1), r(1, hi=3)]


def functools_partial_captured(x: float) -> list[float]:
    return [ROUND(x), *map(partial(pow, 2), [1, 2, 3])]


def functools_reduce(xs: list[int]) -> list[int]:
    return [reduce(lambda a, b: a + b, xs, 0), reduce(operator.mul, xs, 1), reduce(max, xs)]


def functools_reduce_types(xs: list[str]) -> dict[str, int]:
    def add(acc, w):
        acc[w] = acc.get(w, 0) + 1
        return acc

    return reduce(add, xs, {})


def functools_cmp(xs: list[str]) -> list[str]:
    def compare(a, b):
        if len(a) != len(b):
            return len(a) - len(b)
        return -1 if a < b else 1 if a > b else 0

    ys = sorted(xs, key=cmp_to_key(compare))
    xs.sort(key=cmp_to_key(lambda a, b: (b > a) - (b < a)), reverse=True)
    return ys + xs + [min(xs, key=cmp_to_key(compare))]


def functools_local_cache(n: int) -> list[int]:
    calls = 0

    @lru_cache(maxsize=None)
    def ways(k):
        nonlocal calls
        calls += 1
        if k <= 1:
            return 1
        return ways(k - 1) + ways(k - 2)

    @cache
    def other(a, b):
        return a * b

    return [ways(n), calls, other(2, 3), other(2, 3)]


def functools_small_cache(n: int) -> list[int]:
    calls = []

    @lru_cache(maxsize=2)
    def f(k):
        calls.append(k)
        return k * k

    for i in [1, 2, 1, 3, 2, 1, 1]:
        f(i)
    return calls


def functools_bare_cache(n: int) -> list[int]:
    calls = []

    @lru_cache
    def f(k, m=1):
        calls.append(k)
        return k * m

    return [f(1), f(1), f(1.0), f(2, 3), *calls]


def functools_edit(a: str, b: str) -> int:
    @cache
    def d(i, j):
        if i == len(a):
            return len(b) - j
        if j == len(b):
            return len(a) - i
        if a[i] == b[j]:
            return d(i + 1, j + 1)
        return 1 + min(d(i + 1, j), d(i, j + 1), d(i + 1, j + 1))

    return d(0, 0)


def functools_deep(n: int) -> str:
    try:
        return str(cached_fib(n))
    except RecursionError:
        return "deep"


def functools_pipeline(text: str) -> str:
    steps = [str.strip, str.lower, partial(str.replace, **{}) if False else (lambda s: s.replace(" ", "_"))]
    return reduce(lambda s, f: f(s), steps, text)


ARGUMENTS = {
    functools_fib: [(50,), (0,)],
    functools_label: [("a",)],
    functools_partial: [(9,), (3,)],
    functools_partial_captured: [(1.2345,)],
    functools_reduce: [([1, 2, 3],), ([],)],
    functools_reduce_types: [(["a", "b", "a"],), ([],)],
    functools_cmp: [(["bb", "a", "ab"],), (["a"],)],
    functools_local_cache: [(10,)],
    functools_small_cache: [(1,)],
    functools_bare_cache: [(1,)],
    functools_edit: [("kitten", "sitting"), ("", "abc")],
    functools_deep: [(80,), (3000,)],
    functools_pipeline: [("  A b ",)],
}


def functools_zero_cache(n: int) -> list[int]:
    calls = []

    @lru_cache(maxsize=0)
    def f():
        calls.append(1)
        return 1

    @cache
    def g():
        calls.append(2)
        return 2

    return [f(), f(), g(), g(), *calls]


def functools_nested_compose(x: int) -> int:
    def compose(f, g):
        return lambda v: f(g(v))

    h = compose(lambda a: a + 1, compose(lambda b: b * 2, lambda c: c - 3))
    return h(x) + reduce(compose, [lambda v: v + 1, lambda v: v * 10, abs])(x)


def functools_key_partial(words: list[str]) -> list[str]:
    def score(weight, word):
        return weight * len(word)

    return sorted(words, key=partial(score, -1))


ARGUMENTS |= {functools_zero_cache: [(1,)], functools_nested_compose: [(-4,)], functools_key_partial: [(["a", "ccc", "bb"],)]}


class Steps:
    def __init__(self, base: int) -> None:
        self.base = base
        self.calls = 0

    @lru_cache(maxsize=None)
    def total(self, n: int) -> int:
        self.calls += 1
        return n + self.base if n < 2 else self.total(n - 1) + self.total(n - 2)

    @cache
    def scaled(self, n: int, factor: int = 2) -> int:
        self.calls += 1
        return n * factor + self.base


def functools_cached_methods(ns: list[int]) -> list[int]:
    first, second = Steps(0), Steps(1)
    scale = second.scaled
    out = [first.total(n) for n in ns] + [second.total(5), first.calls, second.calls]
    return [*out, scale(3), scale(3), second.scaled(3, factor=4), second.calls, *map(first.total, ns)]


ARGUMENTS |= {functools_cached_methods: [([3, 5],), ([],)]}
