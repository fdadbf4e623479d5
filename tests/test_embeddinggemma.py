"""The EmbeddingGemma example on a folder with seeded random weights and the real tokenizer, against its own Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import pytest

import modelet
from modelet_compiler import build
from modelet_compiler.commands import load_functions
from tests.embedding_gemma import SMALL, write_folder

TEXTS = [
    "how do I reset my password",
    "漢字 and emoji 🎉",
    "",
    "The window of most layers is shorter than this text. " * 20,
    "a b c d e f g h i j",
]
Embed = Callable[..., Any]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[Embed, modelet.Function, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EMBEDDINGGEMMA", str(write_folder(tmp_path_factory.mktemp("embeddinggemma"), SMALL)))
        functions, name = load_functions("examples/embeddings/embeddinggemma.py")
    artifact = build(functions, name=name, output=tmp_path_factory.mktemp("embeddinggemma") / "layout")
    return functions[0], modelet.load(str(artifact.layout)), str(artifact.layout)


def tasks_of(embed: Embed) -> tuple[str, ...]:
    """What its parameter `task` takes."""
    return get_args(embed.__globals__["Task"])


def test_each_task_has_a_prefix(example: tuple[Embed, modelet.Function, str]) -> None:
    embed, _, _ = example
    assert set(tasks_of(embed)) == set(embed.__globals__["PREFIXES"])


def test_vectors_are_those_of_sentence_transformers(example: tuple[Embed, modelet.Function, str]) -> None:
    embed, compiled, _ = example
    for options in ({}, *({"task": task} for task in tasks_of(embed)), {"task": "query", "dimensions": 16}):
        expected = embed(TEXTS, **options)
        found = compiled.call(texts=TEXTS, **options)
        assert found.shape == expected.shape
        assert np.abs(found - expected).max() <= 1e-4 * np.abs(expected).max(), options
        assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)


def test_a_vector_has_the_same_bits_alone_and_in_any_batch(example: tuple[Embed, modelet.Function, str]) -> None:
    _, compiled, _ = example
    together = compiled.call(texts=TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.array_equal(compiled.call(texts=[text])[0], vector), text
    assert np.array_equal(compiled.call(texts=TEXTS[::-1] * 3)[: len(TEXTS)][::-1], together)


def test_the_endpoint_takes_a_task_and_dimensions(example: tuple[Embed, modelet.Function, str]) -> None:
    embed, _, name = example
    answer = modelet.OpenAI().embeddings.create(model=name, input=TEXTS[:2], dimensions=12, extra_body={"task": "CodeRetrieval"})
    expected = embed(TEXTS[:2], task="CodeRetrieval", dimensions=12)
    assert np.abs(np.array([item.embedding for item in answer.data]) - expected).max() <= 1e-5
    with pytest.raises(modelet.BadRequestError, match="dimensions"):
        modelet.OpenAI().embeddings.create(model=name, input=TEXTS[:2], dimensions=SMALL["hidden_size"] + 1)
