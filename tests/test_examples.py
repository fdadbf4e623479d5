"""Each example compiles unchanged, agrees with its own Python, and answers through the OpenAI client."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import modelet
from modelet_compiler import build
from modelet_compiler.commands import load_functions

TEXTS = ["how do I reset my password", "漢字 and emoji 🎉", "", "word " * 300]


def _compiled(example: str) -> tuple[Any, Any]:
    functions, name = load_functions(f"examples/embeddings/{example}.py")
    return functions[0], build(functions, name=name)


def _agree(got: Any, expected: Any) -> bool:
    return got.shape == expected.shape and got.dtype == expected.dtype and float(np.abs(got - expected).max()) <= 1e-5


@pytest.mark.parametrize("example", ["minilm", "sentence_transformer"])
def test_an_example_agrees_with_its_own_python(example: str) -> None:
    function, artifact = _compiled(example)
    assert _agree(modelet.load(artifact.name).call(texts=TEXTS), function(TEXTS))


def test_a_prefix_and_dimensions_are_parameters_of_the_call_and_of_the_endpoint() -> None:
    function, artifact = _compiled("prefixed")
    compiled = modelet.load(artifact.name)
    assert _agree(compiled.call(texts=TEXTS), function(TEXTS))
    assert _agree(compiled.call(texts=TEXTS, task="query", dimensions=64), function(TEXTS, task="query", dimensions=64))
    with pytest.raises(ValueError, match="dimensions must be from 1 to 384, not 0"):
        compiled.call(texts=TEXTS, dimensions=0)
    with pytest.raises(ValueError, match=r"query.*document"):
        compiled.call(texts=TEXTS, task="passage")
    answer = modelet.OpenAI().embeddings.create(model=artifact.name, input=TEXTS[:2], dimensions=64, extra_body={"task": "query"})
    expected = function(TEXTS[:2], task="query", dimensions=64)
    assert _agree(np.array([item.embedding for item in answer.data], np.float32), expected)
