"""Runs the comparisons named on the command line, or all: `python -m benchmarks [agreement] [throughput] …`."""

from __future__ import annotations

import importlib
import json
import sys

COMPARISONS = (
    "agreement", "throughput", "embeddinggemma", "start", "memory", "size", "language", "arrays", "node", "browser", "language_models",
    "drafting",
)  # fmt: skip


def main() -> None:
    """Print each result and keep it in results/."""
    from benchmarks.measure import keep

    for name in sys.argv[1:] or COMPARISONS:
        if name not in COMPARISONS:
            raise SystemExit(f"no comparison {name!r}; there are: {', '.join(COMPARISONS)}")
        result = importlib.import_module(f"benchmarks.{name}").run()
        print(f"{name} → {keep(name, result)}")
        print(json.dumps({key: value for key, value in result.items() if key != "seconds"}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
