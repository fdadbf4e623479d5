"""numpy's reductions: sums, means, extremes, tests, norms; functions and methods alike."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, INT, NONE, ArrayType, Type
from modelet_compiler.operations.numpy_elementwise import stored_as
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
    supported,
)
from modelet_compiler.operations.registry import REGISTRY

Found = dict[str, typed.Expression]
PLAIN = {
    "sum": "Sum", "prod": "Product", "max": "Largest", "min": "Smallest", "amax": "Largest", "amin": "Smallest", "any": "Any", "all": "All",
}  # fmt: skip
NO_AXIS = typed.Literal(None, NONE)


def reduced_rank(context: Any, rank: int | None, axis: typed.Expression | None, keep: bool) -> int | None:
    """The rank after a reduction."""
    count = axis_count(context, axis)
    if keep:
        return rank
    if count is None:
        return 0
    if rank is not None and count > max(rank, 1):
        raise Unsupported(f"{count} axes of an array of {rank}")
    return None if rank is None else max(rank - count, 0)


def _parsed(context: Any, call: Any, names: str) -> tuple[Found, Operand] | None:
    found = arguments(call, names)
    item = operand(context, found["a"], call.span) if found is not None and "a" in found else None
    if found is None or item is None or item.weak:
        return None
    out = found.get("out")
    if out is not None and out.type != NONE:
        raise Unsupported("`out=` is not supported", instead="`array[...] = `")
    return found, item


def _reduce(
    context: Any, call: Any, found: Found, item: Operand, cpp: str, dtype: str, extra: tuple[typed.Expression, ...] = ()
) -> typed.Expression:
    keep = constant_bool(found.get("keepdims"), False, "keepdims")
    axis = found.get("axis", NO_AXIS)
    type_: Type = ArrayType(dtype, reduced_rank(context, item.rank, axis, keep))
    return compute(context, type_, cpp, [item.value, axis, typed.Literal(keep, BOOL), *extra], call.span)


@REGISTRY.rule(
    *(f"numpy.{name}" for name in PLAIN), *(f"ndarray.{name}" for name in PLAIN if not name.startswith("a") or name in ("any", "all"))
)
def plain(context: Any, call: Any) -> typed.Expression | None:
    """Reductions by one operation."""
    name = call.name.split(".")[1]
    takes_dtype = name in ("sum", "prod")
    parsed = _parsed(context, call, f"a axis{' dtype' * takes_dtype} out keepdims{'' if name in ('any', 'all') else ' initial'} where")
    if parsed is None:
        return None
    found, item = parsed
    dtype = accumulator(name, item.dtype, dtype_argument(found.get("dtype")))
    types = f"np::{PLAIN[name]}, {CPP[dtype]}, {CPP[item.dtype]}"
    if "initial" not in found and "where" not in found:
        return _reduce(context, call, found, item, f"np::reduce<{types}>", dtype)
    extra = _start_and_mask(context, call, found, PLAIN[name], dtype)
    return _reduce(context, call, found, item, f"np::reduce_where<{types}>", dtype, extra) if extra is not None else None


def _start_and_mask(context: Any, call: Any, found: Found, operation: str, dtype: str) -> tuple[typed.Expression, ...] | None:
    """What a reduction starts from, None for what it always does, and the elements that take part."""
    given, where = found.get("initial", NO_AXIS), found.get("where", typed.Literal(True, BOOL))
    start, mask = (operand(context, value, call.span) for value in (given, where))
    if given.type == NONE and operation in ("Largest", "Smallest"):
        name = "maximum" if operation == "Largest" else "minimum"
        raise Unsupported(f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify 'initial'")
    if mask is None or mask.dtype != "bool" or (start is None and given.type != NONE):
        return None
    if start is not None:
        if start.rank != 0 or not np.can_cast(start.dtype if not start.weak else np.min_scalar_type(0), dtype, "same_kind"):
            return None
        given = stored_as(context, start, dtype, call.span).value
    return given, stored_as(context, mask, "bool", call.span).value


def accumulator(name: str, dtype: str, asked: str | None) -> str:
    """The dtype that numpy accumulates in: small ints are summed as 64-bit ones."""
    if asked is not None:
        return asked
    if name in ("any", "all"):
        return "bool"
    if name in ("sum", "prod", "cumsum", "cumprod"):
        return supported(np.sum(np.zeros(1, dtype)).dtype.name)
    return dtype


@REGISTRY.rule("numpy.mean", "ndarray.mean")
def mean(context: Any, call: Any) -> typed.Expression | None:
    """Ints are averaged in float64."""
    parsed = _parsed(context, call, "a axis dtype out keepdims")
    if parsed is None:
        return None
    found, item = parsed
    dtype = _float(dtype_argument(found.get("dtype")), item.dtype, "mean")
    return _reduce(context, call, found, item, f"np::mean<{CPP[dtype]}, {CPP[item.dtype]}>", dtype)


def _float(asked: str | None, own: str, name: str) -> str:
    dtype = asked or (own if own.startswith("float") else "float64")
    if not dtype.startswith("float"):
        raise Unsupported(f"numpy.{name} in {dtype} is not supported", instead="a float dtype")
    return dtype


@REGISTRY.rule("numpy.var", "ndarray.var", "numpy.std", "ndarray.std")
def spread(context: Any, call: Any) -> typed.Expression | None:
    """Variance and standard deviation."""
    parsed = _parsed(context, call, "a axis dtype out ddof keepdims")
    if parsed is None:
        return None
    found, item = parsed
    correction = found.get("ddof", typed.Literal(0, INT))
    if shallow(context, correction) != INT:
        raise Unsupported("`ddof` must be an int")
    dtype = _float(dtype_argument(found.get("dtype")), item.dtype, "var")
    if dtype != item.dtype and item.dtype.startswith("float"):
        raise Unsupported("a variance in another dtype is not supported", instead="`.astype(…)` first")
    name = "variance" if call.name.endswith("var") else "deviation"
    return _reduce(context, call, found, item, f"np::{name}<{CPP[dtype]}, {CPP[item.dtype]}>", dtype, (correction,))


@REGISTRY.rule("numpy.linalg.norm")
def norm(context: Any, call: Any) -> typed.Expression | None:
    """Of vectors: along one axis, or of the whole array without one."""
    parsed = _parsed(context, call, "a ord axis keepdims")
    if "x" in call.keywords:
        return None
    if parsed is None:
        return None
    found, item = parsed
    order, known = literal(found.get("ord"), None)
    dtype = item.dtype if item.dtype.startswith("float") else "float64"
    types = f"{CPP[dtype]}, {CPP[item.dtype]}"
    axes = axis_count(context, found.get("axis"))
    if not known or (axes or 1) > 1 or (order is not None and axes is None and item.rank != 1):
        raise Unsupported(
            "this norm is not supported", "vectors' norms of order 2, 1 and infinity are", "`axis=` one axis, and a constant `ord`"
        )
    if order is None or order == 2:
        return _reduce(context, call, found, item, f"np::norm<{types}>", dtype)
    names = {1: "Sum", math.inf: "Largest", -math.inf: "Smallest"}
    if order not in names:
        raise Unsupported(f"a norm of order {order} is not supported", instead="2, 1, numpy.inf or -numpy.inf")
    return _reduce(context, call, found, item, f"np::absolute_norm<np::{names[order]}, {types}>", dtype)
