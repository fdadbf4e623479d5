"""A registry with the client tests' hand-made modelets and one on the real engine."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from modelet_compiler.toolchain import build_library

HERE = Path(__file__).parent
_PATH = HERE.parents[1] / "clients" / "python" / "tests" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("client_conftest", _PATH)
_fixtures = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_fixtures)

fakes = _fixtures.fakes
run_python = _fixtures.run_python
_environment = _fixtures._environment


@pytest.fixture(scope="session")
def engine_libraries():
    """The hand-written libraries on the engine: vectors, under two names, and text, with a language model and without."""
    source = (HERE / "engine_library.cpp").read_text(encoding="utf-8")
    text = (HERE / "chat_library.cpp").read_text(encoding="utf-8")
    names = {
        "engine": source,
        "engine2": source.replace("@local/engine", "@local/engine2"),
        "chat": text,
        "talk": "#define TALK\n" + text.replace("@local/chat", "@local/talk"),
    }
    return {name: build_library({f"{name}_library.cpp": text}, name=name) for name, text in names.items()}


@pytest.fixture(scope="session")
def home(fakes, engine_libraries, tmp_path_factory):
    """A MODELET_HOME whose registry holds all of them."""
    return _fixtures.make_home(tmp_path_factory.mktemp("home"), {**fakes, **engine_libraries})
