"""Exceptions, `with` and `match` together: classes with several bases, contexts, generators, managers that raise."""

from dataclasses import dataclass, field
from contextlib import contextmanager, suppress


class First(Exception):
    def __init__(self, a, b):
        self.a = a
        self.b = b


class Second(ValueError, KeyError):
    pass


class Third(KeyError):
    pass


class Fourth(First):
    def __str__(self):
        return f"Fourth {self.a}-{self.b}"


@dataclass
class Coded(Exception):
    code: int
    text: str = "t"


@dataclass
class Node:
    kind: str
    children: list["Node"] = field(default_factory=list)
    label: str = "none"


def raise_one(k: int):
    if k == 0:
        raise First(1, "x")
    if k == 1:
        raise Second("two")
    if k == 2:
        raise Third("three")
    if k == 3:
        raise Fourth(2, "y")
    if k == 4:
        raise ValueError("v")
    if k == 5:
        raise OverflowError
    return k


def path_args(k: int) -> str:
    try:
        raise_one(k)
    except First as e:
        return f"{e.args} {e} {e!r} {e.a}"
    except KeyError as e:
        return f"key {e} {e!r} {e.args}"
    except (ValueError, OverflowError) as e:
        return f"{e.args} {e!r} {e!s:>5}|"
    return "n"


def path_uncaught(k: int) -> int:
    try:
        return raise_one(k)
    finally:
        k += 1


def path_cause(k: int) -> str:
    try:
        try:
            raise_one(k)
        except Exception as e:
            raise Fourth(k, "c") from e
    except Fourth as outer:
        c = outer.__cause__
        return f"{outer} {type(c).__name__} {c!r} {c is outer.__context__}"
    return "n"


def path_sets(n: int) -> list[int]:
    errs = [ValueError("a"), ValueError("a")]
    e = errs[0]
    return [len([x for x in errs if x == e]), errs.index(errs[1]), int(e in errs), int(errs[0] is errs[1])]


def tree(n: Node) -> str:
    match n:
        case Node("leaf", []):
            return "L"
        case Node("leaf", label=l):
            return f"bad {l}"
        case Node(kind="pair", children=[a, b]):
            return f"({tree(a)} {tree(b)})"
        case Node(children=[Node(kind=k), *rest]) if rest:
            return f"{k}+{len(rest)}"
        case Node(kind=k):
            return k


def path_tree(n: int) -> str:
    leaf = Node("leaf")
    p = Node("pair", [leaf, Node("pair", [leaf, leaf])])
    if n == 1:
        p = Node("x", [p, p, leaf])
    if n == 2:
        p.children.append(leaf)
    if n == 3:
        p = Node("leaf", [leaf], "q")
    return tree(p)


def path_reassign(values: list[int | str | None]) -> list[str]:
    out = []
    state: int | str | None = None
    for v in values:
        match (state, v):
            case (None, None):
                out.append("nn")
                state = 0
            case (int(n), int(m)):
                out.append(f"ii{n + m}")
                state = f"s{m}"
            case (str(s), _):
                out.append(f"s{s.upper()}")
                state = v
            case (_, x):
                out.append(f"x{x}")
                state = x
    return out


class Manager:
    def __init__(self, log, mode):
        self.log = log
        self.mode = mode

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, t, v, tb):
        self.log.append(f"out {t is ValueError} {isinstance(v, KeyError)} {v}")
        if self.mode == "raise":
            raise TypeError("from exit")
        if self.mode == "str":
            return v is not None and str(v) == "v"
        return None


def path_cm(mode: str, k: int) -> list[str]:
    log: list[str] = []
    try:
        with Manager(log, mode):
            log.append(f"r{raise_one(k)}")
            with suppress(TypeError):
                raise_one(4)
        log.append("after")
    except Exception as e:
        log.append(f"{e!r} ctx {e.__context__!r}")
    return log


def path_gen(n: int):
    with suppress(ValueError):
        for i in range(n):
            try:
                yield i
                if i == 2:
                    raise_one(4)
            except OverflowError:
                yield -1
            else:
                yield 100 + i
    yield 999


@contextmanager
def temp(d: dict[str, int], k: str, v: int):
    old = d.get(k)
    d[k] = v
    try:
        yield d
    except KeyError:
        d["err"] = 1
        raise
    finally:
        if old is None:
            del d[k]
        else:
            d[k] = old


def path_temp(k: str) -> list[tuple[str, int]]:
    d = {"a": 1}
    try:
        with temp(d, k, 5) as t, temp(t, "z", 7):
            d["seen"] = sum(t.values())
            if k == "b":
                d["nope"]
    except KeyError as e:
        d[f"caught {e}"] = len(e.args)
    return sorted(d.items())


def path_dc(n: int) -> str:
    try:
        raise Coded(n)
    except Coded as e:
        return f"{e.code} {e.text} {e.args} {e == Coded(n)}"


def path_loop(n: int) -> int:
    total = 0
    for i in range(n):
        try:
            if i % 3 == 0:
                continue
            if i == 7:
                break
            total += 10 // (i % 4)
        except ZeroDivisionError:
            total += 1000
            continue
        else:
            total += 1
        finally:
            total += 100000
    return total


K = range(7)
ARGUMENTS = {
    path_args: [(k,) for k in K],
    path_uncaught: [(k,) for k in K],
    path_cause: [(k,) for k in K],
    path_sets: [(1,)],
    path_tree: [(0,), (1,), (2,), (3,)],
    path_reassign: [([None, 1, 2, "a", None, 3, 4],), (["q"],)],
    path_cm: [(m, k) for m in ("raise", "str", "no") for k in (4, 2, 6)],
    path_gen: [(0,), (2,), (4,)],
    path_temp: [("a",), ("b",)],
    path_dc: [(3,)],
    path_loop: [(12,)],
}
