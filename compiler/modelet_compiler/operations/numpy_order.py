"""Positions of extremes, sorting, running sums."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, ArrayType
from modelet_compiler.operations.numpy_reduce import NO_AXIS, accumulator, reduced_rank
from modelet_compiler.operations.numpy_types import (
    CPP,
    Operand,
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

LAST_AXIS = typed.Literal(-1, INT)


def _given(context: Any, call: Any, names: str) -> tuple[dict[str, typed.Expression], Operand] | None:
    found = arguments(call, names)
    item = operand(context, found["a"], call.span) if found is not None and "a" in found else None
    return (found, item) if found is not None and item is not None and not item.weak else None


def _one_axis(context: Any, axis: typed.Expression) -> None:
    if axis.type != NONE and shallow(context, axis) != INT:
        axis_count(context, axis)
        raise Unsupported("axis must be an int here")


@REGISTRY.rule("numpy.argmax", "ndarray.argmax", "numpy.argmin", "ndarray.argmin")
def position(context: Any, call: Any) -> typed.Expression | None:
    """The first position of the largest or smallest; NaN counts as either."""
    given = _given(context, call, "a axis * keepdims")
    if given is None:
        return None
    found, item = given
    axis = found.get("axis", NO_AXIS)
    _one_axis(context, axis)
    keep = constant_bool(found.get("keepdims"), False, "keepdims")
    which = "First" if call.name.endswith("argmax") else "Last"
    type_ = ArrayType("int64", reduced_rank(context, item.rank, axis, keep))
    return compute(
        context, type_, f"np::extreme_position<np::{which}, {CPP[item.dtype]}>", [item.value, axis, typed.Literal(keep, BOOL)], call.span
    )


@REGISTRY.rule("numpy.sort", "numpy.argsort", "ndarray.argsort")
def ordered(context: Any, call: Any) -> typed.Expression | None:
    """A sorted copy, or the positions that sort. Equal values keep their order, so `kind` matters only for argsort's ties."""
    given = _given(context, call, "a axis kind * stable")
    if given is None:
        return None
    found, item = given
    axis = found.get("axis", LAST_AXIS)
    _one_axis(context, axis)
    name = call.name.split(".")[1]
    _check_kind(name, found)
    if item.rank == 0:
        raise Unsupported(f"`{name}` of a scalar is not supported")
    rank = 1 if axis.type == NONE else item.rank
    return compute(
        context,
        ArrayType("int64" if name == "argsort" else item.dtype, rank),
        f"np::{name}<{CPP[item.dtype]}>",
        [item.value, axis],
        call.span,
    )


def _check_kind(name: str, found: dict[str, typed.Expression]) -> None:
    """Whatever order numpy's quicksort gives ties depends on the processor; the stable one is among those it could give."""
    kind, known = literal(found.get("kind"), None)
    if not known or kind not in (None, "quicksort", "stable", "mergesort", "heapsort"):
        raise Unsupported(f"`{name}` needs a `kind` that is known when compiling", instead='"stable"')


@REGISTRY.rule("ndarray.sort")
def sort_in_place(context: Any, call: Any) -> typed.Expression | None:
    """`array.sort()`."""
    given = _given(context, call, "a axis kind")
    if given is None:
        return None
    found, item = given
    axis = found.get("axis", LAST_AXIS)
    if shallow(context, axis) != INT or item.rank == 0:
        return None
    _check_kind("sort", found)
    return compute(context, NONE, f"np::sort_in_place<{CPP[item.dtype]}>", [item.value, axis], call.span)


@REGISTRY.rule("numpy.cumsum", "ndarray.cumsum", "numpy.cumprod", "ndarray.cumprod")
def running(context: Any, call: Any) -> typed.Expression | None:
    """Running sums and products."""
    given = _given(context, call, "a axis dtype")
    if given is None:
        return None
    found, item = given
    axis = found.get("axis", NO_AXIS)
    _one_axis(context, axis)
    name = call.name.split(".")[1]
    dtype = accumulator(name, item.dtype, dtype_argument(found.get("dtype")))
    rank = 1 if axis.type == NONE or item.rank == 0 else item.rank
    operation = "Add" if name == "cumsum" else "Multiply"
    return compute(
        context, ArrayType(dtype, rank), f"np::accumulate<np::{operation}, {CPP[dtype]}, {CPP[item.dtype]}>", [item.value, axis], call.span
    )
