"""What a function needs and the library of operations lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError


@dataclass(frozen=True)
class Missing:
    """One operation, and where it is needed: `file:line`."""

    name: str
    places: tuple[str, ...]


def missing_operations(functions: Sequence[Callable[..., Any]]) -> tuple[list[Missing], list[str]]:
    """(operations that are missing, what else is refused). Both empty when the functions compile."""
    try:
        emit_library(functions, name="@local/missing")
    except CompileError as error:
        places: dict[str, list[str]] = {}
        for one in error.diagnostics:
            if one.operation:
                places.setdefault(one.operation, []).append(f"{one.file}:{one.line}")
        others = [str(one) for one in error.diagnostics if not one.operation]
        return [Missing(name, tuple(places[name])) for name in sorted(places)], others
    return [], []
