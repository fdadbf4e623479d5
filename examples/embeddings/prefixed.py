"""A task prefix chosen by a parameter, shorter vectors on demand (Matryoshka), and a helper in another module.

modelet compile examples/embeddings/prefixed.py
"""

from typing import Literal

import numpy as np
import torch
from pooling import mean_pool
from transformers import AutoModel, AutoTokenizer
from weights import model_folder

folder = model_folder("sentence-transformers/all-MiniLM-L6-v2")
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder).eval()

PREFIXES = {"query": "query: ", "document": "passage: "}


@torch.inference_mode()
def embed(texts: list[str], task: Literal["query", "document"] = "document", dimensions: int = 384) -> np.ndarray:
    """One vector of `dimensions` numbers for each text, of length 1; queries and documents get prefixes of their own."""
    if not 1 <= dimensions <= 384:
        raise ValueError(f"dimensions must be from 1 to 384, not {dimensions}")
    prefixed = [PREFIXES[task] + text for text in texts]
    tokens = tokenizer(prefixed, padding=True, truncation=True, max_length=256, return_tensors="pt")
    output = model(**tokens)
    vectors = mean_pool(output.last_hidden_state, tokens["attention_mask"]).numpy()
    vectors = vectors[:, :dimensions]
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
