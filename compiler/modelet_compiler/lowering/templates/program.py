"""The program of one template: an array of words, as `engine/templates/template.h` describes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from modelet_compiler.toolchain.paths import engine_folder

MOST_WORDS = 1 << 24


@cache
def _names(what: str) -> dict[str, int]:
    """The members of an enumeration in the engine's list of operations, by their numbers."""
    source = (engine_folder() / "templates" / "opcodes.h").read_text(encoding="utf-8")
    body = re.search(rf"enum class {what} : uint32_t \{{(.*?)\}};", source, re.DOTALL)
    assert body is not None
    names = re.sub(r"//[^\n]*", "", body.group(1)).replace("\n", " ").split(",")
    return {name.strip(): number for number, name in enumerate(names) if name.strip()}


def comparison(name: str) -> int:
    """The number of a comparison."""
    return _names("Comparison")[name]


@dataclass
class Program:
    """Words, and the texts that they refer to. Position 0 means that there is nothing."""

    code: list[int] = field(default_factory=lambda: [0])
    texts: list[str] = field(default_factory=list)
    root: int = 0
    reads: tuple[str, ...] = ()
    source: str = ""
    _numbers: dict[str, int] = field(default_factory=dict)

    def text(self, text: str) -> int:
        """The number of a text."""
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]

    def node(self, operation: str, *operands: int) -> int:
        """The position of a new node."""
        return self.words(_names("Op")[operation], *operands)

    def words(self, *words: int) -> int:
        """The position of words that are no node: a definition."""
        position = len(self.code)
        self.code.extend(words)
        return position
