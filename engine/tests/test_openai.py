"""Readers of requests and of models' texts, tested and fuzzed in C++."""

from __future__ import annotations

import subprocess

import pytest

from modelet_compiler.toolchain import build_program
from modelet_compiler.toolchain.paths import engine_folder


@pytest.mark.parametrize("name", ["text", "requests"])
def test_readers_keep_their_promises_on_any_input(name: str) -> None:
    program = build_program([engine_folder() / f"openai/tests/{name}_test.cpp"])
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
