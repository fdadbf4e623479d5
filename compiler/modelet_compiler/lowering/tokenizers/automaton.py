"""A regular expression as the automaton of `modelet::tokenizers::Pattern`.

A backtracking search tries alternatives in order. The automaton follows all of them at once and keeps that order: when one has matched,
those after it are forgotten, and a later match by one before it counts instead. A look ahead is decided by the character that leads out
of a state, so that a match shows one character after its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.expressions import (
    Ahead,
    Alternation,
    Characters,
    Concatenation,
    Node,
    Repetition,
    characters_of,
    parse,
)
from modelet_compiler.lowering.tokenizers.tables import TwoStage, two_stage
from modelet_compiler.lowering.tokenizers.unicode import CODE_POINTS

MOST_STATES = 4096
MOST_SETS = 48
MOST_STEPS = 20_000


@dataclass(frozen=True)
class Automaton:
    """The fields of the engine's struct."""

    classes: TwoStage  # uint8
    columns: int
    next: list[int]  # [states, columns]


@dataclass(frozen=True)
class _Step:
    """One step of the search: a character of a set, a look ahead (`member` is not None), a choice between two, or a match."""

    kind: str  # "take", "look", "choose", "match"
    set: int = 0
    member: bool = True
    targets: tuple[int, ...] = ()


class _Program:
    """The steps of an expression. A part is written from its end to its beginning, as it names what follows it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.steps: list[_Step] = [_Step("match")]
        self.sets: dict[Characters, int] = {}
        self.start = self._write(parse(source), 0)

    def _add(self, step: _Step) -> int:
        if len(self.steps) >= MOST_STEPS:
            raise _too_large(self.source)
        self.steps.append(step)
        return len(self.steps) - 1

    def _set(self, characters: Characters) -> int:
        return self.sets.setdefault(characters, len(self.sets))

    def _write(self, node: Node, after: int) -> int:
        """Where the part begins; it goes on at `after`."""
        if isinstance(node, Characters):
            return self._add(_Step("take", self._set(node), targets=(after,)))
        if isinstance(node, Ahead):
            return self._add(_Step("look", self._set(node.characters), node.member, (after,)))
        if isinstance(node, Concatenation):
            for part in reversed(node.parts):
                after = self._write(part, after)
            return after
        if isinstance(node, Alternation):
            return self._add(_Step("choose", targets=tuple(self._write(part, after) for part in node.parts)))
        return self._repeat(node, after)

    def _repeat(self, node: Repetition, after: int) -> int:
        if node.most is None:
            loop = self._add(_Step("choose"))
            self.steps[loop] = _Step("choose", targets=_ordered(self._write(node.part, loop), after, node.lazy))
            start = loop
        else:
            start = after
            for _ in range(node.most - node.least):
                start = self._add(_Step("choose", targets=_ordered(self._write(node.part, start), after, node.lazy)))
        for _ in range(node.least):
            start = self._write(node.part, start)
        return start


def _ordered(again: int, after: int, lazy: bool) -> tuple[int, int]:
    return (after, again) if lazy else (again, after)


def _too_large(source: str) -> Refused:
    shown = source if len(source) <= 80 else source[:77] + "..."
    return Refused(f"the tokenizer's regular expression `{shown}` makes too large an automaton", "report this tokenizer")


State = tuple[int, ...]
"""Steps at which the search may be, the preferred one first."""


class _Builder:
    """Follows all states from the first, for each class of characters."""

    def __init__(self, program: _Program, kinds: list[int]) -> None:
        self.program = program
        self.kinds = kinds  # of each class, the bits of the sets that hold it
        self.numbers: dict[State, int] = {(): 0, (program.start,): 1}
        self.rows: dict[int, list[int]] = {0: [0] * (len(kinds) + 1)}

    def table(self) -> list[int]:
        """All entries, [states, classes + 1]."""
        first: State = (self.program.start,)
        waiting = [first]
        while waiting:
            state = waiting.pop()
            known = len(self.numbers)
            self.rows[self.numbers[state]] = [self._entry(state, kind) for kind in [*self.kinds, None]]
            waiting += list(self.numbers)[known:]
            if len(self.numbers) > MOST_STATES:
                raise _too_large(self.program.source)
        if any(entry & 1 for entry in self.rows[self.numbers[first]]):
            raise Refused(f"the tokenizer's regular expression `{self.program.source}` matches empty text", "report this tokenizer")
        return [entry for number in range(len(self.numbers)) for entry in self.rows[number]]

    def _entry(self, state: State, kind: int | None) -> int:
        takes, matched = self._reached(state, kind)
        after: State = ()
        if kind is not None:
            targets = (self.program.steps[step].targets[0] for step in takes if self._holds(self.program.steps[step].set, kind))
            after = tuple(dict.fromkeys(targets))
        return self.numbers.setdefault(after, len(self.numbers)) * 2 + matched

    @staticmethod
    def _holds(number: int, kind: int | None) -> bool:
        return kind is not None and bool(kind >> number & 1)

    def _reached(self, state: State, kind: int | None) -> tuple[list[int], bool]:
        """The steps that take a character, in order, up to a match; `kind` is what follows, None the end."""
        seen: set[int] = set()
        takes: list[int] = []
        waiting = list(reversed(state))
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            step = self.program.steps[at]
            if step.kind == "match":
                return takes, True
            if step.kind == "take":
                takes.append(at)
            elif step.kind == "choose" or self._holds(step.set, kind) == step.member:
                waiting += reversed(step.targets)
        return takes, False


@cache
def automaton(source: str) -> Automaton:
    """Raises Refused when the expression is not supported."""
    program = _Program(source)
    if len(program.sets) > MOST_SETS:
        raise _too_large(source)
    combined = np.zeros(CODE_POINTS, dtype=np.int64)
    for characters, number in program.sets.items():
        combined |= characters_of(characters).astype(np.int64) << number
    kinds, classes = np.unique(combined, return_inverse=True)
    if len(kinds) > 254:
        raise _too_large(source)
    table = _Builder(program, kinds.tolist()).table()
    return Automaton(two_stage(classes.reshape(-1).astype(np.uint8)), len(kinds) + 1, table)
