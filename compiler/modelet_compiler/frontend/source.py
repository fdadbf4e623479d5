"""Where a function's text is: its file, by a name that is the same on every machine, and its syntax tree."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import linecache
import sys
from dataclasses import dataclass
from pathlib import Path, PurePath
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from modelet_compiler.frontend.diagnostics import CompileError, Diagnostic, Span


@dataclass(frozen=True)
class FunctionSource:
    """A function's tree and file. Line and column numbers are those of the whole file."""

    tree: ast.FunctionDef
    file: str
    lines: list[str]

    def span(self, node: ast.AST) -> Span:
        """The place of `node`, its columns in characters (the syntax tree counts UTF-8 bytes)."""
        line = getattr(node, "lineno", self.tree.lineno)
        end_line = getattr(node, "end_lineno", None) or line
        start = self._characters(line, getattr(node, "col_offset", 0))
        end = self._characters(end_line, getattr(node, "end_col_offset", None) or 0)
        return Span(self.file, line, start, end_line, end)

    def _characters(self, line: int, offset: int) -> int:
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return len(text.encode()[:offset].decode(errors="replace"))


def relative_name(path: str, module: str) -> str:
    """`pkg/helper.py` for module `pkg.helper`, else the file's own name: never a folder of this machine."""
    parts = PurePath(path).with_suffix("").parts
    wanted = tuple(module.split("."))
    if parts[-1:] == ("__init__",):
        wanted = (*wanted, "__init__")
    if parts[-len(wanted) :] == wanted:
        return "/".join(wanted) + PurePath(path).suffix
    return PurePath(path).name


CALLABLES: tuple[tuple[Any, str], ...] = (
    (type, "a class"),
    (functools.partial, "a functools.partial"),
    (MethodType, "a bound method"),
    (type(functools.lru_cache(len)), "wrapped by functools.lru_cache"),
    (BuiltinFunctionType, "a function of Python itself"),
)
"""What can be called and is no function of its own, and how it is told."""


def require_function(entry: object) -> None:
    """Raises CompileError for an entry that is not a function written with `def` or `lambda`."""
    if isinstance(entry, FunctionType):
        return
    name = getattr(entry, "__name__", None) or "the entry"
    told = next((text for kind, text in CALLABLES if isinstance(entry, kind)), f"of class {type(entry).__name__}")
    inner: Any = inspect.unwrap(entry) if callable(entry) else entry
    try:
        lines, first = inspect.getsourcelines(inner)
        file = relative_name(inspect.getsourcefile(inner) or "", getattr(inner, "__module__", None) or "")
    except (OSError, TypeError):
        lines, first, file = [""], 1, getattr(entry, "__module__", None) or "<callable>"
    reason, instead = "an entry is a function with annotated parameters", "a function written with `def` that calls it"
    raise CompileError([Diagnostic(file, first, 1, f"{name} is {told}", lines[0].rstrip(), reason=reason, instead=instead)])


def read_source(function: FunctionType) -> FunctionSource:
    """Finds and parses the source of `function`. Raises CompileError when there is none."""
    code = function.__code__
    text = _text(function)
    file = relative_name(code.co_filename, function.__module__ or "")
    if text is None:
        raise CompileError([Diagnostic(file, code.co_firstlineno, 1, f"the source of {function.__qualname__} is not available",
                                       instead="define it in a file")])  # fmt: skip
    tree = copy.deepcopy(_find(text, code))  # stages rewrite what they are given
    if tree is None:
        lines = text.splitlines()
        line = lines[code.co_firstlineno - 1] if code.co_firstlineno <= len(lines) else ""
        raise CompileError([Diagnostic(file, code.co_firstlineno, 1, f"{function.__qualname__} is not a plain `def` function", line,
                                       instead="write it with `def`")])  # fmt: skip
    return FunctionSource(tree, file, text.splitlines())


def _text(function: FunctionType) -> str | None:
    name = function.__code__.co_filename
    cached = linecache.getlines(name, function.__globals__)
    if cached:
        return "".join(cached)
    module = sys.modules.get(function.__module__)
    path = inspect.getsourcefile(module) if module is not None else None
    return Path(path).read_text(encoding="utf-8") if path and Path(path).exists() else None


def _find(text: str, code: CodeType) -> ast.FunctionDef | None:
    if code.co_name == "<lambda>":
        return _find_lambda(_parsed(text), code)
    return _definitions(text).get((code.co_name, code.co_firstlineno))


@functools.lru_cache(maxsize=32)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@functools.lru_cache(maxsize=32)
def _definitions(text: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and first line, which is that of the first decorator."""
    found: dict[tuple[str, int], ast.FunctionDef] = {}
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.FunctionDef):
            found.setdefault((node.name, min([node.lineno, *(item.lineno for item in node.decorator_list)])), node)
    return found


def _find_lambda(module: ast.Module, code: CodeType) -> ast.FunctionDef | None:
    """The innermost lambda around everything that the code was compiled from, as a definition that returns its body."""
    places = [(line, column, end_line, end) for line, end_line, column, end in code.co_positions() if end]  # the first has none
    around: list[ast.Lambda] = []
    for node in ast.walk(module):
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno:
            start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
            if all((line, column) >= start and (end_line, last) <= end for line, column, end_line, last in places):
                around.append(node)
    if not around:
        return None
    return lambda_definition(max(around, key=lambda node: (node.lineno, node.col_offset)))


def lambda_definition(node: ast.Lambda) -> ast.FunctionDef:
    """A function that returns the lambda's body."""
    body = ast.copy_location(ast.Return(node.body), node.body)
    return ast.copy_location(ast.FunctionDef(name="<lambda>", args=node.args, body=[body], decorator_list=[]), node)
