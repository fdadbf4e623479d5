"""`python -m benchmarks.kernels.cached_attention`: seconds of attention over a paged cache in each format, in SmolLM2-135M's shape."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.measure import keep
from modelet_compiler import toolchain

ROUNDS = 5
TOKENS = 1000


def measure(program: Path, threads: int) -> dict[str, dict[str, float]]:
    """The least seconds by format: of a decoded token at position TOKENS, and of a prompt of TOKENS tokens."""
    printed = subprocess.run([program, str(threads), str(ROUNDS), str(TOKENS)], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in printed.splitlines()]
    return {name: {"decode": float(decode), "prompt": float(prompt)} for name, _, decode, _, prompt in rows}


def main() -> None:
    program = toolchain.build_program([Path(__file__).with_name("cached_attention.cpp")])
    seconds = {f"{threads} threads": measure(program, threads) for threads in (1, 2)}
    for threads, formats in seconds.items():
        for name, row in formats.items():
            print(f"{threads}, {name}: {1e3 * row['decode']:.2f} ms a token at {TOKENS}, {row['prompt']:.3f} s for a prompt of {TOKENS}")
    keep("cached_attention", {"tokens": TOKENS, "rounds": ROUNDS, "seconds": seconds})


if __name__ == "__main__":
    main()
