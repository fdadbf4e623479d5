"""A tokenizer.json is read, or refused with a reason; nothing else happens."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.captured import capture
from modelet_compiler.lowering.tokenizers.expressions import Characters, Repetition, parse
from modelet_compiler.lowering.tokenizers.specification import read_specification
from modelet_compiler.lowering.tokenizers.vocabulary import vocabulary_table

Tokenizers = Callable[[str], Any]
Mutate = Callable[[Any, random.Random], Any]


def document(tokenizer: Any) -> Any:
    return json.loads(tokenizer.backend_tokenizer.to_str())


@pytest.mark.parametrize("name", ["added", "template", "literals", "splits", "NFKC"])
def test_a_changed_document_is_read_or_refused(tokenizer: Tokenizers, mutated: Mutate, name: str) -> None:
    original, chance = document(tokenizer(name)), random.Random(6)
    read = 0
    for _ in range(2_000):
        with contextlib.suppress(Refused):
            specification = read_specification(mutated(original, chance))
            vocabulary_table(specification.model.vocabulary)
            read += 1
    assert read > 50


def test_whatever_the_library_loads_is_captured_or_refused(tokenizer: Tokenizers, mutated: Mutate) -> None:
    from tokenizers import Tokenizer
    from transformers import PreTrainedTokenizerFast

    original, chance = document(tokenizer("added")), random.Random(7)
    loaded = 0
    for _ in range(300):
        try:
            backend = Tokenizer.from_str(json.dumps(mutated(original, chance)))
        except Exception:
            continue
        loaded += 1
        with contextlib.suppress(Refused):
            capture(PreTrainedTokenizerFast(tokenizer_object=backend))
    assert loaded > 30


@pytest.mark.parametrize(
    ("field", "value", "supported"),
    [
        ("normalizer", {"type": "Nmt"}, "BertNormalizer"),
        ("normalizer", {"type": "Precompiled", "precompiled_charsmap": "AAAA"}, "BertNormalizer"),
        ("normalizer", {"type": "Replace", "pattern": {"Regex": "a+"}, "content": ""}, "literal"),
        ("pre_tokenizer", {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}, "ByteLevel with BPE"),
        ("model", {"type": "WordLevel", "vocab": {}, "unk_token": "a"}, "WordPiece"),
        ("decoder", {"type": "CTC"}, "WordPiece"),
        ("post_processor", {"type": "Unheard"}, "TemplateProcessing"),
    ],
)
def test_what_is_missing_is_refused_with_what_there_is(tokenizer: Tokenizers, field: str, value: Any, supported: str) -> None:
    changed = {**document(tokenizer("minilm")), field: value}
    with pytest.raises(Refused) as refused:
        read_specification(changed)
    assert supported in refused.value.instead


@pytest.mark.parametrize("expression", ["a(?=bc)", "a{2}?", "a{2,3}+", "(?<=a)b"])
def test_an_expression_beyond_the_automaton_is_refused(expression: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(expression)
    assert "repetition" in refused.value.instead


def test_a_count_may_be_taken_as_rarely_as_possible() -> None:
    assert parse(r"\d{2,3}?") == Repetition(Characters(r"\d"), 2, 3, lazy=True)
    assert parse(r"\d{2,}?") == Repetition(Characters(r"\d"), 2, None, lazy=True)
    assert parse(r"\d{2,3}") == Repetition(Characters(r"\d"), 2, 3, lazy=False)


def test_a_vocabulary_with_holes_and_long_tokens_is_kept(tokenizer: Tokenizers) -> None:
    vocabulary = {"[UNK]": 5, "a" * 3_000: 9, "": 7, "b": 300}
    table = vocabulary_table(vocabulary)
    assert [table.tokens[identifier].decode() for identifier in vocabulary.values()] == list(vocabulary)
    assert set(table.holes) == set(range(301)) - set(vocabulary.values())
    assert sorted(set(table.slots) - {0}) == [5, 7, 9, 300]
