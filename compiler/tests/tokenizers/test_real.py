"""The tokenizers of real models give what Hugging Face's give."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.real_tokenizers import NAMES, real_tokenizer
from tests.texts import SENTENCES, generated, sentences

STRINGS = int(os.environ.get("MODELET_TOKENIZER_STRINGS", "3000"))
"""How many strings each test compares; a long run has 100,000."""


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def compiled(name: str, compile_tokenizers: Callable[..., Any]) -> Iterator[Any]:
    """The tokenizer as a program."""
    running = compile_tokenizers({name: real_tokenizer(name)})
    yield running
    running.close()


@pytest.fixture(scope="module")
def backend(name: str) -> Any:
    """The tokenizer of Hugging Face's library."""
    backend = real_tokenizer(name).backend_tokenizer
    backend.no_padding()
    backend.no_truncation()
    return backend


def differences(texts: list[str], ours: list[list[int]], theirs: list[Any]) -> list[str]:
    return [f"{text!r}: {mine} instead of {hers.ids}" for text, mine, hers in zip(texts, ours, theirs, strict=True) if mine != hers.ids][:5]


def special_texts(backend: Any, count: int) -> list[str]:
    """Generated texts with names of added tokens between, some cut short."""
    chance = random.Random(11)
    names = [token.content for token in backend.get_added_tokens_decoder().values()]

    def token() -> str:
        chosen = chance.choice(names)
        return chosen if chance.random() < 0.7 else chosen[: chance.randrange(len(chosen) + 1)]

    return ["".join(chance.choice((" ", "\n", "a")) + token() + text for text in generated(3, index)) for index in range(count)]


@pytest.mark.parametrize("special", [True, False])
def test_ids_of_generated_strings_are_equal(compiled: Any, name: str, backend: Any, special: bool) -> None:
    texts = generated(STRINGS, seed=21)
    theirs = backend.encode_batch(texts, add_special_tokens=special)
    assert differences(texts, compiled.encode(name, texts, special=special).ids, theirs) == []


def test_ids_of_sentences_in_all_languages_are_equal(compiled: Any, name: str, backend: Any) -> None:
    texts = [*SENTENCES.values(), *sentences(STRINGS, seed=22)]
    assert differences(texts, compiled.encode(name, texts).ids, backend.encode_batch(texts)) == []


def test_ids_of_texts_with_special_tokens_are_equal(compiled: Any, name: str, backend: Any) -> None:
    texts = special_texts(backend, STRINGS // 3)
    assert differences(texts, compiled.encode(name, texts).ids, backend.encode_batch(texts)) == []


@pytest.mark.parametrize("unit", ["a", " ", "\n", "é", "Ab1 ", "漢字", "👩\u200d👧", "a\u0301", "!", "1", "<|im_end|>", "\t \n"])
def test_a_long_run_of_one_unit_gives_equal_ids(compiled: Any, name: str, backend: Any, unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert compiled.encode(name, [text]).ids[0] == backend.encode(text).ids


@pytest.mark.parametrize("skip", [True, False])
def test_decoded_texts_are_equal(compiled: Any, name: str, backend: Any, skip: bool) -> None:
    encoded = [encoding.ids for encoding in backend.encode_batch([*generated(STRINGS // 2, seed=23), *sentences(STRINGS // 2, seed=24)])]
    chance, size = random.Random(25), backend.get_vocab_size()
    for ids in encoded:
        cut = ids[chance.randrange(len(ids)) :] if ids else ids
        mixed = [*cut, *(chance.randrange(size + 2) for _ in range(chance.randrange(6)))]
        for one in (ids, mixed):
            assert compiled.decode(name, one, skip, False) == backend.decode(one, skip_special_tokens=skip), one


def test_tokens_and_ids_lead_to_each_other(compiled: Any, name: str, backend: Any) -> None:
    chance, size = random.Random(26), backend.get_vocab_size()
    for identifier in [*range(300), *(chance.randrange(size) for _ in range(STRINGS)), size - 1]:
        token = backend.id_to_token(identifier)
        if token is None:
            continue
        assert compiled.token(name, identifier) == token
        assert compiled.token_id(name, token) == backend.token_to_id(token)
