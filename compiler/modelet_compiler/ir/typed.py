"""The IR after types: every value has one type, every operation the C++ function that computes it.

Unions have been dispatched, conditions are plain bools, narrowed variables are read through `Read`. The emitter prints these nodes
one to one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from modelet_compiler.frontend.diagnostics import Span
from modelet_compiler.ir.types import Type


@dataclass(eq=False)
class Slot:
    """A C++ local of a function: a Python variable while it has one type, or a result that several branches store."""

    name: str
    type: Type


@dataclass(eq=False)
class Read:
    """What a slot holds, known to be of `type`, which may be narrower than the slot's."""

    slot: Slot
    type: Type


@dataclass(eq=False)
class Temporary:
    """The result of one Compute."""

    number: int
    type: Type


@dataclass(eq=False)
class Literal:
    """A value known when compiling; `type` says how it is written. Captured lists, dicts and arrays are literals too."""

    value: Any
    type: Type
    captured: str = ""  # the name it was captured by; objects, not plain constants


@dataclass(eq=False)
class Raw:
    """An argument that is C++ text: an enumerator that a type rule chose."""

    text: str
    type: Type


@dataclass(eq=False)
class Maker:
    """A compiled function as a value of the engine: what a defaultdict calls, with `held`. `shown` is its repr."""

    key: Any  # of the specialisation
    shown: str
    held: list[tuple[Expression, Type]]
    type: Type  # of what it makes


@dataclass(eq=False)
class Spread:
    """Several arguments of a call, their number known only at run time."""

    value: Expression
    type: Type


Expression: TypeAlias = Read | Temporary | Literal | Raw | Maker | Spread


@dataclass(eq=False)
class Compute:
    """`result = cpp(call, arguments)`; each argument is converted to the type at its side. `plain`: without `call`.

    `{name}` in `cpp` stands for the C++ form of `templates[name]`.
    """

    result: Temporary
    cpp: str
    arguments: list[tuple[Expression, Type]]
    raises: bool
    span: Span
    plain: bool = False
    templates: dict[str, Type] = field(default_factory=dict)


@dataclass(eq=False)
class Invoke:
    """A call of another compiled function."""

    result: Temporary
    key: Any  # of the specialisation
    arguments: list[tuple[Expression, Type]]
    span: Span
    once: bool = False  # its arguments are constants, and one result serves the whole call


@dataclass(eq=False)
class Store:
    """Assignment to a slot."""

    slot: Slot
    source: Expression
    span: Span
    variable: str = ""  # the Python variable, when it is one


@dataclass(eq=False)
class Bind:
    """Marks a variable as unbound (a `del`) or checks that it is bound."""

    variable: str
    action: str  # "check", "unbind"
    span: Span


@dataclass(eq=False)
class Branch:
    """if / else."""

    condition: Expression
    then: list[Statement]
    orelse: list[Statement]
    span: Span


@dataclass(eq=False)
class Switch:
    """One block for each member of a union; `operand` is read in each as that member."""

    operand: Slot
    cases: list[tuple[Type, list[Statement]]]
    span: Span


@dataclass(eq=False)
class Loop:
    """`while`: head, then leave unless condition, then body."""

    head: list[Statement]
    condition: Expression
    body: list[Statement]
    orelse: list[Statement]
    label: int
    span: Span


@dataclass(eq=False)
class Each:
    """`for`: `iterable` gives `item`s, one for each run of the body."""

    iterable: Expression
    item: Temporary
    body: list[Statement]
    orelse: list[Statement]
    label: int
    span: Span


@dataclass(eq=False)
class Leave:
    """`break` or `continue` of the loop with this label."""

    kind: str
    label: int
    span: Span


@dataclass(eq=False)
class Return:
    """Leaves the function."""

    value: Expression | None  # None: a generator's end
    span: Span


@dataclass(eq=False)
class Raise:
    """Raises an exception object, or again what the handler caught."""

    exception: Expression | None
    span: Span
    cause: Expression | None = None


@dataclass(eq=False)
class RaiseClass:
    """Raises a builtin class with a message known when compiling."""

    python_class: str
    message: str
    span: Span


@dataclass(eq=False)
class Handler:
    """One `except` clause."""

    classes: list[str]  # empty, and no structs: everything
    structs: list[str]  # of users' classes
    slot: Slot | None
    variable: str
    body: list[Statement]
    span: Span


@dataclass(eq=False)
class Try:
    """`try` with all its parts."""

    body: list[Statement]
    handlers: list[Handler]
    orelse: list[Statement]
    final: list[Statement]
    label: int
    span: Span


@dataclass(eq=False)
class Yield:
    """One item of a generator; `received` is what is sent in, `source` the generator that gave it, which gets what is thrown in."""

    value: Expression
    span: Span
    received: Temporary | None = None
    source: Expression | None = None


@dataclass(eq=False)
class Pending:
    """A place where stores are added once the join behind it is known; empty or a list of stores in the end."""

    stores: list[Statement] = field(default_factory=list)


Statement: TypeAlias = (
    Compute | Invoke | Store | Bind | Branch | Switch | Loop | Each | Leave | Return | Raise | RaiseClass | Try | Yield | Pending
)


@dataclass(eq=False)
class Parameter:
    """One parameter, with the slot it arrives in."""

    name: str
    slot: Slot
    type: Type
    default: Any
    kind: str


@dataclass(eq=False)
class Function:
    """One specialisation: a function for the types its arguments have."""

    name: str  # unique C++ identifier
    python_name: str
    file: str
    parameters: list[Parameter]
    result: Type
    body: list[Statement]
    generator: bool
    slots: list[Slot]  # all but the parameters'
    checked: frozenset[str]  # variables that may be unbound where they are read
    recursive: bool
    doc: str
    span: Span


def blocks(node: Statement) -> list[list[Statement]]:
    """The blocks inside a statement; empty for a plain one."""
    match node:
        case Loop():
            return [node.head, node.body, node.orelse]
        case Each():
            return [node.body, node.orelse]
        case Branch():
            return [node.then, node.orelse]
        case Switch():
            return [block for _, block in node.cases]
        case Try():
            return [node.body, *(handler.body for handler in node.handlers), node.orelse, node.final]
        case Pending():
            return [node.stores]
    return []
