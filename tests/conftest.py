from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def minilm() -> Any:
    """The example, compiled once and published as `@local/minilm`."""
    from modelet_compiler import build
    from modelet_compiler.commands import load_functions

    functions, name = load_functions("examples/embeddings/minilm.py")
    return build(functions, name=name)


@pytest.fixture(scope="session")
def variants(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Every function of variant_functions.py in one library."""
    from modelet_compiler import build
    from tests.variant_functions import VARIANTS

    return build(list(VARIANTS), output=tmp_path_factory.mktemp("variants") / "layout")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout's root."""
    return Path(__file__).parents[1]
