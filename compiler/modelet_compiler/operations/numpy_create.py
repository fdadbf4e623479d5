"""New arrays: from numbers and lists, from shapes, from other arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, ArrayType, ListType, TupleType, Type
from modelet_compiler.operations.numpy_shape import shape_argument
from modelet_compiler.operations.numpy_types import (
    CPP,
    NUMBERS,
    Operand,
    arguments,
    compute,
    constant_bool,
    dtype_argument,
    from_list,
    leaves,
    operand,
    shallow,
    supported,
)
from modelet_compiler.operations.registry import REGISTRY

ZERO = typed.Literal(0, INT)


@REGISTRY.rule("numpy.array", "numpy.asarray", "numpy.ascontiguousarray")
def array(context: Any, call: Any) -> typed.Expression | None:
    """Of nested lists of numbers, of lists of arrays, of arrays."""
    found = arguments(call, "object dtype")
    if found is None or "object" not in found:
        return None
    value, dtype = found["object"], dtype_argument(found.get("dtype"))
    type_ = shallow(context, value)
    if isinstance(type_, ArrayType):
        return _of_array(context, call, value, type_, dtype or supported(type_.dtype))
    if type_ in NUMBERS:
        raise Unsupported("an array without axes is not supported", instead="a number, or a list of one")
    if isinstance(type_, ListType | TupleType) and arrays_in(context, type_):
        return joined(context, value, "rows", [], dtype, call.span, lambda rank: rank + 1)
    made = from_list(context, value, call.span, dtype)
    rows = _rows_of_arrays(context, value, call.span) if made is None else None
    return joined(context, rows, "rows", [], dtype, call.span, lambda rank: rank + 1) if rows is not None else made


def _rows_of_arrays(context: Any, value: typed.Expression, span: Any) -> typed.Expression | None:
    """Of a display of displays with arrays in them: a tuple of one array a row."""
    parts = display(context, value, span)
    if parts is None or not any(_holds_arrays(context, shallow(context, part)) for part in parts):
        return None
    rows = [context.required("numpy.array", [part], {}, span) for part in parts]
    types = TupleType(tuple(context.solver.shallow(row.type) for row in rows))
    made: typed.Expression = context.compute(types, "tuple", list(zip(rows, types.items, strict=True)), span, raises=False, plain=True)
    return made


def _holds_arrays(context: Any, type_: Type) -> bool:
    """Whether one is among the items of a list or tuple."""
    items = type_.items if isinstance(type_, TupleType) else (type_.item,) if isinstance(type_, ListType) else ()
    return any(isinstance(context.solver.shallow(item), ArrayType) for item in items)


def _of_array(context: Any, call: Any, value: typed.Expression, type_: ArrayType, dtype: str) -> typed.Expression | None:
    if type_.rank == 0:
        raise Unsupported("an array without axes is not supported", instead="the scalar itself")
    result = ArrayType(dtype, type_.rank)
    if call.name == "numpy.ascontiguousarray":
        return compute(context, result, f"np::contiguous<{CPP[dtype]}, {CPP[type_.dtype]}>", [value], call.span)
    name = "as_dtype" if call.name == "numpy.asarray" else "astype"
    return compute(context, result, f"np::{name}<{CPP[dtype]}, {CPP[type_.dtype]}>", [value], call.span)


def arrays_in(context: Any, type_: Type) -> bool:
    """Whether a list or tuple holds arrays."""
    items = type_.items if isinstance(type_, TupleType) else (type_.item,) if isinstance(type_, ListType) else ()
    return bool(items) and all(isinstance(context.solver.shallow(item), ArrayType) for item in items)


def display(context: Any, value: typed.Expression, span: Any) -> list[typed.Expression] | None:
    """The items of a tuple, or of a list display that was written right here."""
    type_ = shallow(context, value)
    if isinstance(type_, TupleType):
        return [context.tuple_item(value, type_, place, span) for place in range(len(type_.items))]
    if isinstance(value, typed.Temporary):
        for node in reversed(context.block):
            if isinstance(node, typed.Compute) and node.result is value:
                return [item for item, _ in node.arguments] if node.cpp == "python::list" else None
    return None


def listed(context: Any, value: typed.Expression, span: Any) -> tuple[typed.Expression, ArrayType] | None:
    """A list of arrays that all have one dtype, and their common type."""
    type_ = shallow(context, value)
    if isinstance(type_, ArrayType) and type_.rank != 0:
        row = ArrayType(type_.dtype, None if type_.rank is None else type_.rank - 1)
        return compute(context, _list_of(context, row, span), "np::rows", [value], span), row
    if isinstance(type_, ListType):
        item = context.solver.shallow(type_.item)
        if isinstance(item, ArrayType) and (item.dtype != "any" or display(context, value, span) is None):
            supported(item.dtype)
            return value, item
    parts = display(context, value, span)
    if parts is None:
        return _of_lists(context, value, span)
    items = [operand(context, part, span) for part in parts]
    arrays = [item for item in items if item is not None and (not item.weak or item.rank == 0)]
    if len(arrays) != len(items) or not items:
        return None
    result = supported(np.result_type(*(np.dtype(item.dtype) for item in arrays)).name)
    ranks = {item.rank for item in arrays}
    common = ArrayType(result, ranks.pop() if len(ranks) == 1 else None)
    made = [_cast(context, item, result, span) for item in arrays]
    return context.compute(_list_of(context, common, span), "python::list", [(part, common) for part in made], span), common


def _list_of(context: Any, item: Type, span: Any) -> ListType:
    variable = context.site_variable((context.key, span, "listed", item))
    context.solver.include(variable, item)
    return ListType(variable)


def _of_lists(context: Any, value: typed.Expression, span: Any) -> tuple[typed.Expression, ArrayType] | None:
    """A list of lists of numbers as a list of arrays."""
    found = leaves(context, value)
    if found is None or found[0] < 2 or not isinstance(shallow(context, value), ListType):
        return None
    item = ArrayType(found[1], found[0] - 1)
    return compute(context, _list_of(context, item, span), f"np::each_from_list<{CPP[found[1]]}>", [value], span), item


def _cast(context: Any, item: Operand, dtype: str, span: Any) -> typed.Expression:
    if item.weak:
        return compute(context, ArrayType(dtype, 0), f"np::scalar<{CPP[dtype]}>", [item.value], span)
    if item.dtype == dtype:
        return item.value
    return compute(context, ArrayType(dtype, item.rank), f"np::astype<{CPP[dtype]}, {CPP[item.dtype]}>", [item.value], span)


Rank = int | Callable[[int], int]


def _same_rank(rank: int) -> int:
    return rank


def joined(
    context: Any, value: typed.Expression, name: str, extra: list[typed.Expression], dtype: str | None, span: Any, rank: Rank
) -> typed.Expression | None:
    """A function of a list of arrays; `rank` tells the result's rank from the arrays'."""
    found = listed(context, value, span)
    if found is None:
        return None
    arrays, item = found
    type_ = ArrayType(item.dtype, None if item.rank is None else rank(item.rank) if callable(rank) else rank)
    made = compute(context, type_, f"np::{name}<{CPP[item.dtype]}>", [arrays, *extra], span)
    if dtype in (None, item.dtype):
        return made
    return compute(context, ArrayType(dtype, type_.rank), f"np::astype<{CPP[dtype]}, {CPP[item.dtype]}>", [made], span)


@REGISTRY.rule("numpy.stack", "numpy.concatenate", "numpy.append")
def join(context: Any, call: Any) -> typed.Expression | None:
    """Lists and tuples of arrays."""
    name = call.name.removeprefix("numpy.")
    if name == "append":
        return _append(context, call)
    found = arguments(call, "arrays axis * dtype")
    if found is None or "arrays" not in found:
        return None
    axis, dtype = found.get("axis", ZERO), dtype_argument(found.get("dtype"))
    if name == "concatenate" and axis.type == NONE:
        return joined(context, found["arrays"], "concatenate_flat", [], dtype, call.span, 1)
    if shallow(context, axis) != INT:
        return None
    return joined(context, found["arrays"], name, [axis], dtype, call.span, lambda rank: rank + (name == "stack"))


def _append(context: Any, call: Any) -> typed.Expression | None:
    found = arguments(call, "arr values axis")
    if found is None or "values" not in found:
        return None
    axis = found.get("axis", typed.Literal(None, NONE))
    types = TupleType((shallow(context, found["arr"]), shallow(context, found["values"])))
    pair = context.compute(
        types, "tuple", list(zip((found["arr"], found["values"]), types.items, strict=True)), call.span, raises=False, plain=True
    )
    if axis.type == NONE:
        return joined(context, pair, "concatenate_flat", [], None, call.span, 1)
    return joined(context, pair, "concatenate", [axis], None, call.span, _same_rank) if shallow(context, axis) == INT else None


STACKS = {"vstack": 2, "hstack": 1, "column_stack": 2, "dstack": 3}


@REGISTRY.rule(*(f"numpy.{name}" for name in STACKS))
def stacks(context: Any, call: Any) -> typed.Expression | None:
    """Along the axis that each is named for, whatever the number of axes."""
    name = call.name.removeprefix("numpy.")
    found = arguments(call, "arrays * dtype")
    if found is None or "arrays" not in found:
        return None
    dtype = dtype_argument(found.get("dtype"))
    return joined(context, found["arrays"], name, [], dtype, call.span, lambda rank: max(rank, STACKS[name]))


@REGISTRY.rule("numpy.zeros", "numpy.ones", "numpy.empty", "numpy.full")
def filled(context: Any, call: Any) -> typed.Expression | None:
    """Of a shape; empty arrays are zeros here."""
    name = call.name.removeprefix("numpy.")
    found = arguments(call, "shape fill_value dtype" if name == "full" else "shape dtype")
    if found is None or "shape" not in found:
        return None
    shape, rank = shape_argument(context, [found["shape"]], call.span)
    if rank == 0:
        raise Unsupported("an array without axes is not supported", instead="a number")
    dtype = dtype_argument(found.get("dtype"))
    value = operand(context, found["fill_value"] if name == "full" else typed.Literal(1 if name == "ones" else 0, INT), call.span)
    if value is None:
        return None
    dtype = dtype or (value.dtype if name == "full" else "float64")
    return compute(
        context, ArrayType(dtype, rank), f"np::full<{CPP[dtype]}, {CPP[_source(value, dtype)]}>", [shape, value.value], call.span
    )


def _source(value: Operand, dtype: str) -> str:
    """How a fill value is read: a Python number takes the array's dtype where it is of its kind."""
    if not value.weak or (value.dtype == "float64" and not dtype.startswith("float")):
        return value.dtype
    return "int64" if dtype == "bool" and value.dtype == "int64" else dtype


@REGISTRY.rule("numpy.zeros_like", "numpy.ones_like", "numpy.empty_like", "numpy.full_like")
def like(context: Any, call: Any) -> typed.Expression | None:
    """The shape of another array."""
    name = call.name.removeprefix("numpy.").removesuffix("_like")
    found = arguments(call, "a fill_value dtype" if name == "full" else "a dtype")
    model = operand(context, found["a"], call.span) if found is not None and "a" in found else None
    if found is None or model is None or model.weak or (name == "full" and "fill_value" not in found):
        return None
    if model.rank == 0:
        raise Unsupported("an array without axes is not supported", instead="a number")
    dtype = dtype_argument(found.get("dtype")) or model.dtype
    value = operand(context, found["fill_value"] if name == "full" else typed.Literal(1 if name == "ones" else 0, INT), call.span)
    if value is None:
        return None
    cpp = f"np::full_like<{CPP[dtype]}, {CPP[_source(value, dtype)]}>"
    return compute(context, ArrayType(dtype, model.rank), cpp, [model.value, value.value], call.span)


@REGISTRY.rule("numpy.arange")
def arange(context: Any, call: Any) -> typed.Expression | None:
    """One to three numbers."""
    found = arguments(call, "start stop step dtype")
    if found is None or "start" not in found:
        return None
    dtype = dtype_argument(found.pop("dtype", None))
    found = {name: plain_number(context, value, call.span) for name, value in found.items()}
    kinds = [shallow(context, value) for value in found.values()]
    if any(kind not in (INT, FLOAT) for kind in kinds):
        return None
    kind = FLOAT if FLOAT in kinds else INT
    start, stop = (found["start"], found["stop"]) if "stop" in found else (ZERO, found["start"])
    result = dtype or NUMBERS[kind]
    if result == "bool" or (kind == FLOAT and not result.startswith("float")):
        raise Unsupported(f"numpy.arange of floats as {result} is not supported", instead="`.astype(…)` of the result")
    parts = [(start, kind), (stop, kind), (found.get("step", typed.Literal(1, INT)), kind)]
    made: typed.Expression = context.compute(ArrayType(result, 1), f"np::arange<{CPP[result]}>", parts, call.span)
    return made


def plain_number(context: Any, value: typed.Expression, span: Any) -> typed.Expression:
    """A float64 scalar as the float that it is, and numpy's ints as ints; everything else as it is."""
    type_ = shallow(context, value)
    if isinstance(type_, ArrayType) and type_.rank is None and (type_.dtype == "float64" or "int" in type_.dtype):
        type_ = ArrayType(type_.dtype, 0)
        value = compute(context, type_, "np::expect_rank", [value, ZERO], span)
    if isinstance(type_, ArrayType) and "int" in type_.dtype and type_.rank == 0:
        return compute(context, INT, "np::as_index", [value], span)
    if type_ != ArrayType("float64", 0):
        return value
    made: typed.Expression = context.compute(FLOAT, "np::to_double", [(value, type_)], span)
    return made


@REGISTRY.rule("numpy.linspace")
def linspace(context: Any, call: Any) -> typed.Expression | None:
    """Evenly spaced numbers."""
    found = arguments(call, "start stop num endpoint * dtype")
    if found is None or "stop" not in found:
        return None
    found |= {name: plain_number(context, found[name], call.span) for name in ("start", "stop", "num") if name in found}
    if any(shallow(context, found[name]) not in (INT, FLOAT) for name in ("start", "stop")):
        return None
    dtype = dtype_argument(found.get("dtype")) or "float64"
    if not dtype.startswith("float"):
        raise Unsupported(f"numpy.linspace as {dtype} is not supported", instead="`.astype(…)` of the result")
    endpoint = typed.Literal(constant_bool(found.get("endpoint"), True, "endpoint"), BOOL)
    parts = [(found["start"], FLOAT), (found["stop"], FLOAT), (found.get("num", typed.Literal(50, INT)), INT), (endpoint, BOOL)]
    made: typed.Expression = context.compute(ArrayType(dtype, 1), f"np::linspace<{CPP[dtype]}>", parts, call.span)
    return made


@REGISTRY.rule("numpy.eye", "numpy.identity")
def identity(context: Any, call: Any) -> typed.Expression | None:
    """Ones on a diagonal."""
    found = arguments(call, "N M k dtype" if call.name == "numpy.eye" else "N dtype")
    if found is None or "N" not in found:
        return None
    dtype = dtype_argument(found.get("dtype")) or "float64"
    sizes = [plain_number(context, value, call.span) for value in (found["N"], found.get("M", found["N"]), found.get("k", ZERO))]
    if any(shallow(context, size) != INT for size in sizes):
        return None
    made: typed.Expression = context.compute(ArrayType(dtype, 2), f"np::eye<{CPP[dtype]}>", [(size, INT) for size in sizes], call.span)
    return made
