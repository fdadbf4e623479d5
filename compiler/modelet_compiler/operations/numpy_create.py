"""New arrays: from numbers and lists, from shapes, from other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, ArrayType, ListType, TupleType, Type
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
        return joined(context, value, "stack", ZERO, dtype, call.span)
    return from_list(context, value, call.span, dtype)


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


def listed(context: Any, value: typed.Expression, dtype: str | None, span: Any) -> tuple[typed.Expression, ArrayType] | None:
    """A list of arrays that all have one dtype, and their common type."""
    type_ = shallow(context, value)
    if isinstance(type_, ListType):
        item = context.solver.shallow(type_.item)
        if not isinstance(item, ArrayType):
            return None
        own = supported(item.dtype)
        if dtype in (None, own):
            return value, item
        raise Unsupported("`dtype=` for a list of arrays is not supported", instead="`.astype(…)` of the result")
    if not isinstance(type_, TupleType) or not type_.items:
        return None
    items = [operand(context, context.tuple_item(value, type_, place, span), span) for place in range(len(type_.items))]
    arrays = [item for item in items if item is not None and not item.weak]
    if len(arrays) != len(items):
        return None
    result = dtype or supported(np.result_type(*(np.dtype(item.dtype) for item in arrays)).name)
    ranks = {item.rank for item in arrays}
    common = ArrayType(result, ranks.pop() if len(ranks) == 1 else None)
    parts = [_cast(context, item, result, span) for item in arrays]
    variable = context.site_variable((context.key, span, "listed"))
    context.solver.include(variable, common)
    made = context.compute(ListType(variable), "python::list", [(part, common) for part in parts], span)
    return made, common


def _cast(context: Any, item: Operand, dtype: str, span: Any) -> typed.Expression:
    if item.dtype == dtype:
        return item.value
    return compute(context, ArrayType(dtype, item.rank), f"np::astype<{CPP[dtype]}, {CPP[item.dtype]}>", [item.value], span)


def joined(
    context: Any, value: typed.Expression, name: str, axis: typed.Expression, dtype: str | None, span: Any
) -> typed.Expression | None:
    """Stack and concatenate."""
    found = listed(context, value, dtype, span)
    if found is None or shallow(context, axis) != INT:
        return None
    arrays, item = found
    rank = None if item.rank is None else item.rank + (name == "stack")
    return compute(context, ArrayType(item.dtype, rank), f"np::{name}<{CPP[item.dtype]}>", [arrays, axis], span)


@REGISTRY.rule("numpy.stack", "numpy.concatenate", "numpy.vstack", "numpy.hstack")
def join(context: Any, call: Any) -> typed.Expression | None:
    """Lists and tuples of arrays."""
    name = call.name.removeprefix("numpy.")
    found = arguments(call, "arrays axis * dtype" if name in ("stack", "concatenate") else "arrays * dtype")
    if found is None or "arrays" not in found:
        return None
    axis, dtype = found.get("axis", ZERO), dtype_argument(found.get("dtype"))
    if name in ("vstack", "hstack"):
        name, axis = _stacked_as(context, found["arrays"], name)
    return joined(context, found["arrays"], name, axis, dtype, call.span)


def _stacked_as(context: Any, value: typed.Expression, name: str) -> tuple[str, typed.Expression]:
    type_ = shallow(context, value)
    items = type_.items if isinstance(type_, TupleType) else (type_.item,) if isinstance(type_, ListType) else ()
    ranks = {item.rank if isinstance(item, ArrayType) else None for item in map(context.solver.shallow, items)}
    rank = ranks.pop() if len(ranks) == 1 else None
    if not rank:
        raise Unsupported(f"numpy.{name} needs arrays whose number of axes is known and the same", instead="numpy.concatenate with an axis")
    if rank == 1:
        return ("stack" if name == "vstack" else "concatenate"), ZERO
    return "concatenate", typed.Literal(0 if name == "vstack" else 1, INT)


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


@REGISTRY.rule("numpy.linspace")
def linspace(context: Any, call: Any) -> typed.Expression | None:
    """Evenly spaced numbers."""
    found = arguments(call, "start stop num endpoint * dtype")
    if found is None or "stop" not in found:
        return None
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
    sizes = [found["N"], found.get("M", found["N"]), found.get("k", ZERO)]
    if any(shallow(context, size) != INT for size in sizes):
        return None
    made: typed.Expression = context.compute(ArrayType(dtype, 2), f"np::eye<{CPP[dtype]}>", [(size, INT) for size in sizes], call.span)
    return made
