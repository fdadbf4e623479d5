"""Finding, choosing and comparing whole arrays."""

from __future__ import annotations

from typing import Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, ArrayType, TupleType
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_elementwise import binary, stored_as, unary
from modelet_compiler.operations.numpy_reduce import NO_AXIS, reduced_rank
from modelet_compiler.operations.numpy_types import CPP, PLACES, Operand, arguments, compute, operand, promoted, result_dtype, shallow
from modelet_compiler.operations.registry import REGISTRY


def _given(context: Any, call: Any, names: str) -> tuple[dict[str, typed.Expression], Operand] | None:
    """The arguments by name, and the array among them, which is called `a`."""
    found = arguments(call, names)
    item = operand(context, found["a"], call.span) if found is not None and "a" in found else None
    return (found, item) if found is not None and item is not None and not item.weak else None


def _operand(context: Any, value: typed.Expression, span: Any) -> Operand:
    found = operand(context, value, span)
    assert found is not None
    return found


@REGISTRY.rule("numpy.count_nonzero")
def count_nonzero(context: Any, call: Any) -> typed.Expression | None:
    """Of the whole array, or along axes."""
    given = bound(context, call, "a:array axis:axis=None * keepdims:flag=False")
    if given is None:
        return None
    tested = unary(context, "logical_not", given.a, call.span)
    tested = unary(context, "logical_not", _operand(context, tested, call.span), call.span)
    type_ = ArrayType("int64", reduced_rank(context, given.a.rank, given.axis, given.keepdims))
    return compute(
        context, type_, "np::reduce<np::Sum, int64_t, bool>", [tested, given.axis, typed.Literal(given.keepdims, BOOL)], call.span
    )


@REGISTRY.rule("numpy.flatnonzero")
def flat(context: Any, call: Any) -> typed.Expression | None:
    """Of the flattened array."""
    given = _given(context, call, "a")
    if given is None:
        return None
    return compute(context, ArrayType("int64", 1), f"np::flat_nonzero<{CPP[given[1].dtype]}>", [given[1].value], call.span)


@REGISTRY.rule("[]", "unpack", "builtins.len")
def part_of_places(context: Any, call: Any) -> typed.Expression | None:
    """One axis of what `nonzero` found in an array whose rank is not known."""
    if not call.positional or shallow(context, call.positional[0]) != PLACES:
        return None
    if call.name == "builtins.len":
        return compute(context, INT, "np::places_len", call.positional, call.span, raises=False)
    if call.name == "unpack":
        return compute(context, PLACES, "np::unpack_places", call.positional, call.span)
    if shallow(context, call.positional[1]) != INT:
        return None
    return compute(context, ArrayType("int64", 1), "np::place_at", call.positional, call.span)


@REGISTRY.rule("numpy.nonzero", "ndarray.nonzero", "numpy.where")
def nonzero(context: Any, call: Any) -> typed.Expression | None:
    """One array of positions an axis; `where(condition)` is the same."""
    given = _given(context, call, "a")
    if given is None:
        return None
    item = given[1]
    if item.rank is None:
        return compute(context, PLACES, f"np::nonzero_places<{CPP[item.dtype]}>", [item.value], call.span)
    if item.rank == 0:
        return None
    result = TupleType((ArrayType("int64", 1),) * item.rank)
    return compute(context, result, f"np::nonzero<{CPP[item.dtype]}, {item.rank}>", [item.value], call.span)


@REGISTRY.rule("numpy.diff")
def difference(context: Any, call: Any) -> typed.Expression | None:
    """Once, along one axis."""
    given = _given(context, call, "a * axis")
    if given is None:
        return None
    found, item = given
    axis = found.get("axis", typed.Literal(-1, INT))
    if item.dtype == "bool" or item.rank == 0 or shallow(context, axis) != INT:
        return None
    return compute(context, ArrayType(item.dtype, item.rank), f"np::difference<{CPP[item.dtype]}>", [item.value, axis], call.span)


@REGISTRY.rule("numpy.flip")
def flip(context: Any, call: Any) -> typed.Expression | None:
    """A view the other way round."""
    given = _given(context, call, "a axis")
    if given is None:
        return None
    found, item = given
    axis = found.get("axis", NO_AXIS)
    reduced_rank(context, item.rank, axis, keep=True)
    return compute(context, ArrayType(item.dtype, item.rank), "np::flip", [item.value, axis], call.span)


@REGISTRY.rule("numpy.take", "ndarray.take")
def take(context: Any, call: Any) -> typed.Expression | None:
    """By an array or a list of positions."""
    given = _given(context, call, "a indices axis")
    if given is None or "indices" not in given[0]:
        return None
    found, item = given
    positions = operand(context, found["indices"], call.span)
    axis = found.get("axis", NO_AXIS)
    if positions is not None and positions.type == INT:
        positions = stored_as(context, positions, "int64", call.span)
    if positions is None or positions.weak or "int" not in positions.dtype or (axis.type != NONE and shallow(context, axis) != INT):
        return None
    rank = 1 if axis.type == NONE else item.rank
    result = None if rank is None or positions.rank is None else rank - 1 + positions.rank
    return compute(context, ArrayType(item.dtype, result), "np::take", [item.value, positions.value, axis], call.span)


@REGISTRY.rule("numpy.repeat", "ndarray.repeat")
def repeat(context: Any, call: Any) -> typed.Expression | None:
    """Every element as often."""
    given = _given(context, call, "a repeats axis")
    if given is None or "repeats" not in given[0]:
        return None
    found, item = given
    axis = found.get("axis", NO_AXIS)
    if axis.type != NONE and shallow(context, axis) != INT:
        return None
    rank = 1 if axis.type == NONE else item.rank
    if shallow(context, found["repeats"]) != INT:
        counts = operand(context, found["repeats"], call.span)
        if counts is None or counts.weak or "int" not in counts.dtype:
            return None
        wide = compute(context, ArrayType("int64", counts.rank), f"np::as_dtype<int64_t, {CPP[counts.dtype]}>", [counts.value], call.span)
        return compute(context, ArrayType(item.dtype, rank), "np::repeat_each", [item.value, wide, axis], call.span)
    return compute(context, ArrayType(item.dtype, rank), "np::repeat", [item.value, found["repeats"], axis], call.span)


@REGISTRY.rule("numpy.array_equal")
def array_equal(context: Any, call: Any) -> typed.Expression | None:
    """A Python bool."""
    if len(call.positional) != 2 or call.keywords:
        return None
    found = [operand(context, value, call.span) for value in call.positional]
    left, right = found
    if left is None or right is None or left.weak or right.weak:
        return None
    loop = promoted("equal", [left, right])
    assert loop is not None
    types = f"{CPP[loop[0]]}, {CPP[loop[1]]}, {CPP[left.dtype]}, {CPP[right.dtype]}"
    return compute(context, BOOL, f"np::array_equal<{types}>", [left.value, right.value], call.span)


@REGISTRY.rule("numpy.isclose", "numpy.allclose")
def close(context: Any, call: Any) -> typed.Expression | None:
    """abs(a - b) <= atol + rtol * abs(b), computed as numpy does; equal infinities are close, NaN is not."""
    found = arguments(call, "a b rtol atol equal_nan")
    if found is None or "a" not in found or "b" not in found:
        return None
    left, right = (operand(context, found[name], call.span) for name in ("a", "b"))
    tolerances = [found.get(name, typed.Literal(default, FLOAT)) for name, default in (("rtol", 1e-05), ("atol", 1e-08))]
    if left is None or right is None or any(shallow(context, value) not in (FLOAT, INT) for value in tolerances):
        return None
    nans = found.get("equal_nan", typed.Literal(False, BOOL))
    if not isinstance(nans, typed.Literal) or nans.type != BOOL:
        return None
    same = _closeness(context, left, right, tolerances, call.span, equal_nan=nans.value)
    if call.name == "numpy.isclose":
        return same
    whole = compute(
        context, ArrayType("bool", 0), "np::reduce<np::All, bool, bool>", [same, NO_AXIS, typed.Literal(False, BOOL)], call.span
    )
    return compute(context, BOOL, "np::to_bool", [whole], call.span)


def _closeness(
    context: Any, left: Operand, right: Operand, tolerances: list[typed.Expression], span: Any, equal_nan: bool
) -> typed.Expression:
    def of(name: str, *values: Any) -> typed.Expression:
        items = [value if isinstance(value, Operand) else _operand(context, value, span) for value in values]
        return binary(context, name, items[0], items[1], span) if len(items) == 2 else unary(context, name, items[0], span)

    if not right.weak:
        dtype = result_dtype([right, Operand(tolerances[0], FLOAT, "float64", 0, True)])
        value = compute(context, ArrayType(dtype, right.rank), f"np::as_dtype<{CPP[dtype]}, {CPP[right.dtype]}>", [right.value], span)
        right = Operand(value, ArrayType(dtype, right.rank), dtype, right.rank, False)
    else:
        value = context.required("numpy.float64", [right.value], {}, span)
        right = Operand(value, ArrayType("float64", 0), "float64", 0, False)
    relative, absolute = tolerances
    limit = of("add", of("multiply", of("absolute", right), relative), absolute)
    near = of("less_equal", of("absolute", of("subtract", left, right)), limit)
    finite = of("isfinite", right)
    same = of("bitwise_or", of("bitwise_and", near, finite), of("equal", left, right))
    return of("bitwise_or", same, of("bitwise_and", of("isnan", left), of("isnan", right))) if equal_nan else same
