"""Elementary operations: a Python signature, which is the type rule, beside the C++ function that computes it.

A signature is written as Python has it: `str.split(self: str, sep: str | None = None, maxsplit: int = -1) -> list[str]`. In it
`T`, `K` and `V` stand for any type and are the same wherever they appear; `any` is anything; `real` is a bool, int or float, handed
over as a float; `iterable[T]` is whatever a loop can run over; `tuples[T]` is a tuple of unknown length; `array` is a numpy
array. Operators are named by their symbol.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.types import (
    BOOL,
    BYTEARRAY,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    STR,
    DictType,
    EllipsisType,
    EngineType,
    ExceptionType,
    ListType,
    RangeType,
    SetType,
    SliceType,
    TupleType,
    Type,
    UnionType,
    tuple_of,
)


@dataclass(frozen=True)
class Generic(Type):
    """A type that a match finds. Lower-case names must fit what others found, upper-case ones may widen an item type."""

    name: str


@dataclass(frozen=True)
class AnyPattern(Type):
    """Anything."""


@dataclass(frozen=True)
class RealPattern(Type):
    """A bool, int or float, handed over as a float."""


@dataclass(frozen=True)
class ArrayPattern(Type):
    """A numpy array."""


@dataclass(frozen=True)
class IterablePattern(Type):
    """Whatever a loop can run over."""

    item: Type


@dataclass(frozen=True)
class Parameter:
    """One parameter of a signature."""

    name: str
    pattern: Type
    default: Any = EMPTY
    keyword_only: bool = False
    positional_only: bool = False
    variadic: bool = False


@dataclass(frozen=True)
class Overload:
    """`cpp` is a function of namespace modelet; `{T}` in it becomes the C++ type of T."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    cpp: str
    raises: bool


Rule = Callable[[Any, Any], Any]


@dataclass
class Registry:
    """All operations, by name. `rules` are type rules that a signature cannot say; they see the call first.

    `compiled` are Python functions of modelet_compiler.standard, which see it last.
    """

    overloads: dict[str, list[Overload]] = field(default_factory=dict)
    rules: dict[str, list[Rule]] = field(default_factory=dict)
    compiled: dict[str, Callable[..., Any]] = field(default_factory=dict)
    headers: dict[str, Path] = field(default_factory=dict)  # of operations from outside, by their C++ function

    def add(self, signatures: Iterable[tuple[str, str]], raises: bool = True) -> None:
        """Registers (signature, C++ function) pairs."""
        for signature, cpp in signatures:
            overload = parse_signature(signature, cpp, raises)
            self.overloads.setdefault(overload.name, []).append(overload)

    def extend(self, name: str, signature: str, cpp: str, header: Path) -> None:
        """Registers an operation from outside the compiler (extension.py); a later one of the same name takes its place."""
        if not header.is_file():
            raise FileNotFoundError(f"the operation {name} names {header.name}, which is not in {header.parent.name}/")
        self.overloads[name] = [parse_signature(name + signature, cpp, raises=True)]
        self.headers[cpp] = header

    def rule(self, *names: str) -> Callable[[Rule], Rule]:
        """Decorates the type rule of the operations called `names`."""

        def register(function: Rule) -> Rule:
            for name in names:
                self.rules.setdefault(name, []).append(function)
            return function

        return register

    def supports(self, name: str) -> bool:
        """Whether anything is known under this name."""
        return name in self.overloads or name in self.rules or name in self.compiled

    def methods(self, prefix: str) -> list[str]:
        """The names that begin with `prefix.`, without it, sorted."""
        names = {*self.overloads, *self.rules, *self.compiled}
        return sorted(name.removeprefix(prefix + ".") for name in names if name.startswith(prefix + "."))


REGISTRY = Registry()

PATTERNS: dict[str, Type] = {
    "None": NONE, "bool": BOOL, "int": INT, "float": FLOAT, "str": STR, "any": AnyPattern(), "real": RealPattern(), "array": ArrayPattern(),
    "random": EngineType("Random", "py::Random"),
    "bytes": BYTES, "bytearray": BYTEARRAY, "complex": COMPLEX, "hash": EngineType("_hashlib.HASH", "py::Hash"),
    "range": RangeType(), "slice": SliceType(), "ellipsis": EllipsisType(), "exception": ExceptionType(),
}  # fmt: skip


def parse_signature(text: str, cpp: str, raises: bool) -> Overload:
    """Reads `name(parameters) -> result`; the name may be dotted or an operator."""
    name, rest = text.split("(", 1)
    tree = ast.parse(f"def operation({rest}: ...").body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert tree.returns is not None
    arguments = tree.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [EMPTY] * (len(plain) - len(arguments.defaults)) + [ast.literal_eval(item) for item in arguments.defaults]
    parameters = [
        Parameter(item.arg, _pattern(item.annotation), default, positional_only=position < len(arguments.posonlyargs))
        for position, (item, default) in enumerate(zip(plain, defaults, strict=True))
    ]
    if arguments.vararg is not None:
        parameters.append(Parameter(arguments.vararg.arg, _pattern(arguments.vararg.annotation), variadic=True))
    for item, default_node in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        value = ast.literal_eval(default_node) if default_node is not None else EMPTY
        parameters.append(Parameter(item.arg, _pattern(item.annotation), value, keyword_only=True))
    return Overload(name.strip(), tuple(parameters), _pattern(tree.returns), cpp, raises)


def _pattern(node: ast.expr | None) -> Type:
    if isinstance(node, ast.Constant) and node.value is None:
        return NONE
    if isinstance(node, ast.BinOp):
        sides = [_pattern(node.left), _pattern(node.right)]
        members = [member for side in sides for member in (side.members if isinstance(side, UnionType) else (side,))]
        return UnionType(tuple(sorted(members, key=_order)))
    if isinstance(node, ast.Subscript):
        assert isinstance(node.value, ast.Name)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return _container(node.value.id, [_pattern(item) for item in inner])
    assert isinstance(node, ast.Name), "every parameter of a signature has a type"
    return PATTERNS.get(node.id) or Generic(node.id)


def _order(member: Type) -> str:
    from modelet_compiler.ir.types import type_name

    return type_name(member)


def _container(name: str, items: list[Type]) -> Type:
    if name == "tuple":
        return TupleType(tuple(items))
    if name == "dict":
        return DictType(items[0], items[1])
    makers: dict[str, Callable[[Type], Type]] = {"list": ListType, "set": SetType, "iterable": IterablePattern}
    if name == "deque":
        return EngineType("collections.deque", "py::Deque<{0}>", tuple(items), iterable=True)
    if name == "tuples":
        return tuple_of(items[0])
    return makers[name](items[0])
