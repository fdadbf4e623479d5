import operator


def mul(a, b):
    return a * b


OPS = {"add": lambda a, b: a + b, "mul": mul, "max": max, "pow": lambda a, b: a**2 + b}
CASTS = {"int": int, "float": float, "str": str}
CHAIN = [str.strip, str.lower, lambda s: s.replace(" ", "-")]


def make_scaler(k):
    def scale(x):
        return x * k

    return scale


SCALERS = {"two": make_scaler(2), "three": make_scaler(3)}


def function_ops(op: str, a: int, b: int) -> int:
    return OPS[op](a, b)


def function_get(op: str, a: int, b: int) -> int:
    f = OPS.get(op)
    if f is None:
        raise ValueError(f"unknown {op}")
    return f(a, b)


def function_default(op: str, a: int) -> int:
    return OPS.get(op, lambda x, y: x - y)(a, 1)


def function_casts(kind: str, text: str) -> list[str]:
    return [repr(CASTS[kind](text))]


def function_chain(text: str) -> str:
    for f in CHAIN:
        text = f(text)
    return text


def function_scalers(x: int) -> dict[str, int]:
    return {name: f(x) for name, f in SCALERS.items()}


def function_apply(x: int) -> list[int]:
    def apply(f, v):
        return f(v)

    return [apply(lambda v: v + x, 1), apply(abs, -5), apply(make_scaler(4), 2)]


def function_map(xs: list[int]) -> list[list[int]]:
    k = 3

    def triple(v):
        return v * k

    m = map(triple, xs)
    f = filter(lambda v: v % 2, xs)
    return [list(m), list(f), list(map(lambda a, b: a + b, xs, xs))]


def function_genexp(xs: list[int]) -> list[int]:
    g = (x * x for x in xs if x > 0)
    first = next(g, -1)
    return [first, *g]


def function_same(x: int) -> list[bool]:
    def f():
        return x

    g = f
    h = lambda: x
    return [f is g, f == g, f is h, f != h, callable(f), callable(x), f is not g, f in [g], f is None]


def function_memo(n: int) -> int:
    cache = {}

    def fib(k):
        if k in cache:
            return cache[k]
        cache[k] = k if k < 2 else fib(k - 1) + fib(k - 2)
        return cache[k]

    return fib(n)


def function_walk(tree: dict[str, list[str]], root: str) -> list[str]:
    out: list[str] = []
    seen = set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        out.append(node)
        for child in tree.get(node, []):
            visit(child)

    visit(root)
    return out


def function_best(xs: list[int]) -> int | None:
    best = None

    def look(x):
        nonlocal best
        if best is None or x > best:
            best = x

    for x in xs:
        look(x)
    return best


ARGUMENTS = {
    function_ops: [("add", 1, 2), ("mul", 2, 3), ("max", 2, 9), ("pow", 3, 1), ("zip", 1, 1)],
    function_get: [("add", 1, 2), ("no", 1, 2)],
    function_default: [("x", 5), ("mul", 5)],
    function_casts: [("int", "5"), ("float", "1.5"), ("str", "a"), ("int", "x")],
    function_chain: [("  Hello World ",)],
    function_scalers: [(5,)],
    function_apply: [(3,)],
    function_map: [([1, 2, 3],), ([],)],
    function_genexp: [([3, -1, 2],), ([],)],
    function_same: [(1,)],
    function_memo: [(30,)],
    function_walk: [({"a": ["b", "c"], "b": ["c", "d"]}, "a")],
    function_best: [([],), ([1, 5, 2],)],
}
