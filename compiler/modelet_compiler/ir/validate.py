"""Whether IR is well formed. Run after tracing and after types: a failure is a defect of the compiler, never of the user's code."""

from __future__ import annotations

from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.types import ClosureType, Type, VariableType


class Malformed(AssertionError):
    """The compiler made IR that breaks its own rules."""


def validate(function: nodes.Function) -> None:
    """Each value is computed once and before its use; break and continue stand in loops; parameters are distinct."""
    names = [parameter.name for parameter in function.parameters]
    _require(len(set(names)) == len(names), "parameters with the same name")
    _block(function.body, set(), in_loop=False)
    for inner in nodes.inner_functions(function):
        validate(inner)


def _block(block: list[nodes.Node], known: set[nodes.Value], in_loop: bool) -> None:
    for node in block:
        for operand in operands(node):
            if isinstance(operand, nodes.Value):
                _require(operand in known, f"a value is used before it is computed at {node.span}")
        if isinstance(node, nodes.Break | nodes.Continue):
            _require(in_loop, f"a jump outside a loop at {node.span}")
        _inside(node, known, in_loop)
        if isinstance(node, nodes.Yield) and node.result is not None:
            known.add(node.result)
        if isinstance(node, nodes.Operation):
            _require(node.result not in known, f"a value is computed twice at {node.span}")
            known.add(node.result)


def _inside(node: nodes.Node, known: set[nodes.Value], in_loop: bool) -> None:
    loop = isinstance(node, nodes.For | nodes.While)
    inner = set(known)
    if isinstance(node, nodes.For):
        inner.add(node.item)
    condition = node.condition if isinstance(node, nodes.If | nodes.While) else None
    if condition is not None:
        _condition(condition, inner, in_loop)
    tested = list(nodes.condition_blocks(condition)) if condition is not None else []
    for block in nodes.blocks(node):
        if not any(block is other for other in tested):
            is_body = not loop or block is node.body  # type: ignore[union-attr]
            _block(block, set(inner), in_loop or (loop and is_body))


def _condition(condition: nodes.Condition, known: set[nodes.Value], in_loop: bool) -> None:
    if isinstance(condition, nodes.Not):
        _condition(condition.condition, known, in_loop)
    elif isinstance(condition, nodes.Junction):
        for part in condition.conditions:
            _condition(part, known, in_loop)
    else:
        _block(condition.block, known, in_loop)
        _require(not isinstance(condition.operand, nodes.Value) or condition.operand in known, f"a test of nothing at {condition.span}")


def operands(node: nodes.Node) -> list[nodes.Operand]:
    """What a node reads directly."""
    match node:
        case nodes.Operation():
            return node.operands
        case nodes.Assign():
            return [node.source]
        case nodes.For():
            return [node.iterable]
        case nodes.Return() | nodes.Yield():
            return [node.value]
        case nodes.Raise() if node.exception is not None:
            return [node.exception, *([node.cause] if node.cause is not None else [])]
    return []


def validate_typed(function: typed.Function) -> None:
    """No open type is left, each temporary is computed before its use, each slot belongs to the function."""
    slots = set(function.slots) | {parameter.slot for parameter in function.parameters}
    for slot in slots:
        _closed(slot.type, f"slot {slot.name} of {function.name}")
    _closed(function.result, f"result of {function.name}")
    names = [slot.name for slot in slots]
    _require(len(names) == len(set(names)), f"slots with the same name in {function.name}")


def _closed(type_: Type, where: str) -> None:
    _require(not isinstance(type_, VariableType), f"{where} has an open type")
    if isinstance(type_, ClosureType):
        return
    for value in vars(type_).values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Type):
                _closed(part, where)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise Malformed(message)
