"""`python -m benchmarks.kernels`: the hand-written encoder against onnxruntime on the same lengths and 2 threads, ids ready in memory."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import keep
from benchmarks.peers import onnx_file
from modelet_compiler import toolchain

THREADS = 2
ROUNDS = 3
REPEATS = 5
SINGLE = (8, 16, 32, 128)


def mixed_lengths() -> list[int]:
    """Tokens of 256 texts: most are short, a few reach the limit."""
    return [int(length) for length in np.clip(np.random.default_rng(0).lognormal(3.4, 0.8, 256) + 2, 3, 256)]


def ours(program: Path, lengths: list[int]) -> list[list[float]]:
    """Seconds of each round: of the batch, then of each text alone."""
    arguments = [str(value) for value in (THREADS, ROUNDS, len(lengths), *lengths, *SINGLE)]
    printed = subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout
    return [[float(value) for value in line.split()] for line in printed.splitlines()]


class Peer:
    """onnxruntime with ids of random words, padded to the longest of each batch."""

    def __init__(self) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        self.session: Any = onnxruntime.InferenceSession(str(onnx_file()), options, providers=["CPUExecutionProvider"])
        self.chance = np.random.default_rng(1)

    def run(self, lengths: list[int]) -> float:
        """Seconds of one batch."""
        mask = (np.arange(max(lengths)) < np.array(lengths)[:, None]).astype(np.int64)
        ids = self.chance.integers(1000, 20000, mask.shape) * mask
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        started = time.perf_counter()
        self.session.run(None, feed)
        return time.perf_counter() - started

    def sorted_batches(self, lengths: list[int]) -> float:
        """Seconds of all texts in batches of 32 of nearly equal length."""
        order = sorted(lengths)
        return sum(self.run(order[first : first + 32]) for first in range(0, len(order), 32))


def main() -> None:
    """Print the ratios and keep every timing in results/kernels.json."""
    program = toolchain.build_program([Path(__file__).with_name("encoder.cpp")])
    lengths, peer = mixed_lengths(), Peer()
    batch: dict[str, list[float]] = {"modelet": [], "onnxruntime": []}
    single: dict[str, dict[int, list[float]]] = {name: {length: [] for length in SINGLE} for name in batch}
    for _ in range(REPEATS):
        timings = ours(program, lengths)
        batch["modelet"] += timings[0]
        batch["onnxruntime"] += [peer.sorted_batches(lengths) for _ in range(ROUNDS)]
        for length, seconds in zip(SINGLE, timings[1:], strict=True):
            single["modelet"][length] += seconds
            single["onnxruntime"][length] += [peer.run([length]) for _ in range(20 * ROUNDS)]
    result = {
        "threads": THREADS,
        "texts": len(lengths),
        "tokens": sum(lengths),
        "times_onnxruntime": min(batch["onnxruntime"]) / min(batch["modelet"]),
        "single_milliseconds": {name: {n: 1e3 * statistics.median(s) for n, s in of.items()} for name, of in single.items()},
        "seconds": batch,
    }
    print(json.dumps({name: value for name, value in result.items() if name != "seconds"}, indent=1))
    print(keep("kernels", result))


if __name__ == "__main__":
    main()
