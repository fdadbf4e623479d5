"""numpy's arrays in C++; what they compute is compared with numpy in tests/differential."""

from __future__ import annotations

import subprocess
from pathlib import Path

from modelet_compiler.toolchain import build_program


def test_arrays_share_memory_and_stay_inside_it() -> None:
    program = build_program([Path(__file__).parent / "numpy_test.cpp"])
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
