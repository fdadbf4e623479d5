"""What this machine is, as far as the choice of a variant depends on it (resolver/SPEC.md, "Host").

Nothing is looked up before it is asked for: a variant without features needs no look at the processor.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_ARCHITECTURES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
_WINDOWS_FEATURES = {6: "sse3", 17: "xsave", 19: "neon", 36: "ssse3", 37: "sse4.1", 38: "sse4.2", 39: "avx", 40: "avx2", 41: "avx512f"}


class Host:
    """A machine. `triple`: arch-os-libc, as variants name it. `sandbox`: the client can run WebAssembly variants beside native ones.

    Immutable in effect; safe to share between threads.
    """

    __slots__ = ("_features", "glibc", "sandbox", "triple")

    def __init__(
        self, triple: str, features: Iterable[str] | None = None, glibc: tuple[int, int] | None = None, *, sandbox: bool = False
    ) -> None:
        self.triple = triple
        self.glibc = glibc
        self.sandbox = sandbox
        self._features = None if features is None else frozenset(features)

    @property
    def features(self) -> frozenset[str]:
        """Processor features by the names of SPEC.md, those only that the operating system has enabled."""
        if self._features is None:
            self._features = _detect_features(self.triple)
        return self._features

    @property
    def memory_bytes(self) -> int:
        """Memory this process may use: the machine's, or its control group's limit. 0 when unknown."""
        return _memory_bytes()

    def has(self, feature: str) -> bool:
        """Whether the host meets a feature, `glibc:2.28` (at least) included."""
        if feature.startswith("glibc:"):
            return self.glibc is not None and self.glibc >= _version(feature[6:])
        return feature in self.features

    def __repr__(self) -> str:
        return f"Host({self.triple!r})"


def detect() -> Host:
    """The machine this process runs on."""
    if sys.platform == "win32":
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "").lower()
        return Host(f"{_architecture(machine)}-windows-gnu", sandbox=True)
    machine = _architecture(os.uname().machine.lower())
    if sys.platform == "darwin":
        return Host(f"{machine}-macos", sandbox=True)
    if sys.platform == "linux":
        glibc = _glibc()
        return Host(f"{machine}-linux-{'gnu' if glibc else 'musl'}", glibc=glibc, sandbox=True)
    return Host(f"{machine}-{sys.platform}", sandbox=True)


def _architecture(machine: str) -> str:
    name = _ARCHITECTURES.get(machine, machine or "unknown")
    if sys.maxsize <= 2**32:  # a 32-bit process on a 64-bit kernel loads 32-bit libraries
        return {"x86_64": "i686", "aarch64": "arm"}.get(name, name)
    return name


def _glibc() -> tuple[int, int] | None:
    """The C library's version; None where it is another one (musl), which does not know the question."""
    try:
        text = os.confstr("CS_GNU_LIBC_VERSION")
    except (AttributeError, ValueError, OSError):
        return None
    return _version(text.split()[-1]) if text else None


def _version(text: str) -> tuple[int, int]:
    """Major and minor; what is no version is higher than any, so that a requirement on it is never met by accident."""
    major, _, minor = text.partition(".")
    minor = minor.partition(".")[0]
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else (sys.maxsize, 0)


def _detect_features(triple: str) -> frozenset[str]:
    from modelet_resolver import features

    system = triple.split("-")[1]
    if system == "linux":
        return features.from_cpuinfo(_first_processor())
    if system == "macos":
        return features.from_sysctl(_sysctl())
    if system == "windows":
        return features.with_levels(_windows_features())
    return frozenset()


def _first_processor() -> str:
    """The beginning of /proc/cpuinfo: the whole file takes the kernel long on a machine with many processors."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            text = b""
            while len(text) < 65536 and b"\n\n" not in text and (part := file.read(4096)):
                text += part
    except OSError:
        return ""
    return text.decode("ascii", "replace")


def _sysctl() -> str:
    from subprocess import DEVNULL, PIPE, SubprocessError, run

    command = ["/usr/sbin/sysctl", "machdep.cpu", "hw.optional"]
    try:
        return run(command, stdout=PIPE, stderr=DEVNULL, text=True, timeout=5, check=False).stdout
    except (OSError, SubprocessError):
        return ""


def _windows_features() -> frozenset[str]:
    import ctypes

    present = getattr(ctypes, "windll").kernel32.IsProcessorFeaturePresent  # noqa: B009 - absent from other systems' type stubs
    return frozenset(name for number, name in _WINDOWS_FEATURES.items() if present(number))


def _memory_bytes() -> int:
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0
    try:
        with open("/sys/fs/cgroup/memory.max", "rb", buffering=0) as file:
            limit = file.read(32).strip()
    except OSError:
        return total
    return min(total, int(limit)) if limit.isdigit() else total
