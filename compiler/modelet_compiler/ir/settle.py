"""Replaces every open type in typed code by what was found, once propagation has ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import NeverType, Type

Settle = Callable[[Type], Type]
EXPRESSIONS = (typed.Read, typed.Temporary, typed.Literal)


def settle(function: typed.Function, settled: Settle) -> None:
    """Settles a function in place."""
    _Settler(settled).statements(function.body)


class _Settler:
    def __init__(self, settled: Settle) -> None:
        self.settled = settled
        self.seen: set[int] = set()

    def statements(self, block: list[Any]) -> None:
        for node in block:
            self.value(node)

    def value(self, value: Any) -> Any:
        """Settles what a field holds; types are returned, everything else is changed in place."""
        if isinstance(value, Type):
            return value if isinstance(value, NeverType) else self.settled(value)
        if isinstance(value, list):
            value[:] = [self.value(item) for item in value]
        elif isinstance(value, tuple):
            return tuple(self.value(item) for item in value)
        elif isinstance(value, dict):
            return {key: self.value(item) for key, item in value.items()}
        elif type(value).__module__ == typed.__name__ and id(value) not in self.seen:
            self.seen.add(id(value))
            self.node(value)
        return value

    def node(self, node: Any) -> None:
        """Every field but the ones that belong to no type."""
        for name, field in vars(node).items():
            if name not in ("span", "value", "key") or isinstance(node, typed.Return | typed.Yield):
                setattr(node, name, self.value(field))
