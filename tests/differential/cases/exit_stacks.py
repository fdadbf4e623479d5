"""contextlib.ExitStack."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def resource(name: str, log: list[str], fail: bool = False) -> Iterator[str]:
    log.append(f"open {name}")
    if fail:
        raise OSError(f"cannot open {name}")
    try:
        yield name.upper()
    except ValueError as error:
        log.append(f"{name} saw {error}")
        raise
    finally:
        log.append(f"close {name}")


class Guard:
    def __init__(self, log: list[str], swallow: bool) -> None:
        self.log = log
        self.swallow = swallow

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        self.log.append(f"guard {error}")
        return self.swallow


def stack_of_resources(names: list[str], boom: bool) -> list[str]:
    log: list[str] = []
    with suppress(ValueError), ExitStack() as stack:
        handles = [stack.enter_context(resource(n, log, n == "bad")) for n in names]
        stack.callback(log.append, "callback")
        log.append("+".join(handles))
        if boom:
            raise ValueError("boom")
    return log


def stack_that_swallows(swallow: bool, boom: bool) -> list[str]:
    log: list[str] = []
    with ExitStack() as stack:
        stack.enter_context(Guard(log, swallow))
        stack.enter_context(resource("r", log))
        if boom:
            raise ValueError("boom")
    log.append("after")
    return log


def stack_kept(keep: bool) -> list[str]:
    log: list[str] = []
    with ExitStack() as stack:
        stack.enter_context(resource("a", log))
        kept = stack.pop_all() if keep else None
    log.append("out")
    if kept is not None:
        kept.close()
    return log


def stack_that_replaces(value: str) -> list[str]:
    log: list[str] = []

    def convert() -> None:
        log.append(str(int(value)))

    try:
        with ExitStack() as stack:
            stack.callback(convert)
            raise KeyError("first")
    except (KeyError, ValueError) as error:
        log.append(repr(error))
    return log


ARGUMENTS = {
    stack_of_resources: [(["a", "b"], False), (["a", "b"], True), ([], False), (["a", "bad"], False)],
    stack_that_swallows: [(True, True), (False, True), (True, False)],
    stack_kept: [(True,), (False,)],
    stack_that_replaces: [("1",), ("x",)],
}
