"""The tables of Unicode are those of the Python that compiles."""

from __future__ import annotations

import unicodedata

import pytest

from modelet_compiler.toolchain import unicode
from modelet_compiler.toolchain.paths import engine_folder

RUNNING = unicodedata.unidata_version


@pytest.mark.parametrize("label", unicode.GENERATED)
def test_another_version_of_unicode_has_tables_of_its_own(tmp_path, monkeypatch, label):
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path))
    monkeypatch.setattr(unicode.unicodedata, "unidata_version", "99.0.0")
    made = unicode.source_file(label)
    assert made.is_relative_to(tmp_path)
    stored, written = (path.read_text(encoding="utf-8") for path in (engine_folder() / label, made))
    assert (written == stored) == (f"Unicode {RUNNING}." in stored.splitlines()[0])  # by the Python that runs this, in a process of its own
    monkeypatch.setattr(unicode, "run_tool", None)
    assert unicode.source_file(label) == made


@pytest.mark.parametrize("label", [*unicode.GENERATED, "python/str.cpp"])
def test_the_stored_tables_serve_their_own_version(label, monkeypatch):
    monkeypatch.setattr(unicode.unicodedata, "unidata_version", "14.0.0")
    assert unicode.source_file(label) == engine_folder() / label
