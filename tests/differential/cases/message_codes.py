"""hmac; json.loads of bytes; names of months and days; defaults of dataclasses that are functions; iterators of several kinds."""

from __future__ import annotations

import calendar
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any


def codes_of_messages(key: bytes, body: str) -> list[Any]:
    code = hmac.new(key, body.encode(), hashlib.sha256)
    again = hmac.new(bytearray(key), digestmod="sha1")
    again.update(body.encode())
    whole = hmac.digest(key, body.encode(), "md5")
    equal = hmac.compare_digest(code.hexdigest(), hmac.new(key, body.encode(), "sha256").hexdigest())
    return [
        code.hexdigest(),
        code.name,
        code.digest_size,
        code.block_size,
        again.hexdigest(),
        whole,
        equal,
        hmac.compare_digest(b"a", b"b"),
    ]


def json_of_bytes(data: bytes) -> Any:
    return [json.loads(data), json.loads(bytearray(data))]


def names_of_months(year: int, month: int) -> list[str]:
    first, days = calendar.monthrange(year, month)
    return [calendar.month_name[month], calendar.day_name[first], str(days), calendar.month_abbr[month], *list(calendar.day_abbr)[:2]]


@dataclass(order=True)
class Job:
    when: float
    name: str = field(compare=False)
    action: Callable[[], Any] = field(compare=False, repr=False, default=lambda: "idle")


def default_that_is_a_function(names: list[str]) -> list[Any]:
    log: list[str] = []
    jobs = [Job(len(name), name, partial(log.append, f"ran {name}")) for name in names]
    out: list[Any] = [job.action() for job in sorted(jobs)]
    return [out, log, [repr(job) for job in jobs], Job(1.0, "x").action()]


def next_of_either(values: dict[str, int], last: bool) -> list[Any]:
    found = next(reversed(values) if last else iter(values), None)
    rest = reversed(values) if last else iter(values)
    next(rest, None)
    return [found, list(rest)]


ARGUMENTS = {
    codes_of_messages: [(b"k", "body"), (b"x" * 200, ""), (b"", "é")],
    json_of_bytes: [(b'{"a": [1, "\xc3\xa9"]}',), (b"\xef\xbb\xbf[1]",), (b"{",), (b'"\xff"',), (b"",)],
    names_of_months: [(2024, 2), (2023, 12), (2023, 13)],
    default_that_is_a_function: [(["bb", "a"],), ([],)],
    next_of_either: [({"a": 1, "b": 2}, True), ({"a": 1, "b": 2}, False), ({}, True)],
}
