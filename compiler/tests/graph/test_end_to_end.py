"""Functions with tensor code, compiled into one library, equal their own Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import variants

import modelet
from modelet_compiler import build


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    artifact = build(list(variants.FUNCTIONS), output=tmp_path_factory.mktemp("layout"), name="@test/variants")
    return modelet.load(str(artifact.layout))


@pytest.mark.parametrize("function", variants.FUNCTIONS, ids=lambda function: function.__name__)
def test_a_compiled_function_equals_its_python(library: Any, function: Any) -> None:
    result = library.function(function.__name__).call(texts=variants.TEXTS)
    expected = function(variants.TEXTS)
    np.testing.assert_allclose(np.asarray(result), np.asarray(expected), rtol=1e-5, atol=1e-5)
    assert type(result) is type(expected)


def test_a_text_has_the_same_bits_alone_and_in_a_batch(library: Any) -> None:
    embed = library.function("mean_normalized")
    together = embed.call(texts=variants.TEXTS)
    for row, text in enumerate(variants.TEXTS):
        np.testing.assert_array_equal(embed.call(texts=[text])[0], together[row])


def test_a_branch_on_a_parameter_is_kept(library: Any) -> None:
    chosen = library.function("chosen")
    for normalize in (True, False):
        expected = variants.chosen(variants.TEXTS, normalize)
        np.testing.assert_allclose(chosen.call(texts=variants.TEXTS, normalize=normalize), expected, atol=1e-5)


def test_no_texts_are_the_empty_array_that_encode_gives(library: Any) -> None:
    result = library.function("sentences").call(texts=[])
    expected = variants.sentences([])
    assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
