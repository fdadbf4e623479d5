"""The engine around a model made for tests: batching, preemption, drafts, cancellation."""

from __future__ import annotations

import subprocess

from modelet_compiler.toolchain import build_program
from modelet_compiler.toolchain.paths import engine_folder


def test_requests_get_what_they_get_alone_and_no_block_is_lost() -> None:
    program = build_program([engine_folder() / "generation/tests/engine_test.cpp"])
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
