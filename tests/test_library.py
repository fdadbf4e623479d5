"""What one compiled library is: small, self-sufficient, reproducible, and made of what it uses only."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from modelet_compiler import build

PLAIN = "def double(values: list[int]) -> list[int]:\n    return [2 * value for value in values]\n"

_BUILD = """
import sys
sys.path.insert(0, sys.argv[1])
import plain
from modelet_compiler import build
print(build(plain.double, output=sys.argv[2]).library())
"""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): _digest(path) for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock"
    }


def build_plain(folder: Path, source: str) -> None:
    (folder / "plain.py").write_text(source)
    environment = {**os.environ, "MODELET_HOME": str(folder / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-c", _BUILD, str(folder), str(folder / "layout")], check=True, env=environment, cwd=folder)


def _build_elsewhere(folder: Path) -> Path:
    folder.mkdir()
    build_plain(folder, PLAIN)
    return folder / "layout"


def test_a_library_is_at_most_three_megabytes_and_needs_only_the_c_library(minilm: Any) -> None:
    library = minilm.library()
    needed = set(
        re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout)
    )
    assert library.stat().st_size <= 3_000_000
    assert needed <= {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2"}


def test_a_library_exports_the_c_interface_and_nothing_else(minilm: Any) -> None:
    listed = subprocess.run(["nm", "-D", "--defined-only", minilm.library()], capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1].partition("@")[0] for line in listed.splitlines()}
    functions = "manifest open start next cancel finish close release host_table work memory"
    assert names == {f"modelet_{name}" for name in functions.split()}


def test_parts_a_function_does_not_use_are_not_linked(minilm: Any, tmp_path: Path) -> None:
    blobs = _build_elsewhere(tmp_path / "plain") / "blobs" / "sha256"
    libraries = [path for path in blobs.iterdir() if path.read_bytes()[:4] == b"\x7fELF"]
    (library,) = libraries
    content, full = library.read_bytes(), minilm.library().read_bytes()
    for mark in (b"layer_norm", b"context_length_exceeded"):
        assert mark in full
    assert b"layer_norm" not in content
    assert len(content) < len(full)


def test_the_same_input_gives_the_same_bytes_from_another_folder_and_cache(tmp_path: Path) -> None:
    first = _build_elsewhere(tmp_path / "one")
    second = _build_elsewhere(tmp_path / "a longer name for the second folder")
    assert _files(first) == _files(second)
    for path in first.rglob("*"):
        if path.is_file():
            assert str(tmp_path).encode() not in path.read_bytes()


def test_compiling_again_into_the_same_folder_replaces_what_was_there(tmp_path: Path) -> None:
    layout = _build_elsewhere(tmp_path / "one")
    before = _files(layout)
    changed = PLAIN.replace("2 *", "3 *")
    build_plain(tmp_path / "one", changed)
    assert _files(layout) != before
    build_plain(tmp_path / "one", PLAIN)
    assert _files(layout) == before


def test_no_path_of_this_machine_stands_in_a_library(minilm: Any, repository: Path) -> None:
    content = minilm.library().read_bytes()
    for folder in (repository, Path(sys.prefix), Path.home(), Path(os.environ["MODELET_TOOLCHAIN_CACHE"])):
        assert str(folder).encode() not in content


def test_a_target_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="x86_64-linux-gnu"):
        build(_build_elsewhere, target="z80-cpm")
