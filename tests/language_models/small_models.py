"""Small models of every family, with seeded random weights, and functions that generate with them."""

from __future__ import annotations

import torch
from transformers import (
    Gemma3ForCausalLM,
    Gemma3TextConfig,
    Gemma4ForCausalLM,
    Gemma4TextConfig,
    GenerationConfig,
    LlamaConfig,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
    Qwen3Config,
    Qwen3ForCausalLM,
    Qwen3MoeConfig,
    Qwen3MoeForCausalLM,
)

from modelet import EngineInferenceMetadata, compile  # noqa: A004

SHAPE = {
    "vocab_size": 211,
    "hidden_size": 48,
    "intermediate_size": 88,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "head_dim": 20,
    "max_position_embeddings": 512,
    "eos_token_id": 1,
    "bos_token_id": 2,
    "pad_token_id": 0,
}
LLAMA3_ROPE = {
    "rope_type": "llama3",
    "rope_theta": 10000.0,
    "factor": 4.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}


def made(cls: type, config: object, seed: int) -> object:
    """A model in float32 whose outputs are far from uniform."""
    torch.manual_seed(seed)
    model = cls(config).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            spread = 0.3 if "norm" in name or name.endswith("scale") else 2.0 / parameter.shape[-1] ** 0.5
            offset = 1.0 if ("norm" in name or name.endswith("scale")) and "Gemma3" not in cls.__name__ else 0.0
            parameter.copy_(torch.randn_like(parameter) * spread + offset)
        for name, buffer in model.named_buffers():
            if name.endswith("layer_scalar"):
                buffer.fill_(0.7)
    return model


def manager_of(model: object) -> object:
    """Greedy, with log probabilities."""
    return model.init_continuous_batching(generation_config=GenerationConfig(do_sample=False, eos_token_id=1, max_new_tokens=64))


llama_model = made(LlamaForCausalLM, LlamaConfig(**SHAPE, tie_word_embeddings=False, rope_parameters=LLAMA3_ROPE), 1)
tied_model = made(LlamaForCausalLM, LlamaConfig(**{**SHAPE, "num_key_value_heads": 6}, attention_bias=True, tie_word_embeddings=True), 2)
qwen3_model = made(Qwen3ForCausalLM, Qwen3Config(**SHAPE, tie_word_embeddings=True), 3)
experts_model = made(
    Qwen3MoeForCausalLM,
    Qwen3MoeConfig(**SHAPE, moe_intermediate_size=24, num_experts=6, num_experts_per_tok=2, norm_topk_prob=True, mlp_only_layers=[1]),
    4,
)
gemma3_model = made(
    Gemma3ForCausalLM,
    Gemma3TextConfig(**SHAPE, sliding_window=24, layer_types=["sliding_attention", "full_attention", "sliding_attention"]),
    5,
)
ALTERNATING = ["sliding_attention", "full_attention"]
gemma4_model = made(
    Gemma4ForCausalLM,
    Gemma4TextConfig(
        **{**SHAPE, "num_hidden_layers": 6},
        sliding_window=24,
        layer_types=ALTERNATING * 3,
        global_head_dim=32,
        hidden_size_per_layer_input=12,
        vocab_size_per_layer_input=SHAPE["vocab_size"],
        num_kv_shared_layers=2,
        use_double_wide_mlp=True,
        final_logit_softcapping=30.0,
    ),
    6,
)
gemma4_experts_model = made(
    Gemma4ForCausalLM,
    Gemma4TextConfig(
        **{**SHAPE, "num_hidden_layers": 4},
        sliding_window=24,
        layer_types=ALTERNATING * 2,
        global_head_dim=32,
        num_global_key_value_heads=1,
        attention_k_eq_v=True,
        hidden_size_per_layer_input=0,
        enable_moe_block=True,
        num_experts=6,
        top_k_experts=2,
        moe_intermediate_size=24,
    ),
    7,
)
mistral_model = made(MistralForCausalLM, MistralConfig(**SHAPE, sliding_window=24), 8)
qwen2_model = made(
    Qwen2ForCausalLM,
    Qwen2Config(**{**SHAPE, "head_dim": 8}, use_sliding_window=True, sliding_window=24, max_window_layers=1),
    9,
)
MODELS = {
    "llama": llama_model,
    "tied": tied_model,
    "qwen3": qwen3_model,
    "experts": experts_model,
    "gemma3": gemma3_model,
    "gemma4": gemma4_model,
    "gemma4_experts": gemma4_experts_model,
    "mistral": mistral_model,
    "qwen2": qwen2_model,
}

llama = manager_of(llama_model)
tied = manager_of(tied_model)
qwen3 = manager_of(qwen3_model)
experts = manager_of(experts_model)
gemma3 = manager_of(gemma3_model)
gemma4 = manager_of(gemma4_model)
gemma4_experts = manager_of(gemma4_experts_model)
mistral = manager_of(mistral_model)
qwen2 = manager_of(qwen2_model)


@compile(metadata=[EngineInferenceMetadata(model=llama_model, cache="float32")])
def generate_llama(prompt: list[int], limit: int) -> list[int]:
    """The tokens of a request that does not stream."""
    request = llama.add_request(prompt, max_new_tokens=limit)
    for output in llama.request_id_iter(request):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=tied_model, cache="float32")])
def generate_tied(prompt: list[int], limit: int) -> list[int]:
    """The last chunk of a stream."""
    tokens: list[int] = []
    for output in tied.request_id_iter(tied.add_request(prompt, max_new_tokens=limit, streaming=True)):
        tokens = output.generated_tokens
    return tokens


@compile(metadata=[EngineInferenceMetadata(model=qwen3_model, cache="float32")])
def generate_qwen3(prompt: list[int], limit: int) -> list[int]:
    """With a request id of the user's own."""
    qwen3.add_request(input_ids=prompt, request_id="mine", max_new_tokens=limit)
    return [token for output in qwen3.request_id_iter("mine") for token in output.generated_tokens]


@compile(metadata=[EngineInferenceMetadata(model=experts_model, cache="float32")])
def generate_experts(prompt: list[int], limit: int) -> list[int]:
    """Two requests of one call."""
    first = experts.add_request(prompt, max_new_tokens=limit)
    second = experts.add_request(prompt[:1], max_new_tokens=2)
    tokens: list[int] = []
    for output in experts.request_id_iter(first):
        tokens = output.generated_tokens
    for output in experts.request_id_iter(second):
        assert output.is_finished()
    return tokens


@compile(metadata=[EngineInferenceMetadata(model=gemma3_model, cache="float32", speculative_decoding="prompt_lookup")])
def generate_gemma3(prompt: list[int], limit: int) -> list[int]:
    """As generate_llama."""
    for output in gemma3.request_id_iter(gemma3.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=gemma4_model, cache="float32", speculative_decoding="prompt_lookup")])
def generate_gemma4(prompt: list[int], limit: int) -> list[int]:
    """As generate_llama."""
    for output in gemma4.request_id_iter(gemma4.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=gemma4_experts_model, cache="float32")])
def generate_gemma4_experts(prompt: list[int], limit: int) -> list[int]:
    """As generate_llama."""
    for output in gemma4_experts.request_id_iter(gemma4_experts.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=mistral_model, cache="float32")])
def generate_mistral(prompt: list[int], limit: int) -> list[int]:
    """As generate_llama."""
    for output in mistral.request_id_iter(mistral.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


@compile(metadata=[EngineInferenceMetadata(model=qwen2_model, cache="float32")])
def generate_qwen2(prompt: list[int], limit: int) -> list[int]:
    """As generate_llama."""
    for output in qwen2.request_id_iter(qwen2.add_request(prompt, max_new_tokens=limit)):
        return output.generated_tokens
    return []


FUNCTIONS = {
    "llama": generate_llama,
    "tied": generate_tied,
    "qwen3": generate_qwen3,
    "experts": generate_experts,
    "gemma3": generate_gemma3,
    "gemma4": generate_gemma4,
    "gemma4_experts": generate_gemma4_experts,
    "mistral": generate_mistral,
    "qwen2": generate_qwen2,
}
