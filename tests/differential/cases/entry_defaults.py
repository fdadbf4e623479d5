from __future__ import annotations

from enum import Enum


class _Mode(Enum):
    FAST = 1
    SLOW = "s"


def defaults_of_every_kind(
    n: int,
    mode: _Mode = _Mode.SLOW,
    pair: tuple[int, str] = (1, "a"),
    share: float = float("nan"),
    text: str = "é\n",
    none: int | None = None,
) -> str:
    return f"{n}{mode.value}{pair}{share}{text!r}{none}"


def defaults_beyond_json(n: int, low: float = float("-inf"), mark: bytes = b"a\xff") -> tuple[int, float, bytes]:
    return n, low, mark


ARGUMENTS = {defaults_of_every_kind: [(1,), (1, _Mode.FAST, (2, "b"), 0.5)], defaults_beyond_json: [(1,), (1, 2.0, b"")]}
