"""Functions that use memory in every way compiled code can."""

from __future__ import annotations

import numpy as np


def busy(n: int, words: list[str]) -> str:
    """Lists, dicts, sets, strings, generators, exceptions; all of it garbage in the end."""
    table: dict[str, list[int]] = {}
    seen = set()
    text = ""
    for i in range(n):
        for word in words:
            table.setdefault(f"{word}{i % 7}", []).append(i)
            seen.add((word, i % 5))
            text += word[:1]
        try:
            table[text[-1]].append(1 // (i % 3))
        except (KeyError, ZeroDivisionError) as error:
            text += str(error)[:2]
    rows = [[item for item in items if item % 2] for items in table.values()]
    return f"{len(text)} {len(seen)} {sum(len(row) for row in rows)} {sum(counted(n))}"


def counted(n: int):
    held = [str(i) for i in range(n)]
    for item in held:
        yield len(item)


def abandoned(n: int):
    held = [[i] * 10 for i in range(n)]
    yield from held


def greedy(n: int) -> int:
    rows = []
    while True:
        rows.append([0] * n)
        if len(rows) > 10_000_000:
            return 0


def caught_greedy(n: int) -> str:
    rows = []
    try:
        while len(rows) < 10_000_000:
            rows.append([0] * n)
    except MemoryError:
        rows.clear()
        return "caught"
    return "never"


def greedy_array(n: int) -> int:
    return int(np.ones(n).sum())
