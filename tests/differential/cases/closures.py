import math


def closure_try_static(text: str) -> str:
    try:
        f = int
        f(text)
    except ValueError:
        f = str
    return str(f(text)) + "!"


def closure_if_static(flag: bool, x: float) -> float:
    if flag:
        f = math.sqrt
    else:
        f = math.floor
    return f(x) + 0.5


def closure_loop_static(n: int) -> int:
    f = abs
    total = 0
    for i in range(n):
        total += f(-i)
        f = lambda v: v * 2
    return total


def closure_maybe_static(flag: bool) -> int:
    if flag:
        f = len
    return f("abc")


def closure_none_callable(flag: bool) -> int:
    f = None
    if flag:
        f = len
    return f("abc")


def closure_unbound_cell(flag: bool) -> int:
    def inner():
        return x

    if flag:
        x = 5
        y = inner()
        x = 6
        y += inner()
        return y
    inner()
    return 0


def closure_del_cell(flag: bool) -> int:
    x = 1

    def inner():
        return x

    if flag:
        del x
    return inner()


def closure_local_unbound_cell(flag: bool) -> int:
    def inner():
        return x

    if flag:
        x = 1
    return x


def closure_handler_cell(n: int) -> str:
    try:
        10 // n
    except ZeroDivisionError as e:

        def show():
            return str(e)

        return show()
    return "fine"


def closure_params_changed(n: int) -> list[int]:
    def add(k):
        return n + k

    a = add(1)
    n = 100
    return [a, add(1)]


def closure_nested_deep(n: int) -> int:
    def one(a):
        def two(b):
            def three(c):
                nonlocal n
                n += 1
                return a + b + c + n

            return three

        return two

    f = one(1)(2)
    return f(3) + f(3) + n


def closure_generator_inner(n: int) -> list[int]:
    factor = 3

    def gen(k):
        for i in range(k):
            yield i * factor

    factor = 4
    return list(gen(n))


def closure_default_mutable_read(n: int) -> int:
    def f(x, table={"a": 1}):
        return table["a"] + x

    return f(n)


def closure_lambda_default(xs: list[str]) -> dict[str, int]:
    fs = {}
    for x in xs:
        fs[x] = lambda y=len(x), *, z=1: y + z
    return {k: f() + f(5) + f(z=3) for k, f in fs.items()}


def closure_comp_cells(n: int) -> list[list[int]]:
    a = [lambda: i for i in range(n)]
    b = [(lambda i=i: i) for i in range(n)]
    c = [[lambda: (i, j) for j in range(2)] for i in range(n)]
    return [[f() for f in a], [f() for f in b], [x + y for row in c for f in row for x, y in [f()]]]


def closure_immediate(x: int) -> int:
    return (lambda a, b: a * b)(x, 3) + (lambda: x)()


def closure_tuple_of(x: int) -> tuple[int, int]:
    pair = (lambda a: a + x, lambda a: a - x)
    f, g = pair
    return f(1), g(1)


def closure_recursive_loop(xs: list[int]) -> list[int]:
    out = []
    for k in xs:

        def down(n):
            if n <= 0:
                return k
            return down(n - 1) + 1

        out.append(down(3))
    return out


def closure_overflow(n: int) -> int:
    def down(k):
        return down(k + 1)

    return down(n)


def closure_args_error(flag: bool) -> int:
    f = (lambda a: a) if flag else (lambda a, b: a + b)
    return f(1)


def closure_walrus(xs: list[int]) -> list[int]:
    last = 0
    ys = [last := x + last for x in xs]
    f = lambda v: (w := v * 2) + w
    return [*ys, last, f(3)]


def closure_cps(n: int) -> int:
    def count(k, then):
        if k == 0:
            return then(0)
        return count(k - 1, lambda v: then(v) + 1)

    return count(n, lambda v: v)


def closure_map_rebind(xs: list[int]) -> list[int]:
    f = lambda v: v + 1
    out = []
    for x in map(f, xs):
        f = lambda v: v * 100
        out.append(x)
    return out


def closure_filter_none(xs: list[int]) -> list[int]:
    it = filter(None, xs)
    return list(it) + list(filter(None, [0, 1]))


def closure_genexp_late(n: int) -> list[int]:
    k = 1
    g = (x * k for x in range(n))
    k = 10
    return list(g)


def closure_genexp_list_grow(n: int) -> list[int]:
    xs = [1, 2]
    g = (x for x in xs)
    xs.append(n)
    return list(g)


def closure_sort_method(xs: list[str]) -> list[str]:
    def key(s):
        return (-len(s), s)

    xs.sort(key=key)
    xs.sort(key=None, reverse=True) if not xs else None
    return xs


def closure_key_maybe(xs: list[str], flag: bool) -> list[str]:
    key = str.lower if flag else None
    return sorted(xs, key=key)


def closure_name(x: int) -> list[str]:
    def inner():
        return x

    return [inner.__name__, (lambda: 0).__name__, inner.__qualname__, closure_walrus.__name__]


def closure_cell_union(flag: bool) -> str:
    value = None

    def put(v):
        nonlocal value
        value = v

    if flag:
        put("text")
    put(3) if not flag else None
    if value is None:
        return "none"
    return f"{value}"


def closure_two_counters(n: int) -> list[int]:
    def make():
        c = 0

        def inc(by=1):
            nonlocal c
            c += by
            return c

        def get():
            return c

        return inc, get

    i1, g1 = make()
    i2, g2 = make()
    for _ in range(n):
        i1()
        i2(2)
    return [g1(), g2()]


def closure_dict_counter(words: list[str]) -> dict[str, int]:
    counts = {}

    def add(word):
        counts[word] = counts.get(word, 0) + 1

    for w in words:
        add(w)
    return counts


def closure_shadow_builtin(n: int) -> int:
    def len(x):
        return 42 + n

    return len("abc")


def closure_string_dispatch(cmds: list[str]) -> list[int]:
    stack = []

    def push(v):
        stack.append(v)

    def add():
        push(stack.pop() + stack.pop())

    def dup():
        push(stack[-1])

    ops = {"add": add, "dup": dup}
    for c in cmds:
        if c in ops:
            ops[c]()
        else:
            push(int(c))
    return stack


ARGUMENTS = {
    closure_try_static: [("5",), ("x",)],
    closure_if_static: [(True, 2.0), (False, 2.7)],
    closure_loop_static: [(0,), (4,)],
    closure_maybe_static: [(True,), (False,)],
    closure_none_callable: [(True,), (False,)],
    closure_unbound_cell: [(True,), (False,)],
    closure_del_cell: [(True,), (False,)],
    closure_local_unbound_cell: [(True,), (False,)],
    closure_handler_cell: [(0,), (1,)],
    closure_params_changed: [(1,)],
    closure_nested_deep: [(1,)],
    closure_generator_inner: [(3,)],
    closure_default_mutable_read: [(1,)],
    closure_lambda_default: [(["a", "bb"],)],
    closure_comp_cells: [(3,), (0,)],
    closure_immediate: [(2,)],
    closure_tuple_of: [(5,)],
    closure_recursive_loop: [([1, 2],)],
    closure_overflow: [(1,)],
    closure_args_error: [(True,), (False,)],
    closure_walrus: [([1, 2, 3],)],
    closure_cps: [(5,), (0,)],
    closure_map_rebind: [([1, 2],)],
    closure_filter_none: [([0, 1, 2],)],
    closure_genexp_late: [(3,)],
    closure_genexp_list_grow: [(3,)],
    closure_sort_method: [(["a", "bb", "ab"],)],
    closure_key_maybe: [(["B", "a"], True), (["B", "a"], False)],
    closure_name: [(1,)],
    closure_cell_union: [(True,), (False,)],
    closure_two_counters: [(3,)],
    closure_dict_counter: [(["a", "b", "a"],)],
    closure_shadow_builtin: [(1,)],
    closure_string_dispatch: [(["1", "dup", "add", "5", "add"],), (["add"],)],
}
