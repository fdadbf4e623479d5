"""Writes ziggurat_tables.cpp: the tables that numpy draws normal and exponential numbers with.

Only numpy's own numbers give numpy's bits, so they are read from the static library that numpy ships for extensions.

python engine/numpy/generate_ziggurat.py
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path

import numpy as np

LIBRARY = Path(np.__file__).parent / "random" / "lib" / "libnpyrandom.a"
COUNT = 256


def tables(data: bytes) -> list[tuple[str, tuple[int, ...]]]:
    """(name, bits): heights fall from 1; behind them lie widths and limits."""
    found: list[tuple[str, tuple[int, ...]]] = []
    place = data.find(struct.pack("<d", 1.0))
    while place >= 0 and place + 3 * COUNT * 8 <= len(data):
        heights = struct.unpack_from(f"<{COUNT}d", data, place)
        if all(a > b > 0 for a, b in pairwise(heights)):
            kind = "exponential" if heights[1] < 0.95 else "normal"
            for offset, name in enumerate(("heights", "widths", "limits")):
                found.append((f"{kind}_{name}", struct.unpack_from(f"<{COUNT}Q", data, place + offset * COUNT * 8)))
        place = data.find(struct.pack("<d", 1.0), place + 1)
    return found


def main() -> None:
    """Writes the file beside this one."""
    lines = [
        "// Made by generate_ziggurat.py: numbers of numpy (BSD-3-Clause). The bits of doubles, except for the limits.",
        '#include "numpy/random.h"',
        "",
        "namespace modelet::numpy {",
        "",
    ]
    for name, bits in tables(LIBRARY.read_bytes()):
        lines.append(f"const uint64_t {name}[{COUNT}] = {{")
        lines += ["    " + ", ".join(f"{value:#x}" for value in bits[first : first + 6]) + "," for first in range(0, COUNT, 6)]
        lines += ["};", ""]
    (Path(__file__).parent / "ziggurat_tables.cpp").write_text("\n".join([*lines, "}  // namespace modelet::numpy", ""]))


if __name__ == "__main__":
    main()
