"""What is thrown into a generator that waits at `yield from`, or closes it, reaches the generator behind it."""

from __future__ import annotations

from collections.abc import Generator


def counting(log: list[str]) -> Generator[int, int | None, str]:
    total = 0
    try:
        while True:
            try:
                got = yield total
            except ValueError as error:
                log.append(f"caught {error}")
                got = -1
            if got is None:
                return f"total {total}"
            total += got
    finally:
        log.append("closed")


def outer(log: list[str]) -> Generator[int, int | None, None]:
    try:
        result = yield from counting(log)
        log.append(result)
        yield 99
    except KeyError as error:
        log.append(f"outer {error}")
        yield 77
    finally:
        log.append("outer closed")


def thrown_through(numbers: list[int]) -> list[str]:
    log: list[str] = []
    running = outer(log)
    next(running)
    for number in numbers:
        got = running.throw(ValueError(f"bad {number}")) if number < 0 else running.send(number)
        log.append(str(got))
    log.append(str(running.send(None)))
    return log


def thrown_past(name: str) -> list[str]:
    log: list[str] = []
    running = outer(log)
    next(running)
    try:
        log.append(str(running.throw(KeyError(name) if name != "type" else TypeError(name))))
        log.append(str(next(running, None)))
    except TypeError as error:
        log.append(f"left {error}")
    return log


def closed_through(started: bool) -> list[str]:
    log: list[str] = []
    running = outer(log)
    if started:
        next(running)
    running.close()
    log.append("after")
    return log


def ended_by_throw(limit: int) -> list[str]:
    def inner() -> Generator[int, None, str]:
        try:
            for number in range(limit):
                yield number
        except ValueError as error:
            return f"ended by {error}"
        return "ended"

    def around() -> Generator[int | str, None, None]:
        result = yield from inner()
        yield result

    running = around()
    found = [str(next(running))]
    found.append(str(running.throw(ValueError("stop"))))
    found.append(str(next(running, None)))
    return found


def thrown_while_handling(text: str) -> list[str]:
    log: list[str] = []

    def retrying() -> Generator[int, int | None, None]:
        try:
            int(text)
        except ValueError:
            yield from counting(log)
            log.append("handled")
        yield 5

    running = retrying()
    log.append(str(next(running)))
    try:
        log.append(str(running.throw(ValueError("again"))))
        log.append(str(running.send(None)))
    except ValueError as error:
        log.append(f"out {error}")
    return log


ARGUMENTS = {
    thrown_through: [([1, 2],), ([3, -1, 4],), ([-1, -2],)],
    thrown_past: [("key",), ("type",)],
    closed_through: [(True,), (False,)],
    ended_by_throw: [(3,)],
    thrown_while_handling: [("x",), ("1",)],
}
