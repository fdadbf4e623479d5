"""256 texts of mixed length on 2 threads: compiled, onnxruntime (batches of 32 sorted by length), sentence-transformers."""

from __future__ import annotations

from typing import Any

import modelet
from benchmarks.compiled import compiled_minilm
from benchmarks.corpus import mixed_lengths
from benchmarks.measure import interleave
from benchmarks.peers import OnnxMiniLM, model_folder

THREADS = 2
ROUNDS = 7


def run() -> dict[str, Any]:
    """Seconds of each contender for the same texts, tokenising included."""
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(THREADS)
    texts = mixed_lengths(256)
    onnx, transformer = OnnxMiniLM(THREADS), SentenceTransformer(str(model_folder()), device="cpu")
    embed = modelet.load(str(compiled_minilm().layout), threads=THREADS)
    contenders = {
        "modelet": lambda: embed.call(texts=texts),
        "onnxruntime": lambda: onnx.embed(texts),
        "sentence-transformers": lambda: transformer.encode(texts),
    }
    for contender in contenders.values():
        contender()
    seconds = interleave(contenders, ROUNDS)
    return {
        "texts": len(texts),
        "tokens": sum(len(encoding.ids) for encoding in onnx.tokenizer.encode_batch(texts)),
        "threads": THREADS,
        "seconds": seconds,
        "times_onnxruntime": seconds["onnxruntime"]["best"] / seconds["modelet"]["best"],
        "times_sentence_transformers": seconds["sentence-transformers"]["best"] / seconds["modelet"]["best"],
    }
