"""What numpy's type rules share: dtypes in C++, operands, ranks, and numpy's own promotion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.solver import literal_base
from modelet_compiler.ir.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    ArrayType,
    ListType,
    LiteralType,
    NativeType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    type_name,
)

CPP = {
    "bool": "bool", "int8": "int8_t", "int16": "int16_t", "int32": "int32_t", "int64": "int64_t", "uint8": "uint8_t", "uint16": "uint16_t",
    "uint32": "uint32_t", "uint64": "uint64_t", "float32": "float", "float64": "double",
}  # fmt: skip
# What can be stored and moved, besides.
STORED = {**CPP, "complex64": "std::complex<float>", "complex128": "std::complex<double>"}
SHAPE = NativeType("tuple[int, ...]", "modelet::numpy::Extents")
PLACES = NativeType("tuple[ndarray, ...]", "modelet::numpy::Places")  # of nonzero, where the number of axes is not known
WEAK: dict[Type, Any] = {INT: int, FLOAT: float, BOOL: np.dtype(bool)}
NUMBERS: dict[Type, str] = {INT: "int64", FLOAT: "float64", BOOL: "bool"}
# numpy's scalars that are Python's numbers when an array is made of them.
SCALARS: dict[Type, Type] = {ArrayType(dtype, 0): number for number, dtype in NUMBERS.items()}


@dataclass(frozen=True)
class Operand:
    """An array, or a Python number that takes the type of the array it meets (`weak`)."""

    value: typed.Expression
    type: Type
    dtype: str  # of a weak one: what numpy makes of it alone
    rank: int | None
    weak: bool

    @property
    def promotion(self) -> Any:
        """What numpy.ufunc.resolve_dtypes is told."""
        return WEAK[self.type] if self.weak else np.dtype(self.dtype)


def shallow(context: Any, value: typed.Expression) -> Type:
    """The value's type, a Literal's as the type of its values."""
    type_: Type = context.solver.shallow(value.type)
    return literal_base(type_) if isinstance(type_, LiteralType) else type_


def operand(context: Any, value: typed.Expression, span: Any) -> Operand | None:
    """The value as an operand of numpy; lists of numbers become arrays. None for everything else."""
    type_ = shallow(context, value)
    if isinstance(type_, ArrayType):
        return Operand(value, type_, supported(type_.dtype), type_.rank, False)
    if type_ in NUMBERS:
        return Operand(value, type_, NUMBERS[type_], 0, True)
    if type_ == SHAPE:
        item = context.site_variable((context.key, span, "shape as an operand"))
        context.solver.include(item, INT)
        value = compute(context, ListType(item), "np::shape_list", [value], span)
        type_ = ListType(item)
    if isinstance(type_, ListType | TupleType):
        held = type_.items if isinstance(type_, TupleType) else (type_.item,)
        arrays = bool(held) and all(isinstance(context.solver.shallow(item), ArrayType) for item in held)
        made = context.required("numpy.array", [value], {}, span) if arrays else from_list(context, value, span)
        return operand(context, made, span) if made is not None else None
    return None


def operands(context: Any, values: list[typed.Expression], span: Any) -> list[Operand] | None:
    """All of them, or None unless one is an array."""
    if not any(isinstance(shallow(context, value), ArrayType) for value in values):
        return None
    found = [operand(context, value, span) for value in values]
    return [item for item in found if item is not None] if None not in found else None


def supported(dtype: str) -> str:
    """The dtype, which compiled code computes with. Raises Unsupported."""
    if dtype in CPP:
        return dtype
    if dtype == "any":
        raise Unsupported("this may be an array of one dtype or of another", "a loop runs on one dtype", "convert both with `.astype(…)`")
    raise Unsupported(f"numpy arrays of {dtype} are not computed with in compiled code", instead="`.astype(numpy.float32)` outside")


def from_list(context: Any, value: typed.Expression, span: Any, dtype: str | None = None) -> typed.Expression | None:
    """A new array of nested lists and tuples of numbers."""
    found = leaves(context, value)
    if found is None:
        return None
    depth, made = found
    return compute(context, ArrayType(dtype or made, depth), f"np::from_list<{CPP[dtype or made]}>", [value], span)


def leaves(context: Any, value: typed.Expression) -> tuple[int, str] | None:
    """How deep lists and tuples of numbers are nested, and the dtype of the array that numpy makes of them."""
    kinds: set[Type] = set()
    type_ = context.solver.resolve(value.type)
    depth = _descend(type_, kinds) if isinstance(type_, ListType | TupleType) else None
    if depth is None:
        return None
    wide = next((kind for kind in (FLOAT, INT, BOOL) if kind in kinds), FLOAT)
    union = next((kind for kind in kinds if isinstance(kind, UnionType)), None)
    if union is not None and FLOAT not in kinds and not (isinstance(value, typed.Temporary) and _holds_float(context, value)):
        raise Unsupported(
            f"an array of {type_name(union)} has no dtype that is known when compiling",
            instead="numbers of one type, `2.0` rather than `2`",
        )
    return depth, "float64" if union is not None else NUMBERS[wide]


def _holds_float(context: Any, value: typed.Temporary) -> bool:
    """Whether a list display that was written right here certainly holds a float."""
    for node in reversed(context.block):
        if isinstance(node, typed.Compute) and node.result is value:
            items = [(item, shallow(context, item)) for item, _ in node.arguments] if node.cpp in ("python::list", "tuple") else []
            return any(type_ == FLOAT or (isinstance(item, typed.Temporary) and _holds_float(context, item)) for item, type_ in items)
    return False


def _descend(type_: Type, kinds: set[Type]) -> int | None:
    """The depth of nesting, kinds of numbers noted; None for what is no regular nest of numbers."""
    if isinstance(type_, ListType):
        inner = 0 if type_.item == NEVER else _descend(type_.item, kinds)
        return None if inner is None else inner + 1
    if isinstance(type_, TupleType):
        depths = {_descend(item, kinds) for item in type_.items}
        only = depths.pop() if len(depths) == 1 else 0 if not type_.items else None
        return None if only is None else only + 1
    members = type_.members if isinstance(type_, UnionType) else (type_,)
    numbers = {SCALARS.get(member, member) for member in members}
    if not all(number in NUMBERS for number in numbers):
        return None
    kinds.add(type_ if len(numbers) > 1 else numbers.pop())
    return 0


def compute(context: Any, result: Type, cpp: str, values: list[typed.Expression], span: Any, raises: bool = True) -> typed.Expression:
    """A call with the arguments as they are."""
    made: typed.Expression = context.compute(
        result, cpp, [(value, context.solver.shallow(value.type)) for value in values], span, raises=raises
    )
    return made


def broadcast_rank(items: list[Operand]) -> int | None:
    """The rank of what operands broadcast to."""
    ranks = [item.rank for item in items]
    return None if None in ranks else max(rank for rank in ranks if rank is not None)


def promoted(name: str, items: list[Operand]) -> list[str] | None:
    """The dtypes of the loop that numpy's ufunc chooses, the result's last; None when it takes no such types."""
    ufunc = getattr(np, name)
    try:
        found = ufunc.resolve_dtypes((*(item.promotion for item in items), *(None,) * ufunc.nout))
    except TypeError as error:
        raise Unsupported(
            f"numpy.{name} does not take {' and '.join(type_name(item.type) for item in items)}", str(error).split(",")[0].split("\n")[0]
        ) from None
    return [supported(dtype.name) for dtype in found]


def result_dtype(items: list[Operand]) -> str:
    """numpy.result_type, Python numbers weak."""
    made = np.result_type(*(WEAK[item.type](0) if item.weak and item.type != BOOL else np.dtype(item.dtype) for item in items))
    return supported(made.name)


def literal(value: typed.Expression | None, default: Any) -> tuple[Any, bool]:
    """(The constant, True), or (None, False) for what is known at run time only."""
    if value is None:
        return default, True
    if isinstance(value, typed.Literal) and not isinstance(value.type, StaticType):
        return value.value, True
    return (None, True) if value.type == NONE else (None, False)


def constant_bool(value: typed.Expression | None, default: bool, name: str) -> bool:
    """An option that decides a type."""
    found, known = (value.value, True) if isinstance(value, typed.Literal) else literal(value, default)
    if value is not None and isinstance(value.type, StaticType):
        found, known = value.type.value, True
    if known and isinstance(found, bool | np.bool_):
        return bool(found)
    raise Unsupported(f"`{name}` must be True or False here", "the type of the result depends on it")


def dtype_argument(value: typed.Expression | None) -> str | None:
    """A dtype named by a class (`np.float32`, `float`), by its text or by a dtype object; None when not given."""
    if value is None or value.type == NONE:
        return None
    named = value.type.value if isinstance(value.type, StaticType) else value.value if isinstance(value, typed.Literal) else None
    try:
        dtype = np.dtype(named) if named is not None else None
    except TypeError:
        dtype = None
    if dtype is None or not dtype.isnative:
        raise Unsupported("a dtype must be known when compiling", instead='`numpy.float32`, or `"float32"`')
    return supported(dtype.name)


def arguments(call: Any, names: str, *, receiver: bool = False) -> dict[str, typed.Expression] | None:
    """Arguments by name; `names` in order, those after `*` by keyword only. None when the call has others."""
    del receiver
    listed = names.split()
    plain = listed[: listed.index("*")] if "*" in listed else listed
    if len(call.positional) > len(plain):
        return None
    found = dict(zip(plain, call.positional, strict=False))
    if any(name in found or name not in listed for name in call.keywords):
        return None
    return {**found, **call.keywords}


def optional_rank(type_: Type) -> int | None:
    """The rank of an array type."""
    return type_.rank if isinstance(type_, ArrayType) else None


def axis_count(context: Any, axis: typed.Expression | None) -> int | None:
    """How many axes an `axis` argument names; None means all of them. Raises Unsupported for what is unknown."""
    if axis is None or axis.type == NONE:
        return None
    type_ = shallow(context, axis)
    if type_ == INT:
        return 1
    if isinstance(type_, TupleType) and all(context.solver.shallow(item) == INT for item in type_.items):
        return len(type_.items)
    hint = "test `is None` first" if isinstance(type_, UnionType) and NONE in type_.members else "an int, or a tuple of ints"
    raise Unsupported(f"axis cannot be {type_name(context.solver.resolve(type_))} here", "the rank of the result depends on it", hint)


def among_others(context: Any, made: typed.Expression, span: Any) -> typed.Expression:
    """A new list, which may hold values of other types as well."""
    type_ = shallow(context, made)
    assert isinstance(type_, ListType)
    item = context.site_variable((context.key, span, "among others"))
    context.solver.include(item, type_.item)
    widened: typed.Expression = context.compute_template(ListType(item), "python::list_among<{T}>", {"T": item}, [(made, type_)], span)
    return widened
