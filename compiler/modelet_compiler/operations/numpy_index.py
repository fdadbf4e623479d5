"""`array[…]` and `array[…] = …`: basic indices give views, arrays of ints or bools give copies."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, ArrayType, EllipsisType, ListType, SliceType, TupleType, Type, UnionType, type_name
from modelet_compiler.operations.numpy_types import PLACES, SHAPE, STORED, Operand, compute, from_list, operand, shallow, supported
from modelet_compiler.operations.registry import REGISTRY


def _index(context: Any, value: typed.Expression, span: Any) -> tuple[typed.Expression, list[Type]]:
    """The index as the engine takes it, and the types of its parts."""
    type_ = shallow(context, value)
    if type_ == PLACES:
        return value, [ArrayType("int64", None)]
    if isinstance(type_, ListType):
        made = from_list(context, value, span)
        value = made if made is not None else value
        type_ = shallow(context, value)
    if not isinstance(type_, TupleType):
        return value, [_part(context, type_)]
    if not any(isinstance(context.solver.shallow(item), ListType) for item in type_.items):
        return value, [_part(context, context.solver.shallow(item)) for item in type_.items]
    made_parts = [_index(context, _item(context, value, type_, position, span), span)[0] for position in range(len(type_.items))]
    types = [_part(context, shallow(context, part)) for part in made_parts]
    whole = TupleType(tuple(types))
    return context.compute(whole, "tuple", list(zip(made_parts, types, strict=True)), span, raises=False, plain=True), types


def index_of(context: Any, value: typed.Expression, span: Any) -> typed.Expression:
    """The index as the engine takes it."""
    return _index(context, value, span)[0]


def _item(context: Any, value: typed.Expression, type_: TupleType, position: int, span: Any) -> typed.Expression:
    if context.solver.shallow(type_.items[position]) == NONE:
        return typed.Literal(None, NONE)
    item: typed.Expression = context.tuple_item(value, type_, position, span)
    return item


def _part(context: Any, type_: Type) -> Type:
    if type_ in (INT, NONE) or isinstance(type_, SliceType | EllipsisType):
        return type_
    if isinstance(type_, ArrayType) and (type_.dtype == "bool" or "int" in type_.dtype):
        return type_
    if isinstance(type_, UnionType) and NONE in type_.members:
        raise Unsupported(
            f"an index cannot be {type_name(context.solver.resolve(type_))}", "None would be a new axis", "test `is None` first"
        )
    allowed = "integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays"
    raise Unsupported(f"an array cannot be indexed by {type_name(context.solver.resolve(type_))}", f"only {allowed} are valid indices")


def _result_rank(rank: int | None, parts: list[Type]) -> int | None:
    """The rank of what is chosen; None when it is not known. Too many indices raise IndexError at run time."""
    arrays = [part for part in parts if isinstance(part, ArrayType)]
    if rank is None or any(part.rank is None for part in arrays):
        return None
    used = sum(_axes(part) for part in parts)
    chosen = max([1 if part.dtype == "bool" else part.rank or 0 for part in arrays], default=0)
    kept = sum(1 for part in parts if isinstance(part, SliceType) or part == NONE)
    return kept + chosen + max(rank - used, 0)


def _axes(part: Type) -> int:
    if isinstance(part, ArrayType):
        return (part.rank or 0) if part.dtype == "bool" else 1
    return 1 if part == INT or isinstance(part, SliceType) else 0


@REGISTRY.rule("[]")
def subscript(context: Any, call: Any) -> typed.Expression | None:
    """Reads."""
    array, index = call.positional
    type_ = shallow(context, array)
    if type_ == SHAPE and shallow(context, index) == INT:
        return compute(context, INT, "np::extent", [array, index], call.span)
    if type_ == SHAPE and isinstance(shallow(context, index), SliceType):
        return compute(context, SHAPE, "np::extents_slice", [array, index], call.span)
    if not isinstance(type_, ArrayType):
        return None
    if shallow(context, index) == BOOL:
        raise Unsupported("an array cannot be indexed by a bool")
    made, parts = _index(context, index, call.span)
    return compute(context, ArrayType(type_.dtype, _result_rank(type_.rank, parts)), "np::index", [array, made], call.span)


@REGISTRY.rule("[]=")
def store(context: Any, call: Any) -> typed.Expression | None:
    """Writes."""
    array, index, value = call.positional
    type_ = shallow(context, array)
    if not isinstance(type_, ArrayType):
        return None
    if type_.rank == 0:
        raise Unsupported(f"'numpy.{type_.dtype}' object does not support item assignment")
    if shallow(context, index) == BOOL:
        raise Unsupported("an array cannot be indexed by a bool")
    given = shallow(context, value)
    both = isinstance(given, ArrayType) and given.dtype == type_.dtype in STORED
    source = Operand(value, given, type_.dtype, None, False) if both else operand(context, value, call.span)
    if source is None:
        raise Unsupported(f"an array cannot store {type_name(context.solver.resolve(value.type))}")
    dtype = type_.dtype if source.weak else source.dtype
    if source.weak and source.type != BOOL and type_.dtype == "bool":
        dtype = source.dtype
    made, _ = _index(context, index, call.span)
    if source.weak and source.dtype == "float64" and "int" in type_.dtype:
        dtype = "float64"
    result: typed.Expression = context.compute(
        NONE, f"np::store<{STORED[supported(type_.dtype) if type_.dtype not in STORED else type_.dtype]}, {STORED[dtype]}>",
        [(item, context.solver.shallow(item.type)) for item in (array, made, source.value)], call.span,
    )  # fmt: skip
    return result
