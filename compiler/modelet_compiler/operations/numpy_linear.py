"""numpy.linalg: decompositions, solutions, and fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import FLOAT, INT, NONE, ArrayType, TupleType
from modelet_compiler.numpy_library import linear
from modelet_compiler.operations import named_tuples
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_counting import flag
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_library import of_rank, run
from modelet_compiler.operations.numpy_types import CPP, Operand, compute, literal, operand, shallow
from modelet_compiler.operations.registry import REGISTRY


def _double(context: Any, item: Operand, span: Any) -> tuple[typed.Expression, str]:
    """The matrix in float64, and the dtype of results."""
    return stored_as(context, item, "float64", span).value, item.dtype if item.dtype == "float32" else "float64"


def _rounded(context: Any, value: typed.Expression, dtype: str, span: Any) -> typed.Expression:
    type_ = context.solver.shallow(value.type)
    if dtype == "float64" or not isinstance(type_, ArrayType) or type_.dtype != "float64":
        return value
    return compute(context, ArrayType(dtype, type_.rank), f"np::astype<{CPP[dtype]}, double>", [value], span)


NAMED: dict[str, type] = {
    "np::log_determinant": type(np.linalg.slogdet(np.eye(1))), "np::eigen": type(np.linalg.eigh(np.eye(1))),
    "np::singular": type(np.linalg.svd(np.eye(1))), "np::orthogonal": type(np.linalg.qr(np.eye(1))),
}  # fmt: skip


def _results(context: Any, cpp: str, ranks: Sequence[tuple[str, int | None]], values: list[Any], dtype: str, span: Any) -> typed.Expression:
    """A named tuple of arrays, rounded to the dtype."""
    types = TupleType(tuple(ArrayType(*each) for each in ranks))
    made = compute(context, types, cpp, values, span)
    parts = [_rounded(context, context.tuple_item(made, types, place, span), dtype, span) for place in range(len(ranks))]
    return named_tuples.made(context, NAMED[cpp], parts, span)


MATRICES = {"inv": ("np::inverse", 0), "cholesky": ("np::cholesky", 0), "det": ("np::determinant", -2)}


@REGISTRY.rule(*(f"numpy.linalg.{name}" for name in MATRICES))
def of_matrices(context: Any, call: Any) -> typed.Expression | None:
    """Of a matrix, or of each of a stack."""
    given = bound(context, call, "a:array")
    if given is None:
        return None
    cpp, more = MATRICES[call.name.rsplit(".", 1)[1]]
    item = given.a
    value, dtype = _double(context, item, call.span)
    rank = None if item.rank is None else max(item.rank + more, 0)
    return _rounded(context, compute(context, ArrayType("float64", rank), cpp, [value], call.span), dtype, call.span)


@REGISTRY.rule("numpy.linalg.solve")
def solve(context: Any, call: Any) -> typed.Expression | None:
    """Of linear equations."""
    given = bound(context, call, "a:array b:array")
    if given is None:
        return None
    left, first = _double(context, given.a, call.span)
    right, second = _double(context, given.b, call.span)
    dtype = "float32" if first == second == "float32" else "float64"
    made = compute(context, ArrayType("float64", given.b.rank), "np::solve", [left, right], call.span)
    return _rounded(context, made, dtype, call.span)


@REGISTRY.rule("numpy.linalg.slogdet")
def log_determinant(context: Any, call: Any) -> typed.Expression | None:
    """Sign and logarithm."""
    given = bound(context, call, "a:array")
    if given is None:
        return None
    value, dtype = _double(context, given.a, call.span)
    return _results(context, "np::log_determinant", [("float64", 0), ("float64", 0)], [value], dtype, call.span)


@REGISTRY.rule("numpy.linalg.eigh", "numpy.linalg.eigvalsh")
def eigen(context: Any, call: Any) -> typed.Expression | None:
    """Of a symmetric matrix."""
    given = bound(context, call, "a:array UPLO:const='L'")
    if given is None or given.UPLO not in ("L", "U"):
        return None
    value, dtype = _double(context, given.a, call.span)
    upper = flag(given.UPLO == "U")
    if call.name.endswith("eigh"):
        return _results(context, "np::eigen", [("float64", 1), ("float64", 2)], [value, upper], dtype, call.span)
    return _rounded(context, compute(context, ArrayType("float64", 1), "np::eigenvalues", [value, upper], call.span), dtype, call.span)


@REGISTRY.rule("numpy.linalg.svd", "numpy.linalg.svdvals")
def singular(context: Any, call: Any) -> typed.Expression | None:
    """Singular values, with their vectors when asked."""
    given = bound(context, call, "a:array full_matrices:flag=True compute_uv:flag=True")
    if given is None:
        return None
    value, dtype = _double(context, given.a, call.span)
    if call.name.endswith("svdvals") or not given.compute_uv:
        return _rounded(context, compute(context, ArrayType("float64", 1), "np::singular_values", [value], call.span), dtype, call.span)
    ranks = [("float64", 2), ("float64", 1), ("float64", 2)]
    return _results(context, "np::singular", ranks, [value, flag(given.full_matrices)], dtype, call.span)


@REGISTRY.rule("numpy.linalg.qr")
def orthogonal(context: Any, call: Any) -> typed.Expression | None:
    """An orthogonal matrix and a triangular one."""
    given = bound(context, call, "a:array mode:const='reduced'")
    if given is None or given.mode not in ("reduced", "complete", "r"):
        return None
    value, dtype = _double(context, given.a, call.span)
    made = _results(context, "np::orthogonal", [("float64", 2), ("float64", 2)], [value, flag(given.mode == "complete")], dtype, call.span)
    if given.mode != "r":
        return made
    item: typed.Expression = context.tuple_item(made, context.solver.shallow(made.type), 1, call.span)
    return item


@REGISTRY.rule("numpy.linalg.pinv", "numpy.linalg.matrix_rank")
def from_singular(context: Any, call: Any) -> typed.Expression | None:
    """What singular values tell."""
    given = bound(context, call, "a:array")
    if given is None:
        return None
    value, dtype = _double(context, given.a, call.span)
    if call.name.endswith("pinv"):
        cutoff = typed.Literal(1e-15, FLOAT)
        return _rounded(
            context, compute(context, ArrayType("float64", 2), "np::pseudo_inverse", [value, cutoff], call.span), dtype, call.span
        )
    epsilon = typed.Literal(float(np.finfo(dtype).eps), FLOAT)
    count = compute(context, INT, "np::matrix_rank", [value, epsilon], call.span)
    return compute(context, ArrayType("int64", 0), "np::scalar<int64_t>", [count], call.span)


@REGISTRY.rule("numpy.linalg.lstsq")
def least_squares(context: Any, call: Any) -> typed.Expression | None:
    """Solution, residuals, rank, singular values."""
    given = bound(context, call, "a:array b:array rcond:any=None")
    if given is None or "float32" in (given.a.dtype, given.b.dtype):
        return None
    left, right = (_double(context, item, call.span)[0] for item in (given.a, given.b))
    cutoff = typed.Literal(-1.0, FLOAT) if given.rcond is None or given.rcond.type == NONE else given.rcond
    if shallow(context, cutoff) not in (FLOAT, INT):
        return None
    types = TupleType((ArrayType("float64", given.b.rank), ArrayType("float64", 1), ArrayType("int32", 0), ArrayType("float64", 1)))
    arguments = [(left, context.solver.shallow(left.type)), (right, context.solver.shallow(right.type)), (cutoff, FLOAT)]
    made: typed.Expression = context.compute(types, "np::least_squares", arguments, call.span)
    return made


@REGISTRY.rule("numpy.linalg.matrix_power", "numpy.polyfit")
def composed(context: Any, call: Any) -> typed.Expression | None:
    """In terms of others."""
    if call.name == "numpy.polyfit":
        given = bound(context, call, "x:array y:array deg:int")
        if given is None:
            return None
        lines = [stored_as(context, of_rank(context, item, 1, call.span), "float64", call.span) for item in (given.x, given.y)]
        return run(context, linear.polyfit, [*lines, given.deg], call.span)
    given = bound(context, call, "a:array n:int")
    if given is None or given.a.dtype not in ("float64", "int64"):
        return None
    matrix = of_rank(context, given.a, 2, call.span)
    return run(context, linear.matrix_power if matrix.dtype == "float64" else linear.matrix_power_ints, [matrix, given.n], call.span)


def matrix_norm(context: Any, call: Any) -> typed.Expression | None:
    """Frobenius' norm of a matrix."""
    order, known = literal(call.positional[1] if len(call.positional) == 2 else call.keywords.get("ord"), None)
    if not known or order != "fro" or len(call.positional) + len(call.keywords) != 2:
        return None
    item = operand(context, call.positional[0], call.span)
    if item is None or item.weak:
        return None
    return run(context, linear.frobenius, [of_rank(context, item, 2, call.span)], call.span)


REGISTRY.rules["numpy.linalg.norm"].insert(0, matrix_norm)


@REGISTRY.rule("numpy.tensordot")
def tensordot(context: Any, call: Any) -> typed.Expression | None:
    """Sums over pairs of axes, as einsum."""
    from modelet_compiler.operations.numpy_einsum import contracted

    given = bound(context, call, "a:array b:array axes:any=2")
    if given is None:
        return None
    if given.a.rank is None or given.b.rank is None:
        raise Unsupported("numpy.tensordot needs arrays whose number of axes is known", instead="numpy.einsum")
    axes = given.axes.value if isinstance(given.axes, typed.Literal) else _pairs(context, given.axes)
    if axes is None:
        return None
    count = axes if isinstance(axes, int) else None
    first = list(range(given.a.rank - count, given.a.rank)) if count is not None else [axis % given.a.rank for axis in axes[0]]
    second = list(range(count)) if count is not None else [axis % given.b.rank for axis in axes[1]]
    left = [chr(97 + place) for place in range(given.a.rank)]
    right = [chr(110 + place) for place in range(given.b.rank)]
    for one, other in zip(first, second, strict=True):
        right[other] = left[one]
    kept = [name for place, name in enumerate(left) if place not in first] + [
        name for place, name in enumerate(right) if place not in second
    ]
    return contracted(context, ["".join(left), "".join(right)], "".join(kept), [given.a, given.b], call.span)


def _pairs(context: Any, value: typed.Expression) -> list[list[int]] | None:
    """Two constant lists of axes."""
    from modelet_compiler.operations.numpy_create import display

    parts = constants_of(context, value) or display(context, value, None)
    if parts is None or len(parts) != 2:
        return None
    found = []
    for part in parts:
        inner = [part] if shallow(context, part) == INT else constants_of(context, part)
        if inner is None or not all(isinstance(one, typed.Literal) for one in inner):
            return None
        found.append([one.value for one in inner if isinstance(one, typed.Literal)])
    return found


def constants_of(context: Any, value: typed.Expression) -> list[typed.Expression] | None:
    """The items of a display, tuples included."""
    for node in reversed(context.block):
        if isinstance(node, typed.Compute) and node.result is value and node.cpp in ("python::list", "tuple"):
            return [item for item, _ in node.arguments]
    return None
