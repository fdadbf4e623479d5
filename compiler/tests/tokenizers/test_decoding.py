"""Ids become the text that transformers makes of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

Tokenizers = Callable[[str], Any]


def test_decoded_texts_are_equal(program: Any, tokenizer: Tokenizers, configuration: str) -> None:
    theirs = tokenizer(configuration)
    chance = random.Random(5)
    size = len(theirs)
    for _ in range(300):
        ids = [chance.randrange(size + 3) for _ in range(chance.randrange(12))]
        for skip, clean in itertools.product((True, False), repeat=2):
            expected = theirs.decode(ids, skip_special_tokens=skip, clean_up_tokenization_spaces=clean)
            assert program.decode(configuration, ids, skip, clean) == expected, ids


@pytest.mark.parametrize("text", ["I do not know. Don't you? He's 've 're n't 'm , ok ! ' x '", "do not", "unaffable ##able", ". . ' '"])
def test_spaces_are_cleaned_up_alike(program: Any, tokenizer: Tokenizers, text: str) -> None:
    theirs = tokenizer("minilm")
    ids = theirs(text)["input_ids"]
    expected = theirs.decode(ids, skip_special_tokens=True, clean_up_tokenization_spaces=True)
    assert program.decode("minilm", ids, True, True) == expected


@pytest.mark.parametrize("identifier", [-1, 2**32, -(2**63), 2**63 - 1])
def test_an_id_without_32_bits_is_an_overflow(program: Any, tokenizer: Tokenizers, identifier: int) -> None:
    with pytest.raises(OverflowError) as theirs:
        tokenizer("minilm").decode([identifier])
    with pytest.raises(Exception, match="OverflowError") as ours:
        program.decode("minilm", [identifier], False)
    assert ours.value.args[1] == str(theirs.value)
