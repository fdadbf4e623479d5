"""How a library of each target is run on a machine that is not one: natively, by an emulator, or in a sandbox."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from modelet_compiler.toolchain import build_program, find_target, host_target

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Runner:
    """Runs programs of one target. `command` stands before the program; `needs` are programs or files that `packages` of Debian bring."""

    how: str
    machine: str = ""  # the processor it needs; any when empty
    command: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    packages: str = ""
    loader: str = "load_posix.c"
    same_instructions: bool = True  # as the host's own library: the same bits


_QEMU = ("qemu-aarch64-static", "-cpu", "max", "-L", "/usr/aarch64-linux-gnu")
_WINE = "/usr/lib/wine/wine64"

RUNNERS: dict[str, Runner] = {
    "x86_64-linux-musl": Runner("natively", "x86_64", needs=("/lib/ld-musl-x86_64.so.1",), packages="musl"),
    "aarch64-linux-gnu": Runner(
        "by qemu",
        command=_QEMU,
        needs=(_QEMU[0], _QEMU[-1]),
        packages="qemu-user-static libc6-arm64-cross",
        same_instructions=False,
    ),
    "x86_64-windows-gnu": Runner("by wine", "x86_64", (_WINE,), (_WINE,), "wine64", "load_windows.c"),
    host_target().triple: Runner("natively"),
}


@dataclass(frozen=True)
class Answer:
    """What a library answered: the JSON of its messages, and the bytes of their tensors."""

    messages: list[dict[str, object]]
    tensors: bytes

    def vectors(self, width: int) -> np.ndarray:
        """The first tensor: float32 [texts, width]."""
        return np.frombuffer(self.tensors, np.float32).reshape(-1, width)


def obstacle(triple: str) -> str | None:
    """Why a target does not run here; None if it does."""
    runner = RUNNERS[triple]
    if runner.machine not in {"", platform.machine()}:
        return f"{triple} needs a processor of the kind {runner.machine}"
    missing = [need for need in runner.needs if shutil.which(need) is None and not Path(need).exists()]
    return f"{triple} is run with {', '.join(missing)}: apt-get install {runner.packages}" if missing else None


def ask(triple: str, library: Path, options: Mapping[str, object], request: Mapping[str, object], folder: Path) -> Answer:
    """Opens a library in a program of its target, and asks it once. `folder` is for files of the run."""
    runner, target = RUNNERS[triple], find_target(triple)
    program = build_program([HERE / "ask.c", HERE / runner.loader], engine=False, target=target)
    named = folder / f"library{target.library_suffix}"
    shutil.copyfile(library, named)
    arguments = [named.name, json.dumps(options), json.dumps(request), "tensors"]
    environment = {**os.environ, "WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
    command = [*runner.command, program, f"./{arguments[0]}", *arguments[1:]]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Answer([json.loads(line) for line in done.stdout.splitlines()], (folder / "tensors").read_bytes())
