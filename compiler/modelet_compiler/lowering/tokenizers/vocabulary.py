"""A vocabulary as the engine reads it: the tokens in the order of ids, and a perfect hash from text to id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.byte_level import bytes_of
from modelet_compiler.lowering.tokenizers.perfect_hash import PerfectHash, Words, hash_step, perfect_hash

BLOCK = 256


@dataclass(frozen=True)
class VocabularyTable:
    """The fields of `modelet::tokenizers::Vocabulary`."""

    tokens: list[bytes]  # by id; holes are empty
    blocks: list[int]
    offsets: list[int]
    holes: list[int]
    bytes: bool
    verbatim: list[int]
    hash: PerfectHash
    slots: list[int]
    longest: int  # characters


def vocabulary_table(vocabulary: Mapping[str, int], byte_level: bool = False) -> VocabularyTable:
    """`byte_level`: the texts stand for bytes. Raises Refused when a token is longer than the table can say."""
    size = max(vocabulary.values()) + 1
    tokens = [b""] * size
    keys: dict[str, int] = {}  # texts as the engine hashes them
    verbatim: list[int] = []
    for text, identifier in vocabulary.items():
        stood_for = bytes_of(text) if byte_level else None
        tokens[identifier] = text.encode("utf-8") if stood_for is None else stood_for
        if byte_level and stood_for is None:
            verbatim.append(identifier)
        else:
            keys[text if stood_for is None else stood_for.decode("latin-1")] = identifier
    present = set(vocabulary.values())
    starts = np.concatenate([[0], np.cumsum([len(token) for token in tokens])])
    blocks = starts[::BLOCK]
    offsets = starts - np.repeat(blocks, BLOCK)[: size + 1]
    if offsets.max() > 0xFFFF:
        raise Refused("the tokenizer's vocabulary has tokens of thousands of bytes", "report this tokenizer")
    texts = sorted(keys)
    found = perfect_hash(lambda seed: _states(texts, seed), "tokens")
    slots = np.zeros(found.slots, dtype=np.int64)
    slots[found.places] = [keys[text] for text in texts]
    return VocabularyTable(
        tokens=tokens,
        blocks=blocks.tolist(),
        offsets=offsets.tolist(),
        holes=[identifier for identifier in range(size) if identifier not in present],
        bytes=byte_level,
        verbatim=sorted(verbatim),
        hash=found,
        slots=slots.tolist(),
        longest=max(map(len, vocabulary)),
    )


def _states(texts: list[str], seed: int) -> Words:
    """The hash of each text, character by character."""
    lengths = np.array([len(text) for text in texts])
    states = np.full(len(texts), seed, dtype=np.uint64)
    characters = np.frombuffer("".join(texts).encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    for place in range(int(lengths.max())):
        rows = np.flatnonzero(lengths > place)
        states[rows] = hash_step(states[rows], characters[starts[rows] + place])
    return states
