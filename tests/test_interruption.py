"""A compiler that is killed leaves nothing half written, and the next run is clean."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import modelet

_BUILD = """
import sys
sys.path.insert(0, sys.argv[1])
import plain
from modelet_compiler import build

def report(text):
    print(text, flush=True)
    if text.startswith(sys.argv[2]):
        sys.stdin.read()

build(plain.double, name="@local/killed", progress=report)
print("done", flush=True)
"""


def _start(folder: Path, stop_at: str, home: Path, toolchain: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "MODELET_HOME": str(home), "MODELET_TOOLCHAIN_CACHE": str(toolchain)}
    command = [sys.executable, "-c", _BUILD, str(folder), stop_at]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("stop_at", ["reading", "compiling", "packing"])
def test_a_compilation_killed_at_any_stage_can_be_run_again(stop_at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain.py").write_text("def double(value: int) -> int:\n    return 2 * value\n")
    home, toolchain = tmp_path / "home", Path(os.environ["MODELET_TOOLCHAIN_CACHE"])
    with _start(tmp_path, stop_at, home, toolchain) as killed:
        assert killed.stdout is not None
        while not killed.stdout.readline().startswith(stop_at):
            assert killed.poll() is None
        killed.send_signal(signal.SIGKILL)
    with _start(tmp_path, "never", home, toolchain) as again:
        assert again.communicate()[0].splitlines()[-1] == "done"
    assert modelet.load(str(home / "registry" / "local" / "killed")).call(value=21) == 42
    leftovers = [path for path in home.rglob("*") if ".part" in path.name]
    assert leftovers == []


def test_two_processes_compile_the_same_name_at_once(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("def double(value: int) -> int:\n    return 2 * value\n")
    home, toolchain = tmp_path / "home", Path(os.environ["MODELET_TOOLCHAIN_CACHE"])
    both = [_start(tmp_path, "never", home, toolchain) for _ in range(2)]
    for process in both:
        assert process.communicate()[0].splitlines()[-1] == "done"
    assert modelet.load(str(home / "registry" / "local" / "killed")).call(value=4) == 8
