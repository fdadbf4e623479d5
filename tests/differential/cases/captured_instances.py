"""Instances made at module level: constants of the library, with attributes, methods, equality and identity."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple


@dataclass(frozen=True)
class Limits:
    low: int
    high: int = 10
    names: tuple[str, ...] = ()

    def clip(self, value: int) -> int:
        return max(self.low, min(self.high, value))

    @property
    def width(self) -> int:
        return self.high - self.low


@dataclass
class Settings:
    name: str
    limits: Limits
    stop: list[str] = field(default_factory=list)
    weights: dict[str, float] = field(default_factory=dict)
    scale: float | None = None
    version: ClassVar[int] = 3


class Splitter:
    TABLE = {"a": 1, "b": 2}
    ORDER = ["x", "y"]
    EMPTY: list[str] = []
    size = 4

    def __init__(self, pattern: str, lower: bool = True) -> None:
        self.pattern = re.compile(pattern)
        self.lower = lower
        self._vocabulary = {word: i for i, word in enumerate(["the", "cat", "sat"])}

    def split(self, text: str) -> list[str]:
        if self.lower:
            text = text.lower()
        return [part for part in self.pattern.split(text) if part]

    def encode(self, text: str) -> list[int]:
        return [self._vocabulary.get(word, -1) + self.TABLE.get(word, 0) for word in self.split(text)]

    def __len__(self) -> int:
        return len(self._vocabulary)

    def __contains__(self, word: str) -> bool:
        return word in self._vocabulary

    def __repr__(self) -> str:
        return f"Splitter({self.pattern.pattern!r}, {self.lower})"


class Link:
    __slots__ = ("value", "next", "__hidden")

    def __init__(self, value: int) -> None:
        self.value = value
        self.next: Link | None = None
        self.__hidden = value * 2

    def hidden(self) -> int:
        return self.__hidden


class Pair(NamedTuple):
    left: int
    right: str


FIRST = Link(1)
SECOND = Link(2)
FIRST.next = SECOND
SECOND.next = FIRST
LIMITS = Limits(2, 8, ("a", "b"))
DEFAULT = Settings("default", LIMITS, ["</s>"], {"a": 0.5})
ALL = {"default": DEFAULT, "other": Settings("other", Limits(0), scale=2.0)}
ROWS = [Limits(0), LIMITS, Limits(0, 1)]
SPLITTER = Splitter(r"\s+")
CHAIN: tuple[Link, Limits] = (FIRST, LIMITS)
PAIR = Pair(1, "r")
PAIRS = [Pair(1, "a"), Pair(2, "b")]
BY_LIMITS = {Limits(0): "none", LIMITS: "some"}


def describe(settings: Settings) -> str:
    return f"{settings.name}:{settings.limits.width}:{len(settings.stop)}"


def captured_settings(value: int, name: str) -> list[object]:
    chosen = ALL.get(name, DEFAULT)
    fresh = Settings(name, Limits(value, value + 5))
    fresh.stop.append("now")
    return [
        LIMITS.clip(value), DEFAULT.limits.width, DEFAULT.limits is LIMITS, describe(chosen), describe(fresh), DEFAULT.stop[0],
        DEFAULT.weights["a"] * value, chosen.scale, repr(LIMITS), str(DEFAULT), LIMITS == Limits(2, 8, ("a", "b")), fresh == chosen,
        DEFAULT.version, Settings.version, [row.low for row in ROWS], ROWS[1] is LIMITS, LIMITS in ROWS, ROWS.index(Limits(0, 1)),
        BY_LIMITS[Limits(2, 8, ("a", "b"))], BY_LIMITS.get(Limits(value)), DEFAULT.limits.names,
    ]  # fmt: skip


def captured_splitter(text: str) -> list[object]:
    return [SPLITTER.split(text), SPLITTER.encode(text), len(SPLITTER), "cat" in SPLITTER, repr(SPLITTER), bool(SPLITTER), SPLITTER.size,
            Splitter.size, Splitter.TABLE["a"], Splitter.ORDER, SPLITTER.ORDER[-1], len(Splitter.EMPTY), len(SPLITTER.EMPTY)]  # fmt: skip


def captured_cycle(steps: int) -> list[object]:
    link = FIRST
    for _ in range(steps):
        assert link.next is not None
        link = link.next
    return [link.value, link.hidden(), link is FIRST, link is SECOND, CHAIN[0] is FIRST, CHAIN[1].low, PAIR.left, PAIR, PAIRS[1].right]


def with_default(value: int, limits: Limits = LIMITS) -> int:
    return limits.clip(value)


def captured_default(value: int) -> list[int]:
    return [with_default(value), with_default(value, Limits(0, 3))]


def captured_results(name: str) -> tuple[Settings | None, list[Limits], Pair]:
    return ALL.get(name), ROWS, PAIR


ARGUMENTS = {
    captured_settings: [(5, "default"), (-3, "other"), (100, "missing")],
    captured_splitter: [("The cat  sat",), ("",), ("a-b c",)],
    captured_cycle: [(0,), (1,), (4,)],
    captured_default: [(9,), (-1,)],
    captured_results: [("other",), ("none",)],
}
