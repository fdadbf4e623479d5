"""Functions of benchmarks/drafting.py: the same chat, with different guesses."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig, LlamaForCausalLM

from benchmarks.language_models import model_file
from modelet import DraftModel, EngineInferenceMetadata, compile  # noqa: A004

LAYERS = 4

file = model_file()
tokenizer = AutoTokenizer.from_pretrained(str(file.parent), gguf_file=file.name)
model = AutoModelForCausalLM.from_pretrained(str(file.parent), gguf_file=file.name)
manager = model.init_continuous_batching(generation_config=GenerationConfig(eos_token_id=tokenizer.eos_token_id))


def first_layers() -> LlamaForCausalLM:
    """The model without its later layers."""
    config = type(model.config)(**{**model.config.to_dict(), "num_hidden_layers": LAYERS})
    config.quantization_config = None
    with torch.no_grad():
        small = LlamaForCausalLM(config)
        small.load_state_dict(model.state_dict(), strict=False)
    return small.eval()


@compile(metadata=[EngineInferenceMetadata(model=model, quantization="q8")])
def plain(messages: list[dict[str, str]], max_tokens: int = 512) -> Iterator[str]:
    """Without guesses."""
    prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
    sent = ""
    for output in manager.request_id_iter(manager.add_request(prompt, max_new_tokens=max_tokens, streaming=True)):
        text = tokenizer.decode(output.generated_tokens, skip_special_tokens=True)
        if output.is_finished() or not text.endswith("\ufffd"):
            yield text[len(sent) :]
            sent = text


@compile(metadata=[EngineInferenceMetadata(model=model, quantization="q8", speculative_decoding="prompt_lookup")])
def lookup(messages: list[dict[str, str]], max_tokens: int = 512) -> Iterator[str]:
    """What followed the last tokens before follows them again."""
    prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
    sent = ""
    for output in manager.request_id_iter(manager.add_request(prompt, max_new_tokens=max_tokens, streaming=True)):
        text = tokenizer.decode(output.generated_tokens, skip_special_tokens=True)
        if output.is_finished() or not text.endswith("\ufffd"):
            yield text[len(sent) :]
            sent = text


@compile(
    metadata=[EngineInferenceMetadata(model=model, quantization="q8", speculative_decoding=DraftModel(model=first_layers(), tokens=3))]
)
def drafted(messages: list[dict[str, str]], max_tokens: int = 512) -> Iterator[str]:
    """The first layers guess."""
    prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
    sent = ""
    for output in manager.request_id_iter(manager.add_request(prompt, max_new_tokens=max_tokens, streaming=True)):
        text = tokenizer.decode(output.generated_tokens, skip_special_tokens=True)
        if output.is_finished() or not text.endswith("\ufffd"):
            yield text[len(sent) :]
            sent = text
