"""The characters that one place of a pattern matches, as engine/python/regex.h has them."""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
from dataclasses import dataclass
from re import _compiler as sre_compiler  # type: ignore[attr-defined]
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

DIGIT, NOT_DIGIT, SPACE, NOT_SPACE, WORD, NOT_WORD, EVERYTHING = 1, 2, 4, 8, 16, 32, 64
CATEGORIES = {
    sre.CATEGORY_DIGIT: DIGIT, sre.CATEGORY_NOT_DIGIT: NOT_DIGIT, sre.CATEGORY_SPACE: SPACE, sre.CATEGORY_NOT_SPACE: NOT_SPACE,
    sre.CATEGORY_WORD: WORD, sre.CATEGORY_NOT_WORD: NOT_WORD,
}  # fmt: skip
TESTS = {
    DIGIT: lambda character: character.isdecimal(),
    SPACE: lambda character: character.isspace(),
    WORD: lambda character: character.isalnum() or character == "_",
}
NEGATIONS = {NOT_DIGIT: DIGIT, NOT_SPACE: SPACE, NOT_WORD: WORD}
EXTRA_CASES: dict[int, tuple[int, ...]] = sre_compiler._EXTRA_CASES
Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Charset:
    """`ranges`, `cased` and `categories` are of the characters from 256 on; `low` holds the others with everything applied."""

    low: frozenset[int]
    ranges: Ranges
    cased: Ranges
    categories: int
    negated: bool
    lowered: bool

    @property
    def beyond(self) -> bool:
        """Whether a character from 256 on may be in it."""
        return bool(self.ranges or self.cased or self.categories or self.negated or self.lowered)


@dataclass(frozen=True)
class Folding:
    """How IGNORECASE compares characters: CPython's functions for it."""

    flags: int

    @property
    def unicode(self) -> bool:
        """Whether all letters have cases, not only ASCII's."""
        return bool(self.flags & sre.SRE_FLAG_UNICODE)

    @property
    def active(self) -> bool:
        """Whether case is ignored at all."""
        return bool(self.flags & sre.SRE_FLAG_IGNORECASE)

    def is_cased(self, code: int) -> bool:
        """Whether a character has another case."""
        return bool(_sre.unicode_iscased(code) if self.unicode else _sre.ascii_iscased(code))

    def lower(self, code: int) -> int:
        """A character as it is compared."""
        return int(_sre.unicode_tolower(code) if self.unicode else _sre.ascii_tolower(code))


def literal_set(code: int, negated: bool, folding: Folding) -> Charset | None:
    """One character where its case does not count; None when it has no other case and may be compared as it is."""
    if not folding.active or not folding.is_cased(code):
        return charset([(sre.NEGATE, None), (sre.LITERAL, code)], folding.flags, lowered=False) if negated else None
    low = folding.lower(code)
    items: list[tuple[Any, Any]] = [(sre.NEGATE, None)] if negated else []
    same = EXTRA_CASES.get(low, ()) if folding.unicode else ()
    return charset([*items, *((sre.LITERAL, one) for one in (low, *same))], folding.flags, lowered=True)


def class_set(items: list[tuple[Any, Any]], folding: Folding) -> Charset:
    """A class in brackets, or a category alone."""
    if folding.active:
        fixes = EXTRA_CASES if folding.unicode else None
        items, cased = sre_compiler._optimize_charset(items, folding.is_cased, folding.lower, fixes)
    else:
        cased = False
    return charset(items, folding.flags, lowered=cased)


def charset(items: list[tuple[Any, Any]], flags: int, lowered: bool) -> Charset:
    """The set for CPython's list of items."""
    ranges: list[tuple[int, int]] = []
    cased: list[tuple[int, int]] = []
    categories, negated = 0, False
    for kind, value in items:
        if kind is sre.NEGATE:
            negated = True
        elif kind is sre.LITERAL:
            ranges.append((value, value))
        elif kind is sre.RANGE:
            ranges.append(tuple(value))
        elif kind is sre.RANGE_UNI_IGNORE:
            cased.append(tuple(value))
        elif kind is sre.CATEGORY:
            categories |= CATEGORIES[value]
        else:
            ranges += bitmap_ranges(kind, value)
    folding = Folding(flags)
    whole = folding.unicode
    low = frozenset(
        code
        for code in range(256)
        if (_in(ranges, folding.lower(code) if lowered else code) or in_categories(categories, code, lowered, folding)) != negated
    )
    above = tuple(sorted((max(first, 256), last) for first, last in ranges if last >= 256))
    beyond = categories if whole else EVERYTHING if categories & (NOT_DIGIT | NOT_SPACE | NOT_WORD) else 0
    return Charset(low, above, tuple(cased), beyond, negated, lowered and whole)


def in_categories(categories: int, code: int, lowered: bool, folding: Folding) -> bool:
    """Whether one of the first 256 characters is in any of the categories."""
    character = chr(folding.lower(code) if lowered else code)
    for bit in (DIGIT, NOT_DIGIT, SPACE, NOT_SPACE, WORD, NOT_WORD):
        if categories & bit:
            found = (folding.unicode or character.isascii()) and TESTS[NEGATIONS.get(bit, bit)](character)
            if not folding.unicode and NEGATIONS.get(bit, bit) == SPACE:
                found = character in " \t\n\r\v\f"
            if found == (bit not in NEGATIONS):
                return True
    return False


def bitmap_ranges(kind: Any, words: list[int]) -> list[tuple[int, int]]:
    """The characters of CPython's bitmaps: CHARSET has 256 bits, BIGCHARSET numbered chunks of as many."""
    if kind is sre.CHARSET:
        return _runs(sorted(_bits(words)))
    if kind is not sre.BIGCHARSET:
        raise AssertionError(f"{kind} in a character class")
    chunks = b"".join(word.to_bytes(4, "little") for word in words[1:65])
    found = [block * 256 + code for block, number in enumerate(chunks) for code in _bits(words[65 + number * 8 : 73 + number * 8])]
    return _runs(found)


def _bits(words: list[int]) -> list[int]:
    return [index * 32 + bit for index, word in enumerate(words) for bit in range(32) if word >> bit & 1]


def _runs(codes: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for code in codes:
        if runs and runs[-1][1] == code - 1:
            runs[-1] = (runs[-1][0], code)
        else:
            runs.append((code, code))
    return runs


def _in(ranges: list[tuple[int, int]], code: int) -> bool:
    return any(first <= code <= last for first, last in ranges)


__all__ = ["Charset", "Folding", "class_set", "literal_set", "sre_parser"]
