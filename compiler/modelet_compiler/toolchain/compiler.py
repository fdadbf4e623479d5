"""The C++ compiler: which one, how it is called, and what it said when it failed."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from modelet_compiler.toolchain.paths import cache_folder
from modelet_compiler.toolchain.targets import Target, host_target

# The engine's C++ namespace carries its version, so that modelets of two engine versions link into one program.
ENGINE_NAMESPACE = "modelet_0_1_0"

LANGUAGE_FLAGS = (
    "-std=c++20",
    f"-Dmodelet={ENGINE_NAMESPACE}",
    "-O2",
    "-g0",
    "-DNDEBUG",
    "-fPIC",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-ffunction-sections",
    "-fdata-sections",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
)

C_FLAGS = ("-x", "c", "-std=c11", *(flag for flag in LANGUAGE_FLAGS if flag not in {"-std=c++20", "-fvisibility-inlines-hidden"}))


class ToolchainError(Exception):
    """A compiler or linker is missing or failed; `output` is what it printed."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(f"{message}\n{output}" if output else message)
        self.output = output


class Defect(ToolchainError):
    """Generated C++ does not compile. `folder` holds it, with what the C++ compiler said in compiler.txt."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            "the C++ that Modelet generated does not compile. This is a defect of Modelet, not of your function;\n"
            f"what is needed to find it is kept in {folder}: please report it"
        )
        self.folder = folder


@dataclass(frozen=True)
class Compiler:
    """One C++ compiler. `kind` is "zig" (any target) or "system" (the host only)."""

    kind: str
    command: tuple[str, ...]
    identity: str  # version, part of every cache key
    sanitize: str = ""  # sanitizers that everything is built with; only a system compiler links them

    def target_flags(self, target: Target, isa: str | None = None) -> list[str]:
        """Flags that choose the target and, for a kernel file, its instruction set. Raises ToolchainError: a target it cannot build for."""
        if self.kind == "zig":
            return ["-target", target.zig, f"-mcpu={isa or target.cpu}", "-fno-sanitize=all", *target.compile_flags]
        if target != host_target():
            raise ToolchainError(f"the compiler that MODELET_CXX names builds for this host; for {target.triple} unset it")
        unknown_warnings = ["-Wno-error"]  # another compiler, or another release of it, warns about other things
        # What is instrumented compiles a quarter faster at -O1, and its reports are nearer to the source.
        checked = [f"-fsanitize={self.sanitize}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-O1"] if self.sanitize else []
        level, *features = isa.replace("_", "-").split("+") if isa else ("",)
        chosen = [f"-march={level}", *(f"-m{feature}" for feature in features)] if level else []
        return [*chosen, *unknown_warnings, *checked]

    def archive_command(self) -> list[str]:
        """The archiver that belongs to this compiler."""
        return [self.command[0], "ar"] if self.kind == "zig" else [shutil.which("ar") or "ar"]

    def link_command(self, target: Target, flags: Sequence[str], inputs: Sequence[str]) -> list[str]:
        """Links for a target. With an SDK that has all that a linker needs, the linker is called without the driver."""
        if target.linked is None:
            return [*self.command, *flags, *inputs]
        before, after = target.linked
        plain = [word for flag in (*flags, *inputs) for word in _linker_words(flag)]
        return [self.command[0], "ld.lld", *before, *plain, *after]

    def run(self, arguments: list[str], *, what: str, folder: Path | None = None) -> None:
        """Run the compiler driver. Raises ToolchainError with the output when it fails."""
        run_tool([*self.command, *arguments], what=what, folder=folder)


def _linker_words(flag: str) -> list[str]:
    """A flag of the driver as the linker takes it: `-Wl,-z,nodelete` is two words."""
    return flag.split(",")[1:] if flag.startswith("-Wl,") else [flag]


def run_tool(command: list[str], *, what: str, folder: Path | None = None) -> str:
    """What one tool of the toolchain writes to its output, run with caches of our own. Raises ToolchainError."""
    zig_cache = str(cache_folder("zig"))
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": zig_cache, "ZIG_LOCAL_CACHE_DIR": zig_cache, "LC_ALL": "C"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise ToolchainError(f"cannot run {command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise ToolchainError(f"{what} failed with exit status {done.returncode}", (done.stdout + done.stderr)[-8000:])
    return done.stdout


def find_compiler() -> Compiler:
    """The compiler in MODELET_CXX, else the one of the `ziglang` package. Raises ToolchainError with what to install.

    MODELET_SANITIZE (`address,undefined`) instruments everything that a system compiler builds, for tests.
    """
    chosen, sanitize = os.environ.get("MODELET_CXX"), os.environ.get("MODELET_SANITIZE", "")
    if not chosen and sanitize:
        raise ToolchainError("MODELET_SANITIZE needs a compiler of the system: name it in MODELET_CXX")
    return dataclasses.replace(_system_compiler(chosen), sanitize=sanitize) if chosen else _zig_compiler()


@functools.cache
def _zig_compiler() -> Compiler:
    try:
        import ziglang
    except ImportError as error:
        raise ToolchainError("no C++ compiler: install one with `pip install 'modelet[compile]'`, or name yours in MODELET_CXX") from error
    folder = Path(str(ziglang.__file__)).parent
    zig = folder / ("zig.exe" if sys.platform == "win32" else "zig")
    return Compiler("zig", (str(zig), "c++"), f"zig {_package_version('ziglang')}")


@functools.cache
def _system_compiler(name: str) -> Compiler:
    path = shutil.which(name)
    if path is None:
        raise ToolchainError(f"MODELET_CXX names {name!r}, which is not on the PATH")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    return Compiler("system", (path,), hashlib.sha256(version.encode()).hexdigest())


def _package_version(package: str) -> str:
    from importlib.metadata import version

    return version(package)
