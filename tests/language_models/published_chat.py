"""A function around a model whose weights are not loaded: run with the repository's name in PUBLISHED_MODEL."""

from __future__ import annotations

import os

import torch
from transformers import AutoConfig, AutoModelForCausalLM, GenerationConfig

from modelet import EngineInferenceMetadata, compile  # noqa: A004

REPOSITORY = os.environ["PUBLISHED_MODEL"]

if os.environ.get("PUBLISHED_BY") == "from_pretrained":
    model = AutoModelForCausalLM.from_pretrained(REPOSITORY, device_map="meta")
else:
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(REPOSITORY))
manager = model.init_continuous_batching(generation_config=GenerationConfig(do_sample=False, eos_token_id=1, max_new_tokens=32))


@compile(metadata=[EngineInferenceMetadata(model=model, quantization=os.environ.get("PUBLISHED_FORMAT"))])
def generate(prompt: list[int]) -> list[int]:
    """Says what follows."""
    request = manager.add_request(prompt)
    tokens: list[int] = []
    for output in manager.request_id_iter(request):
        tokens = output.generated_tokens
    return tokens
