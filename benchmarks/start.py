"""A fresh process to its first vector, weights in the page cache: compiled, onnxruntime with its tokenizer, sentence-transformers."""

from __future__ import annotations

from typing import Any

from benchmarks.compiled import compiled_minilm
from benchmarks.measure import interleave, python
from benchmarks.peers import model_folder, onnx_file

ROUNDS = 9

_MODELET = """
import sys
import modelet
client = modelet.OpenAI()
vector = client.embeddings.create(model=sys.argv[1], input="the first vector").data[0].embedding
assert len(vector) == 384
"""
_ONNXRUNTIME = """
import sys
import numpy as np
import onnxruntime
from tokenizers import Tokenizer
tokenizer = Tokenizer.from_file(sys.argv[2])
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 2
session = onnxruntime.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
ids = np.array([tokenizer.encode("the first vector").ids], np.int64)
mask = np.ones_like(ids)
hidden = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]
vector = hidden.mean(1)[0]
vector = (vector / np.linalg.norm(vector)).tolist()
assert len(vector) == 384
"""
_SENTENCE_TRANSFORMERS = """
import sys
from sentence_transformers import SentenceTransformer
vector = SentenceTransformer(sys.argv[1], device="cpu").encode("the first vector").tolist()
assert len(vector) == 384
"""


def run() -> dict[str, Any]:
    """Seconds from starting the interpreter to its end, one vector made."""
    layout, onnx, folder = str(compiled_minilm().layout), str(onnx_file()), str(model_folder())
    contenders = {
        "python": lambda: python("pass"),
        "modelet": lambda: python(_MODELET, layout),
        "onnxruntime": lambda: python(_ONNXRUNTIME, onnx, folder + "/tokenizer.json"),
    }
    slow = {"sentence-transformers": lambda: python(_SENTENCE_TRANSFORMERS, folder)}
    for contender in [*contenders.values(), *slow.values()]:
        contender()
    seconds = interleave(contenders, ROUNDS) | interleave(slow, 3)
    return {
        "seconds": seconds,
        "share_of_onnxruntime": seconds["modelet"]["best"] / seconds["onnxruntime"]["best"],
        "share_of_sentence_transformers": seconds["modelet"]["best"] / seconds["sentence-transformers"]["best"],
    }
