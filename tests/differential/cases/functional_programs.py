import functools, operator, math, itertools
from dataclasses import dataclass, field
from typing import Callable

REGISTRY = {}


def register(name):
    def deco(fn):
        REGISTRY[name] = fn
        return fn

    return deco


@register("upper")
def to_upper(s: str) -> str:
    return s.upper()


@register("rev")
def rev(s):
    return s[::-1]


def memoize(fn):
    cache = {}

    @functools.wraps(fn)
    def wrapper(n):
        if n not in cache:
            cache[n] = fn(n)
        return cache[n]

    return wrapper


@memoize
def slow(n):
    return n * n


def retry(times):
    def deco(fn):
        def wrapper(*args):
            last = None
            for attempt in range(times):
                try:
                    return fn(*args)
                except ValueError as e:
                    last = str(e)
            return f"failed: {last}"

        return wrapper

    return deco


@retry(3)
def parse(x):
    if x < 0:
        raise ValueError(f"negative {x}")
    return str(x)


def validate(fn):
    def wrapper(x, *rest):
        if x is None:
            raise TypeError("no value")
        return fn(x, *rest)

    return wrapper


@validate
def scale(x, k=2):
    return x * k


def program_registry(name: str, s: str) -> str:
    if name not in REGISTRY:
        raise KeyError(name)
    return REGISTRY[name](s)


def program_retry(x: int) -> str:
    return parse(x)


def program_validated(x: int) -> int:
    return scale(x) + scale(x, 3)


def program_memo_local(n: int) -> list[int]:
    def memo(fn):
        cache = {}

        def inner(k):
            if k not in cache:
                cache[k] = fn(k)
            return cache[k]

        return inner

    calls = []

    @memo
    def sq(k):
        calls.append(k)
        return k * k

    return [sq(n), sq(n), sq(2), *calls]


@dataclass
class Step:
    name: str
    fn: Callable


def program_steps(text: str) -> list[str]:
    steps = [Step("strip", str.strip), Step("low", lambda s: s.lower()), Step("x", lambda s: s + "x")]
    out = []
    for step in steps:
        text = step.fn(text)
        out.append(f"{step.name}={text}")
    return out


class Emitter:
    def __init__(self):
        self.handlers = {}

    def on(self, name, fn):
        self.handlers.setdefault(name, []).append(fn)

    def emit(self, name, value):
        return [h(value) for h in self.handlers.get(name, [])]


def program_events(x: int) -> list[int]:
    e = Emitter()
    total = []
    e.on("add", lambda v: v + 1)
    e.on("add", lambda v: v * x)

    def keep(v):
        total.append(v)
        return len(total)

    e.on("keep", keep)
    return e.emit("add", 5) + e.emit("keep", 9) + e.emit("none", 1) + total


def program_curry(a: int) -> int:
    curry = lambda f: lambda x: lambda y: f(x, y)
    add = curry(lambda x, y: x + y)
    mul = curry(operator.mul)
    return add(a)(2) + mul(3)(a)


def program_machine(text: str) -> list[str]:
    tokens = []

    def number(i):
        j = i
        while j < len(text) and text[j].isdigit():
            j += 1
        tokens.append("n" + text[i:j])
        return start, j

    def word(i):
        j = i
        while j < len(text) and text[j].isalpha():
            j += 1
        tokens.append("w" + text[i:j])
        return start, j

    def start(i):
        if text[i].isdigit():
            return number, i
        if text[i].isalpha():
            return word, i
        return start, i + 1

    state, i = start, 0
    while i < len(text):
        state, i = state(i)
    return tokens


def program_calc(tokens: list[str]) -> float:
    ops = {"+": (1, lambda a, b: a + b), "-": (1, lambda a, b: a - b), "*": (2, lambda a, b: a * b), "/": (2, lambda a, b: a / b)}
    pos = 0

    def peek():
        return tokens[pos] if pos < len(tokens) else None

    def advance():
        nonlocal pos
        tok = tokens[pos]
        pos += 1
        return tok

    def atom():
        tok = advance()
        if tok == "(":
            v = expr(0)
            advance()
            return v
        return float(tok)

    def expr(level):
        left = atom()
        while True:
            op = peek()
            if op is None or op not in ops or ops[op][0] < level:
                return left
            advance()
            prec, fn = ops[op]
            left = fn(left, expr(prec + 1))

    return expr(0)


def program_group(words: list[str]) -> dict[int, list[str]]:
    def group(items, key):
        out = {}
        for it in items:
            out.setdefault(key(it), []).append(it)
        return out

    return group(words, len)


def program_filters(xs: list[int], lo: int, hi: int) -> list[int]:
    preds = [lambda v: v >= lo, lambda v: v <= hi, lambda v: v % 2 == 0]
    return [x for x in xs if all(p(x) for p in preds)]


def program_dfs(graph: dict[str, list[str]]) -> list[str]:
    order = []
    state = {}

    def visit(n):
        if state.get(n) == 1:
            raise ValueError(f"cycle at {n}")
        if state.get(n) == 2:
            return
        state[n] = 1
        for m in graph.get(n, []):
            visit(m)
        state[n] = 2
        order.append(n)

    for n in sorted(graph):
        visit(n)
    return order[::-1]


def program_powerset(xs: list[int]) -> list[list[int]]:
    out = []

    def go(i, cur):
        if i == len(xs):
            out.append(cur[:])
            return
        go(i + 1, cur)
        cur.append(xs[i])
        go(i + 1, cur)
        cur.pop()

    go(0, [])
    return out


def program_integrate(n: int) -> float:
    def simpson(f, a, b, n):
        h = (b - a) / n
        return sum((f(a + i * h) + 4 * f(a + (i + 0.5) * h) + f(a + (i + 1) * h)) for i in range(n)) * h / 6

    return simpson(lambda x: x * x, 0, 1, n) + simpson(math.sqrt, 0.0, 1.0, n)


def program_newton(x: float) -> float:
    def solve(f, df, x0, tol=1e-9, limit=50):
        x = x0
        for _ in range(limit):
            fx = f(x)
            if abs(fx) < tol:
                return x
            x -= fx / df(x)
        return x

    return solve(lambda t: t * t - x, lambda t: 2 * t, 1.0)


def program_counter_class(n: int) -> list[int]:
    class_like = {}

    def make(step):
        value = [0]

        def bump():
            value[0] += step
            return value[0]

        return {"bump": bump, "get": lambda: value[0]}

    c = make(n)
    c["bump"]()
    c["bump"]()
    return [c["get"](), c["bump"]()]


def program_sort_by(rows: list[dict[str, int]], field: str, reverse: bool) -> list[dict[str, int]]:
    return sorted(rows, key=lambda r: r[field], reverse=reverse)


def program_key_table(words: list[str], by: str) -> list[str]:
    keys = {"len": len, "vowels": lambda w: sum(c in "aeiou" for c in w)}
    return sorted(words, key=keys[by])


def program_flatten(depth: int) -> list[int]:
    def flat(x, level):
        if level == 0:
            yield x
            return
        for i in range(2):
            yield from flat(x * 2 + i, level - 1)

    return list(flat(1, depth))


def program_apply_n(n: int, x: int) -> int:
    def times(f, n):
        def g(v):
            for _ in range(n):
                v = f(v)
            return v

        return g

    return times(times(lambda v: v + 1, 3), n)(x)


def program_optional_callback(xs: list[int], cb: bool) -> list[int]:
    seen = []

    def run(items, callback=None):
        out = []
        for i in items:
            if callback is not None:
                callback(i)
            out.append(i + 1)
        return out

    r = run(xs, seen.append if cb else None)
    return r + seen


def program_bound(xs: list[int]) -> list[int]:
    out = []
    add = out.append
    for x in xs:
        add(x * 2)
    f = "a,b".split
    return out + [len(f(","))]


ARGUMENTS = {
    program_registry: [("upper", "ab"), ("rev", "ab"), ("x", "ab")],
    program_retry: [(1,), (-1,)],
    program_validated: [(4,)],
    program_memo_local: [(3,)],
    program_steps: [(" AB ",)],
    program_events: [(3,)],
    program_curry: [(4,)],
    program_machine: [("ab 12 c3",)],
    program_calc: [(["1", "+", "2", "*", "3"],), (["(", "1", "+", "2", ")", "*", "3"],), (["1", "/", "0"],)],
    program_group: [(["a", "bb", "c"],)],
    program_filters: [([1, 2, 4, 9, 12], 2, 10)],
    program_dfs: [({"a": ["b"], "b": ["c"], "c": []},), ({"a": ["b"], "b": ["a"]},)],
    program_powerset: [([1, 2, 3],)],
    program_integrate: [(10,)],
    program_newton: [(2.0,)],
    program_counter_class: [(2,)],
    program_sort_by: [([{"a": 2}, {"a": 1}], "a", False), ([{"a": 2}], "b", True)],
    program_key_table: [(["bb", "a", "aei"], "len"), (["bb", "a", "aei"], "vowels")],
    program_flatten: [(3,)],
    program_apply_n: [(2, 1)],
    program_optional_callback: [([1, 2], True), ([1, 2], False)],
    program_bound: [([1, 2],)],
}
