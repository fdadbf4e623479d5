"""Attributes of arrays, shapes, and the functions that rearrange without computing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, ArrayType, ListType, TupleType, Type, static
from modelet_compiler.operations.numpy_types import (
    CPP,
    SHAPE,
    among_others,
    arguments,
    axis_count,
    compute,
    constant_bool,
    dtype_argument,
    literal,
    operand,
    shallow,
)
from modelet_compiler.operations.registry import REGISTRY

REGISTRY.add([("attribute ndarray.size(self: array) -> int", "np::size")], raises=False)
REGISTRY.add([("builtins.len(value: array, /) -> int", "np::len")])
NO_AXIS = typed.Literal(None, NONE)


@REGISTRY.rule("attribute ndarray.shape", "numpy.shape")
def shape(context: Any, call: Any) -> typed.Expression | None:
    """A tuple where the rank is known, else something that can be indexed, unpacked and given to reshape."""
    type_ = shallow(context, call.positional[0])
    if not isinstance(type_, ArrayType):
        return None
    if type_.rank is None:
        return compute(context, SHAPE, "np::shape", call.positional, call.span, raises=False)
    if type_.rank == 0:
        return typed.Literal((), TupleType(()))
    return compute(context, TupleType((INT,) * type_.rank), f"np::shape_tuple<{type_.rank}>", call.positional, call.span, raises=False)


@REGISTRY.rule("attribute ndarray.ndim", "numpy.ndim")
def ndim(context: Any, call: Any) -> typed.Expression | None:
    """A constant where the rank is known, so that a test of it decides when compiling."""
    type_ = shallow(context, call.positional[0]) if len(call.positional) == 1 else None
    if not isinstance(type_, ArrayType):
        return None
    if type_.rank is not None:
        return typed.Literal(type_.rank, INT)
    return compute(context, INT, "np::rank", call.positional, call.span, raises=False)


@REGISTRY.rule("attribute ndarray.strides")
def strides(context: Any, call: Any) -> typed.Expression | None:
    """In bytes, like the shape."""
    type_ = shallow(context, call.positional[0])
    if not isinstance(type_, ArrayType):
        return None
    whole = compute(context, SHAPE, "np::strides", call.positional, call.span, raises=False)
    if type_.rank is None:
        return whole
    parts = [compute(context, INT, "np::extent", [whole, typed.Literal(axis, INT)], call.span) for axis in range(type_.rank)]
    return _tuple(context, parts, call.span)


@REGISTRY.rule("numpy.lib.stride_tricks.as_strided")
def as_strided(context: Any, call: Any) -> typed.Expression | None:
    """A view of any shape, inside of the array's memory."""
    found = arguments(call, "x shape strides")
    type_ = shallow(context, found["x"]) if found is not None and set(found) == {"x", "shape", "strides"} else None
    if found is None or not isinstance(type_, ArrayType):
        return None
    shape_, rank = shape_argument(context, [found["shape"]], call.span)
    steps, _ = shape_argument(context, [found["strides"]], call.span)
    return compute(context, ArrayType(type_.dtype, rank), "np::as_strided", [found["x"], shape_, steps], call.span)


@REGISTRY.rule("attribute ndarray.itemsize", "attribute ndarray.nbytes")
def bytes_of(context: Any, call: Any) -> typed.Expression | None:
    """In bytes."""
    type_ = shallow(context, call.positional[0])
    if not isinstance(type_, ArrayType):
        return None
    each = typed.Literal(np.dtype(type_.dtype).itemsize, INT)
    if call.name.endswith("itemsize"):
        return each
    count = compute(context, INT, "np::size", call.positional, call.span, raises=False)
    return compute(context, INT, "python::multiply", [count, each], call.span)


@REGISTRY.rule("numpy.size")
def size(context: Any, call: Any) -> typed.Expression | None:
    """How many elements."""
    item = operand(context, call.positional[0], call.span) if len(call.positional) == 1 and not call.keywords else None
    return compute(context, INT, "np::size", [item.value], call.span, raises=False) if item is not None and not item.weak else None


@REGISTRY.rule("iterate", "builtins.tuple", "builtins.list")
def shape_items(context: Any, call: Any) -> typed.Expression | None:
    """A shape whose length is not known, as a list of ints."""
    type_ = shallow(context, call.positional[0]) if len(call.positional) == 1 else None
    if type_ != SHAPE or call.name == "builtins.tuple":
        return None
    return among_others(context, compute(context, ListType(INT), "np::shape_list", call.positional, call.span), call.span)


@REGISTRY.rule("==", "!=")
def same_shape(context: Any, call: Any) -> typed.Expression | None:
    """Two shapes, or a shape and a tuple."""
    types = [shallow(context, value) for value in call.positional]
    if SHAPE not in types or any(type_ != SHAPE and not (isinstance(type_, TupleType) and set(type_.items) <= {INT}) for type_ in types):
        return None
    name = "np::same_shape" if call.name == "==" else "np::other_shape"
    return compute(context, BOOL, name, call.positional, call.span, raises=False)


@REGISTRY.rule("builtins.len")
def shape_len(context: Any, call: Any) -> typed.Expression | None:
    """Of a shape."""
    if len(call.positional) == 1 and shallow(context, call.positional[0]) == SHAPE:
        return compute(context, INT, "np::extents_len", call.positional, call.span, raises=False)
    return None


@REGISTRY.rule("unpack")
def unpack_shape(context: Any, call: Any) -> typed.Expression | None:
    """`rows, columns = array.shape`, and `first, second = array`."""
    type_ = shallow(context, call.positional[0])
    if type_ == SHAPE:
        unpacked = compute(context, SHAPE, "np::unpack_shape", call.positional, call.span)
        _learn_rank(context, *call.positional)
        return unpacked
    if isinstance(type_, ArrayType) and type_.rank != 0:
        return compute(context, type_, "np::unpack", call.positional, call.span)
    return None


def _learn_rank(context: Any, shape: typed.Expression, count: typed.Expression) -> None:
    """After `rows, columns = array.shape` the array has two axes."""
    made = next((node for node in reversed(context.block) if isinstance(node, typed.Compute) and node.result is shape), None)
    if made is None or made.cpp != "np::shape" or not isinstance(count, typed.Literal):
        return
    source = made.arguments[0][0]
    for name, state in context.environment.items():
        if isinstance(source, typed.Read) and state.slot is source.slot and isinstance(state.known, ArrayType):
            context.environment[name] = replace(state, known=ArrayType(state.known.dtype, count.value))


@REGISTRY.rule("attribute ndarray.T", "numpy.transpose", "ndarray.transpose")
def transpose(context: Any, call: Any) -> typed.Expression | None:
    """Axes the other way round, or as named."""
    type_ = shallow(context, call.positional[0]) if call.positional else None
    if not isinstance(type_, ArrayType):
        return None
    axes: typed.Expression = NO_AXIS
    if len(call.positional) > 1 or call.keywords:
        found = arguments(call, "a axes") if len(call.positional) <= 2 else None
        axes = found.get("axes", NO_AXIS) if found is not None else _tuple(context, call.positional[1:], call.span)
    if axes.type != NONE and (axis_count(context, axes) != type_.rank and type_.rank is not None):
        raise Unsupported("axes don't match array")
    return compute(context, type_, "np::transpose", [call.positional[0], axes], call.span)


def _tuple(context: Any, values: list[typed.Expression], span: Any) -> typed.Expression:
    if any(shallow(context, value) != INT for value in values):
        raise Unsupported("a shape or a list of axes must be ints")
    type_ = TupleType((INT,) * len(values))
    made: typed.Expression = context.compute(type_, "tuple", [(value, INT) for value in values], span, raises=False, plain=True)
    return made


def shape_argument(context: Any, values: list[typed.Expression], span: Any) -> tuple[typed.Expression, int | None]:
    """A shape, as one tuple or int or as several ints, and how many axes it has."""
    if len(values) != 1:
        return _tuple(context, values, span), len(values)
    type_ = shallow(context, values[0])
    if type_ == SHAPE:
        return values[0], None
    if type_ == INT:
        return values[0], 1
    if isinstance(type_, TupleType) and all(context.solver.shallow(item) == INT for item in type_.items):
        return values[0], len(type_.items)
    raise Unsupported("a shape must be an int or a tuple of ints here", instead="`(rows, columns)`")


@REGISTRY.rule("numpy.reshape", "ndarray.reshape")
def reshape(context: Any, call: Any) -> typed.Expression | None:
    """A view where strides allow it."""
    item = operand(context, call.positional[0], call.span) if call.positional else None
    if item is None or item.weak or call.keywords or len(call.positional) < 2:
        return None
    if call.name == "numpy.reshape" and len(call.positional) > 2:
        return None
    wanted, rank = shape_argument(context, call.positional[1:], call.span)
    if rank == 0:
        raise Unsupported("an array without axes is not supported", instead="`.item()`, or an index")
    return compute(context, ArrayType(item.dtype, rank), "np::reshaped", [item.value, wanted], call.span)


@REGISTRY.rule("numpy.ravel", "ndarray.ravel", "ndarray.flatten")
def ravel(context: Any, call: Any) -> typed.Expression | None:
    """One axis, in C's order of elements or in Fortran's."""
    found = arguments(call, "a order")
    item = operand(context, found["a"], call.span) if found is not None and "a" in found else None
    order, known = literal(found.get("order"), "C") if found is not None else (None, False)
    if item is None or item.weak or not known or order not in ("C", "F"):
        return None
    if order == "F":
        value = compute(context, ArrayType(item.dtype, item.rank), "np::transpose", [item.value, NO_AXIS], call.span)
        return compute(context, ArrayType(item.dtype, 1), f"np::{call.name.split('.')[1]}", [value], call.span)
    return compute(context, ArrayType(item.dtype, 1), f"np::{call.name.split('.')[1]}", [item.value], call.span)


@REGISTRY.rule("numpy.squeeze", "ndarray.squeeze")
def squeeze(context: Any, call: Any) -> typed.Expression | None:
    """Without axes of extent 1: all of them makes a rank that is not known."""
    found = arguments(call, "a axis")
    type_ = shallow(context, found["a"]) if found is not None and "a" in found else None
    if found is None or not isinstance(type_, ArrayType):
        return None
    axis = found.get("axis", NO_AXIS)
    count = axis_count(context, axis)
    rank = None if count is None or type_.rank is None else type_.rank - count
    if rank == 0 and type_.rank != 0:
        raise Unsupported("an array without axes is not supported", instead="`.item()`, or an index")
    return compute(context, ArrayType(type_.dtype, rank), "np::squeeze", [found["a"], axis], call.span)


@REGISTRY.rule("numpy.expand_dims")
def expand_dims(context: Any, call: Any) -> typed.Expression | None:
    """One axis more."""
    found = arguments(call, "a axis")
    item = operand(context, found["a"], call.span) if found is not None and "a" in found else None
    if found is None or item is None or item.weak or "axis" not in found or shallow(context, found["axis"]) != INT:
        return None
    rank = None if item.rank is None else item.rank + 1
    return compute(context, ArrayType(item.dtype, rank), "np::expand_dims", [item.value, found["axis"]], call.span)


@REGISTRY.rule("numpy.swapaxes", "ndarray.swapaxes")
def swap_axes(context: Any, call: Any) -> typed.Expression | None:
    """A view."""
    type_ = shallow(context, call.positional[0]) if len(call.positional) == 3 else None
    if not isinstance(type_, ArrayType) or any(shallow(context, value) != INT for value in call.positional[1:]):
        return None
    return compute(context, type_, "np::swap_axes", call.positional, call.span)


@REGISTRY.rule("ndarray.astype")
def astype(context: Any, call: Any) -> typed.Expression | None:
    """A copy in another dtype."""
    found = arguments(call, "a dtype * copy")
    type_ = shallow(context, call.positional[0])
    dtype = dtype_argument(found.get("dtype")) if found is not None else None
    if found is None or dtype is None or not isinstance(type_, ArrayType):
        return None
    item = operand(context, call.positional[0], call.span)
    assert item is not None
    name = "astype" if constant_bool(found.get("copy"), True, "copy") else "as_dtype"
    return compute(context, ArrayType(dtype, type_.rank), f"np::{name}<{CPP[dtype]}, {CPP[item.dtype]}>", [call.positional[0]], call.span)


@REGISTRY.rule("ndarray.copy", "numpy.copy")
def copy(context: Any, call: Any) -> typed.Expression | None:
    """Memory of its own."""
    item = operand(context, call.positional[0], call.span) if len(call.positional) == 1 and not call.keywords else None
    if item is None or item.weak:
        return None
    if call.name == "numpy.copy":
        return compute(
            context, ArrayType(item.dtype, item.rank), f"np::astype<{CPP[item.dtype]}, {CPP[item.dtype]}>", [item.value], call.span
        )
    return compute(context, ArrayType(item.dtype, item.rank), "np::copy", [item.value], call.span)


@REGISTRY.rule("attribute ndarray.dtype")
def dtype_of(context: Any, call: Any) -> typed.Expression | None:
    """Known when compiling."""
    type_ = shallow(context, call.positional[0])
    if not isinstance(type_, ArrayType):
        return None
    dtype = np.dtype(type_.dtype)
    return typed.Literal(dtype, static(f"numpy.{type_.dtype}", dtype))


__all__ = ["Type", "shape_argument"]
