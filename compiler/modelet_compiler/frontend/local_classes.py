"""Classes that are defined inside of a function: made when compiling, like imports there, when they use none of its variables."""

from __future__ import annotations

import ast
import collections
import enum
import functools
import importlib
import operator
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any, NamedTuple, NewType

from modelet_compiler.frontend.imports import bindings
from modelet_compiler.frontend.scopes import names_in

MAKER = "__maker__"
future: Any = importlib.import_module("__future__")
FUTURE = functools.reduce(operator.or_, (getattr(future, name).compiler_flag for name in future.all_feature_names))


MAKERS: tuple[Any, ...] = (collections.namedtuple, NamedTuple, NewType)
"""What makes a class when it is called; so does a class of enums."""
Statement = ast.ClassDef | ast.Assign


def class_statements(tree: ast.FunctionDef, environment: Mapping[str, Any]) -> list[Statement]:
    """The classes that a function's body always defines, once and before anything uses them."""
    found: list[Statement] = []
    for position, statement in enumerate(tree.body):
        name = defined_name(statement, environment)
        if name and bindings(tree, name) == 1:
            before = {node.id for earlier in tree.body[:position] for node in ast.walk(earlier) if isinstance(node, ast.Name)}
            if name not in before:
                assert isinstance(statement, Statement)
                found.append(statement)
    return found


def defined_name(node: ast.stmt, environment: Mapping[str, Any]) -> str:
    """The name of the class that a statement defines, as `class Point: …` and `Point = namedtuple(…)` do; empty for any other."""
    if isinstance(node, ast.ClassDef):
        return node.name
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.value, ast.Call):
        return ""
    target, maker = node.targets[0], _named(node.value.func, environment)
    if not isinstance(target, ast.Name) or not (maker in MAKERS or (isinstance(maker, enum.EnumMeta) and len(node.value.args) > 1)):
        return ""
    return target.id


def _named(node: ast.expr, environment: Mapping[str, Any]) -> Any:
    """What a name, or an attribute of one, is when compiling."""
    if isinstance(node, ast.Attribute):
        return getattr(_named(node.value, environment), node.attr, None)
    return environment.get(node.id) if isinstance(node, ast.Name) else None


def class_names(node: Statement) -> set[str]:
    """The names that a class takes from around it; its own name may be one."""
    names = [name for name in ast.walk(node) if isinstance(name, ast.Name)]
    stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return names_in(node) - (stored - {name.id for name in names if isinstance(name.ctx, ast.Load)})


def made_class(node: Statement, called: str, function: FunctionType, environment: Mapping[str, Any], qualified: str) -> type:
    """The class that a statement in `function` defines. It is made once: the statement remembers it."""
    kept: type | None = getattr(node, "made", None)
    if kept is None:
        kept = node.made = _make(node, called, function, environment, qualified)  # type: ignore[union-attr]
    return kept


def _make(node: Statement, called: str, function: FunctionType, environment: Mapping[str, Any], qualified: str) -> type:
    around = {name: environment[name] for name in sorted(class_names(node) - {called}) if _is_local(name, function, environment)}
    arguments = ast.arguments(posonlyargs=[], args=[ast.arg(name) for name in around], kwonlyargs=[], kw_defaults=[], defaults=[])
    body: list[ast.stmt] = [node, ast.Return(ast.Name(called, ast.Load()))]
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
