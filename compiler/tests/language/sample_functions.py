"""Functions that the tests of stages and bindings look at."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from modelet import openai


def count(texts: list[str], least: int = 1) -> dict[str, int]:
    """Counts words."""
    counts: dict[str, int] = {}
    for text in texts:
        for word in text.split():
            counts[word] = counts.get(word, 0) + 1
    return {word: n for word, n in counts.items() if n >= least}


def narrowed(value: int | None) -> int:
    if value is None:
        return 0
    return value + 1


def vectors(texts: list[str], task: Literal["query", "document"] = "query", dimensions: int | None = None) -> np.ndarray:
    """One row for each text."""
    rows = np.zeros((len(texts), 4), dtype=np.float32)
    return rows[:, :dimensions]


def marked(words: Annotated[list[str], openai.Input], size: Annotated[int, openai.Dimensions] = 3) -> np.ndarray:
    return np.zeros((len(words), 3), dtype=np.float64)


def needs_more(texts: list[str], scale: float) -> np.ndarray:
    return np.zeros((len(texts), 3)) * scale


def one_row(texts: list[str]) -> np.ndarray:
    return np.zeros(len(texts))


def two_inputs(texts: list[str], others: list[str]) -> np.ndarray:
    return np.zeros((len(texts), 3))


def integers(texts: list[str]) -> np.ndarray:
    return np.zeros((len(texts), 3), dtype=np.int64)


def doubled(values: NDArray[np.float32]) -> np.ndarray:
    return values * 2


def squares(n: int):
    for i in range(n):
        yield i * i
