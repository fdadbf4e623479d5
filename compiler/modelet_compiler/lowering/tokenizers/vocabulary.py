"""A vocabulary as the engine reads it: the texts in the order of ids, and a perfect hash from text to id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused

BLOCK = 256
Words = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True)
class VocabularyTable:
    """The fields of `modelet::tokenizers::Vocabulary`."""

    tokens: list[bytes]  # by id; holes are empty
    blocks: list[int]
    offsets: list[int]
    holes: list[int]
    seed: int
    displacements: list[int]
    slots: list[int]
    longest: int  # characters


def vocabulary_table(vocabulary: dict[str, int]) -> VocabularyTable:
    """Raises Refused when a token is longer than the table can say."""
    size = max(vocabulary.values()) + 1
    tokens = [b""] * size
    for text, identifier in vocabulary.items():
        tokens[identifier] = text.encode("utf-8")
    present = set(vocabulary.values())
    starts = np.concatenate([[0], np.cumsum([len(token) for token in tokens])])
    blocks = starts[::BLOCK]
    offsets = starts - np.repeat(blocks, BLOCK)[: size + 1]
    if offsets.max() > 0xFFFF:
        raise Refused("the tokenizer's vocabulary has tokens of thousands of bytes", "report this tokenizer")
    seed, displacements, slots = _perfect_hash(vocabulary)
    return VocabularyTable(
        tokens=tokens,
        blocks=blocks.tolist(),
        offsets=offsets.tolist(),
        holes=[identifier for identifier in range(size) if identifier not in present],
        seed=seed,
        displacements=displacements,
        slots=slots,
        longest=max(map(len, vocabulary)),
    )


def _perfect_hash(vocabulary: dict[str, int]) -> tuple[int, list[int], list[int]]:
    """(seed, displacement of each bucket, id in each slot)."""
    texts = sorted(vocabulary)
    ids = np.array([vocabulary[text] for text in texts], dtype=np.int64)
    for seed in range(1, 1000):
        placed = _place(_hashes(texts, seed), ids)
        if placed is not None:
            return seed, *placed
    raise Refused("the tokenizer's vocabulary has no perfect hash", "report this tokenizer")


def _hashes(texts: list[str], seed: int) -> Words:
    """`hash_character` over each text, then `mix`, as engine/tokenizers/vocabulary.cpp has them."""
    lengths = np.array([len(text) for text in texts])
    states = np.full(len(texts), seed, dtype=np.uint64)
    characters = np.frombuffer("".join(texts).encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    for place in range(int(lengths.max())):
        rows = np.flatnonzero(lengths > place)
        states[rows] = (states[rows] ^ characters[starts[rows] + place]) * np.uint64(0x9E3779B97F4A7C15)
    states ^= states >> np.uint64(32)
    states *= np.uint64(0xD6E8FEB86659FD93)
    return states ^ (states >> np.uint64(32))


def _scale(values: Words, count: int) -> Words:
    return (values * np.uint64(count)) >> np.uint64(32)


def _place(hashes: Words, ids: np.ndarray[Any, Any]) -> tuple[list[int], list[int]] | None:
    """Every bucket, the fullest first, tries displacements until its tokens fall into free slots."""
    count = len(ids)
    buckets, slots = max(1, count // 4), count + count // 32 + 1
    low = np.uint64(0xFFFFFFFF)
    bucket_of = _scale(hashes & low, buckets).astype(np.int64)
    upper = hashes >> np.uint64(32)
    order = np.argsort(bucket_of, kind="stable")
    bounds = np.searchsorted(bucket_of[order], np.arange(buckets + 1))
    trials = np.arange(0x10000, dtype=np.uint64) * np.uint64(0x9E3779B1) & low
    displacements = np.zeros(buckets, dtype=np.int64)
    table = np.zeros(slots, dtype=np.int64)
    free = np.ones(slots, dtype=bool)
    for bucket in np.argsort(-np.diff(bounds), kind="stable").tolist():
        members = order[bounds[bucket] : bounds[bucket + 1]]
        if len(members) == 0:
            break
        found = _displacement(upper[members], trials, free, slots)
        if found is None:
            return None
        displacement, places = found
        displacements[bucket] = displacement
        table[places] = ids[members]
        free[places] = False
    return displacements.tolist(), table.tolist()


def _displacement(upper: Words, trials: Words, free: np.ndarray[Any, Any], slots: int) -> tuple[int, Words] | None:
    low = np.uint64(0xFFFFFFFF)
    step = 32
    first = 0
    while first < len(trials):
        values = (upper[None, :] ^ trials[first : first + step, None]) * np.uint64(0x85EBCA77) & low
        places = _scale(values ^ (values >> np.uint64(15)), slots)
        fits = free[places].all(axis=1)
        for row in np.flatnonzero(fits).tolist():
            if len(set(places[row].tolist())) == len(upper):
                return first + row, places[row]
        first, step = first + step, step * 4
    return None
