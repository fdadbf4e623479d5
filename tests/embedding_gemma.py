"""Folders that look like EmbeddingGemma's on the hub: its modules and its real tokenizer around seeded random weights.

The weights are not public, so tests and benchmarks make a model of the same architecture.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.real_tokenizers import real_tokenizer

FULL = {
    "hidden_size": 768,
    "intermediate_size": 1152,
    "num_hidden_layers": 24,
    "num_attention_heads": 3,
    "num_key_value_heads": 1,
    "head_dim": 256,
    "sliding_window": 512,
    "max_position_embeddings": 2048,
}
"""The numbers of google/embeddinggemma-300m."""

SMALL = {
    "hidden_size": 48,
    "intermediate_size": 88,
    "num_hidden_layers": 3,
    "num_attention_heads": 3,
    "num_key_value_heads": 1,
    "head_dim": 32,
    "sliding_window": 20,
    "layer_types": ["sliding_attention", "sliding_attention", "full_attention"],
    "max_position_embeddings": 512,
}


def random_encoder(shape: dict[str, Any], seed: int = 7) -> Any:
    """Gemma 3 that attends both ways, in float32, with weights whose outputs differ much from text to text."""
    import torch
    from transformers import Gemma3TextConfig, Gemma3TextModel

    numbers = {"query_pre_attn_scalar": shape["head_dim"], "_sliding_window_pattern": 6, **shape}
    config = Gemma3TextConfig(vocab_size=262144, use_bidirectional_attention=True, **numbers)
    torch.manual_seed(seed)
    model = Gemma3TextModel(config).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            spread = 0.2 if "norm" in name else 1.0 if "embed" in name else 1.5 / parameter.shape[-1] ** 0.5
            parameter.normal_(0.0, spread)
    return model


def write_folder(folder: Path, shape: dict[str, Any], seed: int = 7) -> Path:
    """A folder for `SentenceTransformer(folder)`: transformer, mean pooling, two dense layers, normalisation."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Dense, Normalize, Pooling, Transformer

    random_encoder(shape, seed).save_pretrained(folder / "encoder")
    real_tokenizer("gemma3").save_pretrained(folder / "encoder")
    _make_plain(folder / "encoder")
    width = shape["hidden_size"]
    layers = [Dense(width, 4 * width, bias=False, activation_function=torch.nn.Identity()),
              Dense(4 * width, width, bias=False, activation_function=torch.nn.Identity())]  # fmt: skip
    modules = [Transformer(str(folder / "encoder")), Pooling(width, pooling_mode="mean"), *layers, Normalize()]
    model = SentenceTransformer(modules=modules, device="cpu")
    model.max_seq_length = shape["max_position_embeddings"]
    model.save(str(folder / "model"))
    return folder / "model"


def _make_plain(folder: Path) -> None:
    """The tokenizer is that of a Gemma 3 which chats, and whose processor takes images too."""
    (folder / "chat_template.jinja").unlink()
    options = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    del options["processor_class"]
    (folder / "tokenizer_config.json").write_text(json.dumps(options), encoding="utf-8")
