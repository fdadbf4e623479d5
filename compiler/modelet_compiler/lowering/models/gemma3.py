"""Gemma 3, text."""

from __future__ import annotations

from typing import Any

from modelet_compiler.lowering.models import parts
from modelet_compiler.lowering.models.description import Attention, Decoder, FeedForward, Layer
from modelet_compiler.lowering.models.parameters import Parameters


def describe(model: Any, parameters: Parameters) -> Decoder:
    """From transformers' Gemma3ForCausalLM. Raises Refused."""
    config = model.config
    parts.expect(config, "use_bidirectional_attention", False, "attention that is not causal")
    kinds = sorted(set(config.layer_types))
    layers = tuple(_layer(config, parameters, kinds, index) for index in range(config.num_hidden_layers))
    rotaries = tuple(parts.rotary(model.model.rotary_emb, kind) for kind in kinds)
    embeddings = model.model.embed_tokens
    return parts.decoder(
        model,
        parameters,
        "gemma3",
        "gemma3",
        layers,
        rotaries,
        norm_plus=1.0,
        attention_scale=config.query_pre_attn_scalar**-0.5,
        attention_softcap=config.attn_logit_softcapping or 0.0,
        logit_softcap=config.final_logit_softcapping or 0.0,
        embedding_scale=parts.embedding_scale(embeddings),
    )


def _layer(config: Any, parameters: Parameters, kinds: list[str], index: int) -> Layer:
    at, kind = f"model.layers.{index}", config.layer_types[index]
    norms = {
        name: parameters.vector(f"{at}.{name}.weight", plus=1.0)
        for name in ("input_layernorm", "post_attention_layernorm", "pre_feedforward_layernorm", "post_feedforward_layernorm")
    }
    attention = Attention(
        norm=norms["input_layernorm"],
        query_key_value=parts.query_key_value(parameters, at),
        output=parameters.projection(f"{at}.self_attn.o_proj", [f"{at}.self_attn.o_proj"], bias=True),
        query_norm=parameters.vector(f"{at}.self_attn.q_norm.weight", plus=1.0),
        key_norm=parameters.vector(f"{at}.self_attn.k_norm.weight", plus=1.0),
        norm_after=norms["post_attention_layernorm"],
        rotary=kinds.index(kind),
        window=parts.window(config, index),
    )
    gated = parts.gated(parameters, f"{at}.mlp")
    return Layer(attention, FeedForward(norms["pre_feedforward_layernorm"], *gated, norms["post_feedforward_layernorm"]))
