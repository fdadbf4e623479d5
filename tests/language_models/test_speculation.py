"""A draft model guesses what a model says: the text is the model's own, in fewer steps."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM, Qwen3Config, Qwen3ForCausalLM

import modelet
from modelet import DraftModel, EngineInferenceMetadata, compile  # noqa: A004
from modelet_compiler import build
from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError
from tests.language_models.small_models import LLAMA3_ROPE, SHAPE, made, manager_of

model = made(LlamaForCausalLM, LlamaConfig(**SHAPE, tie_word_embeddings=False, rope_parameters=LLAMA3_ROPE), 1)
near = copy.deepcopy(model)
"""The model with a little noise, so that most of its guesses are right."""
with torch.no_grad():
    for parameter in near.parameters():
        parameter.add_(torch.randn_like(parameter) * 0.005 * parameter.std())
other = made(Qwen3ForCausalLM, Qwen3Config(**{**SHAPE, "num_hidden_layers": 1}, tie_word_embeddings=True), 2)
few = made(Qwen3ForCausalLM, Qwen3Config(**{**SHAPE, "vocab_size": 64}, tie_word_embeddings=True), 2)
helped, misled, mismatched = manager_of(model), manager_of(model), manager_of(model)


@compile(metadata=[EngineInferenceMetadata(model=model, cache="float32", speculative_decoding=DraftModel(model=near))])
def generate_helped(prompt: list[int], limit: int) -> list[int]:
    for output in helped.request_id_iter(helped.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=model, cache="float32", speculative_decoding=DraftModel(model=other, tokens=7))])
def generate_misled(prompt: list[int], limit: int) -> list[int]:
    for output in misled.request_id_iter(misled.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=model, speculative_decoding=DraftModel(model=few))])
def generate_mismatched(prompt: list[int]) -> list[int]:
    for output in mismatched.request_id_iter(mismatched.add_request(prompt, max_new_tokens=5)):
        return output.generated_tokens
    return []


def stats(compiled: modelet.Function) -> dict[str, int]:
    [state] = compiled._instance.request(b'{"control": "stats"}').json()["services"].values()
    return state


@pytest.mark.parametrize(("function", "helps"), [(generate_helped, True), (generate_misled, False)])
def test_greedy_text_is_the_models_own(function: object, helps: bool, tmp_path: Path) -> None:
    compiled = modelet.load(str(build(function, output=tmp_path / "layout", name="@tests/drafted").layout))
    compiled.call([2, 3, 5, 7, 11] * 90, 3)  # more than the draft model reads in one turn: no guess before its second one
    assert stats(compiled)["drafted_tokens"] == 0
    for length in (1, 40, 100, 440):
        prompt = torch.randint(2, SHAPE["vocab_size"], (1, length), generator=torch.Generator().manual_seed(length))
        with torch.no_grad():
            expected = model.generate(prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=64, do_sample=False)[0, length:]
        assert compiled.call(prompt[0].tolist(), 64) == expected.tolist()
    state = stats(compiled)
    assert state["drafted_tokens"] > 0
    assert state["accepted_tokens"] > 0 or not helps  # how many are guessed is a matter of time
    assert state["generated_tokens"] - state["steps"] == state["accepted_tokens"] - 2  # long prompts took a step more, twice


def test_a_draft_model_of_another_vocabulary_is_refused() -> None:
    with pytest.raises(CompileError, match="the draft model has 64 tokens, the model 211"):
        emit_library([generate_mismatched], name="@tests/mismatched")
