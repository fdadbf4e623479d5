"""What each stage makes of a function, as text that is the same for the same input."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from modelet_compiler.emit.bindings import bind_endpoint, describe_binding
from modelet_compiler.frontend.capture import capture
from modelet_compiler.frontend.diagnostics import Reporter
from modelet_compiler.frontend.trace import trace
from modelet_compiler.ir.printer import print_function, print_typed

STAGES = ("ast", "ir", "types", "cpp")


def inspect(function: Callable[..., Any], stage: str) -> str:
    """The function after one stage: `ast`, `ir`, `types` or `cpp`. Raises ValueError for another, CompileError as compiling does."""
    if stage not in STAGES:
        raise ValueError(f"{stage!r} is not a stage; there are {', '.join(STAGES)}")
    if stage in ("ast", "ir"):
        return _early(function, stage)
    from modelet_compiler.emit.library import Assembly, compile_function, metadata_of
    from modelet_compiler.lowering.objects import NativeObjects

    natives = NativeObjects(metadata_of([function]))
    compiled = compile_function(function, natives)
    binding = bind_endpoint(compiled.python, compiled.code, compiled.types)
    bound = [] if binding is None else describe_binding(binding)
    if stage == "types":
        shown = [print_typed(code) for _, code in compiled.specialisations()]
        bound += [f"also compiled for {', '.join(filter(None, other.dtypes))}" for other in compiled.others]
        return "\n\n".join([*shown, "\n".join(bound)] if bound else shown) + "\n"
    emitted = Assembly("inspect", [compiled], natives).emitted()
    return "".join(f"// {line}\n" for line in bound) + emitted.sources["functions_1.cpp"]


def _early(function: Callable[..., Any], stage: str) -> str:
    reporter = Reporter()
    captured = capture(function, reporter)
    if stage == "ast":
        return ast.dump(captured.tree, indent=2) + "\n"
    traced = trace(captured, reporter)
    reporter.check()
    return print_function(traced) + "\n"
