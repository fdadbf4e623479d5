"""The Unigram model: what its JSON says, and its tables."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.fields import Fields, check_vocabulary, is_text

UNKNOWN_PENALTY = 10.0
"""How much worse than the worst token an unknown character is."""


@dataclass(frozen=True)
class Unigram:
    """A Unigram model; `fallback`: unknown characters become tokens such as <0xE2>."""

    vocabulary: dict[str, int]
    scores: tuple[float, ...]  # by id
    unknown: int
    fallback: bool


def read_unigram(fields: Fields) -> Unigram:
    """Raises Refused."""
    items = [_scored(item) for item in fields.list("vocab")]
    vocabulary = {text: identifier for identifier, (text, _) in enumerate(items)}
    if len(vocabulary) != len(items):
        raise Refused("two tokens of the tokenizer's vocabulary have the same text", "keep one of them")
    check_vocabulary(vocabulary)
    if fields.optional("unk_id") is None:
        raise Refused("the tokenizer's Unigram model has no unk_id, so that Python raises for unknown characters", "name one")
    unknown = fields.integer("unk_id")
    if unknown >= len(items):
        raise Refused(f"the tokenizer's unk_id is {unknown}, and it has {len(items)} tokens", "name one of them")
    return Unigram(vocabulary, tuple(score for _, score in items), unknown, fields.boolean("byte_fallback", default=False))


def _scored(item: object) -> tuple[str, float]:
    text, score = item if isinstance(item, list) and len(item) == 2 else (None, math.nan)
    number = isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(score)
    if not is_text(text) or not number:
        raise Refused(f"the tokenizer's vocabulary has the item {item!r}", "an item is a text and a score")
    return str(text), float(score)


@dataclass(frozen=True)
class TrieTable:
    """The fields of `modelet::tokenizers::Trie`."""

    children: list[int]
    labels: bytes
    tokens: list[int]


def trie_table(vocabulary: dict[str, int]) -> TrieTable:
    """Level by level, so that the children of a node follow each other. The empty text is left out: nothing begins with it."""
    keys = sorted((text.encode("utf-8"), identifier) for text, identifier in vocabulary.items() if text)
    children, labels, tokens = [], bytearray(1), [0]
    level = [(0, len(keys))]  # the keys below each node
    depth = 0
    while level:
        below = []
        for first, last in level:
            children.append(len(labels))
            for begin, end in _groups(keys, first, last, depth):
                ends_here = len(keys[begin][0]) == depth + 1
                labels.append(keys[begin][0][depth])
                tokens.append(keys[begin][1] + 1 if ends_here else 0)
                below.append((begin + ends_here, end))
        level, depth = below, depth + 1
    return TrieTable([*children, len(labels)], bytes(labels), tokens)


def _groups(keys: list[tuple[bytes, int]], first: int, last: int, depth: int) -> list[tuple[int, int]]:
    """Runs of keys with the same byte at this depth."""
    groups: list[tuple[int, int]] = []
    begin = first
    for at in range(first + 1, last + 1):
        if at == last or keys[at][0][depth] != keys[begin][0][depth]:
            groups.append((begin, at))
            begin = at
    return groups


def score_words(model: Unigram) -> list[int]:
    """The two halves of each score, low one first."""
    words: list[int] = np.array(model.scores, dtype="<f8").view("<u4").tolist()
    return words


def unknown_score(model: Unigram) -> float:
    """Of a character that is no token."""
    return min(model.scores) - UNKNOWN_PENALTY
