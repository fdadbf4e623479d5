"""Functions whose arguments the tests get wrong."""

from __future__ import annotations

from typing import Literal


def typed(n: int, words: list[str], scale: float = 1.0, mode: Literal["short", "long"] = "short") -> str:
    return f"{n} {words} {scale} {mode}"


def nested(table: dict[str, list[tuple[int, str]]]) -> int:
    return len(table)


def optional(value: int | list[float] | None) -> str:
    return repr(value)


def keyed(table: dict[int, str]) -> list[int]:
    return list(table)
