"""Every test session has a MODELET_HOME of its own; compiled objects are shared by content."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs
import pytest

_named = os.environ.get("MODELET_HOME")
os.environ.setdefault("MODELET_TOOLCHAIN_CACHE", str((Path(_named) if _named else platformdirs.user_cache_path("modelet")) / "toolchain"))
os.environ["MODELET_HOME"] = tempfile.mkdtemp(prefix="modelet-tests-")
os.environ["HF_HUB_OFFLINE"] = "1"

# Files that take minutes, in which other processors would wait for them if they came last. `--no-loadscope-reorder` keeps the order.
LONGEST = ("compiler/tests/synthesis", "tests/differential/test_corpus.py", "tests/differential/test_generated.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files begin first."""
    items.sort(key=lambda item: next((place for place, start in enumerate(LONGEST) if item.nodeid.startswith(start)), len(LONGEST)))
