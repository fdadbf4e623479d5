"""The table TOLERANCES."""

from __future__ import annotations

from pathlib import Path


def tolerance(name: str) -> float:
    """Units in the last place by which the results of a function of the corpus may differ; below 1, a share of its largest number."""
    for line in (Path(__file__).parent / "TOLERANCES").read_text().splitlines():
        words = line.split()
        if words and words[0] == name:
            return float(words[1])
    return 0
