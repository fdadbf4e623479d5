"""Products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import ArrayType
from modelet_compiler.operations.numpy_types import CPP, Operand, compute, operand, result_dtype, shallow
from modelet_compiler.operations.registry import REGISTRY


@REGISTRY.rule("@", "numpy.matmul", "numpy.dot", "ndarray.dot", "numpy.inner")
def product(context: Any, call: Any) -> typed.Expression | None:
    """Vectors, matrices, stacks of matrices; `dot` of scalars multiplies."""
    if len(call.positional) != 2 or call.keywords:
        return None
    if call.name == "@" and not any(isinstance(shallow(context, value), ArrayType) for value in call.positional):
        return None
    left, right = (operand(context, value, call.span) for value in call.positional)
    if left is None or right is None or left.weak or right.weak:
        return None
    name = call.name.removeprefix("numpy.").removeprefix("ndarray.")
    dtype = result_dtype([left, right])
    rank = product_rank(left, right, name)
    if dtype == "bool":
        raise Unsupported("products of bool matrices are not supported", instead="`.astype(int)` first")
    function = "dot" if name in ("dot", "inner") else "matmul"
    cpp = f"np::{function}<{CPP[dtype]}, {CPP[left.dtype]}, {CPP[right.dtype]}>"
    return compute(context, ArrayType(dtype, rank), cpp, [left.value, right.value], call.span)


def product_rank(left: Operand, right: Operand, name: str) -> int | None:
    """The rank of the product. Raises Unsupported for what is not a product of vectors and matrices."""
    if left.rank is None or right.rank is None:
        if name == "inner":
            raise Unsupported("`inner` of arrays whose rank is not known", instead="`@`")
        return None
    ranks = (left.rank, right.rank)
    if name in ("@", "matmul"):
        if 0 in ranks:
            raise Unsupported("matmul: an operand has no axes", instead="`*`")
    elif right.rank > 2:
        return left.rank + right.rank - 2 if left.rank else right.rank
    elif name == "inner" and max(ranks) > 1:
        raise Unsupported(f"`{name}` of arrays of {max(ranks)} axes is not supported", instead="`@`")
    if 0 in ranks:
        return max(ranks)
    gone = (left.rank == 1) + (right.rank == 1)
    return max(*ranks, 2) - gone


@REGISTRY.rule("numpy.outer")
def outer(context: Any, call: Any) -> typed.Expression | None:
    """Every product of two vectors' items."""
    from modelet_compiler.ir.types import INT
    from modelet_compiler.operations.numpy_elementwise import binary

    if len(call.positional) != 2 or call.keywords:
        return None
    found = [operand(context, value, call.span) for value in call.positional]
    if any(item is None or item.weak for item in found):
        return None
    wide = []
    for item, axis in zip(found, (1, 0), strict=True):
        assert item is not None
        if item.rank != 1:
            flat = compute(context, ArrayType(item.dtype, 1), "np::ravel", [item.value], call.span)
            item = Operand(flat, ArrayType(item.dtype, 1), item.dtype, 1, False)
        value = compute(context, ArrayType(item.dtype, 2), "np::expand_dims", [item.value, typed.Literal(axis, INT)], call.span)
        wide.append(Operand(value, ArrayType(item.dtype, 2), item.dtype, 2, False))
    return binary(context, "multiply", wide[0], wide[1], call.span)
