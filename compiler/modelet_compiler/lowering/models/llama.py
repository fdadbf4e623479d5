"""Llama 2 and 3, SmolLM2, Mistral, Qwen 2."""

from __future__ import annotations

from typing import Any

from modelet_compiler.lowering.models import parts
from modelet_compiler.lowering.models.description import Attention, Decoder, FeedForward, Layer
from modelet_compiler.lowering.models.parameters import Parameters


def describe(model: Any, parameters: Parameters) -> Decoder:
    """From transformers' LlamaForCausalLM, MistralForCausalLM or Qwen2ForCausalLM. Raises Refused."""
    layers = tuple(_layer(model.config, parameters, index) for index in range(model.config.num_hidden_layers))
    return parts.decoder(model, parameters, "llama", "llama", layers, (parts.rotary(model.model.rotary_emb),))


def _layer(config: Any, parameters: Parameters, index: int) -> Layer:
    at = f"model.layers.{index}"
    attention = Attention(
        norm=parameters.vector(f"{at}.input_layernorm.weight"),
        query_key_value=parts.query_key_value(parameters, at),
        output=parameters.projection(f"{at}.self_attn.o_proj", [f"{at}.self_attn.o_proj"], bias=True),
        window=parts.window(config, index),
    )
    norm = parameters.vector(f"{at}.post_attention_layernorm.weight")
    return Layer(attention, FeedForward(norm, *parts.gated(parameters, f"{at}.mlp")))
