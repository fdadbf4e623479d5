"""Compiled functions as static archives: several link into one program."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from modelet_compiler.emit import emit_library
from modelet_compiler.library import library_units
from modelet_compiler.pipeline import describe
from modelet_compiler.toolchain import build_program, build_static, host_target


def add_one(value: int) -> int:
    return value + 1


def double(value: int) -> int:
    return value * 2


def _archives(function: Any, name: str) -> tuple[Path, Path]:
    emitted = emit_library([function], name=f"@local/{name}")
    manifest = describe(emitted, f"@local/{name}", [function], [], host_target())
    return build_static({**emitted.sources, **library_units(manifest, None)}, name=name)


def test_two_compiled_modelets_link_into_one_program(repository: Path) -> None:
    first, engine = _archives(add_one, "first")
    second, _ = _archives(double, "second")
    program = build_program([repository / "tests" / "static_pair.c"], archives=[first, second, engine])
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ['{"value":21}', '{"value":40}']


def test_a_static_archive_exports_only_names_of_its_own() -> None:
    first, _ = _archives(add_one, "first")
    listed = subprocess.run(["nm", "--defined-only", "--extern-only", "-C", first], capture_output=True, text=True, check=True).stdout
    strong = [line.split(" ", 2)[2] for line in listed.splitlines() if line.count(" ") >= 2 and line.split()[1] in "TDBR"]
    assert strong
    assert all(name.startswith("modelet_first_") for name in strong), strong
