def capture_changes(n: int) -> list[int]:
    a = b = c = d = e = 1
    fa = lambda: a
    fb = lambda: b
    fc = lambda: c
    fd = lambda: d
    fe = lambda: e
    a += 10
    (b, c) = (20, 30)
    for d in range(n):
        pass
    if (e := n * 2) > 3:
        pass
    return [fa(), fb(), fc(), fd(), fe()]


def capture_match(n: int) -> list[int]:
    v = 1
    f = lambda: v
    match n:
        case 1:
            v = 100
        case v:
            pass
    return [f(), v]


def capture_except_flow(s: str) -> str:
    try:
        x = int(s)
    except ValueError:
        x = -1

    def f():
        return x

    return str(f())


def capture_try_after(s: str) -> str:
    x = 0
    f = lambda: x
    try:
        x = int(s)
    except ValueError:
        return f"bad {f()}"
    finally:
        x += 1
    return str(f())


def capture_else_loop(n: int) -> list[int]:
    for i in range(n):
        if i == 2:
            break
    else:
        i = -5
    g = lambda: i
    return [g()]


def capture_loop_unbound(n: int) -> int:
    for i in range(n):
        pass
    g = lambda: i
    return g()


def capture_while_true(n: int) -> int:
    while True:
        x = n
        break
    return (lambda: x)()


def capture_param_del(n: int) -> int:
    f = lambda: n
    del n
    return f()


def capture_redefine(n: int) -> list[int]:
    def f(k):
        return 0 if k <= 0 else 1 + f(k - 1)

    g = f

    def f(k):
        return 100

    return [g(3), f(1)]


def capture_rebind_name(n: int) -> list[int]:
    def f(k):
        return 0 if k <= 0 else 1 + f(k - 1)

    g = f
    f = lambda k: 50
    return [g(3), f(1)]


def capture_comp_walrus(xs: list[int]) -> list[int]:
    last = 0
    f = lambda: last
    ys = [(last := x) for x in xs]
    return [f(), *ys]


def capture_nonlocal_two(n: int) -> list[int]:
    x = n

    def up():
        nonlocal x
        x += 1

        def more():
            nonlocal x
            x *= 2
            return x

        return more

    m = up()
    return [m(), m(), x]


def capture_cell_in_loop_var(n: int) -> list[int]:
    fs = []
    for i in range(n):
        j = i * 10
        fs.append((lambda: j, lambda k=j: k))
    return [f() for p in fs for f in p]


def capture_narrow(x: int | None) -> int:
    if x is None:
        x = 7

    def f():
        return x + 1

    return f()


def capture_narrow_cell(x: int | None) -> int:
    def f():
        return 0 if x is None else x + 1

    r = f()
    if x is None:
        x = 5
    return r + f()


def capture_shadow(x: int) -> list[int]:
    def f(x):
        def g():
            x = 3
            return x

        return x + g()

    return [f(1), x]


def capture_gen_capture(n: int) -> list[int]:
    x = 1
    g = (x * i for i in range(n))
    h = [x * i for i in range(n)]
    x = 5
    return [*g, *h]


def capture_finally_cell(n: int) -> list[int]:
    out = []

    def f():
        try:
            return n
        finally:
            out.append(n)

    n += 1
    return [f(), *out]


def capture_deep(n: int) -> int:
    def a():
        def b():
            def c():
                return n + late

            return c

        return b

    late = 5
    r = a()()()
    late = 50
    return r + a()()()


def capture_default_order(n: int) -> list[int]:
    log = []

    def t(v):
        log.append(v)
        return v

    def f(a=t(1), b=t(2), *, c=t(3)):
        return a + b + c

    log.append(f())
    g = lambda p=t(4): p
    log.append(g())
    return log


def capture_eval_order(n: int) -> list[int]:
    log = []

    def t(v):
        log.append(v)
        return v

    def f(*a, **k):
        return len(a)

    f(t(1), *[t(2), t(3)], t(4), x=t(5), **{"y": t(6)})
    (t(7), t(8))
    {t(9): t(10)}
    return log


def capture_list_of_closures_loop(n: int) -> int:
    acc = lambda v: v
    for k in range(n):
        acc = (lambda g, k: lambda v: g(v) + k)(acc, k)
    return acc(0)


def capture_static_cell(flag: bool) -> int:
    f = len

    def g():
        return f("abc")

    if flag:
        f = lambda s: -1
    return g()


ARGUMENTS = {
    capture_changes: [(3,), (1,)],
    capture_match: [(1,), (7,)],
    capture_except_flow: [("1",), ("x",)],
    capture_try_after: [("5",), ("x",)],
    capture_else_loop: [(5,), (1,)],
    capture_loop_unbound: [(2,), (0,)],
    capture_while_true: [(3,)],
    capture_param_del: [(1,)],
    capture_redefine: [(1,)],
    capture_rebind_name: [(1,)],
    capture_comp_walrus: [([1, 2],), ([],)],
    capture_nonlocal_two: [(1,)],
    capture_cell_in_loop_var: [(3,)],
    capture_narrow: [(None,), (3,)],
    capture_narrow_cell: [(None,), (3,)],
    capture_shadow: [(5,)],
    capture_gen_capture: [(3,)],
    capture_finally_cell: [(1,)],
    capture_deep: [(1,)],
    capture_default_order: [(1,)],
    capture_eval_order: [(1,)],
    capture_list_of_closures_loop: [(4,), (0,)],
    capture_static_cell: [(True,), (False,)],
}
