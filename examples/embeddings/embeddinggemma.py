"""EmbeddingGemma with sentence-transformers: a prefix for each task, and shorter vectors on demand (Matryoshka).

modelet compile examples/embeddings/embeddinggemma.py

EMBEDDINGGEMMA names a folder with the model; without it, the model is fetched from the Hugging Face hub.
"""

import os
from typing import Literal

import numpy as np
from sentence_transformers import SentenceTransformer
from weights import model_folder

model = SentenceTransformer(model_folder(os.environ.get("EMBEDDINGGEMMA", "google/embeddinggemma-300m")))
model.tokenizer.padding_side = "right"  # the vectors are the same; a compiled function has no padding at all

WIDTH = model.get_embedding_dimension() or 768
PREFIXES = {
    "query": "task: search result | query: ",
    "document": "title: none | text: ",
    "BitextMining": "task: search result | query: ",
    "Clustering": "task: clustering | query: ",
    "Classification": "task: classification | query: ",
    "CodeRetrieval": "task: code retrieval | query: ",
    "FactVerification": "task: fact checking | query: ",
    "InstructionRetrieval": "task: code retrieval | query: ",
    "MultilabelClassification": "task: classification | query: ",
    "PairClassification": "task: sentence similarity | query: ",
    "QuestionAnswering": "task: question answering | query: ",
    "Reranking": "task: search result | query: ",
    "Retrieval": "task: search result | query: ",
    "SentenceSimilarity": "task: sentence similarity | query: ",
    "Summarization": "task: summarization | query: ",
}

Task = Literal[
    "query",
    "document",
    "BitextMining",
    "Clustering",
    "Classification",
    "CodeRetrieval",
    "FactVerification",
    "InstructionRetrieval",
    "MultilabelClassification",
    "PairClassification",
    "QuestionAnswering",
    "Reranking",
    "Retrieval",
    "SentenceSimilarity",
    "Summarization",
]


def embed(texts: list[str], task: Task = "document", dimensions: int = WIDTH) -> np.ndarray:
    """One vector of `dimensions` numbers for each text, of length 1; the model was trained for 768, 512, 256 and 128."""
    if not 1 <= dimensions <= WIDTH:
        raise ValueError(f"dimensions must be from 1 to {WIDTH}, not {dimensions}")
    vectors = model.encode([PREFIXES[task] + text for text in texts])[:, :dimensions]
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
