"""What element-wise functions of known values come to: used when nodes are made, and again after each pass.

A table of (function, rule): a rule sees the operands and their constants and answers with an operand to take instead of the
node, a known value, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from .functions import FUNCTIONS
from .ir import Axis, Constant, Input, Node, Pointwise, View

Known = float | int | bool | None
Answer = View | float | int | bool | None


def uniform(view: View, constants: Mapping[str, Any]) -> Known:
    """The one value of a constant view, or None."""
    operation = view.base.operation
    if not isinstance(operation, Constant):
        return None
    tensor = constants[operation.key]
    if tensor.numel() == 1:
        value: float | int | bool = tensor.reshape(-1)[0].item()
        return value
    return None


def _add(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    return operands[0] if known[1] == 0 else operands[1] if known[0] == 0 else None


def _subtract(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    return operands[0] if known[1] == 0 else None


def _multiply(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    return operands[0] if known[1] == 1 else operands[1] if known[0] == 1 else None


def _divide(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    return operands[0] if known[1] == 1 else None


def _where(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    return None if known[0] is None else operands[1] if known[0] else operands[2]


def _and(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    if False in (known[0], known[1]):
        return False
    return operands[0] if known[1] is True else operands[1] if known[0] is True else None


def _or(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    if True in (known[0], known[1]):
        return True
    return operands[0] if known[1] is False else operands[1] if known[0] is False else None


def _cast(operands: Sequence[View], _: Sequence[Known]) -> Answer:
    return operands[0]


def _not_negative(operands: Sequence[View], known: Sequence[Known]) -> Answer:
    """Positions begin at 0."""
    operation = operands[0].base.operation
    at_least = isinstance(operation, Input) and operation.field in ("position", "batch_index")
    return True if at_least and known[1] is not None and known[1] <= 0 else None


RULES: dict[str, Callable[[Sequence[View], Sequence[Known]], Answer]] = {
    "add": _add,
    "subtract": _subtract,
    "multiply": _multiply,
    "divide": _divide,
    "where": _where,
    "logical_and": _and,
    "logical_or": _or,
    "cast": _cast,
    "greater_equal": _not_negative,
}


def simplify(function: str, operands: Sequence[View], dtype: str, constants: Mapping[str, Any]) -> Answer:
    """What `function(operands)` of type `dtype` comes to: an operand of that type, a value, or None when it must be computed."""
    known = [uniform(operand, constants) for operand in operands]
    if operands and all(value is not None for value in known):
        return evaluate(function, [(value, operand.dtype) for value, operand in zip(known, operands, strict=True)], dtype)
    rule = RULES.get(function)
    answer = rule(operands, known) if rule else None
    if isinstance(answer, View) and answer.dtype != dtype:
        return None
    return answer


def evaluate(function: str, operands: Sequence[tuple[Any, str]], dtype: str) -> float | int | bool:
    """The function of plain numbers, as torch computes it."""
    tensors = [torch.tensor(value, dtype=getattr(torch, kind)) for value, kind in operands]
    with torch.no_grad():
        if function == "cast":
            result = tensors[0]
        elif function.startswith("gelu"):
            result = torch.nn.functional.gelu(tensors[0], approximate="tanh" if function == "gelu_tanh" else "none")
        else:
            _, name, overload = FUNCTIONS[function].torch.split(".")
            result = getattr(getattr(torch.ops.aten, name), overload)(*tensors)
    value: float | int | bool = result.to(getattr(torch, dtype)).item()
    return value


def spread(view: View, shape: tuple[Any, ...]) -> View:
    """The view with the axes of `shape`, repeating where it has 1."""
    axes = [Axis(1)] * (len(shape) - len(view.axes)) + list(view.axes)
    return View(view.base, tuple(axis if axis.size == size else Axis(size) for axis, size in zip(axes, shape, strict=True)), view.offset)


def is_copy(node: Node) -> bool:
    """A node that stores its input's elements in another order, on purpose."""
    return isinstance(node.operation, Pointwise) and node.operation.function == "cast" and node.inputs[0].dtype == node.dtype
