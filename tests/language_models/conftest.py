"""The chat example on the real SmolLM2-135M-Instruct, interpreted and compiled, for every file that asks it something."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from modelet import OpenAI
from modelet_compiler import build


@pytest.fixture(scope="session")
def example() -> ModuleType:
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples/chat"))
    try:
        import smollm2
    finally:
        sys.path.pop(0)
    return smollm2


@pytest.fixture(scope="session")
def client(example: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[OpenAI, str]:
    """A client, and the name of the compiled example."""
    return OpenAI(), str(build(example.chat, output=tmp_path_factory.mktemp("chat") / "layout").layout)
