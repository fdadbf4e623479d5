"""Gemma 4, text, with or without experts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from modelet_compiler.lowering.models import parts
from modelet_compiler.lowering.models.description import Attention, Decoder, Experts, FeedForward, Layer, LayerInput, LayerInputs
from modelet_compiler.lowering.models.parameters import Parameters


def describe(model: Any, parameters: Parameters) -> Decoder:
    """From transformers' Gemma4ForCausalLM. Raises Refused."""
    config = model.config
    if config.use_bidirectional_attention != "vision":  # which is for the tokens of images
        parts.expect(config, "use_bidirectional_attention", None, "attention that is not causal")
    kinds = sorted(set(config.layer_types))
    layers = tuple(_layer(config, parameters, kinds, index) for index in range(config.num_hidden_layers))
    rotaries = tuple(parts.rotary(model.model.rotary_emb, kind) for kind in kinds)
    return parts.decoder(
        model,
        parameters,
        "gemma4",
        "gemma4",
        layers,
        rotaries,
        attention_scale=1.0,
        heads=config.per_layer_config[0],
        logit_softcap=config.final_logit_softcapping or 0.0,
        embedding_scale=parts.embedding_scale(model.model.embed_tokens),
        layer_inputs=_layer_inputs(model, parameters) if config.hidden_size_per_layer_input else None,
    )


def _layer(config: Any, parameters: Parameters, kinds: list[str], index: int) -> Layer:
    at = f"model.layers.{index}"
    norm, norm_after = (parameters.vector(f"{at}.{side}_feedforward_layernorm.weight") for side in ("pre", "post"))
    return Layer(
        _attention(config, parameters, kinds, index),
        FeedForward(norm, *parts.gated(parameters, f"{at}.mlp"), norm_after),
        _experts(config, parameters, at) if config.enable_moe_block else None,
        _layer_input(parameters, at) if config.hidden_size_per_layer_input else None,
        parameters.number(f"{at}.layer_scalar"),
    )


def _attention(config: Any, parameters: Parameters, kinds: list[str], index: int) -> Attention:
    at, kind = f"model.layers.{index}", config.layer_types[index]
    own = config.per_layer_config[index]
    shared = config.kv_sharing_modes[index] == "reuse"
    same = config.attention_k_eq_v and kind == "full_attention"  # the keys before their norm are the values before theirs
    read = "q" if shared else "qkk" if same else "qkv"
    return Attention(
        norm=parameters.vector(f"{at}.input_layernorm.weight"),
        query_key_value=parameters.projection(f"{at}.self_attn.qkv", [f"{at}.self_attn.{part}_proj" for part in read], bias=True),
        output=parameters.projection(f"{at}.self_attn.o_proj", [f"{at}.self_attn.o_proj"], bias=True),
        query_norm=parameters.vector(f"{at}.self_attn.q_norm.weight"),
        key_norm=None if shared else parameters.vector(f"{at}.self_attn.k_norm.weight"),
        norm_after=parameters.vector(f"{at}.post_attention_layernorm.weight"),
        rotary=kinds.index(kind),
        window=parts.window(config, index),
        kv_heads=0 if shared else own.num_key_value_heads,
        head_dim=own.head_dim,
        cache_layer=_storing(config, kind) if shared else index,
    )


def _storing(config: Any, kind: str) -> int:
    """The layer whose keys and values the last layers of this kind read."""
    modes = config.kv_sharing_modes
    return next(index for index, mode in enumerate(modes) if mode == "store" and config.layer_types[index] == kind)


def _experts(config: Any, parameters: Parameters, at: str) -> Experts:
    router_norm = parameters.vector(f"{at}.router.scale")
    return Experts(
        router=parameters.projection(f"{at}.router.proj", [f"{at}.router.proj"]),
        gate_up=parameters.slices(f"{at}.experts.gate_up_proj"),
        down=parameters.slices(f"{at}.experts.down_proj"),
        chosen=config.top_k_experts,
        normalize_chosen=True,
        router_norm=replace(router_norm, values=router_norm.values * np.float32(config.hidden_size**-0.5)),
        norm=parameters.vector(f"{at}.pre_feedforward_layernorm_2.weight"),
        norm_after=parameters.vector(f"{at}.post_feedforward_layernorm_2.weight"),
        dense_norm_after=parameters.vector(f"{at}.post_feedforward_layernorm_1.weight"),
        scales=parameters.vector(f"{at}.router.per_expert_scale"),
    )


def _layer_input(parameters: Parameters, at: str) -> LayerInput:
    return LayerInput(
        gate=parameters.projection(f"{at}.per_layer_input_gate", [f"{at}.per_layer_input_gate"]),
        projection=parameters.projection(f"{at}.per_layer_projection", [f"{at}.per_layer_projection"]),
        norm_after=parameters.vector(f"{at}.post_per_layer_input_norm.weight"),
    )


def _layer_inputs(model: Any, parameters: Parameters) -> LayerInputs:
    config = model.config
    parts.expect(config, "vocab_size_per_layer_input", config.vocab_size, "a vocabulary of its own for the inputs of layers")
    return LayerInputs(
        width=config.hidden_size_per_layer_input,
        table=parameters.embeddings("model.embed_tokens_per_layer.weight"),
        table_scale=parts.embedding_scale(model.model.embed_tokens_per_layer),
        projection=parameters.projection("model.per_layer_model_projection", ["model.per_layer_model_projection"]),
        projection_scale=config.hidden_size**-0.5,
        norm=parameters.vector("model.per_layer_projection_norm.weight"),
    )
