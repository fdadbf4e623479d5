"""The regular expressions of pre-tokenizers, read: Oniguruma's syntax, as far as one look ahead at a time can decide it.

What single characters an atom such as `\\p{L}` or `[^\\s\\p{L}]` stands for is asked of the `tokenizers` package, source text and all, so
that nothing here interprets it.
"""

from __future__ import annotations

from dataclasses import dataclass

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.unicode import Mask, expression_class, mask_of


@dataclass(frozen=True)
class Characters:
    """One character of a set; `source` is what was asked for it."""

    source: str


@dataclass(frozen=True)
class Ahead:
    """Nothing; what follows is a member, or is not. The end of the text is never a member."""

    characters: Characters
    member: bool


@dataclass(frozen=True)
class Concatenation:
    """One after another."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Alternation:
    """The first that leads to a match."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Repetition:
    """As often as possible, or as rarely; no `most` means without limit."""

    part: Node
    least: int
    most: int | None
    lazy: bool


Node = Characters | Ahead | Concatenation | Alternation | Repetition

MOST_COPIES = 64
"""Of a part that is repeated a known number of times."""

_SPECIAL = set("\\^$.|?*+()[]{}")
_ATOM_ESCAPES = set("sSdDwWhH")
_LITERAL_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "e": "\x1b", "a": "\x07"}


def characters_of(node: Characters) -> Mask:
    """The members, [0x110000]."""
    if len(node.source) == 1:
        return mask_of(node.source)
    return expression_class(node.source)


def literal_source(text: str) -> str:
    """The expression that matches this text."""
    return "".join("\\" + character if character in _SPECIAL else character for character in text)


def parse(source: str) -> Node:
    """Raises Refused for what is not supported."""
    reader = _Reader(source)
    node = reader.alternation(fold=False)
    if not reader.done():
        raise reader.refuse("an unmatched `)`")
    return node


class _Reader:
    """A recursive descent; `at` is the place of the next character."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def refuse(self, what: str) -> Refused:
        """The error for what stands here."""
        shown = self.source if len(self.source) <= 80 else self.source[:77] + "..."
        return Refused(
            f"the tokenizer's regular expression `{shown}` has {what} at place {self.at}",
            "supported: characters, classes, groups, alternatives, repetition, and a look ahead at one character",
        )

    def done(self) -> bool:
        """Whether everything was read."""
        return self.at >= len(self.source)

    def takes(self, text: str) -> bool:
        """Whether this stands here; it is then passed."""
        found = self.source.startswith(text, self.at)
        self.at += len(text) if found else 0
        return found

    def alternation(self, fold: bool) -> Node:
        """Up to the end or a closing parenthesis."""
        parts = [self.concatenation(fold)]
        while self.takes("|"):
            parts.append(self.concatenation(fold))
        return parts[0] if len(parts) == 1 else Alternation(tuple(parts))

    def concatenation(self, fold: bool) -> Node:
        """Up to `|` or the end."""
        parts: list[Node] = []
        while not self.done() and self.source[self.at] not in "|)":
            parts.append(self.repeated(self.atom(fold)))
        if fold:
            self.check_folding(parts)
        return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))

    def check_folding(self, parts: list[Node]) -> None:
        """Without regard to case, two letters may equal one, as "ss" and "ß" do: such pairs are refused."""
        letters = "".join(part.source[-2] if isinstance(part, Characters) and part.source.startswith("(?i:") else " " for part in parts)
        for pair in ("ss", "st", "ff", "fi", "fl"):
            if pair in letters.lower():
                raise self.refuse(f"`{pair}` without regard to case")

    def atom(self, fold: bool) -> Node:
        """One character, class or group."""
        if self.takes("("):
            return self.group(fold)
        if self.source[self.at] == "[":
            return self.unfolded(self.bracket(), fold)
        if self.source[self.at] == "\\":
            return self.escape(fold)
        if self.takes("."):
            return Characters("[^\\n]")
        character = self.source[self.at]
        if character in _SPECIAL:
            raise self.refuse(f"`{character}`")
        self.at += 1
        return self.literal(character, fold)

    def literal(self, character: str, fold: bool) -> Node:
        """One character, or what equals it without regard to case."""
        if not fold:
            return Characters(character)
        if ord(character) >= 0x80:
            raise self.refuse(f"{character!r} without regard to case")
        return Characters(f"(?i:{literal_source(character)})") if character.isalpha() else Characters(character)

    def unfolded(self, source: str, fold: bool) -> Node:
        if fold:
            raise self.refuse(f"`{source}` without regard to case")
        return Characters(source)

    def group(self, fold: bool) -> Node:
        """After the opening parenthesis."""
        for opening, member in (("?=", True), ("?!", False)):
            if self.takes(opening):
                return self.ahead(self.closed(fold), member)
        if self.takes("?i:"):
            return self.closed(True)
        if not self.takes("?:") and self.takes("?"):
            raise self.refuse("a group of a kind that is not known")
        return self.closed(fold)

    def closed(self, fold: bool) -> Node:
        node = self.alternation(fold)
        if not self.takes(")"):
            raise self.refuse("an unclosed group")
        return node

    def ahead(self, node: Node, member: bool) -> Node:
        if not isinstance(node, Characters):
            raise self.refuse("a look ahead at more than one character")
        return Ahead(node, member)

    def bracket(self) -> str:
        """The source of a class in brackets, which may hold others."""
        begin, depth = self.at, 0
        while not self.done():
            character = self.source[self.at]
            self.at += 2 if character == "\\" else 1
            depth += {"[": 1, "]": -1}.get(character, 0)
            if depth == 0:
                return self.source[begin : self.at]
        raise self.refuse("an unclosed class")

    def escape(self, fold: bool) -> Node:
        """A class, a control character, or a character that would mean something else."""
        begin = self.at
        self.at += 2
        kind = self.source[begin + 1 : self.at]
        if kind in ("p", "P") and self.takes("{"):
            self.at = self.source.find("}", self.at) + 1 or len(self.source)
            return self.unfolded(self.source[begin : self.at], fold)
        if kind in _ATOM_ESCAPES:
            return Characters("\\" + kind)
        if kind in _LITERAL_ESCAPES:
            return Characters(_LITERAL_ESCAPES[kind])
        if kind == "" or kind.isalnum():
            self.at = begin
            raise self.refuse(f"`\\{kind}`")
        return self.literal(kind, fold)

    def repeated(self, node: Node) -> Node:
        """With the quantifiers that follow."""
        counts = self.quantifier()
        if counts is None:
            return node
        least, most, braces = counts
        if _may_be_empty(node):
            raise self.refuse("a repetition of what may be empty")
        if braces and least == most and self.takes("?"):  # Oniguruma has `a{2}?` mean `(?:a{2})?`
            raise self.refuse("a `?` after a known count")
        if self.takes("?"):
            return Repetition(node, least, most, True)
        if self.takes("+"):
            return self.possessive(node, least, most, braces)
        if not self.done() and self.source[self.at] in "*?+{":
            raise self.refuse("a repetition of a repetition")
        return Repetition(node, least, most, False)

    def possessive(self, node: Node, least: int, most: int | None, braces: bool) -> Node:
        """What never gives back what it took: for one character that is a look at what follows."""
        if braces or not isinstance(node, Characters):
            raise self.refuse("a possessive repetition of more than one character")
        if most is None:
            return Concatenation((Repetition(node, least, most, False), Ahead(node, False)))
        return Alternation((node, Ahead(node, False)))

    def quantifier(self) -> tuple[int, int | None, bool] | None:
        """(least, most, in braces), or None."""
        for sign, least, most in (("?", 0, 1), ("*", 0, None), ("+", 1, None)):
            if self.takes(sign):
                return least, most, False
        return self.braces() if self.takes("{") else None

    def braces(self) -> tuple[int, int | None, bool]:
        end = self.source.find("}", self.at)
        first, comma, last = self.source[self.at : max(end, self.at)].partition(",")
        if end < 0 or not (first.isdecimal() and first.isascii()) or (last and not (last.isdecimal() and last.isascii())):
            raise self.refuse("a `{` that begins no count")
        least = int(first)
        most = (int(last) if last else None) if comma else least
        if max(least, most or 0) > MOST_COPIES or (most is not None and most < least):
            raise self.refuse(f"the count {{{first}{comma}{last}}}")
        self.at = end + 1
        return least, most, True


def _may_be_empty(node: Node) -> bool:
    if isinstance(node, Characters):
        return False
    if isinstance(node, Concatenation):
        return all(map(_may_be_empty, node.parts))
    if isinstance(node, Alternation):
        return any(map(_may_be_empty, node.parts))
    return isinstance(node, Ahead) or node.least == 0
