"""The runtime's own C and C++ programs: a C client, two modelets in one program, unit tests, and both under the thread sanitizer."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from modelet_compiler.toolchain import find_compiler, host_target
from modelet_compiler.toolchain.objects import Unit, compile_units

from .conftest import ENGINE, FAKE, engine_objects, fake_objects, link

UNIT_TESTS = sorted(path for part in ("core", "hash", "json") for path in (ENGINE / part / "tests").glob("*_test.cpp"))


def program(tmp_path: Path, source: Path, objects: Sequence[Path], flags: Sequence[str] = ()) -> Path:
    [main] = compile_units(find_compiler(), host_target(), [Unit(source, source.name, flags=tuple(flags))])
    return link(tmp_path / source.stem, [main, *objects], *flags)


def run(path: Path, *arguments: str) -> str:
    done = subprocess.run([str(path), *arguments], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


@pytest.mark.parametrize("source", UNIT_TESTS, ids=lambda path: path.stem)
def test_unit(tmp_path: Path, source: Path) -> None:
    assert run(program(tmp_path, source, engine_objects())) == "ok\n"


def test_a_c_program_uses_the_whole_interface(tmp_path: Path, build_fake: Callable[..., Path]) -> None:
    assert run(program(tmp_path, FAKE / "c_client.c", []), str(build_fake())) == "ok\n"


def named(name: str) -> list[str]:
    """Flags that give a modelet's symbols names of their own."""
    renamed = [f"-D{symbol}={symbol}_{name}" for symbol in ("modelet_library", "fake")]
    return ["-DMODELET_STATIC", f"-DMODELET_SYMBOL(name)=modelet_{name}_##name", f'-DMODELET_FAKE_NAME="@local/{name}"', *renamed]


def test_two_modelets_link_into_one_program(tmp_path: Path) -> None:
    modelets = [path for name in ("first", "second") for path in fake_objects(["fake_library.cpp", "fake_plain.cpp"], named(name))]
    assert run(program(tmp_path, FAKE / "static_pair.c", [*modelets, *engine_objects()])) == "ok\n"


SANITIZE = ("-fsanitize=thread",)


def test_the_pool_has_no_race(tmp_path: Path) -> None:
    assert run(program(tmp_path, ENGINE / "core" / "tests" / "pool_test.cpp", engine_objects(SANITIZE), SANITIZE)) == "ok\n"


def test_calls_from_many_threads_have_no_race(tmp_path: Path) -> None:
    objects = [*engine_objects(SANITIZE), *fake_objects(["fake_library.cpp", "fake_plain.cpp"], SANITIZE)]
    assert run(program(tmp_path, FAKE / "threads.cpp", objects, SANITIZE)) == "ok\n"
