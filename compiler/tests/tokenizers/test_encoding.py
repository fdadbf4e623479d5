"""Compiled tokenizers give the ids that Hugging Face's give."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.texts import generated

Tokenizers = Callable[[str], Any]


def reference(tokenizer: Any, texts: list[str], **options: Any) -> list[Any]:
    tokenizer.backend_tokenizer.no_padding()
    tokenizer.backend_tokenizer.no_truncation()
    return list(tokenizer.backend_tokenizer.encode_batch(texts, **options))


def differences(texts: list[str], ours: list[list[int]], theirs: list[Any]) -> list[str]:
    return [f"{text!r}: {mine} instead of {hers.ids}" for text, mine, hers in zip(texts, ours, theirs, strict=True) if mine != hers.ids][:5]


def test_ids_of_many_generated_texts_are_equal(program: Any, tokenizer: Tokenizers) -> None:
    texts = generated(100_000, seed=1)
    theirs = reference(tokenizer("minilm"), texts)
    assert differences(texts, program.encode("minilm", texts).ids, theirs) == []


def test_ids_and_types_are_equal_for_every_configuration(program: Any, tokenizer: Tokenizers, configuration: str) -> None:
    texts = generated(3_000, seed=2)
    for special in (True, False):
        theirs = reference(tokenizer(configuration), texts, add_special_tokens=special)
        ours = program.encode(configuration, texts, special=special)
        assert differences(texts, ours.ids, theirs) == []
        assert [encoding.type_ids for encoding in theirs] == ours.types


EXHAUSTIVE = ("minilm", "NFKC", "NFKD")
"""Between them they have every table; the others look at the planes that hold characters, and at samples of the rest."""


def code_points(everything: bool) -> list[int]:
    rest = range(0x323B0, 0x110000, 1 if everything else 97)
    return [code for code in [*range(0x323B0), *rest] if not 0xD800 <= code < 0xE000]


def test_every_code_point_is_normalised_and_split_alike(program: Any, tokenizer: Tokenizers, configuration: str) -> None:
    codes = code_points(configuration in EXHAUSTIVE)
    assert program.words(configuration, text_of(codes)) == reference_words(tokenizer(configuration), text_of(codes))


def text_of(codes: list[int]) -> str:
    return "".join(f"a{chr(code)}b{chr(code)} " for code in codes)


def reference_words(tokenizer: Any, text: str) -> tuple[list[int], str]:
    """How long each word is in UTF-8, and all of them in a row."""
    backend = tokenizer.backend_tokenizer
    normal = backend.normalizer.normalize_str(text) if backend.normalizer is not None else text
    words = [word for word, _ in backend.pre_tokenizer.pre_tokenize_str(normal)] if backend.pre_tokenizer is not None else [normal]
    return [len(word.encode()) for word in words], "".join(words)


def test_mutated_tokenizers_give_equal_ids(program: Any, tokenizer: Tokenizers, mutation: str) -> None:
    texts = generated(1_000, seed=9)
    for special in (True, False):
        theirs = reference(tokenizer(mutation), texts, add_special_tokens=special)
        ours = program.encode(mutation, texts, special=special)
        assert differences(texts, ours.ids, theirs) == []


def test_every_code_point_gives_equal_ids(program: Any, tokenizer: Tokenizers) -> None:
    codes = code_points(everything=True)
    texts = [text_of(codes[start : start + 997]) for start in range(0, len(codes), 997)]
    texts += [chr(code) for code in codes[:0x3100]]
    assert differences(texts, program.encode("minilm", texts).ids, reference(tokenizer("minilm"), texts)) == []


def test_runs_of_marks_are_ordered_alike(program: Any, tokenizer: Tokenizers, configuration: str) -> None:
    chance = random.Random(3)
    marks = [*range(0x300, 0x370), *range(0x591, 0x5C0), *range(0x1DC0, 0x1E00), 0x0F39, 0x16FF0, 0x302A, 0x302E, 0x1D165, 0x3099, 0x94D]
    starters = [ord("a"), 0x41, 0xE9, 0x1100, 0x1161, 0x11A8, 0xAC00, 0x304B, 0x915, 0x20, 0x9BC]

    def character() -> str:
        return chr(chance.choice(marks if chance.random() < 0.7 else starters))

    texts = ["".join(character() for _ in range(12)) for _ in range(5_000)]
    text = "\n".join(texts)
    assert program.words(configuration, text) == reference_words(tokenizer(configuration), text)


@pytest.mark.parametrize("unit", ["word ", "é", "漢", "a", "[SEP]", "\u0301", " ", "foo,bar\n"])
def test_long_texts_are_equal_whole_and_in_portions(program: Any, tokenizer: Tokenizers, unit: str) -> None:
    texts = [unit * (length // len(unit)) + "end" for length in (16_000, 16_384, 16_390, 40_000, 100_000)]
    assert differences(texts, program.encode("minilm", texts).ids, reference(tokenizer("minilm"), texts)) == []


def test_tokens_and_ids_translate_both_ways(program: Any, tokenizer: Tokenizers, configuration: str) -> None:
    vocabulary = tokenizer(configuration).backend_tokenizer.get_vocab(with_added_tokens=True)
    for token, identifier in random.Random(4).sample(sorted(vocabulary.items()), min(300, len(vocabulary))):
        assert program.token(configuration, identifier) == token
        assert program.token_id(configuration, token) == identifier
    assert program.token_id(configuration, "no such token") == -1
