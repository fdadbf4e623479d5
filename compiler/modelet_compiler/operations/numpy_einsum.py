"""numpy.einsum, and vecdot, with subscripts that are known when compiling."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import ArrayType
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_arrange import listed_arrays
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_types import CPP, Operand, compute, literal, operand, result_dtype
from modelet_compiler.operations.registry import REGISTRY

SPARE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@REGISTRY.rule("numpy.einsum")
def einsum(context: Any, call: Any) -> typed.Expression | None:
    """Explicit and implicit outputs, diagonals and ellipses."""
    if len(call.positional) < 2 or set(call.keywords) - {"optimize"}:
        return None
    text, known = literal(call.positional[0], None)
    if not known or not isinstance(text, str):
        raise Unsupported("numpy.einsum needs subscripts that are known when compiling", "they decide the rank of the result")
    items = [operand(context, value, call.span) for value in call.positional[1:]]
    found = [item for item in items if item is not None and not item.weak]
    if len(found) != len(items):
        return None
    inputs, arrow, output = text.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(found):
        raise Unsupported(f"einsum got {len(found)} operands for {len(terms)} subscripts")
    terms, output = _without_ellipses(terms, output if arrow else _implicit(terms), found)
    return contracted(context, terms, output, found, call.span)


def _implicit(terms: list[str]) -> str:
    """Letters that occur once, in order, behind the ellipsis."""
    joined = "".join(term.replace("...", "") for term in terms)
    return ("..." if any("..." in term for term in terms) else "") + "".join(
        sorted(letter for letter in set(joined) if joined.count(letter) == 1)
    )


def _without_ellipses(terms: list[str], output: str, items: list[Operand]) -> tuple[list[str], str]:
    if not any("..." in text for text in (*terms, output)):
        return terms, output
    if any(item.rank is None for item in items):
        raise Unsupported("`...` in numpy.einsum needs arrays whose number of axes is known", instead="letters for all axes")
    spare = [letter for letter in SPARE if not any(letter in text for text in (*terms, output))]
    counts = [(item.rank or 0) - len(term.replace("...", "")) if "..." in term else 0 for term, item in zip(terms, items, strict=True)]
    if min(counts) < 0:
        raise Unsupported("einsum has more subscripts than an operand has axes")
    letters = "".join(spare[: max(counts)])
    replaced = [term.replace("...", letters[len(letters) - count :]) for term, count in zip(terms, counts, strict=True)]
    return replaced, output.replace("...", letters)


def contracted(context: Any, terms: list[str], output: str, items: list[Operand], span: Any) -> typed.Expression:
    """The sum over letters that the output does not name."""
    letters = "".join(terms)
    if not (letters + output).isalpha() or not set(output) <= set(letters) or len(set(output)) != len(output):
        raise Unsupported(f"the einsum {','.join(terms)}->{output} is not one", instead="letters, each once in the output")
    for term, item in zip(terms, items, strict=True):
        if item.rank is not None and item.rank != len(term):
            raise Unsupported(f"einsum names {len(term)} axes of an array that has {item.rank}")
    dtype = result_dtype(items)
    if dtype == "bool":
        raise Unsupported("numpy.einsum of bools is not supported", instead="`.astype(int)` first")
    arrays = listed_arrays(context, [stored_as(context, item, dtype, span).value for item in items], span)
    text = '"' + ",".join([*terms, output]) + '"'
    type_ = ArrayType(dtype, len(output))
    made: typed.Expression = context.compute(
        type_, f"np::einsum<{CPP[dtype]}>", [(arrays, context.solver.shallow(arrays.type)), raw(text)], span
    )
    return made


def raw(text: str) -> tuple[typed.Expression, Any]:
    """A C++ constant as an argument."""
    from modelet_compiler.ir.types import STR

    return typed.Raw(text, STR), STR


@REGISTRY.rule("numpy.vecdot", "numpy.linalg.vecdot", "numpy.vdot")
def vecdot(context: Any, call: Any) -> typed.Expression | None:
    """Products of vectors along the last axis."""
    given = bound(context, call, "a:array b:array")
    if given is None:
        return None
    items = [given.a, given.b]
    if call.name == "numpy.vdot":
        items = [
            Operand(
                compute(context, ArrayType(item.dtype, 1), "np::ravel", [item.value], call.span),
                ArrayType(item.dtype, 1),
                item.dtype,
                1,
                False,
            )
            for item in items
        ]
    ranks = [item.rank for item in items]
    if None in ranks or ranks[0] != ranks[1]:
        raise Unsupported("vecdot needs arrays of the same known number of axes", instead="`(a * b).sum(axis=-1)`")
    letters = SPARE[: ranks[0]]
    return contracted(context, [letters, letters], letters[:-1], items, call.span)
