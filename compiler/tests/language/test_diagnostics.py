"""What is refused is refused early, all at once, with its place, a caret, and a way out."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.tests.language import refused_functions
from modelet_compiler import build
from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError

LINES = Path(refused_functions.__file__).read_text().splitlines()


def expected(function: Callable[..., Any]) -> dict[int, str]:
    """Line → part of the message, for the function and the helper it calls."""
    tree = ast.parse("\n".join(LINES))
    wanted = {function.__name__} | ({"bad_helper"} if function.__name__ == "in_a_helper" else set())
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in wanted:
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                _, mark, message = LINES[line - 1].partition("  # ")
                if mark:
                    found[line] = message
    return found


@pytest.mark.parametrize("function", refused_functions.REFUSED, ids=lambda function: function.__name__)
def test_every_refused_line_is_named_and_no_other(function: Callable[..., Any]) -> None:
    with pytest.raises(CompileError) as caught:
        emit_library([function], name="@test/refused")
    found = {diagnostic.line: diagnostic for diagnostic in caught.value.diagnostics}
    assert set(found) == set(expected(function)), str(caught.value)
    for line, message in expected(function).items():
        assert message in "\n".join(str(item) for item in caught.value.diagnostics if item.line == line)


def test_a_diagnostic_points_at_its_expression() -> None:
    with pytest.raises(CompileError) as caught:
        emit_library([refused_functions.several], name="@test/refused")
    first = caught.value.diagnostics[0]
    line = LINES[first.line - 1]
    assert first.file.endswith("refused_functions.py")
    assert not Path(first.file).is_absolute()
    assert line[first.column - 1 :].startswith("text + n")
    assert first.source == line
    lines = str(first).splitlines()
    assert lines[2].index("^") == lines[1].index("text + n")
    assert lines[2].count("^") == len("text + n")


def test_errors_of_all_functions_come_together() -> None:
    with pytest.raises(CompileError) as caught:
        emit_library([refused_functions.several, refused_functions.unhashable], name="@test/refused")
    lines = {item.line for item in caught.value.diagnostics}
    assert len(lines) == 4
    assert "4 constructs cannot be compiled" in str(caught.value)


def test_a_function_without_source_is_refused() -> None:
    namespace: dict[str, Any] = {}
    exec("def made(n: int) -> int:\n    return n\n", namespace)
    with pytest.raises(CompileError, match="source"):
        emit_library([namespace["made"]], name="@test/refused")


class Entry:
    """What people pass where a function is wanted."""

    def method(self, x: int) -> int:
        return x


@functools.lru_cache
def cached(x: int) -> int:
    return x


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (Entry, "Entry is a class"),
        (Entry(), "the entry is of class Entry"),
        (Entry().method, "method is a bound method"),
        (functools.partial(cached, 1), "the entry is a functools.partial"),
        (cached, "cached is wrapped by functools.lru_cache"),
        (len, "len is a function of Python itself"),
    ],
)
def test_an_entry_that_is_no_function_is_refused(entry: Any, told: str) -> None:
    for compiled in (lambda: emit_library([entry], name="@test/entry"), lambda: build([entry])):
        with pytest.raises(CompileError, match=told):
            compiled()


def test_captured_writes_say_how_to_copy() -> None:
    with pytest.raises(CompileError) as caught:
        emit_library([refused_functions.captured_writes], name="@test/refused")
    assert "`TABLE.copy()`" in caught.value.diagnostics[0].instead


def test_the_sources_of_this_test_are_found() -> None:
    assert inspect.getsource(refused_functions.several).startswith("def several")


def test_what_a_module_keeps_is_not_shared_by_two_functions() -> None:
    emit_library([refused_functions.remembers], name="@test/refused")
    with pytest.raises(CompileError, match="would share it"):
        emit_library([refused_functions.remembers, refused_functions.remembered], name="@test/refused")
