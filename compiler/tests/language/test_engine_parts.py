"""A library is compiled with the parts of the engine that it may need, and linked with those that it does."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest

import modelet
from modelet_compiler import build
from modelet_compiler.emit import emit_library
from modelet_compiler.toolchain import compile_sources, engine_sources, find_compiler, host_target, link
from modelet_compiler.toolchain.needed import _MANGLED, _defined, _named, read_index
from modelet_compiler.toolchain.paths import engine_folder
from tests.differential.cases import list_methods, numpy_arithmetic


def first_function(module: object) -> object:
    return next(iter(module.ARGUMENTS))  # type: ignore[attr-defined]


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The sources of each engine that is linked with; the whole engine is out of reach."""
    taken: list[set[str]] = []
    archive = link._engine_of

    def record(target: object, labels: list[str]) -> Path:
        taken.append(set(labels))
        return archive(target, labels)  # type: ignore[arg-type]

    monkeypatch.setattr(link, "_engine_of", record)
    monkeypatch.setattr(link, "engine_archive", lambda *_: pytest.fail("a part was not found by its name"))
    return taken


def test_a_plain_function_is_compiled_without_arrays_and_models(engines: list[set[str]], tmp_path: Path) -> None:
    build([first_function(list_methods)], output=tmp_path / "layout", name="@test/plain")  # type: ignore[list-item]
    folders = {label.split("/")[0] for label in engines[-1]}
    assert {"abi", "core", "platform", "python"} <= folders
    assert not {"generation", "grammar", "graph", "kernels", "models", "templates"} & folders
    assert len(engines[-1]) < len(engine_sources(host_target())) / 2


def composed(text: str) -> str:
    """Only what texts need."""
    return unicodedata.normalize("NFC", text)


def test_parts_that_parts_need_are_found(engines: list[set[str]], tmp_path: Path) -> None:
    artifact = build([composed], output=tmp_path / "layout", name="@test/forms")
    assert "python/unicode_forms_tables.cpp" in engines[-1]
    assert modelet.load(str(artifact.layout)).call(text="e\u0301") == "é"


def test_arrays_are_found(engines: list[set[str]]) -> None:
    sources = emit_library([first_function(numpy_arithmetic)], name="@test/arrays").sources  # type: ignore[list-item]
    link.needed_engine(compile_sources(sources))
    assert "numpy/walk.cpp" in engines[-1]


def test_a_part_that_no_name_leads_to_is_linked_all_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(link, "needed_engine", lambda objects, target: link._engine_of(target, ["core/cpu.cpp"]))
    artifact = build([composed], output=tmp_path / "layout", name="@test/forms")
    assert modelet.load(str(artifact.layout)).call(text="e\u0301") == "é"


def test_every_name_is_found_in_the_source_that_defines_it() -> None:
    target = host_target()
    labels = engine_sources(target)
    index = read_index(engine_folder(), labels)
    objects = dict(zip(labels, link._engine_objects(target, labels), strict=True))
    archives = {label: link._archive(find_compiler(), [path], [label], "one.a") for label, path in objects.items()}
    defined = {label: set(_defined(archive)) for label, archive in archives.items()}
    sources = defaultdict[tuple[bytes, bytes], list[str]](list)
    for label, names in defined.items():
        for name in names:
            sources[name].append(label)
    asked = {name for label, path in objects.items() for name in set(_MANGLED.findall(path.read_bytes())) - defined[label]}
    elsewhere = {name: sources[name][0] for name in asked if len(sources[name]) == 1}  # templates stand in every object that uses them
    missed = [f"{name!r} of {source}" for name, source in elsewhere.items() if source not in _named(index, bool(name[0]), name[1].decode())]
    assert len(elsewhere) > 500
    assert missed == []
