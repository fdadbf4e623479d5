"""Runs trials and says what became of them: a candidate may be wrong, slow, crash, or never end, and none of it reaches this process."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from modelet_compiler.synthesis.candidate import Candidate

BUILD_SECONDS = 3600.0  # the first trial builds the engine with its sanitizers, perhaps beside other work
SILENT_SECONDS = 20.0  # for one call
POLL_SECONDS = 0.2


@dataclass(frozen=True)
class Verdict:
    """`outcome`: right, wrong, slow, crashed, endless, does not compile, refused. `detail` holds the counterexample."""

    outcome: str
    detail: str
    sanitizers: str

    @property
    def admitted(self) -> bool:
        """Whether the candidate may become an operation."""
        return self.outcome == "right"


def examine(candidate: Candidate, *, count: int = 300, call_seconds: float = SILENT_SECONDS) -> Verdict:
    """Compiles and runs a candidate in a process of its own, under sanitizers where the system's compiler has them."""
    environment, sanitizers = sanitized()
    with tempfile.TemporaryDirectory(prefix="modelet-trial-") as work:
        folder = Path(work)
        (folder / "candidate.json").write_text(json.dumps(dataclasses.asdict(candidate)), encoding="utf-8")
        command = [sys.executable, "-m", "modelet_compiler.synthesis.trial", str(folder), str(count)]
        child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ended = _wait(child, folder, call_seconds)
        output, errors = child.communicate()
        current = folder / "current"
        arguments = current.read_text(encoding="utf-8", errors="replace") if current.exists() else None
    if not ended and arguments is None:
        return Verdict("does not compile", f"it was not compiled within {BUILD_SECONDS:g} s", sanitizers)
    called = candidate.name if arguments is None else f"{candidate.name}({arguments})"
    if not ended:
        return Verdict("endless", f"{called} did not end within {call_seconds:g} s", sanitizers)
    if child.returncode != 0 or not output.strip():
        return Verdict("crashed", f"{called}: {_reason(child.returncode, errors)}", sanitizers)
    found = json.loads(output.strip().splitlines()[-1])
    return Verdict(found["outcome"], found["detail"], sanitizers)


def _wait(child: subprocess.Popen[str], folder: Path, call_seconds: float) -> bool:
    """False when the child was stopped: a build has minutes, then each call has seconds."""
    current, seen = folder / "current", ""
    until = time.monotonic() + BUILD_SECONDS
    while True:
        try:
            child.wait(timeout=POLL_SECONDS)
        except subprocess.TimeoutExpired:
            now = current.read_text(encoding="utf-8", errors="replace") if current.exists() else ""
            if now != seen:
                seen, until = now, time.monotonic() + call_seconds
            elif time.monotonic() > until:
                child.kill()
                return False
        else:
            return True


def sanitized() -> tuple[dict[str, str], str]:
    """The environment of a trial, and which sanitizers it runs under."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    library = _address_sanitizer()
    if library is None:
        return environment, ""
    environment |= {
        "MODELET_CXX": "g++",
        "MODELET_SANITIZE": "address,undefined",
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONMALLOC": "malloc",
    }
    return environment, "address,undefined"


@functools.cache
def _address_sanitizer() -> str | None:
    """The run-time library of g++'s address sanitizer, to be loaded before Python."""
    if shutil.which("g++") is None:
        return None
    said = subprocess.run(["g++", "-print-file-name=libasan.so"], capture_output=True, text=True, check=False).stdout.strip()
    return said if Path(said).is_absolute() else None


def _reason(status: int, errors: str) -> str:
    """The line that says most of why a process ended."""
    telling = [line.strip() for line in errors.splitlines() if "ERROR: AddressSanitizer" in line or "runtime error:" in line]
    if telling:
        return telling[0]
    if status < 0:
        return f"ended by signal {-status}"
    lines = errors.strip().splitlines()
    return lines[-1] if lines else f"exit status {status}"
