"""Changing the function changes the binary: each compiled variant against its own Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import modelet
from benchmarks.corpus import AWKWARD, agreement_texts, texts
from tests.variant_functions import VARIANTS, not_truncated

SAMPLE = [*texts(12, seed=3, longest=6), "", "short", "[SEP] and [MASK]", "e\u0301clair 漢字 🎉", "word " * 300]


@pytest.mark.parametrize("function", VARIANTS[:-1], ids=lambda function: function.__name__)
def test_a_compiled_variant_agrees_with_its_own_python(function: Any, variants: Any) -> None:
    compiled = modelet.load(variants.layout).function(function.__name__)
    for batch in (SAMPLE, SAMPLE[:1], SAMPLE[3:5]):
        expected, got = function(batch), compiled.call(texts=batch)
        assert got.dtype == expected.dtype
        assert got.shape == expected.shape
        scale = max(1.0, float(np.abs(expected).max()))
        assert float(np.abs(got - expected).max()) <= 1e-5 * scale


def test_a_text_has_the_same_bits_alone_in_any_batch_and_with_any_number_of_threads(minilm: Any) -> None:
    batch = [*AWKWARD, *texts(60, seed=5)]
    one = modelet.load(minilm.layout, threads=1)
    together = modelet.load(minilm.layout, threads=2).call(texts=batch)
    alone = np.concatenate([one.call(texts=[text]) for text in batch])
    backwards = one.call(texts=batch[::-1])[::-1]
    assert together.tobytes() == alone.tobytes() == backwards.tobytes()


def test_vectors_agree_with_sentence_transformers(minilm: Any) -> None:
    from sentence_transformers import SentenceTransformer

    from tests.variant_functions import FOLDER

    batch = agreement_texts()
    expected = SentenceTransformer(str(FOLDER), device="cpu").encode(batch)
    assert len(batch) >= 500
    assert float(np.abs(modelet.load(minilm.layout).call(texts=batch) - expected).max()) <= 1e-5


def test_a_text_beyond_the_models_positions_is_refused_with_both_lengths(variants: Any) -> None:
    compiled = modelet.load(variants.layout).function("not_truncated")
    long = "word " * 600
    with pytest.raises(RuntimeError, match=r"602.*512|512.*602"):
        compiled.call(texts=["short", long])
    with pytest.raises(RuntimeError):
        not_truncated(["short", long])
    np.testing.assert_allclose(compiled.call(texts=["word " * 500]), not_truncated(["word " * 500]), atol=2e-5)
