"""`import` inside a function: what it binds is known when compiling."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Mapping
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported


def imported(node: ast.Import | ast.ImportFrom, environment: Mapping[str, Any]) -> dict[str, Any]:
    """The names that a statement binds and the objects they are bound to. Raises Unsupported."""
    try:
        if isinstance(node, ast.ImportFrom):
            module = importlib.import_module("." * node.level + (node.module or ""), environment.get("__package__") or None)
            return {item.asname or item.name: _member(module, item.name) for item in node.names}
        found: dict[str, Any] = {}
        for item in node.names:
            module = importlib.import_module(item.name)
            root = item.name.split(".")[0]
            found[item.asname or root] = module if item.asname else importlib.import_module(root)
        return found
    except Exception as error:
        raise Unsupported(
            f"this import fails: {error}", "imports inside a function are done when compiling", "install the module"
        ) from None


def _member(module: Any, name: str) -> Any:
    return getattr(module, name) if hasattr(module, name) else importlib.import_module(f"{module.__name__}.{name}")


def settled_imports(tree: ast.FunctionDef, environment: Mapping[str, Any]) -> dict[str, Any]:
    """What names are bound to that one import at the top of a function binds, before anything uses them: like globals."""
    found: dict[str, Any] = {}
    for position, statement in enumerate(tree.body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            earlier = {node.id for before in tree.body[:position] for node in ast.walk(before) if isinstance(node, ast.Name)}
            try:
                names = imported(statement, environment)
            except Unsupported:
                continue
            found |= {name: value for name, value in names.items() if name not in earlier and bindings(tree, name) == 1}
    return found


def bindings(tree: ast.FunctionDef, name: str) -> int:
    """How many times a name is bound in a function, or declared to belong elsewhere."""
    from modelet_compiler.frontend.scopes import stored_names

    return sum(stored_names(node).count(name) for node in ast.walk(tree)) + sum(
        name in node.names for node in ast.walk(tree) if isinstance(node, ast.Global | ast.Nonlocal)
    )
