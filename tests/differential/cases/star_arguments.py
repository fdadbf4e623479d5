import functools


def total(*nums):
    return sum(nums)


def describe(name, *values, sep=", ", **extra):
    parts = [name] + [str(v) for v in values]
    for key, value in extra.items():
        parts.append(f"{key}={value}")
    return sep.join(parts)


def opts(**kwargs):
    return kwargs.get("a", 0) + len(kwargs)


def add3(a, b, c):
    return a * 100 + b * 10 + c


def only(a, /, b, *, c=1):
    return a + b + c


def twice(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs) * 2

    return wrapper


def repeat(n):
    def decorate(fn):
        def wrapper(*args, **kwargs):
            out = []
            for _ in range(n):
                out.append(fn(*args, **kwargs))
            return out

        return wrapper

    return decorate


@twice
def mul(a, b=3):
    return a * b


@repeat(3)
def inc(x):
    return x + 1


@twice
@twice
def one(x, *, k=1):
    return x + k


DEFAULTS = {"b": 5, "c": 7}


def star_total(x: int) -> list[int]:
    pair = (x, 5)
    return [total(), total(x), total(1, x, 3), total(*pair), total(*pair, 4, *pair)]


def star_describe(x: int) -> list[str]:
    return [describe("a"), describe("b", 1, "c", None), describe("c", x, sep="-", z=1, y="t"), describe(name="n")]


def star_opts(x: int) -> list[int]:
    return [opts(), opts(a=x), opts(b=1, c=2)]


def star_spread(xs: list[int]) -> int:
    return add3(*xs)


def star_spread_one(xs: list[int]) -> int:
    return add3(1, *xs)


def star_default_star(x: int) -> int:
    return add3(x, **DEFAULTS) + add3(**{"a": 1, "b": 2, "c": x})


def star_only(x: int) -> int:
    return only(x, 2) + only(1, b=x, c=3)


def star_deco(x: int) -> list[int]:
    return [mul(x), mul(x, 4), mul(a=x, b=2), *inc(x), one(x), one(x, k=5)]


def star_local_deco(x: int) -> list[int]:
    calls = []

    def trace(fn):
        def inner(*args, **kwargs):
            calls.append(len(args) + len(kwargs))
            return fn(*args, **kwargs)

        return inner

    @trace
    def add(a, b=1):
        return a + b

    return [add(x), add(x, 2), add(a=x), add(x, b=7), *calls]


def star_print(xs: list[int]) -> int:
    print(*xs)
    print("a", *xs, sep=", ")
    return 1


def star_max(xs: list[int]) -> int:
    return max(*xs) - min(*xs)


def star_sets(xs: list[list[int]]) -> list[int]:
    sets = [set(x) for x in xs]
    return sorted(set().union(*xs)) + sorted(set.union(*sets)) + sorted(set.intersection(*sets)) + sorted(sets[0].difference(*sets[1:]))


def star_tuple_star(x: int) -> list[int]:
    a = (x, 1)
    b = (*a, 2, *a)
    return [len(b), *b]


def star_partial(x: int) -> int:
    def bind(fn, *first, **named):
        def call(*rest, **more):
            return fn(*first, *rest, **{**named, **more}) if False else fn(*first, *rest, **named)

        return call

    return bind(add3, 1, c=3)(x)


def star_kw_read(x: int) -> list[str]:
    def show(**options):
        out = []
        if "color" in options:
            out.append(options["color"])
        if not options:
            out.append("none")
        for k in options:
            out.append(k)
        return out + sorted(options)

    return show() + show(color="red") + show(size="1", color="b")


def star_args_index(x: int) -> list[str]:
    def f(*args):
        if not args:
            return "empty"
        if len(args) == 1:
            return str(args[0])
        return f"{args[0]}..{args[-1]} {args} {len(args)}"

    return [f(), f(x), f(x, "b"), f(1, 2, 3)]


def star_mutate_kw(x: int) -> int:
    def f(**kw):
        kw["z"] = 1
        kw.setdefault("a", 5)
        return sum(kw.values())

    return f() + f(a=x) + f(b=2)


def star_dict_kwargs(x: int) -> dict[str, int]:
    def make(**kw):
        return dict(kw)

    def make2(**kw):
        return kw

    return {**make(a=x), **make2(b=2), **dict(c=3)}


def star_lambda_star(x: int) -> int:
    f = lambda *a, **k: len(a) * 10 + len(k)
    return f(1, 2, z=1) + (lambda *a: len(a))(*(1, 2, 3))


def star_compose(x: int) -> int:
    def compose(*fs):
        def run(v):
            for f in fs:
                v = f(v)
            return v

        return run

    return compose(lambda v: v + 1, lambda v: v * 2, abs)(x)


def star_log(x: int) -> list[str]:
    log = []

    def logged(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            log.append(f"{fn.__name__}{args}{kwargs}")
            try:
                return fn(*args, **kwargs)
            except ZeroDivisionError as e:
                log.append(f"error {e}")
                return -1

        return wrapper

    @logged
    def div(a, b):
        return a // b

    return [str(div(x, 2)), str(div(x, b=0)), *log]


def star_too_many(x: int) -> int:
    fs = [add3, total]
    out = 0
    for f in fs:
        out += f(1, 2)
    return out


ARGUMENTS = {
    star_total: [(1,)],
    star_describe: [(1,)],
    star_opts: [(4,)],
    star_spread: [([1, 2, 3],), ([1],), ([1, 2],), ([],), ([1, 2, 3, 4],)],
    star_spread_one: [([1, 2],), ([1],), ([],), ([1, 2, 3],)],
    star_default_star: [(3,)],
    star_only: [(3,)],
    star_deco: [(5,)],
    star_local_deco: [(5,)],
    star_print: [([1, 2],), ([],)],
    star_max: [([1, 5, 3],), ([],), ([1],)],
    star_sets: [([[1, 2], [2, 3]],), ([],)],
    star_tuple_star: [(3,)],
    star_partial: [(2,)],
    star_kw_read: [(1,)],
    star_args_index: [(1,)],
    star_mutate_kw: [(1,)],
    star_dict_kwargs: [(1,)],
    star_lambda_star: [(1,)],
    star_compose: [(-5,)],
    star_log: [(5,)],
    star_too_many: [(1,)],
}
