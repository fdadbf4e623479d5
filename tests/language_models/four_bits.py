"""A small model with weights of four bits, whose artifact for WebAssembly has two libraries."""

from __future__ import annotations

from transformers import LlamaConfig, LlamaForCausalLM

from modelet import EngineInferenceMetadata, compile  # noqa: A004
from tests.language_models.small_models import SHAPE, made, manager_of

model = made(LlamaForCausalLM, LlamaConfig(**{**SHAPE, "hidden_size": 96, "intermediate_size": 200}, tie_word_embeddings=False), 3)
manager = manager_of(model)


@compile(metadata=[EngineInferenceMetadata(model=model, quantization="q4")])
def nibbles(prompt: list[int]) -> list[int]:
    """The ids that follow those of a prompt."""
    return next(iter(manager.request_id_iter(manager.add_request(prompt, max_new_tokens=32)))).generated_tokens


@compile(metadata=[EngineInferenceMetadata(model=model, quantization="q8")])
def whole_bytes(prompt: list[int]) -> list[int]:
    """The same with weights of eight bits."""
    return next(iter(manager.request_id_iter(manager.add_request(prompt, max_new_tokens=16)))).generated_tokens
