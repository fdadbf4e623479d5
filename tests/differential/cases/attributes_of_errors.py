"""getattr and hasattr of exceptions, which may be builtin ones without the attribute."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def fail(kind: int) -> None:
    if kind == 0:
        raise Refused("refused", 3)
    if kind == 1:
        raise ValueError("value")
    {}["key"]


def attribute_of_error(kind: int) -> list[Any]:
    try:
        fail(kind)
    except (Refused, ValueError) as error:
        return [getattr(error, "code", None), hasattr(error, "code"), hasattr(error, "args")]
    except Exception as error:
        return [getattr(error, "code", -1), hasattr(error, "code"), getattr(error, "message", "no message")]
    return []


def status_of_error(kind: int) -> str:
    try:
        fail(kind)
    except Exception as error:
        status = getattr(error, "status", None) or getattr(error, "code", 500)
        return f"{status}: {getattr(error, 'detail', str(error))}"
    return "ok"


ARGUMENTS = {
    attribute_of_error: [(0,), (1,), (2,)],
    status_of_error: [(0,), (1,), (2,)],
}
