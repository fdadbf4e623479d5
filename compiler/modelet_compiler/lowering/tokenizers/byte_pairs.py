"""The model of byte-pair encoding: what its JSON says, and its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.byte_level import CHARACTERS
from modelet_compiler.lowering.tokenizers.fields import Fields, check_vocabulary
from modelet_compiler.lowering.tokenizers.perfect_hash import PerfectHash, hash_step, perfect_hash

JOINED = ("▁", " ")
"""Characters that begin words in models whose words are not cut by a pre-tokenizer."""


@dataclass(frozen=True)
class BytePairs:
    """A BPE model; `fallback`: unknown characters become tokens such as <0xE2>."""

    vocabulary: dict[str, int]
    merges: tuple[tuple[str, str], ...]
    unknown: str | None
    prefix: str
    suffix: str
    fuse_unknown: bool
    fallback: bool
    ignore_merges: bool


def read_byte_pairs(fields: Fields) -> BytePairs:
    """Raises Refused."""
    vocabulary = fields.mapping("vocab")
    check_vocabulary(vocabulary)
    if fields.optional("dropout") not in (None, 0, 0.0):
        raise Refused("the tokenizer's model has a dropout, so that its tokens are chosen at random", "set model.dropout to None")
    model = BytePairs(
        vocabulary=vocabulary,
        merges=tuple(map(_pair, fields.list("merges"))),
        unknown=fields.string("unk_token") if fields.optional("unk_token") is not None else None,
        prefix=fields.string("continuing_subword_prefix", default=""),
        suffix=fields.string("end_of_word_suffix", default=""),
        fuse_unknown=fields.boolean("fuse_unk", default=False),
        fallback=fields.boolean("byte_fallback", default=False),
        ignore_merges=fields.boolean("ignore_merges", default=False),
    )
    _check_merges(model)
    return model


def _pair(item: object) -> tuple[str, str]:
    """Both are texts, as they are looked for in the vocabulary."""
    parts = item.split(" ") if isinstance(item, str) else item
    if isinstance(parts, list) and len(parts) == 2:
        left, right = parts
        if left and right and isinstance(left, str) and isinstance(right, str):
            return left, right
    raise Refused(f"the tokenizer's model has the merge {item!r}", "a merge is two tokens")


def _check_merges(model: BytePairs) -> None:
    if model.unknown is not None and model.unknown not in model.vocabulary:
        raise Refused(f"the tokenizer's unknown token {model.unknown!r} is not in its vocabulary", "add it, or name another unk_token")
    known, skipped = model.vocabulary, len(model.prefix)  # half a million merges are common: nothing is called for each
    for left, right in model.merges:
        if left not in known or right not in known or left + right[skipped:] not in known:
            raise Refused(f"the merge of {left!r} and {right!r} is not of tokens in the vocabulary", "see the tokenizer.json")
        if skipped and len(right) <= skipped:
            raise Refused(f"the merge of {left!r} and {right!r} adds nothing", "see the tokenizer.json")


def merged(model: BytePairs, left: str, right: str) -> str:
    """The text of the token that both become."""
    return left + right[len(model.prefix) :]


@dataclass(frozen=True)
class MergesTable:
    """The fields of `modelet::tokenizers::Merges`."""

    hash: PerfectHash
    slots: list[int]  # two words each
    id_bits: int
    results: list[int]


def merges_table(model: BytePairs) -> MergesTable:
    """A pair that comes twice has its last rank. Raises Refused when a slot does not hold a merge."""
    ids, skipped = model.vocabulary, len(model.prefix)
    lefts = np.array([ids[left] for left, _ in model.merges], dtype=np.uint64)
    rights = np.array([ids[right] for _, right in model.merges], dtype=np.uint64)
    results = [ids[left + right[skipped:]] for left, right in model.merges]
    bits = max(ids.values()).bit_length() or 1
    if 2 * bits + len(results).bit_length() > 64:
        raise Refused(f"the tokenizer has {len(ids)} tokens and {len(results)} merges", "report this tokenizer")
    keys, from_last = np.unique((lefts | rights << np.uint64(bits))[::-1], return_index=True)
    ranks = (len(results) - 1 - from_last).astype(np.uint64)
    found = perfect_hash(lambda seed: hash_step(np.full(len(keys), seed, dtype=np.uint64), keys), "merges")
    slots = np.full(found.slots, 0xFFFFFFFFFFFFFFFF, dtype=np.uint64)
    slots[found.places] = keys | ranks << np.uint64(2 * bits)
    return MergesTable(found, slots.view(np.uint32).tolist(), bits, results)


def unit_ids(model: BytePairs, byte_level: bool) -> list[int] | None:
    """The token of each byte, or -1; None when units are not bytes, or depend on their place."""
    if not byte_level or model.prefix or model.suffix:
        return None
    return [model.vocabulary.get(CHARACTERS[byte], -1) for byte in range(256)]


def fallback_ids(vocabulary: Mapping[str, int]) -> list[int]:
    """The token of each byte of an unknown character, or -1."""
    return [vocabulary.get(f"<0x{byte:02X}>", -1) for byte in range(256)]


def cut(model: BytePairs, byte_level: bool) -> tuple[str, str]:
    """(character, those after which it may be joined): before the former a word may be cut, as no merge reaches over."""
    standing_in = {model.unknown, *(f"<0x{byte:02X}>" for byte in range(256) if model.fallback)}
    if byte_level or model.prefix or model.suffix or any(not standing_in.isdisjoint(merge) for merge in model.merges):
        return "", ""
    texts = [merged(model, left, right) for left, right in model.merges]
    for character in JOINED:
        if character not in model.vocabulary:
            continue
        before = {text[at - 1] for text in texts for at in range(1, len(text)) if text[at] == character}
        if len(before) <= 32:
            return character, "".join(sorted(before | {character}))
    return "", ""


def whole_bits(ids: Sequence[bool]) -> bytes:
    """A bit for each id."""
    return np.packbits(np.array(ids, dtype=bool), bitorder="little").tobytes()
