"""A function with everything its names reach: closure cells, globals of its own module, builtins."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Reporter
from modelet_compiler.frontend.source import FunctionSource, read_source
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.lowering.objects import outline_tensor_code


@dataclass
class Capture:
    """One function, ready to be traced. `tree` may differ from the source's: tensor code has been outlined from it."""

    function: FunctionType
    source: FunctionSource
    tree: ast.FunctionDef
    environment: Mapping[str, Any]
    annotations: Mapping[str, Any] = field(default_factory=dict)

    def lookup(self, name: str) -> Any:
        """The object that a free name means now, or EMPTY."""
        return self.environment.get(name, EMPTY)


def capture(function: Any, reporter: Reporter) -> Capture:
    """Captures `function` (a plain function, or what wraps one). Raises CompileError without source."""
    plain = plain_function(function)
    source = read_source(plain)
    reporter.add_source(source.file, source.lines)
    environment = reachable_names(plain)
    tree, outlined = outline_tensor_code(source.tree, environment)
    return Capture(plain, source, tree, {**environment, **outlined}, evaluated_annotations(plain, environment))


def plain_function(function: Any) -> FunctionType:
    """The function whose source is compiled. A decorator that changes what is called is compiled with it; torch's are not."""
    while hasattr(function, "__wrapped__") and (not isinstance(function, FunctionType) or _is_torch_wrapper(function)):
        function = function.__wrapped__
    if not isinstance(function, FunctionType):
        function = inspect.unwrap(function)
    return function  # type: ignore[no-any-return]


def _is_torch_wrapper(function: FunctionType) -> bool:
    return str(function.__globals__.get("__name__", "")).split(".")[0] == "torch"


def reachable_names(function: FunctionType) -> dict[str, Any]:
    """Builtins, then globals, then closure cells that are filled: later ones hide earlier ones."""
    names = {**vars(builtins), **function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:
            names.pop(name, None)
    return names


def evaluated_annotations(function: FunctionType, environment: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Evaluated annotations; one that cannot be evaluated stays a string and is refused where it is needed."""
    result = {}
    environment = environment if environment is not None else reachable_names(function)
    for name, annotation in getattr(function, "__annotations__", {}).items():
        result[name] = _evaluate(annotation, environment) if isinstance(annotation, str) else annotation
    return result


def _evaluate(text: str, environment: Mapping[str, Any]) -> Any:
    try:
        return eval(text, dict(environment))
    except Exception:
        return text
