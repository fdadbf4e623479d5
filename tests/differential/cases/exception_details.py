"""Exceptions in loops and generators, asserts, values of StopIteration, warnings and logging, classes kept in attributes."""

import logging
import warnings

logger = logging.getLogger(__name__)


class Retry(Exception):
    """Nothing of its own."""


class Limit(Retry):
    def __init__(self, limit: int, *, unit: str = "s"):
        super().__init__(f"limit {limit}{unit}")
        self.limit = limit


class Swallow:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)


def attempt(n: int) -> int:
    if n == 0:
        raise Retry
    if n == 1:
        raise Limit(5)
    if n == 2:
        raise Limit(7, unit="ms")
    assert n != 3, f"three {n}"
    assert n != 4
    return n


def details_loop(items: list[int]) -> list[str]:
    out = []
    for item in items:
        try:
            value = attempt(item)
        except Limit as e:
            out.append(f"limit {e.limit} {e}")
            if e.limit > 6:
                break
            continue
        except Retry as e:
            out.append(f"retry {e!r} {e.args}")
        except AssertionError as e:
            out.append(f"assert {e} {e.args}")
        else:
            out.append(f"value {value}")
        finally:
            out.append("finally")
    else:
        out.append("completed")
    return out


def details_while(limit: int) -> int:
    tries = 0
    last: Exception | None = None
    while tries < limit:
        try:
            attempt(tries)
            break
        except Retry as e:
            last = e
            tries += 1
    else:
        raise RuntimeError(f"gave up after {tries}") from last
    return tries


def counted(n: int):
    received = 0
    try:
        for i in range(n):
            try:
                yield i
            except ValueError as e:
                received += 1
                yield -int(str(e))
    finally:
        received += 10
    return received


def details_generator(n: int) -> list[str]:
    out = []
    g = counted(n)
    try:
        out.append(str(next(g)))
        out.append(str(g.throw(ValueError("5"))))
        while True:
            out.append(str(next(g)))
    except StopIteration as e:
        out.append(f"stop {e.value} {e.args}")
    h = counted(n)
    try:
        next(h)
        h.throw(KeyError("k"))
    except KeyError as e:
        out.append(repr(e))
    except StopIteration:
        out.append("stopped")
    k = counted(2)
    try:
        k.throw(ValueError("early"))
    except ValueError as e:
        out.append(f"early {e}")
    return out


def details_swallow(kind: str) -> str:
    log = "start"
    with Swallow(KeyError, Retry), Swallow(ZeroDivisionError):
        log += " in"
        if kind == "key":
            {"a": 1}[kind]
        if kind == "zero":
            1 // len(log[:0])
        if kind == "limit":
            attempt(1)
        if kind == "index":
            [][0]
        log += " end"
    return log


def details_logging(n: int) -> int:
    logger.info("nothing %s", n)
    logger.warning("number %d", n)
    logging.getLogger("other").error("text")
    if logger.isEnabledFor(logging.DEBUG):
        return -1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("old", DeprecationWarning, stacklevel=2)
    warnings.warn(f"number {n}")
    return n


def details_kept(n: int) -> list[str]:
    problems: dict[str, Exception] = {}
    for i in range(n):
        try:
            attempt(i)
        except Exception as e:
            problems[type(e).__name__ + str(i)] = e
    out = []
    for name, e in problems.items():
        match e:
            case Limit(limit=limit):
                out.append(f"{name} {limit}")
            case Retry():
                out.append(f"{name} {e}")
            case AssertionError(args=(text,)):
                out.append(f"{name} {text}")
            case Exception() as other:
                out.append(f"{name} {other.args}")
    return out


def details_nested(n: int) -> str:
    try:
        try:
            try:
                attempt(n)
            except Limit as e:
                raise ValueError("inner") from e
            finally:
                if n == 0:
                    raise KeyError("finally")
        except ValueError as e:
            cause = e.__cause__
            if isinstance(cause, Limit):
                return f"{cause.limit} {e.__suppress_context__}"
            raise
    except KeyError as e:
        return f"{e} {e.__context__!r} {e.__cause__}"
    return "none"


def details_arguments(n: int) -> str:
    try:
        if n == 0:
            raise ValueError("text", 1, 2.5)
        if n == 1:
            raise ValueError([n, 2])
        if n == 2:
            raise KeyError(("a", n))
        if n == 3:
            raise ValueError({"n": n})
        int("?")
    except ValueError as e:
        first = e.args[0]
        return f"{first} {len(e.args)} {e.args!r}"
    except LookupError as e:
        return f"{e.args} {e}"
    return ""


def averaged():
    total = 0
    count = 0
    while (value := (yield total)) is not None:
        total += value
        count += 1
    return f"{total} of {count}"


def details_returned(values: list[int]) -> str:
    g = averaged()
    next(g)
    for value in values:
        g.send(value)
    try:
        g.send(None)
    except StopIteration as e:
        return f"{e.value!r} {e} {e!r}"
    return "no stop"


def details_power(x: float, n: float) -> str:
    try:
        return f"{x**n:.3g}"
    except OverflowError as e:
        return f"{e.args} {e.args[0]} {len(e.args)}"


ARGUMENTS = {
    details_returned: [([1, 2, 3],), ([],)],
    details_power: [(10.0, 400.0), (2.0, 3.0)],
    details_loop: [([5, 0, 1, 3, 4],), ([2, 5],), ([],)],
    details_while: [(1,), (2,), (5,)],
    details_generator: [(3,), (1,)],
    details_swallow: [("key",), ("zero",), ("limit",), ("index",), ("none",)],
    details_logging: [(3,)],
    details_kept: [(6,)],
    details_nested: [(0,), (1,), (2,), (9,)],
    details_arguments: [(0,), (1,), (2,), (3,), (4,)],
}
