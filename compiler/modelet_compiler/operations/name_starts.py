"""How a text begins that is otherwise known at run time only: `f"visit_{kind}"` begins with `visit_`."""

from __future__ import annotations

from collections.abc import Sequence

from modelet_compiler.ir import typed

JOINING = ("python::concatenate", "python::add")


def known_start(text: typed.Expression, before: Sequence[typed.Statement]) -> str:
    """The constant that a text begins with, by the statements that ran before in the same block; empty when nothing is known."""
    if isinstance(text, typed.Literal):
        return text.value if isinstance(text.value, str) else ""
    for place in range(len(before) - 1, -1, -1):
        node = before[place]
        if isinstance(text, typed.Read) and stores(node, text.slot):
            return known_start(node.source, before[:place]) if isinstance(node, typed.Store) else ""
        if isinstance(text, typed.Temporary) and isinstance(node, typed.Compute) and node.result is text:
            return known_start(node.arguments[0][0], before[:place]) if node.cpp in JOINING else ""
    return ""


def stores(node: typed.Statement, slot: typed.Slot) -> bool:
    """Whether a statement, or one inside of it, stores a variable."""
    if isinstance(node, typed.Store):
        return node.slot is slot
    return any(stores(inner, slot) for block in typed.blocks(node) for inner in block)
