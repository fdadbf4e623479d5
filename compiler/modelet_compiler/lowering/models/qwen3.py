"""Qwen 3, dense and with experts."""

from __future__ import annotations

from typing import Any

from modelet_compiler.lowering.models import parts
from modelet_compiler.lowering.models.description import Attention, Decoder, Experts, FeedForward, Layer
from modelet_compiler.lowering.models.parameters import Parameters


def describe(model: Any, parameters: Parameters) -> Decoder:
    """From transformers' Qwen3ForCausalLM. Raises Refused."""
    layers = tuple(_dense_layer(model.config, parameters, index) for index in range(model.config.num_hidden_layers))
    return parts.decoder(model, parameters, "qwen3", "qwen3", layers, (parts.rotary(model.model.rotary_emb),))


def describe_moe(model: Any, parameters: Parameters) -> Decoder:
    """From transformers' Qwen3MoeForCausalLM. Raises Refused."""
    layers = tuple(_mixed_layer(model.config, parameters, index) for index in range(model.config.num_hidden_layers))
    return parts.decoder(model, parameters, "qwen3_moe", "qwen3", layers, (parts.rotary(model.model.rotary_emb),))


def _attention(config: Any, parameters: Parameters, index: int) -> Attention:
    at = f"model.layers.{index}"
    return Attention(
        norm=parameters.vector(f"{at}.input_layernorm.weight"),
        query_key_value=parts.query_key_value(parameters, at),
        output=parameters.projection(f"{at}.self_attn.o_proj", [f"{at}.self_attn.o_proj"], bias=True),
        query_norm=parameters.vector(f"{at}.self_attn.q_norm.weight"),
        key_norm=parameters.vector(f"{at}.self_attn.k_norm.weight"),
        window=parts.window(config, index),
    )


def _dense_layer(config: Any, parameters: Parameters, index: int) -> Layer:
    at = f"model.layers.{index}"
    norm = parameters.vector(f"{at}.post_attention_layernorm.weight")
    return Layer(_attention(config, parameters, index), FeedForward(norm, *parts.gated(parameters, f"{at}.mlp")))


def _mixed_layer(config: Any, parameters: Parameters, index: int) -> Layer:
    at = f"model.layers.{index}"
    if not parameters.has(f"{at}.mlp.gate.weight"):
        return _dense_layer(config, parameters, index)
    norm = parameters.vector(f"{at}.post_attention_layernorm.weight")
    experts = Experts(
        router=parameters.projection(f"{at}.mlp.gate", [f"{at}.mlp.gate"]),
        gate_up=parameters.slices(f"{at}.mlp.experts.gate_up_proj"),
        down=parameters.slices(f"{at}.mlp.experts.down_proj"),
        chosen=config.num_experts_per_tok,
        normalize_chosen=config.norm_topk_prob,
    )
    return Layer(_attention(config, parameters, index), FeedForward(norm, None, None), experts)
