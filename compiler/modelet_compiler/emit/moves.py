"""Which variables may be moved from: copying what has one owner more for a moment costs an atomic count, or a copy of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modelet_compiler.ir import typed

NO_LOOP = 0
"""The label of statements outside all loops; loops count from 1."""
ELSEWHERE = -1
"""The label of stores that do not come before every read."""


def read_once(function: typed.Function) -> frozenset[typed.Slot]:
    """Slots with one read, in the innermost loop that all of their stores are in.

    A variable that is surely bound has been stored before each read, and by that rule in the same turn of the loop: so nobody misses
    what was moved away. Those that may be unbound are left out.
    """
    reads: dict[typed.Slot, list[int]] = {}
    stores: dict[typed.Slot, set[int]] = {parameter.slot: {NO_LOOP} for parameter in function.parameters}
    for node, loop in _placed(function.body, NO_LOOP):
        for slot, place in _stored(node, loop, function.checked):
            stores.setdefault(slot, set()).add(place)
        for expression in expressions_of(node):
            if isinstance(expression, typed.Read):
                reads.setdefault(expression.slot, []).append(node.label if isinstance(node, typed.Loop) else loop)
        if isinstance(node, typed.Switch):
            reads.setdefault(node.operand, []).append(loop)
    return frozenset(slot for slot, loops in reads.items() if len(loops) == 1 and stores.get(slot) == set(loops))


def _stored(node: typed.Statement, loop: int, checked: frozenset[str]) -> Iterator[tuple[typed.Slot, int]]:
    """What a statement stores, and the loop it counts for."""
    if isinstance(node, typed.Store):
        yield node.slot, ELSEWHERE if node.variable in checked else loop
    if isinstance(node, typed.Try):
        yield from ((handler.slot, ELSEWHERE) for handler in node.handlers if handler.slot is not None)


def _placed(block: Sequence[typed.Statement], loop: int) -> Iterator[tuple[typed.Statement, int]]:
    """Every statement with the label of the innermost loop around it."""
    for node in block:
        yield node, loop
        inside, behind = (node.label, node.orelse) if isinstance(node, typed.Loop | typed.Each) else (loop, None)
        for inner in typed.blocks(node):
            yield from _placed(inner, loop if inner is behind else inside)


def expressions_of(node: typed.Statement) -> Iterator[typed.Expression]:
    """What a statement reads itself, without the statements inside it."""
    if isinstance(node, typed.Compute | typed.Invoke):
        for argument, _ in node.arguments:
            yield from _parts(argument)
    for field in ("source", "condition", "iterable", "value", "exception", "cause"):
        expression = getattr(node, field, None)
        if expression is not None:
            yield from _parts(expression)


def _parts(expression: typed.Expression) -> Iterator[typed.Expression]:
    yield expression
    if isinstance(expression, typed.Spread):
        yield from _parts(expression.value)
    if isinstance(expression, typed.Maker):
        for held, _ in expression.held:
            yield from _parts(held)
