"""What a generation is by default: the model's generation configuration, and what the metadata says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.description import Decoder, cpp_float

CACHE_TOKENS = 16384
"""Positions that the cache holds for all requests together, unless the metadata says otherwise. Memory is touched as it is used."""

UNSUPPORTED = {
    "num_beams": (None, 1),
    "no_repeat_ngram_size": (None, 0),
    "bad_words_ids": (None,),
    "force_words_ids": (None,),
    "sequence_bias": (None,),
    "guidance_scale": (None, 1.0),
    "min_length": (None, 0),
    "min_new_tokens": (None,),
    "encoder_repetition_penalty": (None, 1.0),
    "epsilon_cutoff": (None, 0.0),
    "eta_cutoff": (None, 0.0),
    "watermarking_config": (None,),
    "num_return_sequences": (None, 1),
}
"""Fields of a GenerationConfig that change what is generated and that the engine has not: the values that leave it alone."""


@dataclass(frozen=True)
class Configuration:
    """Resolved numbers, as engine/generation/engine.h has them."""

    quantization: str | None
    cache_format: str
    cache_tokens: int
    max_new_tokens: int
    end_tokens: tuple[int, ...]
    do_sample: bool
    temperature: float
    top_p: float
    min_p: float
    typical_p: float
    repetition_penalty: float
    top_k: int
    returns_logprobs: bool
    speculation: Any = None
    """As in EngineInferenceMetadata: None, "prompt_lookup", or a DraftModel."""
    revision: str | None = None

    @property
    def draft_model(self) -> Any:
        """The model that guesses; None when none does."""
        return getattr(self.speculation, "model", None)

    @property
    def drafter(self) -> str:
        """The part of engine/speculation that guesses; "" when none does."""
        return "draft_model" if self.draft_model is not None else self.speculation or ""

    def definition(self, family: str) -> str:
        """The C++ constant `description`; `decoder` stands before it."""
        ends = ", ".join(map(str, self.end_tokens))
        floats = (self.temperature, self.top_p, self.min_p, self.typical_p, self.repetition_penalty)
        table = f"constexpr int32_t end_tokens[] = {{{ends}}};\n" if ends else "constexpr std::span<const int32_t> end_tokens;\n"
        table += self._drafter()
        table += "extern const modelet::generation::Description description;\n"
        return (
            f"{table}const modelet::generation::Description description = {{&decoder, &modelet::models::{family}, "
            f"{{{self.max_new_tokens}, end_tokens, {str(self.do_sample).lower()}, {', '.join(map(cpp_float, floats))}, {self.top_k}, "
            f"{str(self.returns_logprobs).lower()}}}, "
            f"modelet::kernels::CacheFormat::{self.cache_format}, {self.cache_tokens}, "
            f"{'make_drafter' if self.drafter else 'nullptr'}}};"
        )

    def _drafter(self) -> str:
        """The function that makes the drafter; a draft model's description stands before it, in the namespace `draft`."""
        if self.speculation is None:
            return ""
        model, make = "", "make_prompt_lookup({})"
        if self.draft_model is not None:
            cache = f"modelet::kernels::CacheFormat::{self.cache_format}"
            fields = f"&draft::decoder, &draft::family, {cache}, {self.speculation.tokens}"
            model = f"const modelet::speculation::DraftModel draft_model = {{{fields}}};\n"
            make = "make_draft_model(draft_model, surroundings, error)"
        arguments = ("surroundings", "error") if model else ("", "")
        return (
            f"namespace {{\n{model}std::unique_ptr<modelet::speculation::Drafter> make_drafter("
            f"const modelet::speculation::Surroundings &{arguments[0]}, modelet::Error &{arguments[1]}) {{\n"
            f"  return modelet::speculation::{make};\n}}\n}}  // namespace\n"
        )

    def manifest(self, decoder: Decoder) -> dict[str, Any]:
        """What the manifest says of the model."""
        return {
            "architecture": decoder.family,
            "layers": len(decoder.layers),
            "context_length": decoder.context_length,
            "vocabulary": decoder.vocabulary,
            "quantization": self.quantization or "as published",
            "cache": self.cache_format,
        }


def configuration_of(manager: Any, metadata: Sequence[object]) -> Configuration:
    """Of a ContinuousBatchingManager. Raises Refused for settings that the engine has not."""
    config = manager.generation_config
    for name, neutral in UNSUPPORTED.items():
        value = getattr(config, name, None)
        if value not in neutral:
            raise Refused(f"the generation configuration has {name}={value!r}", "the engine does not have that; leave it out")
    said = _metadata_of(manager.model, metadata)
    ends = config.eos_token_id
    ends = () if ends in (None, -1) else tuple(ends) if isinstance(ends, list | tuple) else (ends,)
    return Configuration(
        quantization=said.get("quantization"),
        cache_format=said.get("cache") or "float16",
        cache_tokens=said.get("cache_tokens") or CACHE_TOKENS,
        max_new_tokens=2**31 - 1 if config.max_new_tokens is None else config.max_new_tokens,
        end_tokens=ends,
        do_sample=bool(config.do_sample),
        temperature=_or(config.temperature, 1.0),
        top_p=_or(config.top_p, 1.0),
        min_p=_or(config.min_p, 0.0),
        typical_p=_or(config.typical_p, 1.0),
        repetition_penalty=_or(config.repetition_penalty, 1.0),
        top_k=int(_or(config.top_k, 50 if config.do_sample else 0)),
        speculation=said.get("speculative_decoding"),
        revision=said.get("revision"),
        returns_logprobs=bool(getattr(manager.continuous_batching_config, "return_logprobs", False)),
    )


def _or(value: Any, default: float) -> float:
    return default if value is None else float(value)


def _metadata_of(model: Any, metadata: Sequence[object]) -> dict[str, Any]:
    for one in metadata:
        if type(one).__name__ == "EngineInferenceMetadata" and getattr(one, "model", None) is model:
            return {name: getattr(one, name) for name in ("quantization", "cache", "cache_tokens", "speculative_decoding", "revision")}
    return {}
