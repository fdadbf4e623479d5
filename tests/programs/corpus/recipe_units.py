from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Unit(Enum):
    G = ("g", 1.0)
    KG = ("kg", 1000.0)
    OZ = ("oz", 28.3495)
    NONE = ("", 1.0)

    def __init__(self, symbol: str, grams: float) -> None:
        self.symbol = symbol
        self.grams = grams

    @classmethod
    def find(cls, symbol: str) -> Unit:
        for unit in cls:
            if unit.symbol == symbol:
                return unit
        raise LookupError(f"no unit {symbol!r}")


@dataclass(frozen=True)
class Amount:
    value: float
    unit: Unit

    def to(self, unit: Unit) -> Amount:
        return Amount(self.value * self.unit.grams / unit.grams, unit)

    def __str__(self) -> str:
        return f"{self.value:.4g}{self.unit.symbol}"


LINE = re.compile(r"^\s*(\d+(?:/\d+|\.\d+)?)\s*(kg|g|oz|lb)?\s+(.+?)\s*$")


def recipe_units(lines: list[str], factor: float) -> list[str]:
    out: list[str] = []
    for line in lines:
        m = LINE.match(line)
        if m is None:
            out.append(f"? {line!r}")
            continue
        number, symbol, name = m.groups()
        top, _, bottom = number.partition("/")
        value = float(top) / float(bottom) if bottom else float(top)
        try:
            amount = Amount(value * factor, Unit.find(symbol or ""))
        except LookupError as e:
            out.append(str(e))
        else:
            out.append(f"{amount} {name} ({amount.to(Unit.OZ) if symbol else amount.unit.name})")
    return out


ARGUMENTS = [(["1/2 kg flour", "3 eggs", "2.5 oz  butter ", "salt", "1lb beef"], 2.0), ([], 1.0), (["1/0 g x"], 1.0), (["10g a"], 0.0)]
