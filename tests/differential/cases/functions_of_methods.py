"""functools.singledispatchmethod and partialmethod; functions of modules as values: of re, through partial and map."""

from __future__ import annotations

import functools
import json
import re
from typing import Any


class Shower:
    def __init__(self, mark: str):
        self.mark = mark

    @functools.singledispatchmethod
    def show(self, value, depth=0):
        return f"{self.mark}{value!r}@{depth}"

    @show.register
    def _(self, value: int, depth=0):
        return f"int {value + 1}@{depth}"

    @show.register(list)
    def _(self, value, depth=0):
        return [self.show(item, depth + 1) for item in value]

    @show.register
    def _(self, value: None, depth=0):
        return "nothing"


def method_by_class(number: int, text: str) -> list[Any]:
    shower = Shower("<")
    mixed = [number, text, None, [text]]
    return [
        shower.show(number),
        shower.show(text),
        shower.show([number, number]),
        shower.show(1.5, depth=3),
        [shower.show(item) for item in mixed],
    ]


class Cell:
    def __init__(self):
        self.alive = False

    def set_state(self, state, *, loud=False):
        self.alive = bool(state)
        return loud

    set_alive = functools.partialmethod(set_state, True)
    set_dead = functools.partialmethod(set_state, False, loud=True)


def method_with_bound_arguments(count: int) -> list[Any]:
    cell = Cell()
    out: list[Any] = [cell.alive]
    for _ in range(count):
        out += [cell.set_alive(), cell.alive, cell.set_dead(), cell.alive, cell.set_alive(loud=True)]
    return out


def functions_of_modules_bound(words: list[str]) -> list[Any]:
    dashed = functools.partial(re.sub, r"\W+", "-")
    binary = functools.partial(int, base=2)
    short = functools.partial(round, ndigits=2)
    sorted_text = functools.partial(json.dumps, sort_keys=True)
    find = functools.partial(re.findall, r"(\w)(\w)")
    return [[dashed(word) for word in words], binary("101"), short(3.14159), sorted_text({"b": 1, "a": 2}), [find(word) for word in words]]


def patterns_from_a_list(patterns: list[str], text: str) -> list[Any]:
    compiled = list(map(re.compile, patterns))
    ignoring = [re.compile(pattern, re.IGNORECASE) for pattern in patterns]
    counts = {pattern.pattern: len(pattern.findall(text)) for pattern in compiled}
    return [counts, [bool(pattern.search(text)) for pattern in ignoring]]


ARGUMENTS = {
    method_by_class: [(1, "a"), (-5, "")],
    method_with_bound_arguments: [(1,), (0,)],
    functions_of_modules_bound: [(["a b!", "", "x"],), ([],)],
    patterns_from_a_list: [(["a", r"\d+"], "a1 A22 aa"), (["("], "x"), ([], "")],
}
