"""Small transformers with seeded random weights, and what users do with their output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as functional
import transformers
from harness import Wrap

TRANSFORMERS: dict[str, tuple[type, type, dict[str, Any], tuple[str, ...]]] = {
    "bert": (transformers.BertConfig, transformers.BertModel, {}, ("input_ids", "token_type_ids", "attention_mask")),
    "bert_relu": (
        transformers.BertConfig,
        transformers.BertModel,
        {"hidden_act": "relu", "num_hidden_layers": 3, "max_position_embeddings": 90, "layer_norm_eps": 1e-5},
        ("input_ids", "attention_mask"),
    ),
    "bert_tanh_gelu": (
        transformers.BertConfig,
        transformers.BertModel,
        {"hidden_act": "gelu_new", "attn_implementation": "eager"},
        ("input_ids", "token_type_ids", "attention_mask"),
    ),
    "bert_silu": (transformers.BertConfig, transformers.BertModel, {"hidden_act": "silu"}, ("input_ids", "attention_mask")),
    "roberta": (transformers.RobertaConfig, transformers.RobertaModel, {"pad_token_id": 0}, ("input_ids", "attention_mask")),
    "mpnet": (transformers.MPNetConfig, transformers.MPNetModel, {}, ("input_ids", "attention_mask")),
    "electra": (transformers.ElectraConfig, transformers.ElectraModel, {"embedding_size": 32}, ("input_ids", "attention_mask")),
    "albert": (transformers.AlbertConfig, transformers.AlbertModel, {"embedding_size": 32}, ("input_ids", "attention_mask")),
    "modernbert": (
        transformers.ModernBertConfig,
        transformers.ModernBertModel,
        {"num_hidden_layers": 3, "global_attn_every_n_layers": 2, "local_attention": 8, "pad_token_id": 0},
        ("input_ids", "attention_mask"),
    ),
    "qwen3": (
        transformers.Qwen3Config,
        transformers.Qwen3Model,
        {"num_key_value_heads": 3, "head_dim": 16},
        ("input_ids", "attention_mask"),
    ),
    "distilbert": (
        transformers.DistilBertConfig,
        transformers.DistilBertModel,
        {"dim": 96, "n_layers": 2, "n_heads": 6, "hidden_dim": 64},
        ("input_ids", "attention_mask"),
    ),
    "distilbert_eager": (
        transformers.DistilBertConfig,
        transformers.DistilBertModel,
        {"dim": 96, "n_layers": 1, "n_heads": 6, "hidden_dim": 64, "attn_implementation": "eager"},
        ("input_ids", "attention_mask"),
    ),
}
SMALL = {
    "vocab_size": 99,
    "hidden_size": 96,
    "num_hidden_layers": 1,
    "num_attention_heads": 6,
    "intermediate_size": 64,
    "max_position_embeddings": 120,
    "initializer_range": 0.1,
}


def transformer(kind: str, seed: int = 0) -> tuple[torch.nn.Module, tuple[str, ...]]:
    """A model in inference, and the fields that it is called with."""
    configuration, model, options, fields = TRANSFORMERS[kind]
    torch.manual_seed(seed)
    return model(configuration(**{**SMALL, **options})).eval(), fields


def mean_pool(output: Any, mask: torch.Tensor) -> torch.Tensor:
    weights = mask.unsqueeze(-1).expand(output.last_hidden_state.size()).float()
    return torch.sum(output.last_hidden_state * weights, 1) / torch.clamp(weights.sum(1), min=1e-9)


def mean(output: Any, mask: torch.Tensor) -> torch.Tensor:
    return functional.normalize(mean_pool(output, mask), p=2, dim=1)


def _sqrt_length(output: Any, mask: torch.Tensor) -> torch.Tensor:
    weights = mask[:, :, None].float()
    return (output.last_hidden_state * weights).sum(1) / torch.sqrt(weights.sum(1))


def _last_token(output: Any, mask: torch.Tensor) -> torch.Tensor:
    last = mask.sum(1) - 1
    return output.last_hidden_state[torch.arange(last.shape[0]), last]


def _attention_pool(output: Any, mask: torch.Tensor) -> torch.Tensor:
    scores = output.last_hidden_state[..., 0].masked_fill(mask == 0, float("-inf"))
    return (torch.softmax(scores, dim=1).unsqueeze(-1) * output.last_hidden_state).sum(1)


def _mean_and_maximum(output: Any, mask: torch.Tensor) -> torch.Tensor:
    highest = output.last_hidden_state.masked_fill(~mask.bool()[..., None], -1e4).amax(1)
    return torch.cat([mean(output, mask), highest], dim=-1)


def _by_multiplication(output: Any, mask: torch.Tensor) -> torch.Tensor:
    return torch.bmm(mask.unsqueeze(1).float(), output.last_hidden_state).squeeze(1) / mask.sum(-1, keepdim=True)


RAGGED: dict[str, Callable[[Any, torch.Tensor], Any]] = {
    "mean": mean,
    "mean_plain": mean_pool,
    "first": lambda output, mask: output.last_hidden_state[:, 0],
    "first_normalized": lambda output, mask: functional.normalize(output.last_hidden_state[:, 0, :], dim=-1),
    "pooler": lambda output, mask: output.pooler_output,
    "maximum_filled": lambda output, mask: output.last_hidden_state.masked_fill(mask.unsqueeze(-1) == 0, -1e9).max(1).values,
    "maximum_where": lambda output, mask: torch.where(mask.bool().unsqueeze(-1), output.last_hidden_state, float("-inf")).amax(dim=1),
    "sqrt_length": _sqrt_length,
    "last_token": _last_token,
    "attention_pool": _attention_pool,
    "mean_and_maximum": _mean_and_maximum,
    "two_results": lambda output, mask: (mean(output, mask), output.pooler_output * 2 + 1),
    "shortened": lambda output, mask: functional.normalize(mean_pool(output, mask)[:, :32], dim=1),
    "scaled": lambda output, mask: torch.exp(mean(output, mask) * 0.5).clamp(max=1.2) - 1,
    "padded_mean": lambda output, mask: (output.last_hidden_state * mask.unsqueeze(-1)).mean(dim=1),
    "filled_maximum": lambda output, mask: output.last_hidden_state.masked_fill(mask.unsqueeze(-1) == 0, 0.25).amax(1),
}
DENSE: dict[str, tuple[Callable[[Any, torch.Tensor], Any], str]] = {
    "unmasked_mean": (lambda output, mask: output.last_hidden_state.mean(1), "sum over the sequence"),
    "unmasked_maximum": (lambda output, mask: output.last_hidden_state.amax(1), "maximum over the sequence"),
    "last_row": (lambda output, mask: output.last_hidden_state[:, -1], "row -1"),
    "every_token": (lambda output, mask: output.last_hidden_state, "a row for every token"),
    "added_mask": (lambda output, mask: (output.last_hidden_state + (1 - mask[..., None]) * -1e9).amax(1), "maximum over the sequence"),
}


def pooled(kind: str, pool: Callable[[Any, torch.Tensor], Any], fields: tuple[str, ...] | None = None) -> Wrap:
    """A transformer with a pooling after it."""
    model, own = transformer(kind)

    def run(self: Any, input_ids: torch.Tensor, token_type_ids: torch.Tensor, attention_mask: torch.Tensor) -> Any:
        given = {"input_ids": input_ids, "token_type_ids": token_type_ids, "attention_mask": attention_mask}
        return pool(self.model(**{name: given[name] for name in fields or own}), attention_mask)

    return Wrap(run, model=model)
