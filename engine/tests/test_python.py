"""The Python values of compiled code, tested in C++."""

from __future__ import annotations

import subprocess

from modelet_compiler.toolchain import build_program
from modelet_compiler.toolchain.paths import engine_folder


def test_memory_of_a_call_is_balanced_swept_and_limited() -> None:
    program = build_program([engine_folder() / "python/tests/heap_test.cpp"])
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
