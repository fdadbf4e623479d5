"""numpy's operators and functions of one or two elements: each runs in the loop that numpy itself would choose."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, JSON, ArrayType, EllipsisType, TupleType
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_types import (
    CPP,
    NUMBERS,
    WEAK,
    Operand,
    arguments,
    broadcast_rank,
    compute,
    literal,
    operand,
    operands,
    promoted,
    result_dtype,
    shallow,
)
from modelet_compiler.operations.registry import REGISTRY

OPERATORS = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "//": "floor_divide", "%": "remainder", "**": "power",
    "&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<<": "left_shift", ">>": "right_shift", "==": "equal",
    "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
}  # fmt: skip
BINARY = {
    "add": "Add", "subtract": "Subtract", "multiply": "Multiply", "divide": "Divide", "floor_divide": "FloorDivide",
    "remainder": "Remainder", "power": "Power", "maximum": "Maximum", "minimum": "Minimum", "fmax": "FMax", "fmin": "FMin",
    "bitwise_and": "BitAnd", "bitwise_or": "BitOr", "bitwise_xor": "BitXor", "left_shift": "ShiftLeft",
    "right_shift": "ShiftRight", "arctan2": "Arctan2", "hypot": "Hypot", "copysign": "CopySign", "equal": "Equal",
    "not_equal": "NotEqual", "less": "Less", "less_equal": "LessEqual", "greater": "Greater", "greater_equal": "GreaterEqual",
    "logical_and": "LogicalAnd", "logical_or": "LogicalOr", "logical_xor": "LogicalXor", "fmod": "FMod", "gcd": "Gcd", "lcm": "Lcm",
    "logaddexp": "LogAddExp", "logaddexp2": "LogAddExp2", "heaviside": "Heaviside", "nextafter": "NextAfter",
    "float_power": "Power",
}  # fmt: skip
LOGICAL_ON_BOOL = {"bitwise_and": "LogicalAnd", "bitwise_or": "LogicalOr", "bitwise_xor": "LogicalXor"}
COMPARISONS = frozenset(["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"])
UNARY = {
    "negative": "Negative", "positive": "Positive", "absolute": "Absolute", "invert": "Invert", "square": "Square",
    "sign": "Sign", "reciprocal": "Reciprocal", "sqrt": "Sqrt", "cbrt": "Cbrt", "exp": "Exp", "exp2": "Exp2", "expm1": "Expm1",
    "log": "Log", "log2": "Log2", "log10": "Log10", "log1p": "Log1p", "sin": "Sin", "cos": "Cos", "tan": "Tan",
    "arcsin": "Arcsin", "arccos": "Arccos", "arctan": "Arctan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh",
    "arcsinh": "Arcsinh", "arccosh": "Arccosh", "arctanh": "Arctanh", "floor": "Floor", "ceil": "Ceil", "trunc": "Trunc",
    "rint": "Rint", "degrees": "Degrees", "radians": "Radians", "rad2deg": "Degrees", "deg2rad": "Radians", "isnan": "IsNan",
    "isinf": "IsInf", "isfinite": "IsFinite", "logical_not": "LogicalNot", "fabs": "Absolute",
    "signbit": "SignBit", "bitwise_count": "BitCount", "conjugate": "Positive",
    "spacing": "Spacing",
}  # fmt: skip


def binary(context: Any, name: str, left: Operand, right: Operand, span: Any) -> typed.Expression:
    """One ufunc of two operands."""
    items = [left, right]
    loop = promoted(name, items)
    assert loop is not None
    first, second, result = loop
    type_ = ArrayType(result, broadcast_rank(items))
    if name in COMPARISONS and "int" in first and "int" in second:
        first, second = (loop_type if item.weak is False else "int64" for item, loop_type in zip(items, loop[:2], strict=True))
    simple = _simple_power(context, left, right, first, span) if name == "power" else None
    if simple is not None:
        return simple
    own = [item.dtype if not item.weak else second if position else first for position, item in enumerate(items)]
    values = [left.value, right.value]
    if name == "power":
        return compute(context, type_, f"np::power<{CPP[first]}, {CPP[own[0]]}, {CPP[own[1]]}>", values, span)
    function = LOGICAL_ON_BOOL.get(name, BINARY[name]) if first == "bool" else BINARY[name]
    return compute(context, type_, f"np::binary<np::{function}, {CPP[first]}, {CPP[second]}, {CPP[own[0]]}, {CPP[own[1]]}>", values, span)


def _simple_power(context: Any, left: Operand, right: Operand, loop: str, span: Any) -> typed.Expression | None:
    """Numpy computes a few powers of arrays by simpler operations when the exponent is a Python number."""
    exponent, known = literal(right.value, None)
    if not right.weak or not known or left.weak or left.dtype != loop:
        return None
    names = {2: "Square", 0.5: "Sqrt", 1: "Positive", -1: "Reciprocal"}
    chosen = names.get(exponent)
    if chosen is None or (exponent in (0.5, -1) and not loop.startswith("float")) or loop == "bool":
        return None
    if left.rank == 0 and exponent != 2:
        return None
    return compute(context, ArrayType(loop, left.rank), f"np::unary<np::{chosen}, {CPP[loop]}, {CPP[left.dtype]}>", [left.value], span)


def unary(context: Any, name: str, item: Operand, span: Any) -> typed.Expression:
    """One ufunc of one operand."""
    loop = promoted(name, [item])
    assert loop is not None
    if item.weak:
        item = Operand(
            compute(context, ArrayType(item.dtype, 0), f"np::scalar<{CPP[item.dtype]}>", [item.value], span),
            item.type,
            item.dtype,
            0,
            False,
        )
    return compute(
        context, ArrayType(loop[1], item.rank), f"np::unary<np::{UNARY[name]}, {CPP[loop[0]]}, {CPP[item.dtype]}>", [item.value], span
    )


@REGISTRY.rule(*(symbol for symbol, name in OPERATORS.items() if name in COMPARISONS))
def compared_with_any(context: Any, call: Any) -> typed.Expression | None:
    """`labels == value` where only the run tells what kind of number the value is."""
    types = [shallow(context, value) for value in call.positional]
    if len(types) != 2 or JSON not in types:
        return None
    array, value = call.positional if types[1] == JSON else reversed(call.positional)
    item = operand(context, array, call.span)
    if item is None or item.weak:
        return None
    name = f"np::{BINARY[OPERATORS[call.name]]}, {CPP[item.dtype]}, {'false' if types[1] == JSON else 'true'}"
    return compute(context, ArrayType("bool", item.rank), f"np::compare_any<{name}>", [item.value, value], call.span)


@REGISTRY.rule(*OPERATORS)
def operator(context: Any, call: Any) -> typed.Expression | None:
    """`a + b` where one is an array."""
    found = operands(context, call.positional, call.span) if len(call.positional) == 2 else None
    return binary(context, OPERATORS[call.name], found[0], found[1], call.span) if found is not None else None


@REGISTRY.rule(*(symbol + "=" for symbol in ("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>")))
def augmented(context: Any, call: Any) -> typed.Expression | None:
    """`a += b` writes into the array; numpy's scalars are new values."""
    target = shallow(context, call.positional[0])
    if not isinstance(target, ArrayType) or target.rank == 0:
        return None
    context.check_writeable(call.positional[0])
    found = operands(context, call.positional, call.span)
    if found is None:
        return None
    name = OPERATORS[call.name.removesuffix("=")]
    loop = promoted(name, found)
    assert loop is not None
    first, second, result = loop
    own = found[1].dtype if not found[1].weak else second
    if not np.can_cast(result, target.dtype, "same_kind"):
        said = f"Cannot cast ufunc '{name}' output from dtype('{result}') to dtype('{target.dtype}') with casting rule 'same_kind'"
        raise Unsupported(said, instead=f"`a = a {call.name.removesuffix('=')} b`")
    if target.rank is None and result != target.dtype:
        raise Unsupported(
            f"`{call.name}` would change the dtype of a scalar", "the rank is not known here", "say the rank, or write `a = a + b`"
        )
    if name == "power":
        powered = binary(context, name, found[0], found[1], call.span)
        compute(context, context_none(), f"np::assign<{CPP[target.dtype]}, {CPP[result]}>", [call.positional[0], powered], call.span)
        return (
            call.positional[0]
            if isinstance(call.positional[0], typed.Temporary)
            else _again(context, call.positional[0], target, call.span)
        )
    function = LOGICAL_ON_BOOL.get(name, BINARY[name]) if first == "bool" else BINARY[name]
    cpp = f"np::in_place<np::{function}, {CPP[first]}, {CPP[second]}, {CPP[target.dtype]}, {CPP[own]}>"
    return compute(context, target, cpp, call.positional, call.span)


def context_none() -> Any:
    """The type of what returns nothing."""
    from modelet_compiler.ir.types import NONE

    return NONE


def _again(context: Any, value: typed.Expression, type_: ArrayType, span: Any) -> typed.Expression:
    again: typed.Expression = context.compute(type_, "copy", [(value, type_)], span, raises=False, plain=True)
    return again


@REGISTRY.rule("unary -", "unary +", "unary ~", "builtins.abs")
def unary_operator(context: Any, call: Any) -> typed.Expression | None:
    """`-a`."""
    if len(call.positional) != 1 or call.keywords or not isinstance(shallow(context, call.positional[0]), ArrayType):
        return None
    names = {"unary -": "negative", "unary +": "positive", "unary ~": "invert", "builtins.abs": "absolute"}
    item = operand(context, call.positional[0], call.span)
    return unary(context, names[call.name], item, call.span) if item is not None else None


@REGISTRY.rule(*(f"numpy.{name}" for name in BINARY))
def function_of_two(context: Any, call: Any) -> typed.Expression | None:
    """`np.add(a, b)`; Python numbers alone make numpy scalars."""
    given = bound(context, call, "a:operand b:operand out:any=None * where:any=None")
    if given is None:
        return None
    name = call.name.removeprefix("numpy.")
    items = [given.a, given.b]
    if all(item.weak for item in items):
        items = [_strong(context, item, call.span) for item in items]
    return written(context, binary(context, name, items[0], items[1], call.span), given.out, given.where, call.span)


def written(
    context: Any, result: typed.Expression, out: typed.Expression | None, where: typed.Expression | None, span: Any
) -> typed.Expression:
    """The result, or `out` with the result stored where a mask says so."""
    masked = where is not None and not (isinstance(where, typed.Literal) and where.value is True)
    if out is None or out.type == context_none():
        if masked:
            raise Unsupported("`where=` needs `out=` here", "what is not computed has no value", "numpy.where")
        return result
    target, source = shallow(context, out), shallow(context, result)
    if not isinstance(target, ArrayType) or not isinstance(source, ArrayType):
        raise Unsupported("`out=` must be an array")
    context.check_writeable(out)
    if not np.can_cast(source.dtype, target.dtype, "same_kind"):
        raise Unsupported(f"a result of {source.dtype} cannot be stored in an array of {target.dtype}", instead="`.astype(…)`")
    types = f"{CPP[target.dtype]}, {CPP[source.dtype]}"
    if masked:
        mask = operand(context, where, span) if where is not None else None
        if mask is None or mask.weak or mask.dtype != "bool":
            raise Unsupported("`where=` must be an array of bools")
        compute(context, context_none(), f"np::assign_where<{types}>", [out, mask.value, result], span)
    else:
        compute(context, context_none(), f"np::assign_out<{types}>", [out, result], span)
    return _again(context, out, target, span)


def _strong(context: Any, item: Operand, span: Any) -> Operand:
    if not item.weak:
        return item
    made = compute(context, ArrayType(item.dtype, 0), f"np::scalar<{CPP[item.dtype]}>", [item.value], span)
    return Operand(made, ArrayType(item.dtype, 0), item.dtype, 0, False)


def stored_as(context: Any, item: Operand, dtype: str, span: Any) -> Operand:
    """The operand as an array of a dtype: what assigning it would store."""
    if item.weak:
        source = item.dtype if item.dtype == "float64" and "float" not in dtype else dtype
        made = compute(context, ArrayType(source, 0), f"np::scalar<{CPP[source]}>", [item.value], span)
        item = Operand(made, ArrayType(source, 0), source, 0, False)
    if item.dtype == dtype:
        return item
    value = compute(context, ArrayType(dtype, item.rank), f"np::astype<{CPP[dtype]}, {CPP[item.dtype]}>", [item.value], span)
    return Operand(value, ArrayType(dtype, item.rank), dtype, item.rank, False)


@REGISTRY.rule(*(f"numpy.{name}" for name in UNARY))
def function_of_one(context: Any, call: Any) -> typed.Expression | None:
    """`np.sqrt(a)`."""
    given = bound(context, call, "x:operand out:any=None * where:any=None")
    if given is None:
        return None
    return written(context, unary(context, call.name.removeprefix("numpy."), given.x, call.span), given.out, given.where, call.span)


@REGISTRY.rule("numpy.where")
def where(context: Any, call: Any) -> typed.Expression | None:
    """Element by element one or the other."""
    if len(call.positional) != 3 or call.keywords:
        return None
    found = [operand(context, value, call.span) for value in call.positional]
    if any(item is None for item in found):
        return None
    condition, yes, no = (item for item in found if item is not None)
    if yes.weak and no.weak:
        yes, no = (_strong(context, item, call.span) for item in (yes, no))
    dtype = result_dtype([yes, no])
    own = [item.dtype if not item.weak else dtype for item in (yes, no)]
    chosen = [condition.value, yes.value, no.value]
    type_ = ArrayType(dtype, broadcast_rank([condition, yes, no]))
    if type_.rank == 0:
        raise Unsupported("numpy.where of scalars is not supported", "it makes an array without axes", "`a if condition else b`")
    return compute(context, type_, f"np::where<{CPP[dtype]}, {CPP[condition.dtype]}, {CPP[own[0]]}, {CPP[own[1]]}>", chosen, call.span)


@REGISTRY.rule("numpy.clip", "ndarray.clip")
def clip(context: Any, call: Any) -> typed.Expression | None:
    """minimum(maximum(a, low), high); None leaves a side open."""
    found = arguments(call, "a a_min a_max out * min max" if call.name == "numpy.clip" else "a min max out")
    if found is None or "a" not in found:
        return None
    out = found.get("out")
    if out is not None and out.type != context_none():
        return _clipped_into(context, call, found, out)
    low, high = found.get("a_min", found.get("min")), found.get("a_max", found.get("max"))
    item = operand(context, found["a"], call.span)
    limits = [limit for limit in (low, high) if limit is not None and limit.type != context_none()]
    if item is not None and item.weak and all(shallow(context, limit) == item.type for limit in limits):
        item = _strong(context, item, call.span)
    for name, limit in (("maximum", low), ("minimum", high)):
        if limit is None or limit.type == context_none() or item is None:
            continue
        other = operand(context, limit, call.span)
        if other is None:
            return None
        _check_clip(item, other)
        item = operand(context, binary(context, name, item, other, call.span), call.span)
    return item.value if item is not None else None


def _clipped_into(context: Any, call: Any, found: dict[str, typed.Expression], out: typed.Expression) -> typed.Expression | None:
    """The result, stored in an array of its dtype."""
    limits = [found.get("a_min", found.get("min")), found.get("a_max", found.get("max"))]
    nothing = typed.Literal(None, context_none())
    made = context.required("numpy.clip", [found["a"], *(nothing if limit is None else limit for limit in limits)], {}, call.span)
    target, result = shallow(context, out), shallow(context, made)
    if not isinstance(target, ArrayType) or not isinstance(result, ArrayType) or target.dtype != result.dtype or target.rank == 0:
        return None
    context.check_writeable(out)
    context.required("[]=", [out, typed.Literal(..., EllipsisType()), made], {}, call.span)
    return out


def _check_clip(item: Operand, limit: Operand) -> None:
    if item.weak or result_dtype([item, limit]) != item.dtype:
        raise Unsupported("numpy.clip with limits of another dtype is not supported", instead="numpy.maximum and numpy.minimum")


@REGISTRY.rule("numpy.round", "numpy.around", "ndarray.round", "builtins.round")
def rounded(context: Any, call: Any) -> typed.Expression | None:
    """Half to even. `round(array)` is the same, except that `round(scalar)` is an int."""
    found = arguments(call, "a decimals" if call.name != "builtins.round" else "a ndigits")
    if found is None or "a" not in found or not isinstance(shallow(context, found["a"]), ArrayType):
        return None
    item = operand(context, found["a"], call.span)
    assert item is not None
    decimals = found.get("decimals", found.get("ndigits", typed.Literal(0, INT)))
    if call.name == "builtins.round" and (len(call.positional) == 1 or item.rank not in (0, None)):
        return None
    if call.name == "builtins.round" and item.rank is None:
        value = compute(context, ArrayType(item.dtype, 0), "np::expect_rank", [item.value, typed.Literal(0, INT)], call.span)
        item = Operand(value, ArrayType(item.dtype, 0), item.dtype, 0, False)
    if context.solver.shallow(decimals.type) != INT:
        return None
    if item.dtype == "bool":
        raise Unsupported("rounding bools is not supported")
    return compute(context, ArrayType(item.dtype, item.rank), f"np::round<{CPP[item.dtype]}>", [item.value, decimals], call.span)


@REGISTRY.rule("numpy.divmod", "builtins.divmod")
def quotient_and_remainder(context: Any, call: Any) -> typed.Expression | None:
    """Two ufuncs."""
    if len(call.positional) != 2 or call.keywords or not any(isinstance(shallow(context, value), ArrayType) for value in call.positional):
        return None
    parts = [context.required(name, call.positional, {}, call.span) for name in ("//", "%")]
    types = TupleType(tuple(context.solver.shallow(part.type) for part in parts))
    made: typed.Expression = context.compute(
        types, "tuple", list(zip(parts, types.items, strict=True)), call.span, raises=False, plain=True
    )
    return made


@REGISTRY.rule("numpy.isneginf", "numpy.isposinf", "numpy.fix", "numpy.real", "numpy.iscomplexobj", "numpy.isrealobj")
def composed(context: Any, call: Any) -> typed.Expression | None:
    """In terms of others."""
    given = bound(context, call, "x:array")
    if given is None:
        return None
    name, item = call.name.removeprefix("numpy."), given.x
    if name in ("iscomplexobj", "isrealobj"):
        return typed.Literal(name == "isrealobj", BOOL)
    if name in ("fix", "real"):
        return unary(context, "trunc", item, call.span) if name == "fix" else item.value
    infinity = Operand(typed.Literal(math.inf if name == "isposinf" else -math.inf, FLOAT), FLOAT, "float64", 0, True)
    return binary(context, "equal", item, infinity, call.span)


__all__ = ["BOOL", "NUMBERS", "WEAK", "binary", "unary"]
