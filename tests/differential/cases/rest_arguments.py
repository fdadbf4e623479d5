from typing import Iterator, Callable


def rest_star_list(xs: list[int]) -> int:
    def total(*nums):
        s = 0
        for n in nums:
            s += n
        return s

    return total(*xs)


def rest_star_list_rest(xs: list[int]) -> str:
    def f(first, *rest):
        return f"{first} {len(rest)} {sum(rest)}"

    return f(*xs)


def rest_path(xs: list[str]) -> list[list[str]]:
    def go(prefix, rest):
        if not rest:
            return [prefix]
        out = []
        for i, r in enumerate(rest):
            out += go([*prefix, r], rest[:i] + rest[i + 1 :])
        return out

    return go([], xs)


def rest_default_list(x: int) -> list[int]:
    def f(v, acc=[]):
        return [*acc, v]

    return f(x) + f(x, [1])


def rest_mutable_default(x: int) -> list[int]:
    def f(v, acc=[]):
        acc.append(v)
        return acc

    f(x)
    return f(x + 1)


def helper_default(v, acc=[], table={"a": 1}):
    return len(acc) + table.get("a", 0) + v


def rest_helper_default(x: int) -> int:
    return helper_default(x) + helper_default(x, [1, 2]) + helper_default(x, table={})


def rest_gen_arg(n: int) -> list[int]:
    def consume(it: Iterator[int], k: int) -> list[int]:
        return [next(it) for _ in range(k)]

    g = (i * i for i in range(n))
    return consume(g, 2) + list(g)


def rest_nested_comp(n: int) -> list[list[int]]:
    k = 2
    return [[(lambda v: v * k + i)(j) for j in range(n)] for i in range(n)]


def rest_try_loop(xs: list[str]) -> list[int]:
    out = []

    def conv(s):
        try:
            return int(s)
        except ValueError:
            return None

    for x in xs:
        v = conv(x)
        if v is None:
            continue
        out.append(v)
    return out


def rest_none_default(xs: list[int]) -> list[int]:
    def f(items, key=None, pred=None):
        if pred is not None:
            items = [i for i in items if pred(i)]
        if key:
            items = [key(i) for i in items]
        return items

    return f(xs) + f(xs, key=lambda v: v * 2) + f(xs, pred=lambda v: v > 1) + f(xs, abs, lambda v: v < 0)


def rest_kw_only_missing(x: int) -> int:
    fs = [lambda *, a: a, lambda: 5]
    return fs[x]()


def rest_not_callable(x: int) -> str:
    v = None if x else abs
    try:
        return str(v(1))
    except TypeError as e:
        return str(e)


ARGUMENTS = {
    rest_star_list: [([1, 2],), ([],)],
    rest_star_list_rest: [([1, 2, 3],), ([],)],
    rest_path: [(["a", "b", "c"],)],
    rest_default_list: [(1,)],
    rest_mutable_default: [(1,)],
    rest_helper_default: [(1,)],
    rest_gen_arg: [(5,), (1,)],
    rest_nested_comp: [(2,)],
    rest_try_loop: [(["1", "x", "2"],)],
    rest_none_default: [([1, -2, 3],)],
    rest_kw_only_missing: [(0,), (1,)],
    rest_not_callable: [(0,), (1,)],
}
