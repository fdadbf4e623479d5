"""`python -m benchmarks.kernels.packed_linear`: the linear layers of SmolLM2-135M against what the machine reads and multiplies."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from benchmarks.measure import keep
from modelet_compiler import toolchain

ROUNDS = 5
FORMATS = ("q4", "q8", "float16")


def measure(program: Path, threads: int, format_: str) -> dict[str, Any]:
    """Bytes a second that one thread reads; by rows, what the layers and the head took and did."""
    printed = subprocess.run([program, str(threads), str(ROUNDS), format_], capture_output=True, text=True, check=True).stdout
    (_, read), *rows = (line.split() for line in printed.splitlines())
    names = ("layer_seconds", "head_seconds", "layer_bytes", "head_bytes", "layer_operations", "head_operations")
    return {"read": float(read), "rows": {rows: dict(zip(names, map(float, values), strict=True)) for rows, *values in rows}}


def main() -> None:
    program = toolchain.build_program([Path(__file__).with_name("packed_linear.cpp")])
    measured = {f"{threads} threads": {format_: measure(program, threads, format_) for format_ in FORMATS} for threads in (1, 2)}
    for threads, formats in measured.items():
        for format_, result in formats.items():
            print(f"{threads}, {format_}: one thread reads {result['read'] / 1e9:.1f} GB/s")
            for rows, row in result["rows"].items():
                seconds = row["layer_seconds"]
                print(
                    f"  {rows} rows: {1e3 * seconds:.2f} ms ({row['layer_bytes'] / seconds / 1e9:.1f} GB/s, "
                    f"{row['layer_operations'] / seconds / 1e9:.0f} GOP/s), head {1e3 * row['head_seconds']:.2f} ms"
                )
    keep("packed_linear", {"rounds": ROUNDS, "measured": measured})


if __name__ == "__main__":
    main()
