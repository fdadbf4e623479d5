"""Sentence embeddings with transformers and torch, as one writes them every day.

modelet compile examples/embeddings/minilm.py
"""

import numpy as np
import torch
import torch.nn.functional as F
from transformers import AutoModel, AutoTokenizer
from weights import model_folder

folder = model_folder("sentence-transformers/all-MiniLM-L6-v2")
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder).eval()


def embed(texts: list[str]) -> np.ndarray:
    """One vector of 384 numbers for each text, of length 1."""
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
    with torch.no_grad():
        output = model(**tokens)
    mask = tokens["attention_mask"].unsqueeze(-1).float()
    pooled = (output.last_hidden_state * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1e-9)
    return F.normalize(pooled, p=2, dim=1).numpy()
