"""From sources to what is shipped: the engine's archive, shared libraries, static archives and test programs."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from modelet_compiler.toolchain.compiler import Compiler, Defect, ToolchainError, find_compiler, run_tool
from modelet_compiler.toolchain.objects import Unit, compile_units, file_digest
from modelet_compiler.toolchain.paths import cache_folder, engine_folder
from modelet_compiler.toolchain.targets import Target, host_target

_EXPORTS = "{ global: modelet_*; local: *; };\n"

# What generated sources define outside unnamed namespaces; a static build gives each a name of its own.
PROGRAM_SYMBOLS = (
    "modelet_library",
    "modelet_manifest_json",
    "modelet_weights_file",
    "modelet_embedded_weights",
    "modelet_functions",
    "modelet_graphs",
    "modelet_tokenizers",
    "modelet_weights",
)


# What every library needs: functions without numpy and models are compiled without waiting for the other parts.
CORE = frozenset(["abi", "core", "hash", "json", "openai", "python", "weights"])
CORE_FILES = frozenset(["numpy/array.cpp", "numpy/array.h"])  # arrays as values of the ABI


def engine_archive(target: Target | None = None, *, core: bool = False) -> Path:
    """`libmodelet_engine.a` with every part of the engine, or with its core. Compiled when a source changed. Raises ToolchainError."""
    compiler, target = find_compiler(), target or host_target()
    engine = engine_folder()
    sources = sorted(path for path in engine.rglob("*.cpp") if not {"tests", "testing"} & set(path.relative_to(engine).parts))
    labels = [path.relative_to(engine).as_posix() for path in sources]
    labels = [label for label in labels if not core or _is_core(label)]
    objects = compile_units(compiler, target, [Unit(engine / label, label) for label in labels])
    return _archive(compiler, objects, labels, "libmodelet_engine.a")


def _is_core(path: str) -> bool:
    return path.split("/")[0] in CORE or path in CORE_FILES


def needs_only_core(sources: Mapping[str, str]) -> bool:
    """Whether generated sources include nothing but the engine's core and each other."""
    included = {name for text in sources.values() for name in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)}
    return all(name in sources or _is_core(name) for name in included)


def build_library(sources: Mapping[str, str], *, target: Target | None = None, name: str = "modelet") -> Path:
    """A stripped shared library of the generated sources (file name → text; headers are included by name) and the engine.

    The same sources give the same bytes. The file stays in the cache; copy it. Raises ToolchainError.
    """
    compiler, target = find_compiler(), target or host_target()
    objects = compile_sources(sources, target=target)
    archive = engine_archive(target, core=needs_only_core(sources))
    script = _stored(cache_folder("linked"), _EXPORTS.encode(), ".map")
    arguments = ["-shared", f"-Wl,--version-script={script}", *map(str, objects), str(archive)]
    return _link(compiler, target, arguments, [*objects, archive], name + target.library_suffix)


def build_static(sources: Mapping[str, str], *, name: str, target: Target | None = None) -> tuple[Path, Path]:
    """(archive of the generated sources, the engine's archive), to be linked into a program in that order. Raises ToolchainError.

    `name` is an identifier: the archive's functions are `modelet_<name>_open` and so on, and everything else the sources define has a
    name of its own too, so that several modelets link into one program over one engine.
    """
    compiler, target = find_compiler(), target or host_target()
    renamed = [f"-D{symbol}=modelet_{name}_{symbol.removeprefix('modelet_')}" for symbol in PROGRAM_SYMBOLS]
    flags = ("-DMODELET_STATIC", f"-DMODELET_SYMBOL(symbol)=modelet_{name}_##symbol", *renamed)
    objects = compile_sources(sources, target=target, flags=flags)
    labels = [label for label in sorted(sources) if label.endswith(".cpp")]
    return _archive(compiler, objects, labels, f"libmodelet_{name}.a"), engine_archive(target)


def build_program(
    sources: Sequence[Path],
    *,
    flags: Sequence[str] = (),
    engine: bool = True,
    archives: Sequence[Path] = (),
    target: Target | None = None,
) -> Path:
    """An executable of C++ and C files (tests and benchmarks), with the engine's archive or those named. Raises ToolchainError.

    `-fsanitize=…` and `-l…` among the flags reach the linker too; to have the engine instrumented, name its sources and leave
    the archive out (`engine=False`).
    """
    compiler, target = find_compiler(), target or host_target()
    compiled = tuple(flag for flag in flags if not flag.startswith("-l"))
    objects = compile_units(compiler, target, [Unit(path, path.name, flags=compiled) for path in sources])
    archives = archives or ([engine_archive(target)] if engine else [])
    linked = [flag for flag in flags if flag.startswith(("-fsanitize", "-l"))]
    return _link(compiler, target, [*map(str, objects), *map(str, archives), *linked], [*objects, *archives], sources[0].stem)


def compile_sources(sources: Mapping[str, str], *, target: Target | None = None, flags: tuple[str, ...] = ()) -> list[Path]:
    """Object files of generated sources, sorted by name; entries that are not `.cpp` are headers. Raises ToolchainError."""
    compiler, target = find_compiler(), target or host_target()
    with tempfile.TemporaryDirectory(dir=cache_folder("work")) as work:
        folder = Path(work)
        for name, text in sources.items():
            (folder / name).write_text(text, encoding="utf-8")
        units = [Unit(folder / name, name, folder, flags) for name in sorted(sources) if name.endswith(".cpp")]
        try:
            return compile_units(compiler, target, units)
        except ToolchainError as error:
            if not error.output:  # the compiler itself is missing
                raise
            raise _defect(sources, error) from None


def _defect(sources: Mapping[str, str], error: ToolchainError) -> Defect:
    """Keeps what was generated, so that it can be reported."""
    text = json.dumps(dict(sources), sort_keys=True)
    kept = cache_folder("defects") / hashlib.sha256(text.encode()).hexdigest()[:16]
    kept.mkdir(exist_ok=True)
    for name, source in {**sources, "compiler.txt": error.output}.items():
        (kept / name).write_text(source, encoding="utf-8")
    return Defect(kept)


def _link(compiler: Compiler, target: Target, arguments: list[str], inputs: Sequence[Path], name: str) -> Path:
    """Link once per content. One fixed flag set per target: other flags would build the C++ library again."""
    flags = [*compiler.target_flags(target), "-O2", "-s", *target.link_flags]
    if compiler.kind == "system":
        flags += ["-static-libstdc++", "-static-libgcc", "-pthread"]
    key = _key(compiler, [*flags, *(a for a in arguments if a.startswith("-"))], inputs)
    made = cache_folder("linked") / key / name
    if not made.exists():
        made.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache_folder("work")) as work:
            compiler.run([*flags, *arguments, "-o", str(Path(work) / name)], what=f"linking {name}")
            (Path(work) / name).replace(made)
    return made


def _archive(compiler: Compiler, objects: Sequence[Path], labels: Sequence[str], name: str) -> Path:
    key = _key(compiler, [name, *labels], objects)
    made = cache_folder("linked") / key / name
    if not made.exists():
        made.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache_folder("work")) as work:
            members = []
            for path, label in zip(objects, labels, strict=True):
                member = Path(work) / (label.replace("/", "_").removesuffix(".cpp") + ".o")
                member.symlink_to(path)
                members.append(member.name)
            run_tool([*compiler.archive_command(), "rcsD", name, *members], what=f"archiving {name}", folder=Path(work))
            (Path(work) / name).replace(made)
    return made


def _key(compiler: Compiler, words: Sequence[str], inputs: Sequence[Path]) -> str:
    stable = [word.rsplit("/", 1)[-1] for word in words]
    return hashlib.sha256("\n".join([compiler.identity, *stable, *map(file_digest, inputs)]).encode()).hexdigest()[:32]


def _stored(folder: Path, content: bytes, suffix: str) -> Path:
    path = folder / (hashlib.sha256(content).hexdigest()[:16] + suffix)
    if not path.exists():
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_bytes(content)
        part.replace(path)
    return path
