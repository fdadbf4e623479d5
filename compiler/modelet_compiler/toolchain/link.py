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
from modelet_compiler.toolchain.formats import EXPORTS
from modelet_compiler.toolchain.needed import needed_sources, read_index
from modelet_compiler.toolchain.objects import Unit, compile_units, file_digest
from modelet_compiler.toolchain.paths import cache_folder, engine_folder
from modelet_compiler.toolchain.targets import Target, host_target
from modelet_compiler.toolchain.unicode import source_file

# What generated sources define outside unnamed namespaces; a static build gives each a name of its own.
PROGRAM_SYMBOLS = (
    "modelet_library",
    "modelet_manifest_json",
    "modelet_weights_file",
    "modelet_embedded_weights",
    "modelet_functions",
    "modelet_graphs",
    "modelet_models",
    "modelet_services",
    "modelet_tokenizers",
    "modelet_weights",
)


def engine_archive(target: Target | None = None) -> Path:
    """`libmodelet_engine.a` with every part of the engine. Compiled when a source changed. Raises ToolchainError."""
    target = target or host_target()
    return _engine_of(target, engine_sources(target))


def needed_engine(objects: Sequence[Path], target: Target | None = None) -> Path:
    """The same with the parts that objects of generated sources may need (needed.py). Raises ToolchainError."""
    target = target or host_target()
    return _engine_of(target, needed_labels(objects, target))


def needed_labels(objects: Sequence[Path], target: Target) -> list[str]:
    """The sources of these parts, relative to the engine's folder. Raises ToolchainError."""
    labels = engine_sources(target)
    always = [label for label in labels if label.startswith("platform/")]
    first = _archive(find_compiler(), objects, [f"{number}.o" for number in range(len(objects))], "generated.a")
    return needed_sources(read_index(engine_folder(), labels), first, always, lambda found: _engine_of(target, found))


def _engine_of(target: Target, labels: Sequence[str]) -> Path:
    return _archive(find_compiler(), _engine_objects(target, labels), labels, "libmodelet_engine.a")


def _engine_objects(target: Target, labels: Sequence[str]) -> list[Path]:
    return compile_units(find_compiler(), target, [Unit(source_file(label), label) for label in labels])


def engine_sources(target: Target) -> list[str]:
    """The engine's sources for a target, relative to its folder: all but tests, and the folders of other platforms."""
    engine = engine_folder()
    paths = sorted(path.relative_to(engine) for path in engine.rglob("*.cpp"))
    return [path.as_posix() for path in paths if not {"tests", "testing"} & set(path.parts) and _is_for(target, path)]


def _is_for(target: Target, path: Path) -> bool:
    return path.parts[0] != "platform" or path.parts[1] in target.platforms


def build_library(
    sources: Mapping[str, str], *, target: Target | None = None, name: str = "modelet", exports: Sequence[str] = EXPORTS
) -> Path:
    """A stripped shared library of the generated sources (file name → text; headers are included by name) and the engine.

    It exports the functions named in `exports` and nothing else. For a system whose programs hold their libraries it is an archive with
    the engine in it, whose functions are `modelet_<name>_open` and so on. The same sources give the same bytes. The file stays in the
    cache; copy it. Raises ToolchainError.
    """
    target = target or host_target()
    if target.format.archive:
        return _build_archive(sources, target, name)
    objects = compile_sources(sources, target=target)
    archive, complete = needed_engine(objects, target), target.format.complete
    try:
        return _link_library(target, objects, archive, name, exports, complete)
    except ToolchainError:  # a part that is defined where its name does not stand (needed.py)
        # A sanitizer's run-time library may be left to the program that loads, so that the library alone is never complete.
        complete = () if find_compiler().sanitize else complete
        return _link_library(target, objects, engine_archive(target), name, exports, complete)


def _build_archive(sources: Mapping[str, str], target: Target, name: str) -> Path:
    identifier = re.sub(r"\W", "_", name)
    objects = compile_sources(sources, target=target, flags=_static_flags(identifier))
    engine = needed_labels(objects, target)
    labels = [*(f"generated/{number}.cpp" for number in range(len(objects))), *engine]
    return _archive(find_compiler(), [*objects, *_engine_objects(target, engine)], labels, f"{name}{target.library_suffix}")


def _static_flags(name: str) -> tuple[str, ...]:
    renamed = [f"-D{symbol}=modelet_{name}_{symbol.removeprefix('modelet_')}" for symbol in PROGRAM_SYMBOLS]
    return ("-DMODELET_STATIC", f"-DMODELET_SYMBOL(symbol)=modelet_{name}_##symbol", *renamed)


def _link_library(
    target: Target, objects: Sequence[Path], archive: Path, name: str, exports: Sequence[str], complete: Sequence[str]
) -> Path:
    flags, files = _exporting(target, exports)
    arguments = [*target.format.library_flags, *complete, *flags, *map(str, objects), str(archive)]
    return _link(find_compiler(), target, arguments, [*objects, archive, *files], name + target.library_suffix)


def _exporting(target: Target, names: Sequence[str]) -> tuple[list[str], list[Path]]:
    """The linker's flags that export functions, and the files that these flags name."""
    exports, flag = target.format.exports, target.format.export_flag
    if exports is None:
        return [flag.format(name) for name in names] if flag else [], []
    listed = _stored(cache_folder("linked"), exports.text(names).encode(), exports.suffix)
    return [exports.flag.format(listed)], [listed]


def build_static(sources: Mapping[str, str], *, name: str, target: Target | None = None) -> tuple[Path, Path]:
    """(archive of the generated sources, the engine's archive), to be linked into a program in that order. Raises ToolchainError.

    `name` is an identifier: the archive's functions are `modelet_<name>_open` and so on, and everything else the sources define has a
    name of its own too, so that several modelets link into one program over one engine.
    """
    compiler, target = find_compiler(), target or host_target()
    objects = compile_sources(sources, target=target, flags=_static_flags(name))
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
    linked = [*target.program_flags, *(flag for flag in flags if flag.startswith(("-fsanitize", "-l")))]
    return _link(
        compiler,
        target,
        [*map(str, objects), *map(str, archives), *linked],
        [*objects, *archives],
        sources[0].stem + target.format.program_suffix,
    )


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
    chosen = ["-s"] if target.linked else [*compiler.target_flags(target), "-O2", "-s"]
    flags = [*chosen, *target.format.link_flags, *target.link_flags]
    if compiler.kind == "system":
        flags += ["-static-libstdc++", "-static-libgcc", "-pthread"]
    key = _key(compiler, [target.zig, *flags, *(a for a in arguments if a.startswith("-"))], inputs)
    made = cache_folder("linked") / key / name
    if not made.exists():
        made.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache_folder("work")) as work:
            command = compiler.link_command(target, flags, [*arguments, "-o", str(Path(work) / name)])
            run_tool(command, what=f"linking {name}")
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
