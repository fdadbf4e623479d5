"""The table TOLERANCES."""

from __future__ import annotations

from pathlib import Path


def tolerance(name: str) -> int:
    """Units in the last place by which the results of a function of the corpus may differ."""
    for line in (Path(__file__).parent / "TOLERANCES").read_text().splitlines():
        words = line.split()
        if words and words[0] == name:
            return int(words[1])
    return 0
