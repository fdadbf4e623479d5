"""Plain functions, one for each way in which a value crosses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NAMES = ("shout", "half", "check", "same", "lookup", "spell")


def shout(text: str, times: int = 1) -> str:
    """Text in and out, and a default."""
    return text.upper() * times


def half(numbers: list[float], divisor: float) -> tuple[list[float], int]:
    """Floats, a tuple, and ZeroDivisionError."""
    return [number / divisor for number in numbers], len(numbers)


def check(value: int) -> int:
    """Raises ValueError with a text."""
    if value < 0:
        raise ValueError("negative: " + str(value))
    return value


def same(array: NDArray[np.float32]) -> NDArray[np.float32]:
    """An array in and out."""
    return array


def lookup(table: dict[str, list[int]], key: str) -> dict[str, list[int]]:
    """A dict in and out, and KeyError."""
    return {key: table[key]}


def spell(text: str):
    """A generator, which raises at a blank."""
    for letter in text:
        if letter == " ":
            raise ValueError("a blank")
        yield letter
