"""The IR before types: structured control flow over variables, one node an operation, each with its span.

Nodes keep Python's evaluation order. Operands are results of earlier operations, variables, constants, or captured objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from modelet_compiler.frontend.diagnostics import Span


@dataclass(eq=False)
class Value:
    """The result of one operation; assigned once."""

    number: int


@dataclass(frozen=True)
class Variable:
    """A read of a Python variable. Names that start with `$` are the tracer's own."""

    name: str


@dataclass(frozen=True, eq=False)
class Constant:
    """None, bool, int, float, complex, str, bytes, Ellipsis, or a tuple of such."""

    value: Any


@dataclass(frozen=True, eq=False)
class Captured:
    """A Python object that the function reaches by `name`: a global, a closure cell, a builtin."""

    name: str
    value: Any


Operand: TypeAlias = Value | Variable | Constant | Captured


@dataclass(eq=False)
class Operation:
    """`result = kind(operands)`. `attributes` are fixed by the source: an operator's name, a method's, keywords."""

    result: Value
    kind: str
    operands: list[Operand]
    attributes: dict[str, Any]
    span: Span


@dataclass(eq=False)
class Assign:
    """Stores into a variable."""

    variable: str
    source: Operand
    span: Span


@dataclass(eq=False)
class Delete:
    """`quiet`: the end of an `except … as name` block, where the name may be gone already."""

    variable: str
    span: Span
    quiet: bool = False


@dataclass(eq=False)
class Test:
    """A condition: `block` computes `operand`, whose truth decides."""

    block: list[Node]
    operand: Operand
    span: Span


@dataclass(eq=False)
class Not:
    """The opposite."""

    condition: Condition
    span: Span


@dataclass(eq=False)
class Junction:
    """Short circuit: `and` when `conjunction`, else `or`."""

    conjunction: bool
    conditions: list[Condition]
    span: Span


Condition: TypeAlias = Test | Not | Junction


@dataclass(eq=False)
class If:
    """Two branches."""

    condition: Condition
    then: list[Node]
    orelse: list[Node]
    span: Span


@dataclass(eq=False)
class While:
    """`orelse` runs when the condition ends the loop."""

    condition: Condition
    body: list[Node]
    orelse: list[Node]
    span: Span


@dataclass(eq=False)
class For:
    """`item` is the value that the body's first nodes store into the loop's targets."""

    iterable: Operand
    item: Value
    body: list[Node]
    orelse: list[Node]
    span: Span


@dataclass(eq=False)
class Break:
    """Leaves the innermost loop."""

    span: Span


@dataclass(eq=False)
class Continue:
    """Goes on with the innermost loop."""

    span: Span


@dataclass(eq=False)
class Return:
    """Leaves the function."""

    value: Operand
    span: Span


@dataclass(eq=False)
class Raise:
    """`exception` None re-raises what the handler around it caught."""

    exception: Operand | None
    span: Span
    cause: Operand | None = None  # `from`; a Constant None hides the context


@dataclass(eq=False)
class Handler:
    """`classes` empty catches everything."""

    classes: list[Operand]
    variable: str | None
    body: list[Node]
    span: Span


@dataclass(eq=False)
class Try:
    """`orelse` runs after a body that raised nothing, `final` always."""

    body: list[Node]
    handlers: list[Handler]
    orelse: list[Node]
    final: list[Node]
    span: Span


@dataclass(eq=False)
class Yield:
    """Hands out one item of a generator. `result`: what is sent in. `source`: the generator that gave the item and gets what is sent."""

    value: Operand
    span: Span
    result: Value | None = None
    source: Operand | None = None


Node: TypeAlias = Operation | Assign | Delete | If | While | For | Break | Continue | Return | Raise | Try | Yield


@dataclass(frozen=True)
class Capture:
    """A variable that an inner function takes from around it.

    `mode`: "cell" shares it, "value" copies what nothing changes any more, "self" is the inner function. `source`: the variable there.
    """

    name: str
    mode: str
    source: str


@dataclass(frozen=True)
class Stored:
    """A default that was evaluated when an inner function was made, by its number."""

    index: int


@dataclass(eq=False)
class Parameter:
    """One parameter of a Python function."""

    name: str
    annotation: Any  # the evaluated annotation, or EMPTY
    default: Any  # the default's value, a Stored, or EMPTY
    kind: str  # "positional", "either", "keyword"
    span: Span


class Empty:
    """No value: a parameter without default, a name without object."""

    def __repr__(self) -> str:
        return "EMPTY"


EMPTY: Any = Empty()


@dataclass(eq=False)
class Function:
    """One traced function. `file` is its source file's portable name."""

    name: str
    file: str
    parameters: list[Parameter]
    body: list[Node]
    generator: bool
    doc: str
    span: Span
    identity: Any = field(default=None, repr=False)  # the Python function, for recursion
    inner: bool = False  # made inside of another one: its first argument is the closure
    captures: tuple[Capture, ...] = ()
    stored: int = 0  # defaults evaluated when it was made
    qualified: str = ""  # its __qualname__
    wraps: str | None = None  # the variable whose name `functools.wraps` gives it; empty where that is no plain name


def condition_blocks(condition: Condition) -> Iterator[list[Node]]:
    """The blocks that compute a condition, in source order."""
    if isinstance(condition, Test):
        yield condition.block
    elif isinstance(condition, Not):
        yield from condition_blocks(condition.condition)
    else:
        for part in condition.conditions:
            yield from condition_blocks(part)


def inner_functions(function: Function) -> Iterator[Function]:
    """The functions made directly inside."""
    for node in walk(function.body):
        for operation in [node] if isinstance(node, Operation) else []:
            if operation.kind == "closure":
                yield operation.attributes["function"]


def blocks(node: Node) -> list[list[Node]]:
    """The blocks inside a node, in source order; empty for a plain one."""
    if isinstance(node, If | While):
        last = [node.then, node.orelse] if isinstance(node, If) else [node.body, node.orelse]
        return [*condition_blocks(node.condition), *last]
    if isinstance(node, For):
        return [node.body, node.orelse]
    if isinstance(node, Try):
        return [node.body, *(handler.body for handler in node.handlers), node.orelse, node.final]
    return []


def walk(block: list[Node]) -> Iterator[Node]:
    """Every node of a block, outer ones first."""
    for node in block:
        yield node
        for inner in blocks(node):
            yield from walk(inner)


def assigned(block: list[Node]) -> set[str]:
    """The variables that a block may store into or delete."""
    names: set[str] = set()
    for node in walk(block):
        if isinstance(node, Assign | Delete):
            names.add(node.variable)
        elif isinstance(node, Try):
            names.update(handler.variable for handler in node.handlers if handler.variable)
    return names
