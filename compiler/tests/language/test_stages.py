"""Every stage can be looked at, and says the same for the same function."""

from __future__ import annotations

import subprocess
import sys

import pytest

from compiler.tests.language import sample_functions
from modelet_compiler.emit import emit_library, inspect


def test_the_ast_stage_is_pythons_tree() -> None:
    assert inspect(sample_functions.count, "ast").startswith("FunctionDef(")


def test_the_ir_stage_has_one_line_an_operation() -> None:
    text = inspect(sample_functions.narrowed, "ir")
    assert "compare(value, None) [operator='is']" in text
    assert "binary(value, 1) [operator='+']" in text
    assert "sample_functions.py:" in text


def test_the_types_stage_narrows_and_names_operations() -> None:
    text = inspect(sample_functions.narrowed, "types")
    assert text.startswith("narrowed(value: int | None) -> int")
    assert "python::add(value as int, 1)" in text


def test_item_types_are_found_from_use() -> None:
    text = inspect(sample_functions.count, "types")
    assert "local counts: dict[str, int]" in text
    assert "?" not in text


def test_the_cpp_stage_names_python_lines() -> None:
    text = inspect(sample_functions.count, "cpp")
    assert "sample_functions.py:18" in text
    assert "py::split(call, text," in text


def test_an_unknown_stage_is_an_error_that_lists_them() -> None:
    with pytest.raises(ValueError, match="ast, ir, types, cpp"):
        inspect(sample_functions.count, "llvm")


def test_no_text_holds_a_folder_of_this_machine() -> None:
    emitted = emit_library([sample_functions.count, sample_functions.squares], name="@test/sample")
    for name, text in emitted.sources.items():
        assert "/home/" not in text
        assert __file__.rsplit("/", 1)[0] not in text, name


def test_another_process_emits_the_same_bytes() -> None:
    script = (
        "from compiler.tests.language import sample_functions as s\nfrom modelet_compiler.emit import emit_library\nimport hashlib\n"
        "emitted = emit_library([s.count, s.narrowed, s.vectors, s.squares], name='@test/sample')\n"
        "print(hashlib.sha256(repr((sorted(emitted.sources.items()), emitted.manifest)).encode()).hexdigest())"
    )
    digests = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**_environment(), "PYTHONHASHSEED": seed}
        )
        digests.add(done.stdout)
    assert len(digests) == 1


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)
