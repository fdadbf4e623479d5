from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Iterator


@dataclass(frozen=True)
class Turn:
    speaker: str
    text: str
    number: int = 0

    def tokens(self) -> int:
        return len(self.text.split()) + 1


@dataclass
class Memory:
    budget: int
    turns: deque[Turn] = field(default_factory=deque)
    summary: str = ""
    _count: int = field(default=0, init=False, repr=False)

    def add(self, speaker: str, text: str) -> list[Turn]:
        self._count += 1
        self.turns.append(Turn(speaker, text, self._count))
        dropped: list[Turn] = []
        while sum(t.tokens() for t in self.turns) > self.budget and len(self.turns) > 1:
            dropped.append(self.turns.popleft())
        if dropped:
            heads = "; ".join(f"{t.speaker}: {' '.join(t.text.split()[:2])}…" for t in dropped)
            self.summary = " | ".join(filter(None, [self.summary, heads]))
        return dropped

    def __iter__(self) -> Iterator[str]:
        if self.summary:
            yield f"(earlier: {self.summary})"
        for t in self.turns:
            yield f"#{t.number} {t.speaker}> {t.text}"

    def __len__(self) -> int:
        return len(self.turns)


def conversation_memory(lines: list[str], budget: int) -> tuple[list[str], int, list[int]]:
    memory = Memory(budget)
    dropped: list[int] = []
    for line in lines:
        speaker, sep, text = line.partition(":")
        if not sep:
            speaker, text = "?", line
        dropped += [t.number for t in memory.add(speaker.strip(), text.strip())]
    return list(memory), len(memory), dropped


ARGUMENTS = [
    (["ann: hello there you", "bob: hi", "ann: what is the plan for today", "no colon"], 9),
    ([], 5),
    (["a: b"], 0),
    (["é: ü ü", ":", " : "], 2),
]
