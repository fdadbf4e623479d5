"""Defaults that are instances of the standard library, identity of collections, protocols with attributes, hashes of collections."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable


@dataclass
class Invoice:
    owner: str
    balance: Decimal = Decimal("0")
    _: KW_ONLY
    due: date = date(2024, 1, 31)
    share: Fraction = Fraction(1, 3)
    history: list[str] = field(default_factory=list)

    def apply(self, amount: str, grace: timedelta = timedelta(days=14)) -> Invoice:
        self.balance += Decimal(amount)
        self.due += grace
        self.history.append(amount)
        return self


def defaults_of_the_standard_library(amounts: list[str]) -> list[Any]:
    invoice = Invoice("ann")
    for amount in amounts:
        invoice.apply(amount)
    return [
        repr(invoice),
        f"{invoice.balance:.1f}",
        str(invoice.share),
        str(Invoice("b", due=date(2020, 2, 29)).apply("1", timedelta(1)).due),
    ]


def identity_of_collections(number: int) -> list[Any]:
    shared = [number]
    table: dict[str, Any] = {"x": shared, "y": shared, "z": None, "w": [[number]]}
    sets = [{1}, {1}]
    return [
        table["x"] is table["y"], table["x"] is table["z"], table["w"] is table["x"], table["w"] is not shared, sets[0] is sets[1],
        sets[0] is not sets[0], shared is [number],
    ]  # fmt: skip


def identity_of_the_unknown(value: Any) -> list[bool]:
    return [value is True, value is False, value is None, value is not True, [value] is value]


@runtime_checkable
class Named(Protocol):
    name: str

    def score(self, text: str) -> float: ...


class Length:
    name = "length"

    def score(self, text: str) -> float:
        return len(text) / 4


@dataclass
class Vowels:
    name: str = "vowels"
    weight: float = 2.0

    def score(self, text: str) -> float:
        return self.weight * sum(letter in "aeiou" for letter in text)


def protocols_with_attributes(texts: list[str]) -> list[Any]:
    scorers: list[Named] = [Length(), Vowels(weight=0.5)]
    table = {scorer.name: [scorer.score(text) for text in texts] for scorer in scorers}
    best = max(texts, key=lambda text: sum(scorer.score(text) for scorer in scorers), default=None)
    return [table, best, [isinstance(scorer, Named) for scorer in scorers]]


def hashes_of_collections(values: list[int], pairs: list[tuple[int, float]]) -> list[Any]:
    frozen = frozenset(values)
    return [
        hash(frozen),
        hash(tuple(values)),
        hash(frozenset(pairs)),
        hash((frozen, 1.5)),
        hash(frozenset()),
        {frozen: "f"}[frozenset(reversed(values))],
    ]


ARGUMENTS = {
    defaults_of_the_standard_library: [(["1.50", "2"],), ([],), (["x"],)],
    identity_of_collections: [(1,), (300,)],
    identity_of_the_unknown: [(True,), (False,), (None,), (1,), ("a",), ([1],), ({"a": 0.0},)],
    protocols_with_attributes: [(["hello", "aeiou", ""],), ([],)],
    hashes_of_collections: [([3, 1, 2], [(1, 2.5), (-1, -0.0)]), ([], []), ([-1, -2, 10**12, 7, 7], [(0, 0.0)])],
}
