"""Every family against transformers: logits of small random models in float32, and the text they choose greedily."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import modelet
from modelet.cli.kernels import print_kernels
from modelet_compiler import build
from tests.language_models.library import ModelLibrary
from tests.language_models.small_models import FUNCTIONS, MODELS, SHAPE

LENGTHS = (1, 2, 31, 32, 33, 100)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ModelLibrary:
    return ModelLibrary(list(FUNCTIONS.values()), list(FUNCTIONS), tmp_path_factory.mktemp("models"))


def prompt_of(length: int) -> list[int]:
    return np.random.default_rng(length).integers(2, SHAPE["vocab_size"], length).tolist()


@pytest.mark.parametrize("model", MODELS)
def test_logits_are_those_of_transformers(model: str, library: ModelLibrary) -> None:
    for length in LENGTHS:
        tokens = prompt_of(length)
        with torch.no_grad():
            expected = MODELS[model](torch.tensor([tokens])).logits[0].numpy()
        found = library.logits(model, tokens, SHAPE["vocab_size"])
        assert np.abs(found - expected).max() <= 1e-4 * np.abs(expected).max(), (model, length)


@pytest.mark.parametrize("model", MODELS)
def test_chunks_of_a_prompt_change_no_bit(model: str, library: ModelLibrary) -> None:
    tokens = prompt_of(100)
    whole = library.logits(model, tokens, SHAPE["vocab_size"])
    for chunk in (1, 7, 32, 63):
        assert np.array_equal(library.logits(model, tokens, SHAPE["vocab_size"], chunk), whole), (model, chunk)


SHARDED = [name for name in MODELS if name != "gemma4_experts"]
"""Two ranks cannot share that one's single head of keys and values."""


@pytest.mark.parametrize("model", SHARDED)
def test_two_ranks_give_the_logits_of_one(model: str, library: ModelLibrary) -> None:
    for length in (1, 33, 100):
        tokens = prompt_of(length)
        alone = library.logits(model, tokens, SHAPE["vocab_size"])
        shared = library.logits(model, tokens, SHAPE["vocab_size"], chunk=40, ranks=2)
        assert np.abs(shared - alone).max() <= 1e-4 * np.abs(alone).max(), (model, length)


def test_heads_that_ranks_cannot_share_are_refused(library: ModelLibrary, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(AssertionError):
        library.logits("gemma4_experts", [3], SHAPE["vocab_size"], ranks=2)
    assert "cannot be cut for 2 ranks: 1 heads of keys and values are no multiple of that" in capfd.readouterr().err


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("ranks", [1, 2])
def test_another_engine_goes_on_with_an_exported_request(model: str, ranks: int, library: ModelLibrary) -> None:
    if ranks > 1 and model not in SHARDED:
        pytest.skip("two ranks cannot share its heads")
    tokens = prompt_of(70)
    whole = library.generate(model, tokens, 40, ranks=ranks)
    for move in (0, 1, 27, 39):
        assert library.generate(model, tokens, 40, move=move, ranks=ranks) == whole, (model, move)
    if ranks > 1:
        assert whole == library.generate(model, tokens, 40)


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build(list(FUNCTIONS.values()), output=tmp_path_factory.mktemp("models") / "layout", name="@tests/models").layout)


@pytest.fixture(scope="module")
def compiled(layout: str) -> modelet.Function:
    return modelet.load(layout)


@pytest.mark.parametrize("model", FUNCTIONS)
def test_greedy_text_is_that_of_transformers(model: str, compiled: modelet.Function) -> None:
    for length in (1, 33, 100):
        tokens = prompt_of(length)
        with torch.no_grad():
            ids = torch.tensor([tokens])
            expected = MODELS[model].generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=64, do_sample=False)[0, length:]
        assert compiled.function(FUNCTIONS[model].__name__).call(tokens, 64) == expected.tolist(), (model, length)


def test_what_is_wrong_with_a_request_is_an_error_of_that_call(compiled: modelet.Function) -> None:
    function = compiled.function("generate_llama")
    with pytest.raises(ValueError, match="the prompt has 600 tokens, 89 more than the 511"):
        function.call([3] * 600, 4)
    with pytest.raises(ValueError, match="the prompt holds the id 211; the model's ids are 0 to 210"):
        function.call([211], 4)
    with pytest.raises(ValueError, match="the prompt has no tokens"):
        function.call([], 4)
    assert len(function.call([3], 4)) <= 4


def test_kernels_are_listed_with_the_reason_for_each(layout: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_kernels(layout)
    first, *rows = capsys.readouterr().out.splitlines()
    assert first.startswith("policy auto: kernels for ")
    cells = [row.split("\t") for row in rows]
    running = [family for family, _, _, here, reason in cells if here == "runs" and reason == "the best that may run here"]
    assert sorted(running) == sorted({family for family, *_ in cells})
    assert {"packed_linear", "cached_attention", "rotate"} <= set(running)
