"""Globals that functions of a module store into: each is a list of one item, so that loads and stores are those of an item."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from types import FunctionType
from typing import Any

from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.lowering.objects import captured_type

_BOXES: dict[tuple[int, str], tuple[dict[str, Any], list[Any]]] = {}  # by module and name


def rebound_globals(function: FunctionType) -> dict[str, list[Any]]:
    """The globals that some function in the module of this one declares `global`, each with its box.

    What no library can hold as a constant, such as a tokenizer, stays what it is when compiling.
    """
    found: dict[str, list[Any]] = {}
    for name in sorted(_declared_global(function.__code__.co_filename)):
        value = function.__globals__.get(name, EMPTY)
        hidden = name in function.__code__.co_freevars
        if value is not EMPTY and not hidden and captured_type(value) is not None:
            found[name] = _box(function.__globals__, name, value)
    return found


def _box(module: dict[str, Any], name: str, value: Any) -> list[Any]:
    known = _BOXES.get((id(module), name))
    if known is None or known[0] is not module:
        known = _BOXES[id(module), name] = (module, [value])
    known[1][:] = [value]
    return known[1]


@lru_cache(maxsize=256)
def _declared_global(file: str) -> frozenset[str]:
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return frozenset()
    return frozenset(name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)
