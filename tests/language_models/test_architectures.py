"""What is said of a model that the engine has not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from transformers import (
    Gemma2Config,
    Gemma2ForCausalLM,
    Gemma3ForCausalLM,
    Gemma3TextConfig,
    Gemma4Config,
    Gemma4ForConditionalGeneration,
    LlamaConfig,
    LlamaForCausalLM,
    Phi3Config,
    Phi3ForCausalLM,
)

from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError
from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.description import Writer
from modelet_compiler.lowering.models.families import FAMILIES, describe, layer_modules
from modelet_compiler.lowering.models.origin import parameters_of
from tests.language_models.small_models import MODELS, SHAPE

TINY = {**SHAPE, "num_hidden_layers": 1, "head_dim": 8}


def refused(model: Any) -> str:
    """Message and advice."""
    with pytest.raises(Refused) as caught:
        describe(model, parameters_of(model, None))
    return f"{caught.value}"


@pytest.mark.parametrize("name", MODELS)
def test_a_family_says_which_modules_its_layers_have(name: str) -> None:
    model = MODELS[name]
    known = FAMILIES[model.config.model_type].layer
    assert layer_modules(dict(model.named_parameters())) <= known


def test_an_unknown_architecture_is_compared_with_the_nearest() -> None:
    message = refused(Phi3ForCausalLM(Phi3Config(**TINY)))
    assert "'phi3' (Phi3ForCausalLM) is not supported; the nearest that is: 'llama'" in message
    assert "has mlp.gate_up_proj, self_attn.qkv_proj and lacks mlp.gate_proj" in message
    message = refused(Gemma2ForCausalLM(Gemma2Config(**TINY)))
    assert "has post_feedforward_layernorm, pre_feedforward_layernorm" in message


def test_angles_that_depend_on_the_length_are_refused_by_name() -> None:
    rope = {"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 2.0}
    message = refused(LlamaForCausalLM(LlamaConfig(**TINY, rope_parameters=rope)))
    assert "rotary positions of the kind 'dynamic' are not supported" in message


def test_an_encoder_is_no_language_model() -> None:
    message = refused(Gemma3ForCausalLM(Gemma3TextConfig(**TINY, sliding_window=16, use_bidirectional_attention=True)))
    assert "attention that is not causal (use_bidirectional_attention=True)" in message


def test_a_model_that_takes_images_is_described_by_its_text_model() -> None:
    text = MODELS["gemma4"]
    whole = Gemma4ForConditionalGeneration(Gemma4Config(text_config=text.config.to_dict(), vision_config=None, audio_config=None)).eval()
    whole.model.language_model.load_state_dict(text.model.state_dict())
    ids = torch.arange(2, 40)[None]
    with torch.no_grad():
        assert torch.equal(whole(ids).logits, text(ids).logits)
    made, expected = Writer("model"), Writer("model")
    assert made.write(describe(whole, parameters_of(whole, None))) == expected.write(describe(text, parameters_of(text, None)))
    assert made.weights.keys() == expected.weights.keys()
    for name, weight in made.weights.items():
        assert np.array_equal(weight.array, expected.weights[name].array), name


unknown = Gemma2ForCausalLM(Gemma2Config(**TINY)).init_continuous_batching()


def uses_an_unknown_architecture(prompt: list[int]) -> str:
    return unknown.add_request(prompt)


def test_a_function_around_an_unknown_architecture_is_refused_where_it_uses_it() -> None:
    with pytest.raises(CompileError, match="the architecture 'gemma2'") as caught:
        emit_library([uses_an_unknown_architecture], name="@tests/unknown")
    assert "return unknown.add_request(prompt)" in f"{caught.value}"
    assert "supported: gemma3" in f"{caught.value}"
