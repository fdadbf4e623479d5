"""SmolLM2 in llama.cpp, driven by lines of JSON as modelet_worker.py is; runs in the peers' environment.

Prompts and single answers go through llama_cpp.Llama below its OpenAI layer, which is its fastest way; `many` decodes all sequences as one
batch through the C interface, which that package's own client cannot do.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time
from typing import Any

import llama_cpp
import numpy as np

file, threads = sys.argv[1], int(sys.argv[2])
CONTEXT = 2048
SEQUENCES = 8
END = 2
"""<|im_end|>"""

with open(os.devnull, "w") as quiet:  # noqa: PTH123
    os.dup2(quiet.fileno(), 2)
llama = llama_cpp.Llama(file, n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False)


def ids(text: str) -> list[int]:
    """The tokens of one question in SmolLM2's template, as the other contender renders it."""
    system = "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
    return llama.tokenize(f"{system}<|im_start|>user\n{text}<|im_end|>\n<|im_start|>assistant\n".encode(), add_bos=False, special=True)


def prefill(text: str) -> dict[str, float]:
    """Seconds of a prompt, to its first token."""
    started = time.perf_counter()
    prompt = ids(text)
    llama.reset()
    next(iter(llama.generate(prompt, temp=0.0, reset=True)))
    return {"seconds": time.perf_counter() - started, "prompt": len(prompt)}


def decode(text: str, tokens: int) -> dict[str, float]:
    """Seconds of the tokens behind the first."""
    llama.reset()
    first, made = None, 0
    for token in llama.generate(ids(text), temp=0.0, reset=True):
        first = first or time.perf_counter()
        if token == END:
            break
        made += 1
        if made == tokens:
            break
    return {"seconds": time.perf_counter() - (first or 0.0), "tokens": made - 1}


class Batch:
    """A context for several sequences."""

    def __init__(self) -> None:
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx, parameters.n_batch, parameters.n_seq_max = SEQUENCES * 512, 512, SEQUENCES
        parameters.n_threads = parameters.n_threads_batch = threads
        self.context = llama_cpp.llama_init_from_model(llama.model, parameters)
        self.vocabulary = llama.n_vocab()
        self.batch = llama_cpp.llama_batch_init(512, 0, 1)

    def run(self, rows: list[tuple[int, int, int, bool]]) -> None:
        """Decodes rows of (token, position, sequence, wants logits)."""
        self.batch.n_tokens = len(rows)
        for index, (token, position, sequence, wanted) in enumerate(rows):
            self.batch.token[index], self.batch.pos[index] = token, position
            self.batch.n_seq_id[index], self.batch.seq_id[index][0], self.batch.logits[index] = 1, sequence, wanted
        if llama_cpp.llama_decode(self.context, self.batch) != 0:
            raise RuntimeError("llama_decode failed")

    def best(self, index: int) -> int:
        """The likeliest next token behind a row of the last batch."""
        logits = llama_cpp.llama_get_logits_ith(self.context, index)
        return int(np.argmax(np.ctypeslib.as_array(ctypes.cast(logits, ctypes.POINTER(ctypes.c_float)), (self.vocabulary,))))


def many(texts: list[str], tokens: int) -> dict[str, float]:
    """Seconds of all requests as one batch."""
    started = time.perf_counter()
    llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(batch.context), True)
    tail: dict[int, tuple[int, int]] = {}
    for sequence, text in enumerate(texts):
        prompt = ids(text)
        batch.run([(token, position, sequence, position + 1 == len(prompt)) for position, token in enumerate(prompt)])
        tail[sequence] = (batch.best(len(prompt) - 1), len(prompt))
    made = 0
    for _ in range(tokens):
        made += len(tail)
        batch.run([(token, position, sequence, True) for sequence, (token, position) in tail.items()])
        following = {sequence: (batch.best(row), tail[sequence][1] + 1) for row, sequence in enumerate(tail)}
        tail = {sequence: item for sequence, item in following.items() if item[0] != END}
        if not tail:
            break
    return {"seconds": time.perf_counter() - started, "tokens": made}


batch = Batch()
TASKS: dict[str, Any] = {"prefill": prefill, "decode": decode, "many": many}
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(TASKS[request.pop("task")](**request)), flush=True)
