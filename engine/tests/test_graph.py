"""The graph executor: tiles, errors, memory, and the same bits in every batch."""

import subprocess
from pathlib import Path

from modelet_compiler import toolchain

TESTS = Path(__file__).parents[1] / "graph" / "tests"


def test_executor_runs_every_sequence_once_and_keeps_its_bits() -> None:
    program = toolchain.build_program(sorted(TESTS.glob("*.cpp")))
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
