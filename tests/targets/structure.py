"""What can be seen of a library without running it: its format, what it exports and needs, and the oldest system it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import lief

from modelet_compiler.toolchain.formats import EXPORTS

# zig's linker exports these of every library for macOS; they stand for the file itself.
_MACH_O_OWN = {"__mh_dylib_header", "___dso_handle"}


@dataclass(frozen=True)
class Structure:
    """One library."""

    machine: str
    exports: set[str]
    libraries: set[str]
    system: tuple[int, ...]  # the oldest C library, or release of the system
    signed: bool = False


def read_structure(path: Path) -> Structure:
    """Of a shared library in any of the native formats."""
    binary = lief.parse(str(path))
    if isinstance(binary, lief.ELF.Binary):
        return _elf(binary)
    if isinstance(binary, lief.PE.Binary):
        return _portable_executable(binary)
    assert isinstance(binary, lief.MachO.Binary), path
    return _mach_o(binary)


def _elf(binary: lief.ELF.Binary) -> Structure:
    exported = {str(symbol.name) for symbol in binary.exported_symbols}
    needed = [str(version.name) for requirement in binary.symbols_version_requirement for version in requirement.get_auxiliary_symbols()]
    numbers = [tuple(map(int, match[1].split("."))) for name in needed if (match := re.fullmatch(r"GLIBC_([0-9.]+)", name))]
    machine = binary.header.machine_type.name.lower()
    return Structure(machine, exported, set(binary.libraries), max(numbers, default=()))


def _portable_executable(binary: lief.PE.Binary) -> Structure:
    export = binary.get_export()
    assert export is not None
    header = binary.optional_header
    system = (header.major_subsystem_version, header.minor_subsystem_version)
    libraries = {str(entry.name).lower() for entry in binary.imports}
    return Structure(binary.header.machine.name.lower(), {str(entry.name) for entry in export.entries}, libraries, system)


def _mach_o(binary: lief.MachO.Binary) -> Structure:
    exported = {export.symbol.name for export in binary.dyld_info.exports} - _MACH_O_OWN
    names = {name.removeprefix("_") for name in exported}
    own = next(command.name for command in binary.libraries if command.command == lief.MachO.LoadCommand.TYPE.ID_DYLIB)
    libraries = {command.name for command in binary.libraries} - {own}
    return Structure(binary.header.cpu_type.name.lower(), names, libraries, tuple(binary.build_version.minos), binary.has_code_signature)


# What each target may ask for: machine, libraries, and the oldest system.
_UNIVERSAL_C_LIBRARY = re.compile(r"api-ms-win-crt-[a-z]+-l1-1-0\.dll|kernel32\.dll|ntdll\.dll")
_EXPECTED = {
    "x86_64-linux-gnu": ("x86_64", r"(libc|libm|libpthread|libdl|ld-linux-x86-64)\.so\.[0-9]", (2, 28)),
    "aarch64-linux-gnu": ("aarch64", r"(libc|libm|libpthread|libdl|ld-linux-aarch64)\.so\.[0-9]", (2, 28)),
    "x86_64-linux-musl": ("x86_64", r"libc\.so", ()),
    "aarch64-macos": ("arm64", r"/usr/lib/libSystem\.B\.dylib", (13, 0, 0)),
    "x86_64-windows-gnu": ("amd64", _UNIVERSAL_C_LIBRARY.pattern, (10, 0)),
}
NATIVE = tuple(_EXPECTED)


def check_structure(triple: str, path: Path) -> None:
    """That a library is what its target says."""
    machine, allowed, newest = _EXPECTED[triple]
    found = read_structure(path)
    assert found.machine == machine
    assert found.exports == set(EXPORTS)
    strangers = [name for name in found.libraries if not re.fullmatch(allowed, name)]
    assert strangers == []
    assert found.system <= newest
    assert found.signed == (triple == "aarch64-macos"), "Apple's processors run no code without at least an ad-hoc signature"
