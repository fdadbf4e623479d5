"""What a loop over a value of some type yields."""

from __future__ import annotations

from modelet_compiler.ir.solver import Solver
from modelet_compiler.ir.types import (
    INT,
    NEVER,
    STR,
    ArrayType,
    DictType,
    EngineType,
    GeneratorType,
    IteratorType,
    JsonType,
    ListType,
    NativeType,
    RangeType,
    SetType,
    StrType,
    TupleType,
    Type,
)


def iteration_item(solver: Solver, type_: Type) -> Type | None:
    """The item type, variables kept; None when the type cannot be iterated."""
    match type_:
        case JsonType():
            return type_
        case ListType(item) | SetType(item) | GeneratorType(item) | IteratorType(_, _, item, _):
            return item
        case EngineType("bytes" | "bytearray"):
            return INT
        case EngineType(_, _, parameters, True):
            return parameters[0]
        case DictType(key, _):
            return key
        case StrType():
            return STR
        case RangeType() | NativeType("tuple[int, ...]", _):
            return INT
        case TupleType(items):
            return solver.union([solver.shallow(item) for item in items])
        case ArrayType(dtype, rank) if rank != 0:
            return ArrayType(dtype, None if rank is None else rank - 1)
    return NEVER if type_ == NEVER else None
