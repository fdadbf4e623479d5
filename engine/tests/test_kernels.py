"""The kernel families against double precision, on every instruction set of this host."""

import subprocess
import warnings
from pathlib import Path

import pytest
from modelet_compiler import toolchain

TESTS = Path(__file__).parents[1] / "kernels" / "tests"
NOT_ON_THIS_HOST = 77


@pytest.fixture(scope="module")
def program() -> Path:
    return toolchain.build_program(sorted(TESTS.glob("*.cpp")))


@pytest.mark.parametrize("isa", ["generic", "neon", "avx2", "avx512"])
def test_kernels_agree_with_double_precision_and_keep_their_bits(program: Path, isa: str) -> None:
    done = subprocess.run([program, isa], capture_output=True, text=True, check=False)
    if done.returncode == NOT_ON_THIS_HOST:
        warnings.warn(f"the {isa} kernels were not run: this host does not have {isa}", stacklevel=1)
    else:
        assert done.returncode == 0, done.stderr
