"""Digests of the C++ that the compiler makes of the corpus: a refactoring that claims to change nothing leaves them as they are.

python -m tests.differential.replay    # accepts what the compiler makes now
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import platform
from pathlib import Path

from modelet_compiler.emit import emit_library
from tests.differential import cases

STORED = Path(__file__).parent / "digests.json"


def digests() -> dict[str, str]:
    """One digest a file of the corpus, over the sources of its functions."""
    return {info.name: _digest(info.name) for info in sorted(pkgutil.iter_modules(cases.__path__), key=lambda item: item.name)}


def _digest(name: str) -> str:
    module = importlib.import_module(f"{cases.__name__}.{name}")
    sources = emit_library(list(module.ARGUMENTS), name="@test/replay").sources
    return hashlib.sha256(json.dumps(sources, sort_keys=True).encode()).hexdigest()[:16]


def stored() -> tuple[str, dict[str, str]]:
    """The release of Python that the digests belong to, whose own library is compiled too, and what was accepted last."""
    found = json.loads(STORED.read_text(encoding="utf-8"))
    return found["python"], found["digests"]


if __name__ == "__main__":
    STORED.write_text(json.dumps({"python": platform.python_version(), "digests": digests()}, indent=1) + "\n", encoding="utf-8")
