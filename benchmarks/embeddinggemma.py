"""EmbeddingGemma's configuration with seeded random weights: the compiled example against onnxruntime on the exported model, fp32.

The real weights need a licence, so both run weights of the same shapes. `MODELET_BENCHMARK_LAYERS` takes fewer layers than there are.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import modelet
from benchmarks.corpus import mixed_lengths
from benchmarks.measure import interleave
from tests.embedding_gemma import FULL, write_folder

LAYERS = int(os.environ.get("MODELET_BENCHMARK_LAYERS", FULL["num_hidden_layers"]))
THREADS = 2
TEXTS = 32
ROUNDS = 5
PREFIX = "title: none | text: "


def cache() -> Path:
    """Where models stay between runs."""
    build = Path(__file__).parents[1] / "build" / "benchmarks"
    folder = Path(os.environ.get("MODELET_BENCHMARK_CACHE", build)) / f"embeddinggemma-{LAYERS}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def model_folder() -> Path:
    """The model for sentence-transformers, made once."""
    folder = cache() / "model"
    return folder if (folder / "modules.json").exists() else write_folder(cache(), {**FULL, "num_hidden_layers": LAYERS})


def onnx_file(transformer: Any) -> Path:
    """The whole model as ONNX, exported once: transformer, pooling, dense layers, normalisation."""
    import torch

    path = cache() / "model.onnx"
    if path.exists():
        return path

    class Embedder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = transformer[0].model
            self.first, self.second = transformer[2].linear, transformer[3].linear

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask, use_cache=False).last_hidden_state
            mask = attention_mask.unsqueeze(-1).float()
            pooled = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(self.second(self.first(pooled)), dim=1)

    names = ("input_ids", "attention_mask")
    sample = {name: torch.ones(3, 17, dtype=torch.int64) for name in names}
    axes = {name: {0: torch.export.Dim("batch", min=1, max=4096), 1: torch.export.Dim("sequence", min=2, max=2048)} for name in names}
    torch.onnx.export(Embedder().eval(), (), path, kwargs=sample, dynamic_shapes=axes, dynamo=True, external_data=True, verbose=False)
    return path


class OnnxEmbedder:
    """onnxruntime with the tokenizer it is used with; batches sorted by length, the best it can be given."""

    def __init__(self, transformer: Any) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        self.session: Any = onnxruntime.InferenceSession(str(onnx_file(transformer)), options, providers=["CPUExecutionProvider"])
        self.tokenizer = transformer.tokenizer

    def embed(self, texts: list[str], batch: int = 16) -> np.ndarray[Any, Any]:
        """Normalised vectors [texts, 768], float32."""
        ids = self.tokenizer([PREFIX + text for text in texts]).input_ids
        order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
        vectors = np.empty((len(ids), FULL["hidden_size"]), np.float32)
        for first in range(0, len(order), batch):
            chosen = order[first : first + batch]
            vectors[chosen] = self._run([ids[index] for index in chosen])
        return vectors

    def _run(self, ids: list[list[int]]) -> Any:
        tokens = np.zeros((len(ids), max(map(len, ids))), np.int64)
        mask = np.zeros_like(tokens)
        for row, sequence in enumerate(ids):
            tokens[row, : len(sequence)] = sequence
            mask[row, : len(sequence)] = 1
        return self.session.run(None, {"input_ids": tokens, "attention_mask": mask})[0]


def processor_seconds(contender: Callable[[], object]) -> float:
    """What one round takes of all processors, whatever else they do meanwhile."""
    started = time.process_time()
    contender()
    return time.process_time() - started


def run() -> dict[str, Any]:
    """Seconds of both for the same texts, tokenising included, and how far their vectors are apart."""
    from sentence_transformers import SentenceTransformer

    from modelet_compiler import build
    from modelet_compiler.commands import load_functions

    os.environ["EMBEDDINGGEMMA"] = str(model_folder())
    onnx = OnnxEmbedder(SentenceTransformer(str(model_folder()), device="cpu"))
    functions, name = load_functions("examples/embeddings/embeddinggemma.py")
    compiled = modelet.load(str(build(functions, name=name).layout), threads=THREADS)
    texts = mixed_lengths(TEXTS)
    contenders = {"modelet": lambda: compiled.call(texts=texts), "onnxruntime": lambda: onnx.embed(texts)}
    vectors = {name: contender() for name, contender in contenders.items()}
    processor = {name: processor_seconds(contender) for name, contender in contenders.items()}
    seconds = interleave(contenders, ROUNDS)
    return {
        "configuration": {**FULL, "num_hidden_layers": LAYERS},
        "weights": "seeded random, float32",
        "texts": len(texts),
        "tokens": sum(len(ids) for ids in onnx.tokenizer([PREFIX + text for text in texts]).input_ids),
        "threads": THREADS,
        "load_average": os.getloadavg(),
        "largest_difference": float(np.abs(vectors["modelet"] - vectors["onnxruntime"]).max()),
        "processor_seconds": processor,
        "seconds": seconds,
        "documents_per_second": {name: len(texts) / taken["best"] for name, taken in seconds.items()},
        "times_onnxruntime": seconds["onnxruntime"]["best"] / seconds["modelet"]["best"],
    }
