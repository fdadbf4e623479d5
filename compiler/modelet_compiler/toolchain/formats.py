"""Formats of object files and libraries: what the compiler and the linker must be told for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

# Everything a library exports: the C interface, engine/include/modelet/modelet.h.
EXPORTS = (
    "modelet_manifest",
    "modelet_open",
    "modelet_start",
    "modelet_next",
    "modelet_cancel",
    "modelet_finish",
    "modelet_close",
    "modelet_release",
    "modelet_host_table",
    "modelet_work",
    "modelet_memory",
)


@dataclass(frozen=True)
class Format:
    """One format. Its linker reads what to export from a file, or takes what has default visibility (`exports` is None)."""

    name: str
    library_suffix: str
    link_flags: tuple[str, ...]
    constants: str  # assembler's directives around constants, with %s for what stands in their section
    symbol_prefix: str = ""  # what the assembler puts before a name of C
    exports: Exports | None = None
    export_flag: str | None = None  # or a flag for each name
    library_flags: tuple[str, ...] = ("-shared",)
    program_suffix: str = ""
    archive: bool = False  # a static library, which the linker of somebody's program takes
    complete: tuple[str, ...] = ()  # flags for linkers that would otherwise leave what is missing to whoever loads the library


@dataclass(frozen=True)
class Exports:
    """How a linker is told what to export: a file, and the flag that names it ({} is its path)."""

    suffix: str
    flag: str
    text: Callable[[Sequence[str]], str]


def _version_script(_: Sequence[str]) -> str:
    return "{ global: modelet_*; local: *; };\n"


def _definition_file(names: Sequence[str]) -> str:
    return "EXPORTS\n" + "".join(f"{name}\n" for name in names)


ELF = Format(
    "ELF",
    library_suffix=".so",
    link_flags=("-Wl,--gc-sections", "-Wl,-z,nodelete"),
    constants=".pushsection .rodata\\n%s.popsection\\n",
    exports=Exports(".map", "-Wl,--version-script={}", _version_script),
    complete=("-Wl,-z,defs",),
)

# zig's linker knows no lists of exports: engine/platform/apple/allocation.cpp hides what the C++ library would add.
MACH_O = Format(
    "Mach-O",
    library_suffix=".dylib",
    link_flags=("-Wl,-dead_strip", "-Wl,-install_name,@rpath/modelet.dylib"),
    constants=".section __TEXT,__const\\n%s.text\\n",
    symbol_prefix="_",
)

MACH_O_ARCHIVE = replace(MACH_O, library_suffix=".a", archive=True)

PE = Format(
    "PE",
    library_suffix=".dll",
    link_flags=("-Wl,--gc-sections",),
    constants='.section .rdata,\\"dr\\"\\n%s.text\\n',
    exports=Exports(".def", "{}", _definition_file),
    program_suffix=".exe",
)

# A "reactor" is a library that waits to be called. zig places the stack below all data, so that one that grows too far traps.
WASM = Format(
    "WebAssembly",
    library_suffix=".wasm",
    link_flags=("-Wl,--gc-sections", "-Wl,-z,stack-size=1048576"),
    constants='.section .rodata.constants,\\"\\",@\\n%s',
    export_flag="-Wl,--export={}",
    library_flags=("-mexec-model=reactor",),
)
