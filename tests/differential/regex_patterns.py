"""Generated patterns, and compiled functions that use them."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Iterator

ATOMS = ["a", "b", "c", "A", ".", r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", "[ab]", "[^a]", "[a-c0-9]", r"[^\d\s]", r"[\wé-ü]", "ß", "İ",
         "ı", "ſ", "K", "é", "σ", "1", r"\n", " ", "[Α-Ω]", r"[\W_]", "\U00010400", "[\U00010400-\U00010410]", "[Ā-ſ]"]  # fmt: skip
ANCHORS = ["^", "$", r"\b", r"\B", r"\A", r"\Z"]
REPEATS = ["*", "+", "?", "{2}", "{1,2}", "{,2}", "{2,}", "{0,3}"]
CHARACTERS = "aabbcABC1 2\n_-éÉßẞİıſKKσςΣ\U00010400\U00010428ĀΩω\u0345ιü"


class Generator:
    """Random patterns, mostly valid."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.groups = 0
        self.closed: list[int] = []

    def alternatives(self, depth: int, groups: bool = True) -> str:
        return "|".join(self.sequence(depth, groups) for _ in range(self.source.choice([1, 1, 1, 2, 3])))

    def sequence(self, depth: int, groups: bool = True) -> str:
        return "".join(self.item(depth, groups) for _ in range(self.source.choice([0, 1, 1, 2, 2, 3])))

    def item(self, depth: int, groups: bool) -> str:
        choose = self.source.choice
        kind = self.source.random()
        if kind < 0.47 or depth <= 0:
            text = choose(ATOMS)
        elif kind < 0.53:
            return choose(ANCHORS)
        elif kind < 0.70 and groups:
            self.groups += 1
            number = self.groups
            text = f"({choose(['', f'?P<g{number}>'])}{self.alternatives(depth - 1)})"
            self.closed.append(number)
        elif kind < 0.80:
            text = f"(?:{self.alternatives(depth - 1, groups)})"
        elif kind < 0.90:
            return f"({choose(['?>', '?=', '?!'])}{self.alternatives(depth - 1, groups)})"
        elif kind < 0.92:
            return f"({choose(['?<=', '?<!'])}{self.sequence(0)})"
        elif kind < 0.95 and self.closed:
            text = rf"(?:\{choose(self.closed)})"
        elif kind < 0.97 and self.closed:
            return f"(?({choose(self.closed)}){self.sequence(depth - 1, groups)}|{self.sequence(depth - 1, groups)})"
        else:
            text = f"(?{choose(['i', '-i', 's', 'm', 'a'])}:{self.alternatives(depth - 1, groups)})"
        if self.source.random() < 0.4:
            text += choose(REPEATS) + choose(["", "", "?", *([] if "(" in text else ["+"])])
        return text


def patterns(seed: int, count: int) -> list[re.Pattern[str]]:
    """Valid patterns of all sorts."""
    source = random.Random(seed)
    found: list[re.Pattern[str]] = []
    while len(found) < count:
        flags = sum(flag for flag in (re.I, re.M, re.S, re.A) if source.random() < 0.25)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found.append(re.compile(Generator(source).alternatives(source.choice([1, 2, 2, 3])), flags))
            except (re.error, RecursionError):
                continue
    return found


PATTERNS = patterns(seed=11, count=400)
NESTED = re.compile(r"(?:a+)+$")
LONG = re.compile(r"(?:(a)|b)*c")


def spans(number: int, text: str, pos: int, endpos: int) -> list[list[tuple[int, int]]]:
    pattern = PATTERNS[number]
    found = []
    for match in [pattern.match(text, pos, endpos), pattern.fullmatch(text, pos, endpos), pattern.search(text, pos, endpos)]:
        one = []
        if match:
            one = [match.span(group) for group in range(pattern.groups + 1)]
            last = match.lastindex
            if last is not None:
                one.append((last, last))
        found.append(one)
    for match in pattern.finditer(text, pos, endpos):
        found.append([match.span(group) for group in range(pattern.groups + 1)])
    return found


def pieces(number: int, text: str, most: int) -> tuple[list[str | None], str, int]:
    pattern = PATTERNS[number]
    replaced, count = pattern.subn(r"<\g<0>>", text, most)
    return pattern.split(text, most), replaced, count


def catastrophe(text: str) -> Iterator[bool]:
    yield NESTED.match(text) is not None


def long_match(count: int) -> int:
    match = LONG.match("ab" * count + "c")
    return match.end() if match else -1
