"""Objects are kept by what they were made of, also when that changes meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from modelet_compiler.toolchain import find_compiler
from modelet_compiler.toolchain.objects import PARSED_HEADERS, REACHED_HEADERS, Unit, _reached_header, compile_units
from modelet_compiler.toolchain.paths import engine_folder
from modelet_compiler.toolchain.targets import host_target


class Copier:
    """Stands for a compiler: the object is the header's text. `entered` is called while it works."""

    identity = "copier"
    kind = "copier"

    def __init__(self, header: Path, edits: list[str], entered: Callable[[], object] = lambda: None) -> None:
        self.header, self.edits, self.entered, self.runs = header, edits, entered, 0

    def target_flags(self, *_: object) -> list[str]:
        return []

    def run(self, arguments: list[str], **_: object) -> None:
        self.runs += 1
        self.entered()
        output, listing = (Path(arguments[arguments.index(flag) + 1]) for flag in ("-o", "-MF"))
        output.write_text(self.header.read_text())
        listing.write_text(f"unit.o: {arguments[arguments.index('-c') + 1]} {self.header}")
        if self.edits:
            self.header.write_text(self.edits.pop())


@pytest.mark.parametrize("edits", [[], ["newer"]])
def test_an_object_is_of_the_header_that_its_record_names(tmp_path, monkeypatch, edits):
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path / "cache"))
    header, source = tmp_path / "a.h", tmp_path / "a.cpp"
    header.write_text("older")
    source.write_text('#include "a.h"')
    compiler = Copier(header, list(edits))
    for _ in range(2):
        [made] = compile_units(compiler, host_target(), [Unit(source, "a.cpp", tmp_path)])
        assert made.read_text() == header.read_text()
    assert compiler.runs == 1 + len(edits)


def test_whoever_needs_an_object_that_is_being_made_waits_for_it(tmp_path, monkeypatch):
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path / "cache"))
    header, source = tmp_path / "a.h", tmp_path / "a.cpp"
    header.write_text("text")
    source.write_text('#include "a.h"')
    waiting, made = threading.Event(), []
    compiler = Copier(header, [], waiting.wait)

    def need() -> None:
        made.extend(compile_units(compiler, host_target(), [Unit(source, "a.cpp", tmp_path)]))

    class Announced(FileLock):
        """Says when somebody is about to wait."""

        def acquire(self, *arguments, **named):
            if compiler.runs:
                waiting.set()
            return super().acquire(*arguments, **named)

    monkeypatch.setattr("modelet_compiler.toolchain.objects.FileLock", Announced)
    first = threading.Thread(target=need)
    first.start()
    while not compiler.runs:
        first.join(0.001)
    need()
    first.join()
    assert compiler.runs == 1
    assert made[0] == made[1]


_LENGTHS = """#include "python/runtime.h"
long long length(const modelet::python::List<modelet::python::Str> &texts);
long long length(const modelet::python::List<modelet::python::Str> &texts) { return texts.size() + 1; }
"""


def test_an_object_is_the_same_whether_its_first_header_was_parsed_before_or_not(tmp_path):
    made = []
    for folder, text in {"parsed": _LENGTHS, "read": f"\n\n{_LENGTHS}"}.items():
        source = tmp_path / folder / "lengths.cpp"
        source.parent.mkdir()
        source.write_text(text)
        [compiled] = compile_units(find_compiler(), host_target(), [Unit(source, "lengths.cpp", source.parent)])
        made.append(compiled.read_bytes())
    assert made[0] == made[1]


class Recorder(Copier):
    """Stands for clang, with what it was called with."""

    kind = "zig"

    def run(self, arguments: list[str], **named: object) -> None:
        super().run(arguments, **named)
        self.last = arguments


def test_a_header_is_parsed_once_for_many_units_and_again_when_it_changed(tmp_path, monkeypatch):
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("modelet_compiler.toolchain.objects.engine_folder", lambda: tmp_path)
    monkeypatch.setattr("modelet_compiler.toolchain.objects.include_folders", lambda: [("engine", tmp_path)])
    header = tmp_path / PARSED_HEADERS[0]
    header.parent.mkdir()
    runs = []
    for text in ("older", "newer"):
        header.write_text(text)
        compiler = Recorder(header, [])
        for name in ("a.cpp", "b.cpp"):
            (tmp_path / name).write_text(f'#include "{PARSED_HEADERS[0]}"\n')
            compile_units(compiler, host_target(), [Unit(tmp_path / name, name)])
            assert Path(compiler.last[compiler.last.index("-include-pch") + 1]).read_text() == text
        runs.append(compiler.runs)
    assert runs == [3, 3]


def test_a_header_that_a_source_reaches_by_others_is_parsed_once(tmp_path, monkeypatch):
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("modelet_compiler.toolchain.objects.engine_folder", lambda: tmp_path)
    monkeypatch.setattr("modelet_compiler.toolchain.objects.include_folders", lambda: [("engine", tmp_path)])
    costly = tmp_path / REACHED_HEADERS[0]
    costly.parent.mkdir()
    costly.write_text("")
    (tmp_path / "middle.h").write_text(f'#include "{REACHED_HEADERS[0]}"\n#include "middle.h"\n')
    compiler = Recorder(costly, [])
    parsed = {}
    for name, text in {"far.cpp": '#include <vector>\n#include "middle.h"\n', "free.cpp": "", "plain.c": '#include "middle.h"\n'}.items():
        (tmp_path / name).write_text(text)
        compile_units(compiler, host_target(), [Unit(tmp_path / name, name)])
        parsed[name] = "-include-pch" in compiler.last
    assert parsed == {"far.cpp": True, "free.cpp": False, "plain.c": False}


def test_headers_that_are_parsed_before_all_others_exist_and_are_read_by_several_sources():
    sources = [path for path in engine_folder().rglob("*.cpp") if "tests" not in path.parts]
    for name in REACHED_HEADERS:
        assert sum(_reached_header(path) == name for path in sources) > 10, name
