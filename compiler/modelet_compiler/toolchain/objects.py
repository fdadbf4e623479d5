"""Object files, cached by content: the source, the flags, the compiler, and every header that was read.

A cache entry lists the headers of an earlier compilation with their digests; it is used when all of them still have
those digests. Headers are named relative to their include root, so that a cache serves any checkout.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import os
import re
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from modelet_compiler.toolchain.compiler import C_FLAGS, LANGUAGE_FLAGS, Compiler
from modelet_compiler.toolchain.paths import cache_folder, engine_folder, include_folders
from modelet_compiler.toolchain.targets import Target

# What generated units begin with, in this order; each includes those before it.
PARSED_HEADERS = ("python/runtime.h", "numpy/runtime.h")
# What many of the engine's sources read, the costliest first.
REACHED_HEADERS = ("json/json.h", "python/heap.h", "core/call.h")
# However many targets are built at the same time, no more compilers run than there are processors.
COMPILING = threading.BoundedSemaphore(os.cpu_count() or 1)


@dataclass(frozen=True)
class Unit:
    """One translation unit. `folder` is an include root of its own, for generated headers beside it."""

    path: Path
    label: str  # stable name, without a path of this machine
    folder: Path | None = None
    flags: tuple[str, ...] = ()


def compile_units(compiler: Compiler, target: Target, units: Sequence[Unit]) -> list[Path]:
    """Object files of the units, in order. Raises ToolchainError for the first that fails."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda unit: _compile_unit(compiler, target, unit), units))


def _compile_unit(compiler: Compiler, target: Target, unit: Unit) -> Path:
    language = C_FLAGS if unit.path.suffix == ".c" else LANGUAGE_FLAGS
    flags = [*language, *compiler.target_flags(target, _isa(target, unit)), *unit.flags]
    key = _digest(json.dumps([compiler.identity, flags, unit.label, file_digest(unit.path)]).encode())
    roots = [*include_folders(), *([("unit", unit.folder)] if unit.folder else [])]
    folder = cache_folder("objects") / key[:2]
    found = _lookup(folder, key, roots)
    if found is not None:
        return found
    with FileLock(cache_folder("locks") / f"{key}.lock"):  # another process may be at the same unit: its object will do
        return _lookup(folder, key, roots) or _compile(compiler, flags, unit, roots, folder / key)


def _isa(target: Target, unit: Unit) -> str | None:
    return next((cpu for suffix, cpu in target.isa_flags if unit.path.stem.endswith(suffix)), None)


def _lookup(folder: Path, key: str, roots: list[tuple[str, Path]], suffix: str = ".o") -> Path | None:
    places = dict(roots)
    for entry in sorted(folder.glob(f"{key}-*.json")):
        record = json.loads(entry.read_text())
        if all(_unchanged(places[root] / name, digest) for root, name, digest in record["headers"]):
            made = entry.with_suffix(suffix)
            if made.exists():
                return made
    return None


def _unchanged(path: Path, digest: str) -> bool:
    try:
        return file_digest(path) == digest
    except OSError:
        return False


def _compile(compiler: Compiler, flags: list[str], unit: Unit, roots: list[tuple[str, Path]], stem: Path, suffix: str = ".o") -> Path:
    """Compile to `stem`, a digest of the headers that were read, and `suffix`; the record of those headers goes beside it."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache_folder("work")) as work:
        made, listed = Path(work) / f"unit{suffix}", Path(work) / "unit.d"
        includes = [flag for name, root in roots for flag in ("-isystem" if name == "nlohmann" else "-I", str(root))]
        maps = [f"-ffile-prefix-map={root}={name}" for name, root in [*roots, ("unit", unit.path.parent)]]
        outputs = ["-c", str(unit.path), "-o", str(made), "-MD", "-MF", str(listed)]
        while True:
            begun = time.time_ns()
            parsed = _parsed_header(compiler, flags, unit)
            with COMPILING:
                compiler.run([*flags, *parsed, *includes, *maps, *outputs], what=f"compiling {unit.label}")
            headers = _headers(listed.read_text(), unit.path, roots)
            if not any(_changed_since(begun, dict(roots)[root] / name) for root, name, _ in headers):
                break  # else the object may be of a header's older text, which its digest does not tell
        entry = stem.with_name(f"{stem.name}-{_digest(json.dumps(headers).encode())[:16]}")
        made.replace(entry.with_suffix(suffix))
        record = Path(work) / "record.json"
        record.write_text(json.dumps({"headers": headers}))
        record.replace(entry.with_suffix(".json"))
    return entry.with_suffix(suffix)


def _parsed_header(compiler: Compiler, flags: list[str], unit: Unit) -> list[str]:
    """Flags that give clang what the unit begins with, or what it reads anyway, as it parsed it once: most of the unit's text.

    A parsed header (https://clang.llvm.org/docs/PCHInternals.html) holds the paths it was read from: every checkout has its own.
    """
    if compiler.kind != "zig" or unit.path.suffix != ".cpp":
        return []
    name = _first_header(unit.path) or _reached_header(unit.path)
    if name is None:
        return []
    header, roots = engine_folder() / name, include_folders()
    key = _digest(json.dumps([compiler.identity, flags, str(header), file_digest(header)]).encode())
    folder = cache_folder("headers")
    with FileLock(cache_folder("locks") / f"{key}.lock"):
        found = _lookup(folder, key, roots, ".pch")
        # The record tells what has changed; the times of files, which a checkout sets anew, would not.
        parsing = [*flags, "-x", "c++-header", "-Xclang", "-fno-pch-timestamp"]
        made = found or _compile(compiler, parsing, Unit(header, name), roots, folder / key, ".pch")
    return ["-include-pch", str(made)]


def _first_header(source: Path) -> str | None:
    """Of PARSED_HEADERS the one that stands for the first lines of a source, if any: each holds those before it."""
    with source.open(encoding="utf-8") as lines:
        top = [line.strip() for line in itertools.islice(lines, len(PARSED_HEADERS))]
    return next((name for line, name in reversed([*zip(top, PARSED_HEADERS, strict=False)]) if line == f'#include "{name}"'), None)


def _reached_header(source: Path) -> str | None:
    """Of REACHED_HEADERS the first that a source reads, itself or by another header."""
    engine, reached = engine_folder(), set[str]()
    new = _included(source, file_digest(source))
    while new:
        reached |= new
        new = {name for header in new if (path := engine / header).is_file() for name in _included(path, file_digest(path))} - reached
    return next((name for name in REACHED_HEADERS if name in reached), None)


@functools.lru_cache(maxsize=65536)
def _included(path: Path, _content: str) -> set[str]:
    return set(re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE))


def _changed_since(begun: int, path: Path) -> bool:
    return path.stat().st_mtime_ns > begun


def _headers(listing: str, source: Path, roots: list[tuple[str, Path]]) -> list[tuple[str, str, str]]:
    """(root, relative name, digest) of each header of ours; the compiler's own are part of its identity."""
    names = [name.replace("\\ ", " ") for name in re.findall(r"(?:\\ |[^\s\\])+", listing.split(":", 1)[1])]
    found = []
    for path in sorted({Path(name) for name in names} - {source}):
        root = next(((name, folder) for name, folder in reversed(roots) if path.is_relative_to(folder)), None)
        if root is not None:
            found.append((root[0], path.relative_to(root[1]).as_posix(), file_digest(path)))
    return found


def file_digest(path: Path) -> str:
    """SHA-256 of a file's content, remembered for as long as the file does not change."""
    status = path.stat()
    return _file_digest(path, status.st_mtime_ns, status.st_size, status.st_ino)


@functools.lru_cache(maxsize=65536)
def _file_digest(path: Path, _modified: int, _size: int, _inode: int) -> str:
    return _digest(path.read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
