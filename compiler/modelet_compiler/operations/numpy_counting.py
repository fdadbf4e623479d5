"""Sorted sequences, sets, counts and order statistics."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, ArrayType, TupleType
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_arrange import as_int64
from modelet_compiler.operations.numpy_choices import unique_rows
from modelet_compiler.operations.numpy_create import display
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_library import of_rank
from modelet_compiler.operations.numpy_reduce import reduced_rank
from modelet_compiler.operations.numpy_types import CPP, Operand, compute, operand, result_dtype, shallow, supported
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import numpy_functions

Values = list[Any]


def flag(value: bool) -> typed.Literal:
    """A constant bool as an argument."""
    return typed.Literal(value, BOOL)


def same_type(context: Any, items: list[Operand], span: Any) -> tuple[str, list[typed.Expression]]:
    """The common dtype, and all of them in it."""
    dtype = result_dtype(items) if any(not item.weak for item in items) else supported(np.result_type(*(item.dtype for item in items)).name)
    return dtype, [stored_as(context, item, dtype, span).value for item in items]


@REGISTRY.rule("numpy.searchsorted", "ndarray.searchsorted")
def searchsorted(context: Any, call: Any) -> typed.Expression | None:
    """Places in a sorted line."""
    given = bound(context, call, "a:array v:operand side:const='left' sorter:none")
    if given is None or given.side not in ("left", "right"):
        return None
    dtype, values = same_type(context, [given.a, given.v], call.span)
    return compute(
        context, ArrayType("int64", given.v.rank), f"np::searchsorted<{CPP[dtype]}>", [*values, flag(given.side == "right")], call.span
    )


@REGISTRY.rule("numpy.digitize")
def digitize(context: Any, call: Any) -> typed.Expression | None:
    """Which bin each value falls into."""
    given = bound(context, call, "x:operand bins:array right:flag=False")
    if given is None:
        return None
    dtype, values = same_type(context, [given.x, given.bins], call.span)
    return compute(context, ArrayType("int64", given.x.rank), f"np::digitize<{CPP[dtype]}>", [*values, flag(given.right)], call.span)


@REGISTRY.rule("numpy.isin")
def isin(context: Any, call: Any) -> typed.Expression | None:
    """Whether each value is among others."""
    given = bound(context, call, "element:array test_elements:array assume_unique:flag=False invert:flag=False")
    if given is None:
        return None
    dtype, values = same_type(context, [given.element, given.test_elements], call.span)
    return compute(context, ArrayType("bool", given.element.rank), f"np::contains<{CPP[dtype]}>", [*values, flag(given.invert)], call.span)


@REGISTRY.rule("numpy.unique")
def unique(context: Any, call: Any) -> typed.Expression | None:
    """Each value once, in order."""
    given = bound(context, call, "ar:array return_index:flag=False return_inverse:flag=False return_counts:flag=False axis:line=None")
    if given is None or given.ar.rank == 0:
        return None
    cpp, item = CPP[given.ar.dtype], given.ar
    asked = [given.return_index, given.return_inverse, given.return_counts]
    if given.axis.type != NONE and item.rank != 1:
        if not isinstance(given.axis, typed.Literal) or given.axis.value != 0 or (any(asked) and item.rank not in (2, None)):
            raise Unsupported("this numpy.unique is not supported", instead="`axis=0`, of a matrix")
        if any(asked):
            return unique_rows(context, item, asked, call.span)
        return compute(context, ArrayType(item.dtype, item.rank), f"np::unique_along<{cpp}>", [item.value], call.span)
    values = ArrayType(item.dtype, 1)
    if not any(asked):
        return compute(context, values, f"np::unique<{cpp}>", [item.value], call.span)
    extra = [ArrayType("int64", rank) for wanted, rank in zip(asked, (1, item.rank, 1), strict=True) if wanted]
    parts = sum(bit for bit, wanted in zip((1, 2, 4), asked, strict=True) if wanted)
    return compute(context, TupleType((values, *extra)), f"np::unique_with<{cpp}, {parts}>", [item.value], call.span)


@REGISTRY.rule("numpy.bincount")
def bincount(context: Any, call: Any) -> typed.Expression | None:
    """How often each number occurs, or what they weigh."""
    given = bound(context, call, "x:array weights:array=None minlength:int=0")
    if given is None:
        return None
    if "int" not in given.x.dtype and given.x.dtype != "bool":
        raise Unsupported(f"Cannot cast array data from dtype('{given.x.dtype}') to dtype('int64') according to the rule 'safe'")
    numbers = stored_as(context, given.x, "int64", call.span).value
    if given.weights is None:
        return compute(context, ArrayType("int64", 1), "np::bincount", [numbers, given.minlength], call.span)
    weights = stored_as(context, given.weights, "float64", call.span).value
    return compute(context, ArrayType("float64", 1), "np::bincount_weights", [numbers, weights, given.minlength], call.span)


@REGISTRY.rule("numpy.interp")
def interp(context: Any, call: Any) -> typed.Expression | None:
    """Between the points of a line."""
    given = bound(context, call, "x:operand xp:array fp:array left:any=None right:any=None period:none")
    if given is None:
        return None
    values = [stored_as(context, item, "float64", call.span).value for item in (given.x, given.xp, given.fp)]
    type_ = ArrayType("float64", given.x.rank)
    limits = [limit for limit in (given.left, given.right) if limit is not None and limit.type != NONE]
    if not limits:
        return compute(context, type_, "np::interpolate", values, call.span)
    if len(limits) == 1:
        raise Unsupported("numpy.interp needs both `left` and `right`, or neither", instead="give both")
    if any(shallow(context, limit) not in (INT, FLOAT) for limit in limits):
        return None
    parts = [*((value, context.solver.shallow(value.type)) for value in values), *((limit, FLOAT) for limit in limits)]
    made: typed.Expression = context.compute(type_, "np::interpolate_between", parts, call.span)
    return made


@REGISTRY.rule("numpy.partition", "numpy.argpartition", "ndarray.argpartition")
def partition(context: Any, call: Any) -> typed.Expression | None:
    """Fully sorted, which is among the orders that a partition may have."""
    given = bound(context, call, "a:array kth:any axis:line=-1 kind:const='introselect'")
    if given is None or given.a.rank == 0:
        return None
    kth = display(context, given.kth, call.span) if shallow(context, given.kth) != INT else None
    from modelet_compiler.operations.numpy_arguments import integer

    number = integer(context, kth[-1] if kth else given.kth, call.span)
    if number is None:
        return None
    name = call.name.split(".")[1]
    rank = 1 if given.axis.type == NONE else given.a.rank
    type_ = ArrayType("int64" if name == "argpartition" else given.a.dtype, rank)
    return compute(context, type_, f"np::{name}<{CPP[given.a.dtype]}>", [given.a.value, number, given.axis], call.span)


@REGISTRY.rule("numpy.lexsort")
def lexsort(context: Any, call: Any) -> typed.Expression | None:
    """By the last key first; equal ones by the key before it."""
    given = bound(context, call, "keys:any")
    keys = display(context, given.keys, call.span) if given is not None else None
    items = [operand(context, key, call.span) for key in keys] if keys else []
    if not items or any(item is None or item.rank not in (1, None) for item in items):
        return None
    type_ = ArrayType("int64", 1)
    last = typed.Literal(-1, INT)
    order: typed.Expression | None = None
    lines = [of_rank(context, item, 1, call.span) for item in items if item is not None]
    values = [lines[0].value]
    for item in lines[1:]:
        values.append(context.helper(numpy_functions.key_like, "lexsort", [item.value, lines[0].value], {}, call.span))
    for item, value in zip(lines, values, strict=True):
        if order is not None:
            value = compute(context, ArrayType(item.dtype, 1), "np::take", [value, order, last], call.span)
        found = compute(context, type_, f"np::argsort<{CPP[item.dtype]}>", [value, last], call.span)
        order = found if order is None else compute(context, type_, "np::take", [order, found, last], call.span)
    return order


@REGISTRY.rule("numpy.median", "numpy.nanmedian")
def median(context: Any, call: Any) -> typed.Expression | None:
    """The value in the middle."""
    given = bound(context, call, "a:array axis:line=None out:none overwrite_input:flag=False keepdims:flag=False")
    if given is None:
        return None
    dtype = given.a.dtype if given.a.dtype.startswith("float") else "float64"
    type_ = ArrayType(dtype, reduced_rank(context, given.a.rank, given.axis, given.keepdims))
    values = [given.a.value, given.axis, flag(given.keepdims), flag(call.name == "numpy.nanmedian")]
    return compute(context, type_, f"np::median<{CPP[dtype]}, {CPP[given.a.dtype]}>", values, call.span)


BETWEEN = ("linear", "lower", "higher", "midpoint", "nearest")


@REGISTRY.rule("numpy.percentile", "numpy.quantile", "numpy.nanpercentile", "numpy.nanquantile")
def quantile(context: Any, call: Any) -> typed.Expression | None:
    """By interpolation between sorted values."""
    given = bound(
        context, call, "a:array q:operand axis:line=None out:none overwrite_input:flag=False method:const='linear' keepdims:flag=False"
    )
    if given is None:
        return None
    item, percent = given.a, call.name.endswith("percentile")
    if given.method not in BETWEEN or item.dtype == "bool":
        raise Unsupported(f"numpy.quantile by {given.method!r} is not supported", instead=f"one of {', '.join(BETWEEN)}")
    if not percent and given.q.dtype == "int64":
        raise Unsupported("quantiles must be floats here", "numpy picks values without interpolation for ints", "`1.0` rather than `1`")
    result = item.dtype if item.dtype.startswith("float") and given.q.weak else "float64"
    if given.method in ("lower", "higher", "nearest"):
        result = item.dtype
    asked = stored_as(context, given.q, "float64", call.span).value
    rest = reduced_rank(context, item.rank, given.axis, given.keepdims)
    rank = None if rest is None or given.q.rank is None else rest + given.q.rank
    method = typed.Literal(BETWEEN.index(given.method), INT)
    values: Values = [item.value, asked, given.axis, flag(given.keepdims), method, flag(percent), flag(call.name.startswith("numpy.nan"))]
    return compute(context, ArrayType(result, rank), f"np::quantile<{CPP[result]}, {CPP[item.dtype]}>", values, call.span)


@REGISTRY.rule("numpy.convolve", "numpy.correlate")
def convolve(context: Any, call: Any) -> typed.Expression | None:
    """Products of a line with another one that slides along it."""
    default = "full" if call.name == "numpy.convolve" else "valid"
    given = bound(context, call, f"a:array v:array mode:const='{default}'")
    if given is None or given.mode not in ("valid", "same", "full"):
        return None
    dtype, values = same_type(context, [given.a, given.v], call.span)
    if dtype == "bool":
        raise Unsupported("products of bools are not supported here", instead="`.astype(int)` first")
    mode = typed.Literal(("valid", "same", "full").index(given.mode), INT)
    return compute(context, ArrayType(dtype, 1), f"np::{call.name[6:]}<{CPP[dtype]}>", [*values, mode], call.span)


__all__ = ["as_int64"]
