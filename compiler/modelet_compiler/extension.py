"""Operations of a user's own project: a Python function, which is what the operation means, with its type rule and C++ beside it.

    @operation("(text: str, count: int = 1) -> list[str]", header="squeeze.h", function="my_text::squeeze")
    def squeeze(text: str, count: int = 1) -> list[str]:
        ...

Compiled code that calls `squeeze` calls `my_text::squeeze(call, text, count)`; plain Python runs the function as ever. The header
includes "python/runtime.h"; the C++ function takes `modelet::Call &` first and raises by `call.raise("ValueError", "…")`.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from modelet_compiler.lowering.objects import qualified_name
from modelet_compiler.operations.registry import REGISTRY

Function = TypeVar("Function", bound=Callable[..., object])


def operation(signature: str, *, header: str | Path, function: str) -> Callable[[Function], Function]:
    """Registers a C++ function as what compiled code runs for the decorated one.

    `signature` is written as in operations/registry.py, without the name; `header` is a path relative to the file of the decorated
    function; `function` is the C++ function's qualified name. Raises FileNotFoundError, and SyntaxError for a bad signature.
    """

    def register(python: Function) -> Function:
        path = Path(inspect.getfile(python)).parent / header
        REGISTRY.extend(qualified_name(python), signature, function, path)
        return python

    return register


def load_folder(folder: Path) -> list[str]:
    """Registers every operation of a folder that `modelet ops synthesize` filled. Returns their names."""
    names = []
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        REGISTRY.extend(record["name"], record["signature"], record["function"], path.with_suffix(".h"))
        names.append(record["name"])
    return names
