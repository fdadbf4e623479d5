"""What the descriptions of several families share."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.description import Decoder, Layer, LayerInputs, Projection, Rotary, Vector
from modelet_compiler.lowering.models.parameters import Parameters

ACTIVATIONS = {"silu": "silu", "swish": "silu", "gelu": "gelu_erf", "gelu_pytorch_tanh": "gelu_tanh", "relu": "relu"}
FIXED = ("default", "linear", "llama3", "yarn", "proportional")
"""Kinds of rotary scaling whose angles do not depend on the length of a sequence."""


def expect(config: Any, name: str, value: Any, what: str) -> None:
    """Refuses a configuration in which `name` is not `value`."""
    found = getattr(config, name, value)
    if found != value:
        raise Refused(f"the model uses {what} ({name}={found!r})", f"supported: {name}={value!r}")


def activation(config: Any) -> str:
    """The C++ name of the activation of gates. Raises Refused."""
    name = getattr(config, "hidden_activation", None) or config.hidden_act
    if name not in ACTIVATIONS:
        raise Refused(f"the activation {name!r} is not supported", f"supported: {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[name]


def window(config: Any, index: int) -> int:
    """How many positions the layer `index` sees, its own included; 0: all. Raises Refused."""
    kinds = getattr(config, "layer_types", None)
    if kinds is not None and kinds[index] not in ("full_attention", "sliding_attention"):
        raise Refused(f"the layer {index} has attention of the kind {kinds[index]!r}", "supported: full_attention, sliding_attention")
    return 0 if kinds is not None and kinds[index] == "full_attention" else getattr(config, "sliding_window", None) or 0


def query_key_value(parameters: Parameters, at: str) -> Projection:
    """Queries, keys and values of the layer `at`, as one projection."""
    return parameters.projection(f"{at}.self_attn.qkv", [f"{at}.self_attn.{part}_proj" for part in "qkv"], bias=True)


def gated(parameters: Parameters, at: str) -> tuple[Projection, Projection]:
    """(gate and up as one projection, down)."""
    both = parameters.projection(f"{at}.gate_up_proj", [f"{at}.gate_proj", f"{at}.up_proj"])
    return both, parameters.projection(f"{at}.down_proj", [f"{at}.down_proj"])


def rotary(module: Any, kind: str = "") -> Rotary:
    """From a rotary module of transformers; `kind` where it has several. Its angles are made anew, as the module may be on no device."""
    rope_type = module.rope_type[kind] if kind else module.rope_type
    if rope_type not in FIXED:
        raise Refused(f"rotary positions of the kind {rope_type!r} are not supported", f"supported: {', '.join(FIXED)}")
    made = type(module)(module.config)
    prefix = f"{kind}_" if kind else ""
    frequencies = getattr(made, f"{prefix}inv_freq").float().numpy()
    name = f"rotary.{kind}" if kind else "rotary"
    return Rotary(Vector(name, np.ascontiguousarray(frequencies)), float(getattr(made, f"{prefix}attention_scaling")))


def embedding_scale(embeddings: Any) -> float:
    """As the embeddings are scaled in the type of their weights. The buffer may be on no device; the number it is made of is not."""
    scale = embeddings.embed_scale
    if scale.device.type == "meta":
        import torch

        scale = torch.tensor(embeddings.scalar_embed_scale)
    return float(scale.to(embeddings.weight.dtype))


def decoder(
    model: Any,
    parameters: Parameters,
    family: str,
    folder: str,
    layers: tuple[Layer, ...],
    rotaries: tuple[Rotary, ...],
    *,
    norm_plus: float = 0.0,
    attention_scale: float | None = None,
    heads: Any = None,
    layer_inputs: LayerInputs | None = None,
    **others: float,
) -> Decoder:
    """The parts that every family has at the same place: embeddings, last norm, head.

    `heads` is the configuration of most layers' heads where layers differ.
    """
    config = model.config
    one = config if heads is None else heads
    head_dim = getattr(one, "head_dim", None) or config.hidden_size // config.num_attention_heads
    tied = config.tie_word_embeddings
    head = parameters.projection("lm_head", ["model.embed_tokens" if tied else "lm_head"])
    shared = tied and head.packed.format != "q4"  # embeddings of four bits would cost more than they save
    return Decoder(
        family=family,
        folder=folder,
        width=config.hidden_size,
        heads=config.num_attention_heads,
        kv_heads=one.num_key_value_heads,
        head_dim=head_dim,
        vocabulary=config.vocab_size,
        context_length=config.max_position_embeddings,
        norm_epsilon=config.rms_norm_eps,
        attention_scale=head_dim**-0.5 if attention_scale is None else attention_scale,
        activation=activation(config),
        embeddings=None if shared else parameters.embeddings("model.embed_tokens.weight"),
        norm=parameters.vector("model.norm.weight", plus=norm_plus),
        head=head,
        rotaries=rotaries,
        layers=layers,
        layer_inputs=layer_inputs,
        **others,
    )
