"""Truncation, padding and errors are those of transformers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

Tokenizers = Callable[[str], Any]

TEXTS = ["", "a", "hello brave new world", "é [SEP] abc", "漢字 and more words, many more words than fit " * 4, "   "]
PADDINGS = {"none": False, "longest": True, "maximum": "max_length"}


@pytest.mark.parametrize("name", ["minilm", "template", "no special tokens"])
def test_truncation_and_padding_are_equal(program: Any, tokenizer: Tokenizers, name: str) -> None:
    theirs = tokenizer(name)
    for padding, maximum, truncate, left, special, multiple in itertools.product(
        PADDINGS, (0, 1, 2, 3, 4, 5, 6, 17, 64), (True, False), (True, False), (True, False), (None, 8)
    ):
        if multiple and truncate and maximum % multiple:
            continue
        theirs.truncation_side = "left" if left else "right"
        options = {"padding": PADDINGS[padding], "truncation": truncate, "max_length": maximum, "pad_to_multiple_of": multiple}
        expected = theirs(TEXTS, add_special_tokens=special, verbose=False, **options)
        ours = program.encode(
            name, TEXTS, special=special, padding=padding, truncate=truncate, left=left, maximum=maximum, multiple=multiple or 0
        )
        rows = [ids + [0] * (ours.padded - len(ids)) for ids in ours.ids]
        types = [ids + [0] * (ours.padded - len(ids)) for ids in ours.types]
        masks = [[1] * len(ids) + [0] * (ours.padded - len(ids)) for ids in ours.ids]
        wanted = (expected["input_ids"], expected["token_type_ids"], expected["attention_mask"])
        assert (rows, types, masks) == wanted, (options, special, left)
    theirs.truncation_side = "right"


@pytest.mark.parametrize(
    ("texts", "options", "transformers_options"),
    [
        ([], {}, {}),
        (["a", "b\ud800c"], {}, {}),
        (["\udfff"], {}, {}),
        (["a"], {"truncate": True, "maximum": -1}, {"truncation": True, "max_length": -1}),
        ([], {"padding": "maximum", "maximum": -5}, {"padding": "max_length", "max_length": -5}),
        (["a", "b c"], {"tensors": "torch"}, {"return_tensors": "pt"}),
        (
            ["a", "b c"],
            {"tensors": "torch", "padding": "maximum", "maximum": 3},
            {"return_tensors": "pt", "padding": "max_length", "max_length": 3},
        ),
    ],
)
def test_errors_are_equal(program: Any, tokenizer: Tokenizers, texts: list[str], options: Any, transformers_options: Any) -> None:
    with pytest.raises(Exception, match=r".") as theirs:
        tokenizer("minilm")(texts, **transformers_options)
    with pytest.raises(Exception, match=r".") as ours:
        program.encode("minilm", texts, **options)
    assert (ours.value.args[0], ours.value.args[1]) == (type(theirs.value).__name__, str(theirs.value))


def test_tensors_have_one_width(program: Any) -> None:
    assert program.encode("minilm", ["a", "b"], tensors="torch").padded == 3
    assert program.encode("minilm", ["a", "b c"], tensors="torch", padding="longest").padded == 4
    assert program.encode("minilm", ["a", "b c"], tensors="torch", padding="maximum", maximum=9).padded == 9


def test_more_padding_than_memory_is_an_error(program: Any) -> None:
    with pytest.raises(Exception, match="MemoryError"):
        program.encode("minilm", ["a"] * 100, padding="maximum", maximum=2**62, multiple=8)


def test_a_cancelled_call_ends(program: Any) -> None:
    with pytest.raises(Exception, match="cancelled"):
        program.encode("minilm", ["a " * 100_000], what=5)


@pytest.mark.parametrize(("unit", "ids"), [("a", 3), ("word ", 2_000_002), ("\u0301", 2), ("[SEP]", 2_000_002)])
def test_texts_of_ten_megabytes_are_tokenised(program: Any, unit: str, ids: int) -> None:
    _, found = program.timed("minilm", [unit * (10_000_000 // len(unit))])
    assert found == ids


def test_truncation_stops_early(program: Any) -> None:
    text = "word " * 2_000_000
    assert program.encode("minilm", [text], truncate=True, maximum=256).lengths == [256]
