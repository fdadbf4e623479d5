"""The targets a library can be built for: one row each."""

from __future__ import annotations

import platform
from dataclasses import dataclass


class UnknownTargetError(ValueError):
    """No such target; the message lists those that exist."""


@dataclass(frozen=True)
class Target:
    """What the compiler must know about one target."""

    triple: str  # our name, and the variant's name in an artifact
    zig: str  # zig's name, with the oldest supported C library
    cpu: str  # baseline every translation unit is compiled for
    library_suffix: str
    isa_flags: tuple[tuple[str, str], ...]  # (suffix of a source's stem, its -mcpu value)
    link_flags: tuple[str, ...]


_ELF_LINK = ("-Wl,--gc-sections", "-Wl,-z,nodelete")
_X86_ISA = (("avx2", "x86_64_v3"), ("avx512", "x86_64_v4"))

TARGETS: dict[str, Target] = {
    target.triple: target
    for target in (
        Target("x86_64-linux-gnu", "x86_64-linux-gnu.2.28", "x86_64", ".so", _X86_ISA, _ELF_LINK),
        Target("x86_64-linux-musl", "x86_64-linux-musl", "x86_64", ".so", _X86_ISA, _ELF_LINK),
        Target("aarch64-linux-gnu", "aarch64-linux-gnu.2.28", "generic", ".so", (), _ELF_LINK),
    )
}


def find_target(triple: str) -> Target:
    """The target of that name. Raises UnknownTargetError."""
    if triple not in TARGETS:
        raise UnknownTargetError(f"no target {triple!r}; there are: {', '.join(TARGETS)}")
    return TARGETS[triple]


def host_target() -> Target:
    """The target of the machine this runs on. Raises UnknownTargetError."""
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    system = platform.system().lower()
    libc = "-gnu" if system == "linux" and platform.libc_ver()[0] == "glibc" else "-musl" if system == "linux" else ""
    return find_target(f"{machine}-{system}{libc}")
