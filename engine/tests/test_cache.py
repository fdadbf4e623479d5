"""The blocks of keys and values: sharing, invariants under random requests, export and import."""

import subprocess
from pathlib import Path

from modelet_compiler import toolchain

TESTS = Path(__file__).parents[1] / "cache" / "tests"


def test_blocks_are_shared_balanced_and_exchanged() -> None:
    program = toolchain.build_program([TESTS / "key_value_cache_test.cpp"])
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
