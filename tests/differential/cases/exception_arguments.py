"""Exceptions whose arguments are of several lengths."""

from __future__ import annotations

from typing import Any
import functools


class E1(Exception):
    def __init__(self, n: int, last: Exception):
        super().__init__(f"failed {n}: {last}")
        self.n = n


class E2(Exception):
    def __init__(self, n: int, last: Exception | None):
        super().__init__(f"failed {n}: {last}")
        self.n = n


class E3(Exception):
    def __init__(self, n: int, last: str):
        super().__init__(f"failed {n}: {last}")


def chained_arguments(n: int) -> str:
    try:
        try:
            raise ValueError(f"v{n}")
        except ValueError as e:
            raise E1(n, e) from e
    except E1 as e:
        return str(e)


def many_arguments(n: int) -> list[str]:
    err = None
    for i in range(n):
        try:
            raise ValueError(f"v{n}")
        except ValueError as e:
            err = e
    try:
        raise E2(n, err) from err
    except E2 as e:
        return [str(e), repr(e), str(e.args)]


def one_argument(n: int) -> list[str]:
    try:
        raise E3(n, "x")
    except E3 as e:
        return [str(e), repr(e), str(e.args)]


class RetryError(Exception):
    def __init__(self, attempts: int, last: Exception):
        super().__init__(f"failed after {attempts} attempts: {last}")
        self.attempts = attempts
        self.last = last


def retry(times: int, base: float = 0.5):

    def deco(fn):

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            delays = []
            err: Exception | None = None
            for attempt in range(times):
                try:
                    return (fn(*args, attempt=attempt, **kwargs), delays)
                except (ValueError, KeyError) as e:
                    err = e
                    delays.append(min(base * 2**attempt, 3.0))
            raise RetryError(times, err) from err

        return wrapper

    return deco


@retry(3)
def flaky(fail: int, attempt: int = 0) -> str:
    if attempt < fail:
        raise ValueError(f"attempt {attempt}")
    return f"ok@{attempt}"


def retry_backoff(fail: int) -> dict[str, Any]:
    try:
        r, d = flaky(fail)
        return {"result": r, "delays": d}
    except RetryError as e:
        return {"error": str(e), "attempts": e.attempts, "cause": repr(e.__cause__)}


ARGUMENTS = {
    chained_arguments: [(1,)],
    many_arguments: [(0,), (2,)],
    one_argument: [(1,)],
    retry_backoff: [(0,), (2,), (5,)],
}
