"""The model of BERT: what its JSON says."""

from __future__ import annotations

from dataclasses import dataclass

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.fields import Fields, check_vocabulary


@dataclass(frozen=True)
class WordPiece:
    """The greedy model of BERT; `longest_word` is in characters."""

    vocabulary: dict[str, int]
    unknown: str
    prefix: str
    longest_word: int


def read_word_piece(fields: Fields) -> WordPiece:
    """Raises Refused."""
    vocabulary = fields.mapping("vocab")
    check_vocabulary(vocabulary)
    model = WordPiece(
        vocabulary=vocabulary,
        unknown=fields.string("unk_token"),
        prefix=fields.string("continuing_subword_prefix"),
        longest_word=fields.integer("max_input_chars_per_word", bits=63),
    )
    if model.unknown not in model.vocabulary:
        raise Refused(f"the tokenizer's unknown token {model.unknown!r} is not in its vocabulary", "add it, or name another unk_token")
    return model
