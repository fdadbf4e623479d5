"""Tables over code points, and the fusion of neighbouring steps into one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.steps import Split
from modelet_compiler.lowering.tokenizers.unicode import CODE_POINTS, CharacterMap, Mask, character_class, hangul_parts, ranges_to_mask

KEEP, DROP, SPACED, HANGUL, FIRST_SEQUENCE = range(5)
"""The codes of `modelet::tokenizers::Mapping`."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class TwoStage:
    """`modelet::tokenizers::CodePointTable`: equal blocks are stored once."""

    index: Array  # uint16 [0x110000 >> shift]
    values: Array  # [blocks << shift]
    shift: int

    def bytes(self) -> int:
        """What it takes in the library."""
        return int(self.index.nbytes + self.values.nbytes)


def two_stage(values: Array) -> TwoStage:
    """The smallest table that holds one value for each code point."""
    return min((_staged(values, shift) for shift in range(5, 10)), key=TwoStage.bytes)


def _staged(values: Array, shift: int) -> TwoStage:
    rows = values.reshape(-1, 1 << shift)
    numbers: dict[bytes, int] = {}
    index = [numbers.setdefault(row.tobytes(), len(numbers)) for row in rows]
    kept = b"".join(numbers)
    return TwoStage(np.array(index, dtype=np.uint16), np.frombuffer(kept, dtype=values.dtype), shift)


@dataclass(frozen=True)
class MappingTable:
    """The fields of `modelet::tokenizers::Mapping`."""

    codes: TwoStage  # uint16
    sequences: list[int]  # a length, then that many characters, again and again


class Fusion:
    """Several character maps in a row as one."""

    def __init__(self) -> None:
        self._dropped: Mask = np.zeros(CODE_POINTS, dtype=bool)
        self._spaced: Mask = np.zeros(CODE_POINTS, dtype=bool)
        self._changed: dict[int, str] = {}
        self._hangul = False

    def add(self, step: CharacterMap) -> None:
        """Applies one more map to what came out so far. Raises Refused when that would take a table for each syllable."""
        dropped, spaced = ranges_to_mask(step.dropped), ranges_to_mask(step.spaced)
        touched = dropped | spaced
        touched[list(step.mapped)] = True
        taken = (self._dropped | self._spaced)[_SYLLABLES].any() or any(code in self._changed for code in _SYLLABLES.tolist())
        if (self._hangul and touched[_JAMO].any()) or (step.hangul and taken):
            raise Refused("the tokenizer's normalizer changes the parts of Hangul syllables", "report this tokenizer")
        again = self._spaced & (touched | touched[0x20])
        self._changed |= {code: f" {chr(code)} " for code in np.flatnonzero(again).tolist()}
        untouched = ~(self._dropped | self._spaced)
        untouched[list(self._changed)] = False
        self._changed = {code: _applied(step, dropped, spaced, text) for code, text in self._changed.items()}
        self._changed |= {code: text for code, text in step.mapped.items() if untouched[code]}
        self._dropped |= dropped & untouched
        self._spaced = (self._spaced & ~again) | (spaced & untouched)
        self._hangul |= step.hangul

    def is_identity(self) -> bool:
        """Whether every character stays."""
        return not (self._changed or self._hangul or self._dropped.any() or self._spaced.any())

    def table(self) -> MappingTable:
        """Raises Refused when the codes do not suffice."""
        codes = np.zeros(CODE_POINTS, dtype=np.uint16)
        codes[self._dropped] = DROP
        codes[self._spaced] = SPACED
        if self._hangul:
            codes[_SYLLABLES] = HANGUL
        sequences: list[int] = []
        places: dict[str, int] = {}
        for code, text in sorted(self._changed.items()):
            if text not in places and text and text != f" {chr(code)} ":
                places[text] = len(sequences)
                sequences += [len(text), *map(ord, text)]
            codes[code] = _code(code, text, places)
        if len(sequences) + FIRST_SEQUENCE > 0xFFFF or any(len(text) > 60 for text in places):
            raise Refused("the tokenizer's normalizer maps too many characters to others", "report this tokenizer")
        return MappingTable(two_stage(codes), sequences)


_JAMO = np.array([*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A8, 0x11C3)])
_SYLLABLES = np.arange(0xAC00, 0xAC00 + 11172)


def _applied(step: CharacterMap, dropped: Mask, spaced: Mask, text: str) -> str:
    def one(character: str) -> str:
        code = ord(character)
        if dropped[code]:
            return ""
        if spaced[code]:
            return f" {character} "
        return step.mapped.get(code) or (hangul_parts(code) if step.hangul and 0xAC00 <= code < 0xAC00 + 11172 else character)

    return "".join(map(one, text))


def _code(code: int, text: str, places: dict[str, int]) -> int:
    if text == chr(code):
        return KEEP
    if text == "":
        return DROP
    return SPACED if text == f" {chr(code)} " else FIRST_SEQUENCE + places[text]


@dataclass(frozen=True)
class SplitterTable:
    """The fields of `modelet::tokenizers::Splitter`; `removes_spaces`: U+0020 belongs to no word."""

    classes: TwoStage  # uint8
    removed: int  # bit mask
    cuts: list[int]  # bit masks, one a class
    removes_spaces: bool


@cache
def splitter_table(splits: tuple[Split, ...]) -> SplitterTable:
    """All splits as one table: a word ends between two characters when one of the splits ends it there.

    A split looks at two neighbouring characters only, so that the order of splits does not matter.
    """
    combined = np.zeros(CODE_POINTS, dtype=np.int64)
    for number, split in enumerate(splits):
        combined |= _members(split.kind).astype(np.int64) << number
    kinds, classes = np.unique(combined, return_inverse=True)
    if len(kinds) > 32:
        raise Refused("the tokenizer's pre-tokenizers tell more than 32 classes of characters apart", "use fewer")
    removing = sum(1 << number for number, split in enumerate(splits) if split.behavior == "Removed")
    removed = [bool(kind & removing) for kind in kinds.tolist()]
    cuts = [sum(1 << place for place, right in enumerate(kinds.tolist()) if _cut(splits, left, right)) for left in kinds.tolist()]
    table = two_stage(classes.reshape(-1).astype(np.uint8))
    mask = sum(1 << place for place, gone in enumerate(removed) if gone)
    return SplitterTable(table, mask, cuts, bool(combined[0x20] & removing))


def _members(kind: str) -> Mask:
    if len(kind) > 1:
        return character_class(kind)
    mask = np.zeros(CODE_POINTS, dtype=bool)
    mask[ord(kind)] = True
    return mask


_CUTS: dict[str, Callable[[bool, bool], bool]] = {
    "Contiguous": lambda left, right: left != right,
    "Isolated": lambda left, right: left or right,
    "MergedWithNext": lambda _, right: right,
    "MergedWithPrevious": lambda left, _: left,
    "Removed": lambda left, right: left or right,
}


def _cut(splits: Sequence[Split], left: int, right: int) -> bool:
    return any(_CUTS[split.behavior](bool(left >> bit & 1), bool(right >> bit & 1)) for bit, split in enumerate(splits))
