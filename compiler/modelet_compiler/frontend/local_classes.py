"""Classes that are defined inside of a function: made when compiling, like imports there, when they use none of its variables."""

from __future__ import annotations

import ast
import functools
import importlib
import operator
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.imports import bindings
from modelet_compiler.frontend.scopes import names_in

MAKER = "__maker__"
future: Any = importlib.import_module("__future__")
FUTURE = functools.reduce(operator.or_, (getattr(future, name).compiler_flag for name in future.all_feature_names))


def class_statements(tree: ast.FunctionDef) -> list[ast.ClassDef]:
    """The classes that a function's body always defines, once and before anything uses them."""
    found = []
    for position, statement in enumerate(tree.body):
        if isinstance(statement, ast.ClassDef) and bindings(tree, statement.name) == 1:
            before = {node.id for earlier in tree.body[:position] for node in ast.walk(earlier) if isinstance(node, ast.Name)}
            if statement.name not in before:
                found.append(statement)
    return found


def class_names(node: ast.ClassDef) -> set[str]:
    """The names that a class takes from around it; its own name may be one."""
    names = [name for name in ast.walk(node) if isinstance(name, ast.Name)]
    stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return names_in(node) - (stored - {name.id for name in names if isinstance(name.ctx, ast.Load)})


def made_class(node: ast.ClassDef, function: FunctionType, environment: Mapping[str, Any], qualified: str) -> type:
    """The class that a statement in `function` defines. It is made once: the statement remembers it."""
    kept: type | None = getattr(node, "made", None)
    if kept is None:
        kept = node.made = _make(node, function, environment, qualified)  # type: ignore[attr-defined]
    return kept


def _make(node: ast.ClassDef, function: FunctionType, environment: Mapping[str, Any], qualified: str) -> type:
    around = {name: environment[name] for name in sorted(class_names(node) - {node.name}) if _is_local(name, function, environment)}
    arguments = ast.arguments(posonlyargs=[], args=[ast.arg(name) for name in around], kwonlyargs=[], kw_defaults=[], defaults=[])
    body: list[ast.stmt] = [node, ast.Return(ast.Name(node.name, ast.Load()))]
    maker = ast.FunctionDef(name=MAKER, args=arguments, body=body, decorator_list=[])
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(maker, node)], []))
    scope: dict[str, Any] = {}
    flags = function.__code__.co_flags & FUTURE
    exec(compile(module, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True), function.__globals__, scope)
    cls: type = scope[MAKER](**around)
    _rename([cls], f"{qualified}.<locals>.")
    return cls


def _is_local(name: str, function: FunctionType, environment: Mapping[str, Any]) -> bool:
    missing = object()
    return name in environment and function.__globals__.get(name, missing) is not environment[name]


def _rename(values: Iterable[Any], prefix: str) -> None:
    """Gives a class and what it holds the qualified names that CPython gives them."""
    for value in values:
        if isinstance(value, staticmethod | classmethod):
            _rename([value.__func__], prefix)
        elif isinstance(value, property):
            _rename([value.fget, value.fset, value.fdel], prefix)
        elif isinstance(value, FunctionType | type) and value.__qualname__.startswith(f"{MAKER}.<locals>."):
            value.__qualname__ = prefix + value.__qualname__.removeprefix(f"{MAKER}.<locals>.")
            if isinstance(value, type):
                _rename(list(vars(value).values()), prefix)
