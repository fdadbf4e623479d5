"""Largest difference from sentence-transformers over texts of many scripts and the awkward ones."""

from __future__ import annotations

from typing import Any

import numpy as np

import modelet
from benchmarks.compiled import compiled_minilm
from benchmarks.corpus import agreement_texts
from benchmarks.peers import model_folder


def run() -> dict[str, Any]:
    """Compares vector by vector, each text alone and all in one batch."""
    from sentence_transformers import SentenceTransformer

    texts = agreement_texts()
    expected = SentenceTransformer(str(model_folder()), device="cpu").encode(texts)
    embed = modelet.load(str(compiled_minilm().layout))
    together = embed.call(texts=texts)
    alone = np.concatenate([embed.call(texts=[text]) for text in texts])
    difference = np.abs(together - expected).max(axis=1)
    return {
        "texts": len(texts),
        "largest_difference": float(difference.max()),
        "worst_text": texts[int(difference.argmax())][:80],
        "alone_equals_batch_bit_for_bit": bool((together.view(np.uint32) == alone.view(np.uint32)).all()),
    }
