"""Sentence embeddings with sentence-transformers, in one line.

modelet compile examples/embeddings/sentence_transformer.py
"""

import numpy as np
from sentence_transformers import SentenceTransformer
from weights import model_folder

model = SentenceTransformer(model_folder("sentence-transformers/all-MiniLM-L6-v2"))


def embed(texts: list[str]) -> np.ndarray:
    """One vector of 384 numbers for each text, of length 1."""
    return model.encode(texts)
