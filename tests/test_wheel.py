"""The distribution works outside the checkout: a function compiles with the engine's sources from the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import pathlib, sys
import modelet, modelet_compiler, modelet_resolver
for module in (modelet, modelet_compiler, modelet_resolver):
    assert pathlib.Path(module.__file__).is_relative_to(sys.argv[1]), module.__file__
from modelet_compiler import build
from modelet_compiler.toolchain.paths import engine_folder
assert engine_folder().is_relative_to(sys.argv[1])
sys.path.insert(0, sys.argv[2])
import greet
artifact = build(greet.greet, name="@local/greet")
print(modelet.load("@local/greet").call(name="Ada"))
"""


def test_the_built_wheel_installed_outside_the_checkout_compiles_a_function(repository: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, repository], check=True)
    (wheel,) = tmp_path.glob("modelet-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", tmp_path / "installed", wheel], check=True)
    (tmp_path / "greet.py").write_text("def greet(name: str) -> str:\n    return f'Hello, {name}!'\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "MODELET_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, tmp_path / "installed", tmp_path],
        check=True,
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "Hello, Ada!"
