"""How a comparison is timed: rounds interleave the contenders, and the best and the median of each are kept."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def interleave(
    contenders: Mapping[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, dict[str, Any]]:
    """Seconds of each contender, as `clock` counts them: `best`, `median` and every round."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            started = clock()
            run()
            seconds[name].append(clock() - started)
    return {name: {"best": min(all_), "median": statistics.median(all_), "seconds": all_} for name, all_ in seconds.items()}


def python(script: str, *arguments: str, **environment: str) -> str:
    """Runs a script in a fresh interpreter and returns what it printed. Raises CalledProcessError."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True, env={**os.environ, **environment}
    ).stdout


def processor() -> str:
    """The processor's name as the operating system gives it."""
    information = Path("/proc/cpuinfo")
    names = [line.split(":", 1)[1].strip() for line in information.read_text().splitlines() if line.startswith("model name")]
    return names[0] if names else platform.processor()


def keep(name: str, result: Mapping[str, Any]) -> Path:
    """Writes the raw result to results/<name>.json and says so."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    host = {"processor": processor(), "cores": os.cpu_count(), "python": platform.python_version()}
    path.write_text(json.dumps({"host": host, **result}, indent=1, ensure_ascii=False) + "\n")
    return path
