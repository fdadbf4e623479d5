"""Lists that nothing is put into."""

from __future__ import annotations

from typing import Any


def join_all(parts: list[str]) -> str:
    return ",".join(parts)


def never_known(n: int) -> str:
    parts: list = []
    return join_all(parts) + str(len(parts))


def never_known2(n: int) -> list[str]:
    out: list = []
    seen = {}
    for x in out:
        seen[x] = 1
    return sorted(out) + [k.upper() for k in seen]


ARGUMENTS = {
    never_known: [(1,)],
    never_known2: [(1,)],
}
