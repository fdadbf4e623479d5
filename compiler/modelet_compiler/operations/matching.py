"""Whether a call fits an operation's signature, and what the signature's type variables are then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.solver import Conflict, Solver, literal_base
from modelet_compiler.ir.typed import Expression, Literal
from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    ArrayType,
    BoolType,
    DictType,
    EllipsisType,
    EngineType,
    ExceptionType,
    IteratorType,
    ListType,
    LiteralType,
    NotImplementedType,
    SetType,
    SliceType,
    TupleType,
    Type,
    UnionType,
    VariableType,
)
from modelet_compiler.operations.registry import AnyPattern, ArrayPattern, Generic, IterablePattern, Overload, Parameter, RealPattern


@dataclass(frozen=True)
class Match:
    """An accepted call: the arguments in the C++ function's order with the type each is handed over as."""

    overload: Overload
    arguments: list[tuple[Expression, Type]]
    bindings: dict[str, Type]
    result: Type


def match(
    solver: Solver, overload: Overload, positional: Sequence[Expression], keywords: Mapping[str, Expression], level: int
) -> Match | None:
    """None when the call does not fit. `level` 0 takes types as they are, 1 a bool as an int, 2 an int as a float."""
    paired = _pair(overload, positional, keywords)
    if paired is None:
        return None
    bindings: dict[str, Type] = {}
    arguments: list[tuple[Expression, Type]] = []
    for parameter, argument in paired:
        handed = _fit(solver, parameter.pattern, argument.type, bindings, level)
        if handed is None:
            return None
        arguments.append((argument, handed))
    final = [
        (argument, _substitute(solver, parameter.pattern, bindings, handed))
        for (parameter, _), (argument, handed) in zip(paired, arguments, strict=True)
    ]
    return Match(overload, final, bindings, substitute(overload.result, bindings))


def _pair(
    overload: Overload, positional: Sequence[Expression], keywords: Mapping[str, Expression]
) -> list[tuple[Parameter, Expression]] | None:
    """Each parameter with its argument or default; None when the call has another shape."""
    remaining = list(positional)
    named = dict(keywords)
    paired: list[tuple[Parameter, Expression]] = []
    for parameter in overload.parameters:
        if parameter.variadic:
            paired += [(parameter, argument) for argument in remaining]
            remaining = []
        elif remaining and not parameter.keyword_only:
            if parameter.name in named:
                return None
            paired.append((parameter, remaining.pop(0)))
        elif parameter.name in named and not parameter.positional_only:
            paired.append((parameter, named.pop(parameter.name)))
        elif parameter.default is not EMPTY:
            paired.append((parameter, Literal(parameter.default, constant_type(parameter.default))))
        else:
            return None
    return None if remaining or named else paired


def _fit(solver: Solver, pattern: Type, actual: Type, bindings: dict[str, Type], level: int) -> Type | None:
    """The type an argument is handed over as, or None. Fills `bindings`."""
    actual = solver.shallow(actual)
    match pattern:
        case AnyPattern():
            return actual
        case RealPattern():
            return FLOAT if actual == FLOAT or (level == 2 and actual in (BOOL, INT)) else None
        case ArrayPattern():
            return actual if isinstance(actual, ArrayType) else None
        case Generic(name):
            return _fit_generic(solver, name, actual, bindings)
        case IterablePattern(item):
            found = iteration_item(solver, actual)
            return actual if found is not None and _fit_item(solver, item, found, bindings) else None
        case ListType(item) | SetType(item):
            return actual if type(actual) is type(pattern) and _fit_item(solver, item, actual.item, bindings) else None
        case EngineType(python, _, parameters):
            if not isinstance(actual, EngineType) or actual.python != python:
                return None
            fitting = (_fit_item(solver, item, other, bindings) for item, other in zip(parameters, actual.parameters, strict=True))
            return actual if all(fitting) else None
        case DictType(key, value):
            if not isinstance(actual, DictType):
                return None
            return actual if _fit_item(solver, key, actual.key, bindings) and _fit_item(solver, value, actual.value, bindings) else None
        case UnionType(members):
            return _fit_union(solver, members, actual, bindings, level)
        case TupleType(items):
            if not isinstance(actual, TupleType) or len(items) != len(actual.items):
                return None
            parts = [_fit(solver, item, other, bindings, level) for item, other in zip(items, actual.items, strict=True)]
            return TupleType(tuple(part for part in parts if part is not None)) if None not in parts else None
    if actual == pattern or (isinstance(pattern, ExceptionType) and isinstance(actual, ExceptionType)):
        return pattern
    if isinstance(actual, LiteralType) and literal_base(actual) == pattern:
        return pattern
    return INT if level > 0 and pattern == INT and isinstance(actual, BoolType) else None


def _fit_union(solver: Solver, members: tuple[Type, ...], actual: Type, bindings: dict[str, Type], level: int) -> Type | None:
    parts = actual.members if isinstance(actual, UnionType) else (actual,)
    for part in parts:
        if not any(_fit(solver, member, part, bindings, level) is not None for member in members):
            return None
    return UnionType(members)


def _fit_generic(solver: Solver, name: str, actual: Type, bindings: dict[str, Type]) -> Type | None:
    bound = bindings.get(name.upper())
    if isinstance(actual, IteratorType) and not actual.view:
        return None  # a container would copy its state
    if bound is None:
        bindings[name.upper()] = actual
        return actual
    if solver.shallow(bound) == NEVER and name.islower():
        return actual
    if name.isupper() and isinstance(bound, VariableType):
        try:
            solver.include(bound, actual)
        except Conflict:
            return None
        return bound
    return bound if solver.fits(actual, bound) else None


def _fit_item(solver: Solver, pattern: Type, item: Type, bindings: dict[str, Type]) -> bool:
    """Item types of containers: a type variable is bound to the container's own variable, so that it can grow."""
    if isinstance(pattern, AnyPattern):
        return True
    if isinstance(pattern, Generic):
        bound = bindings.get(pattern.name.upper())
        if bound is None:
            bindings[pattern.name.upper()] = item
            return True
        return _fit_generic(solver, pattern.name, solver.shallow(item), bindings) is not None
    shallow = solver.shallow(item)
    if shallow == NEVER and solver.final and isinstance(item, VariableType) and pattern in (STR, INT, FLOAT, BOOL):
        solver.include(item, pattern)  # nothing is ever put in: the items' C++ type is the operation's
    return shallow == NEVER or _fit(solver, pattern, shallow, bindings, level=0) is not None


def _substitute(solver: Solver, pattern: Type, bindings: dict[str, Type], handed: Type) -> Type:
    """What the argument is converted to: for a bare type variable the variable's final type."""
    if isinstance(pattern, Generic):
        bound = bindings[pattern.name.upper()]
        return bound if pattern.name.isupper() or solver.shallow(bound) != NEVER else handed
    return substitute(pattern, bindings) if isinstance(pattern, UnionType) else handed


def substitute(pattern: Type, bindings: dict[str, Type]) -> Type:
    """The pattern with its type variables replaced."""
    match pattern:
        case Generic(name):
            return bindings.get(name.upper(), NEVER)
        case ListType(item):
            return ListType(substitute(item, bindings))
        case SetType(item):
            return SetType(substitute(item, bindings))
        case EngineType(_, _, parameters):
            return replace(pattern, parameters=tuple(substitute(item, bindings) for item in parameters))
        case DictType(key, value):
            return DictType(substitute(key, bindings), substitute(value, bindings))
        case TupleType(items):
            return TupleType(tuple(substitute(item, bindings) for item in items))
        case UnionType(members):
            return UnionType(tuple(substitute(member, bindings) for member in members))
    return pattern


def normal(solver: Solver, type_: Type) -> Type:
    """A result type as the rest of propagation has it: unions flat, no bare variable."""
    if isinstance(type_, UnionType):
        return solver.union([solver.shallow(member) for member in type_.members])
    if isinstance(type_, TupleType):
        return TupleType(tuple(normal(solver, item) for item in type_.items), type_.cls)
    return solver.shallow(type_)


def constant_type(value: Any) -> Type:
    """The type of a plain constant."""
    types: dict[type, Type] = {type(None): NONE, bool: BOOL, int: INT, float: FLOAT, str: STR, bytes: BYTES, complex: COMPLEX,
                               type(Ellipsis): EllipsisType(), type(NotImplemented): NotImplementedType()}  # fmt: skip
    if isinstance(value, tuple):
        return TupleType(tuple(constant_type(item) for item in value))
    return types[type(value)]


__all__ = ["ExceptionType", "Match", "SliceType", "constant_type", "match", "normal", "substitute"]
