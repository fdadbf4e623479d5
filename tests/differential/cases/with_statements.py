"""`with`: context managers of users' classes and of contextlib, on every way out."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress


class Recorder:
    def __init__(self, log: list[str], name: str, swallow: bool = False):
        self.log = log
        self.name = name
        self.swallow = swallow

    def __enter__(self) -> "Recorder":
        self.log.append(f"enter {self.name}")
        return self

    def __exit__(self, exc_type, exc, tb) -> bool:
        if exc_type is None:
            self.log.append(f"exit {self.name}")
        else:
            self.log.append(f"exit {self.name} {exc_type.__name__} {exc} {tb is None} {exc is not None}")
        return self.swallow


class OnlyValueErrors:
    def __enter__(self) -> tuple[int, str]:
        return 1, "one"

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, ValueError)


class Failing:
    def __init__(self, where: str):
        self.where = where

    def __enter__(self):
        if self.where == "enter":
            raise KeyError("enter")
        return self.where

    def __exit__(self, *details):
        if self.where == "exit":
            raise RuntimeError("exit")


class Transaction:
    def __init__(self, store: dict[str, int]):
        self.store = store
        self.saved: dict[str, int] = {}

    def __enter__(self):
        self.saved = dict(self.store)
        return self.store

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type:
            self.store.clear()
            self.store.update(self.saved)
        return False


class Resource:
    def __init__(self, log: list[str]):
        self.log = log

    def close(self) -> None:
        self.log.append("closed")


def with_basic(n: int) -> list[str]:
    log: list[str] = []
    try:
        with Recorder(log, "a") as outer, Recorder(log, "b", n == 2) as inner:
            log.append(outer.name + inner.name)
            log.append(str(10 // n) if n != 2 else str([][n]))
            log.append("end")
        log.append("after")
    except ZeroDivisionError as e:
        log.append(f"caught {e}")
    return log


def with_return(n: int) -> tuple[list[str], int]:
    log: list[str] = []

    def inner() -> int:
        for i in range(3):
            with Recorder(log, str(i), True):
                if i == n:
                    return i
                if i == 1:
                    continue
                if n == 9:
                    break
                int("x")
            log.append("swallowed")
        return -1

    return log, inner()


def with_tuple_target(text: str) -> str:
    result = "start"
    with OnlyValueErrors() as (number, name):
        result = name * number
        result = str(int(text))
        if text == "7":
            raise KeyError("seven")
    return result


def with_failing(where: str) -> str:
    try:
        with Failing(where) as x:
            if where == "body" or where == "exit":
                raise ValueError(x)
            return "body " + x
    except RuntimeError as e:
        return f"{e!r} {e.__context__!r}"
    except (KeyError, ValueError) as e:
        return f"{e!r} {e.__context__!r}"


def with_transaction(values: list[str]) -> dict[str, int]:
    store = {"start": 0}
    for value in values:
        with suppress(ValueError, KeyError), Transaction(store) as current:
            current[value] = len(current)
            current["last"] = int(value)
    return store


@contextmanager
def section(log: list[str], name: str) -> Iterator[str]:
    log.append(f"<{name}>")
    try:
        yield name.upper()
    finally:
        log.append(f"</{name}>")


@contextmanager
def caught_inside(log: list[str]):
    try:
        yield
    except ValueError as e:
        log.append(f"inside {e}")


@contextmanager
def translated():
    try:
        yield 5
    except KeyError as e:
        raise RuntimeError("translated") from e


@contextmanager
def never_yields(n: int):
    if n > 100:
        yield n


def with_generators(kind: str) -> list[str]:
    log: list[str] = []
    try:
        with section(log, "a") as a, section(log, "b") as b:
            log.append(a + b)
            with caught_inside(log):
                if kind == "value":
                    raise ValueError("v")
                with translated() as five:
                    log.append(str(five))
                    if kind == "key":
                        raise KeyError("k")
                    if kind == "index":
                        [][five]
                    if kind == "return":
                        return log
            if kind == "never":
                with never_yields(1) as n:
                    log.append(str(n))
    except RuntimeError as e:
        log.append(f"{e!r} {e.__cause__!r}")
    except IndexError as e:
        log.append(f"{e!r}")
    return log


def with_nested_manager(n: int) -> list[int]:
    stack: list[int] = []

    @contextmanager
    def pushed(value: int):
        stack.append(value)
        yield stack
        stack.append(-value)

    with pushed(1) as s, pushed(2):
        s.append(n)
    try:
        with pushed(3):
            raise ValueError("skips what follows")
    except ValueError:
        stack.append(99)
    return stack


class Timer:
    def __init__(self):
        self.steps: list[str] = []

    @contextmanager
    def step(self, name: str):
        self.steps.append("start " + name)
        yield self
        self.steps.append("stop " + name)


def with_method_manager(names: list[str]) -> list[str]:
    timer = Timer()
    for name in names:
        with timer.step(name) as t:
            t.steps.append("in")
    return timer.steps


def with_library(kind: str) -> list[str]:
    log: list[str] = []
    resource = Resource(log)
    with suppress(KeyError, IndexError):
        log.append("try")
        if kind == "key":
            {"a": 1}[kind]
        log.append("no key error")
    with nullcontext(kind) as k:
        log.append(k)
    with nullcontext():
        log.append("nothing")
    try:
        with closing(resource) as r:
            r.log.append("using")
            int(kind)
    except ValueError as e:
        log.append(str(e))
    return log


def with_in_generator(n: int):
    log: list[str] = []
    with Recorder(log, "g"):
        for i in range(n):
            yield i
    yield len(log)


def with_bound_names(n: int) -> int:
    with Failing("none") as name:
        value = len(name) + n
    return value * 2


ARGUMENTS = {
    with_basic: [(1,), (0,), (2,)],
    with_return: [(0,), (1,), (2,), (3,), (9,)],
    with_tuple_target: [("5",), ("x",), ("7",)],
    with_failing: [("enter",), ("exit",), ("body",), ("none",)],
    with_transaction: [(["1", "x", "2"],), ([],)],
    with_generators: [(kind,) for kind in ("plain", "value", "key", "index", "return", "never")],
    with_nested_manager: [(7,)],
    with_method_manager: [(["a", "b"],)],
    with_library: [("key",), ("5",), ("x",)],
    with_in_generator: [(0,), (3,)],
    with_bound_names: [(4,)],
}
