"""The hand-made modelets of the client's own tests, and where there are any, compiled ones."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_PATH = Path(__file__).parents[2] / "clients" / "python" / "tests" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("client_conftest", _PATH)
_fixtures = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_fixtures)

fakes = _fixtures.fakes
home = _fixtures.home
_environment = _fixtures._environment


@pytest.fixture(scope="module")
def model():
    """The name of a modelet with the endpoint `embeddings`."""
    return "fake"
