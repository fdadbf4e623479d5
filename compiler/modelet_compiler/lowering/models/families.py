"""Which architectures there are: one row each, by the `model_type` of the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, TypeVar

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models import gemma3, gemma4, llama, parts, qwen3
from modelet_compiler.lowering.models.description import Decoder
from modelet_compiler.lowering.models.parameters import Parameters

T = TypeVar("T")


@dataclass(frozen=True)
class Architecture:
    """How a model of one architecture is described, and the modules of its layers, by which the nearest one is found."""

    describe: Callable[[Any, Parameters], Decoder]
    layer: frozenset[str]


_HEADS = {"self_attn.q_norm", "self_attn.k_norm"}
_NORMS = {"input_layernorm", "post_attention_layernorm"}
_GEMMA = {"pre_feedforward_layernorm", "post_feedforward_layernorm"} | _NORMS | _HEADS
_BLOCKS = (("pre", 2), ("post", 1), ("post", 2))
_LINEARS = {f"self_attn.{part}_proj" for part in "qkvo"} | {f"mlp.{part}_proj" for part in ("gate", "up", "down")}
_BESIDE = {"router", "router.proj", "experts", *(f"{name}_feedforward_layernorm_{number}" for name, number in _BLOCKS)}
_INPUT = {"per_layer_input_gate", "per_layer_projection", "post_per_layer_input_norm"}

FAMILIES: dict[str, Architecture] = {
    "llama": Architecture(llama.describe, frozenset(_LINEARS | _NORMS)),
    "mistral": Architecture(llama.describe, frozenset(_LINEARS | _NORMS)),
    "qwen2": Architecture(llama.describe, frozenset(_LINEARS | _NORMS)),
    "qwen3": Architecture(qwen3.describe, frozenset(_LINEARS | _NORMS | _HEADS)),
    "qwen3_moe": Architecture(qwen3.describe_moe, frozenset(_LINEARS | _NORMS | _HEADS | {"mlp.gate", "mlp.experts"})),
    "gemma3_text": Architecture(gemma3.describe, frozenset(_LINEARS | _GEMMA)),
    "gemma4_text": Architecture(gemma4.describe, frozenset(_LINEARS | _GEMMA | _BESIDE | _INPUT)),
}


def _text_of(architecture: Architecture) -> Architecture:
    """The text model inside of a transformers model that takes images too."""

    def describe_text(model: Any, parameters: Parameters) -> Decoder:
        text = SimpleNamespace(config=model.config.text_config, model=model.model.language_model)
        parts.expect(model.config, "tie_word_embeddings", text.config.tie_word_embeddings, "embeddings that its text model has not")
        state, published = (_inner(names) for names in (parameters.state, parameters.published))
        return architecture.describe(text, replace(parameters, state=state, published=published))

    return replace(architecture, describe=describe_text)


def _inner(names: Mapping[str, T]) -> dict[str, T]:
    return {name.replace("model.language_model.", "model.", 1): value for name, value in names.items()}


FAMILIES["gemma3"] = _text_of(FAMILIES["gemma3_text"])
FAMILIES["gemma4"] = _text_of(FAMILIES["gemma4_text"])


def describe(model: Any, parameters: Parameters) -> Decoder:
    """The description of a causal language model. Raises Refused with the nearest architecture that is supported, and how they differ."""
    model_type = model.config.model_type
    if model_type in FAMILIES:
        return FAMILIES[model_type].describe(model, parameters)
    layer = layer_modules(parameters.state)
    near = min(FAMILIES, key=lambda name: len(FAMILIES[name].layer ^ layer))
    more, fewer = sorted(layer - FAMILIES[near].layer), sorted(FAMILIES[near].layer - layer)
    differing = [f"has {', '.join(more)}"] * bool(more) + [f"lacks {', '.join(fewer)}"] * bool(fewer)
    raise Refused(
        f"the architecture {model_type!r} ({type(model).__name__}) is not supported; the nearest that is: {near!r}, beside which a layer "
        f"{' and '.join(differing) or 'has the same modules'}",
        f"supported: {', '.join(sorted(FAMILIES))}; 'Adding an architecture' in CONTRIBUTING.md shows how to add one",
    )


def layer_modules(names: Any) -> frozenset[str]:
    """The modules with parameters that layers have, from the names of all parameters."""
    found = set()
    for name in names:
        _, separator, rest = name.partition(".layers.")
        module = rest.partition(".")[2].rpartition(".")[0]
        if separator and module:
            found.add(module)
    return frozenset(found)
