"""What is computed element by element: the C++ of each function, and the torch operation it is tested against.

In the C++ templates `{0}`, `{1}`, … are operands, already of the type that `operands` says: "result" (the result's type), "common"
(the type torch promotes the operands to) or "bool". Names without `std::` are in engine/graph/functions.h.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Function:
    """One element-wise function. `torch` is evaluated on scalars by the proof and on constants by folding."""

    cpp: str
    torch: str  # "aten.add.Tensor"
    operands: str = "result"
    symbol: str = ""  # how messages and comments write it


FUNCTIONS: dict[str, Function] = {
    "add": Function("({0} + {1})", "aten.add.Tensor"),
    "subtract": Function("({0} - {1})", "aten.sub.Tensor"),
    "multiply": Function("({0} * {1})", "aten.mul.Tensor"),
    "divide": Function("({0} / {1})", "aten.div.Tensor"),
    "maximum": Function("maximum({0}, {1})", "aten.maximum.default"),
    "minimum": Function("minimum({0}, {1})", "aten.minimum.default"),
    "power": Function("std::pow({0}, {1})", "aten.pow.Tensor_Tensor"),
    "equal": Function("({0} == {1})", "aten.eq.Tensor", "common"),
    "not_equal": Function("({0} != {1})", "aten.ne.Tensor", "common"),
    "less": Function("({0} < {1})", "aten.lt.Tensor", "common"),
    "less_equal": Function("({0} <= {1})", "aten.le.Tensor", "common"),
    "greater": Function("({0} > {1})", "aten.gt.Tensor", "common"),
    "greater_equal": Function("({0} >= {1})", "aten.ge.Tensor", "common"),
    "logical_and": Function("({0} && {1})", "aten.logical_and.default", "bool"),
    "logical_or": Function("({0} || {1})", "aten.logical_or.default", "bool"),
    "logical_xor": Function("({0} != {1})", "aten.logical_xor.default", "bool"),
    "logical_not": Function("(!{0})", "aten.logical_not.default", "bool"),
    "where": Function("({0} ? {1} : {2})", "aten.where.self", "where"),
    "cast": Function("{0}", "aten._to_copy.default"),
    "negate": Function("(-{0})", "aten.neg.default"),
    "absolute": Function("std::abs({0})", "aten.abs.default"),
    "square": Function("square({0})", "aten.square.default"),
    "sqrt": Function("std::sqrt({0})", "aten.sqrt.default"),
    "rsqrt": Function("(1 / std::sqrt({0}))", "aten.rsqrt.default"),
    "reciprocal": Function("(1 / {0})", "aten.reciprocal.default"),
    "exp": Function("std::exp({0})", "aten.exp.default"),
    "expm1": Function("std::expm1({0})", "aten.expm1.default"),
    "log": Function("std::log({0})", "aten.log.default"),
    "log1p": Function("std::log1p({0})", "aten.log1p.default"),
    "sin": Function("std::sin({0})", "aten.sin.default"),
    "cos": Function("std::cos({0})", "aten.cos.default"),
    "tanh": Function("std::tanh({0})", "aten.tanh.default"),
    "erf": Function("std::erf({0})", "aten.erf.default"),
    "sigmoid": Function("sigmoid({0})", "aten.sigmoid.default"),
    "relu": Function("relu({0})", "aten.relu.default"),
    "silu": Function("silu({0})", "aten.silu.default"),
    "gelu_erf": Function("gelu_erf({0})", "aten.gelu.default"),
    "gelu_tanh": Function("gelu_tanh({0})", "aten.gelu.default"),
    "softplus": Function("softplus({0})", "aten.softplus.default"),
    "floor": Function("std::floor({0})", "aten.floor.default"),
    "ceil": Function("std::ceil({0})", "aten.ceil.default"),
    "round": Function("std::nearbyint({0})", "aten.round.default"),
    "truncate": Function("std::trunc({0})", "aten.trunc.default"),
    "sign": Function("sign({0})", "aten.sign.default"),
    "is_nan": Function("is_nan({0})", "aten.isnan.default", "common"),
}

ACTIVATIONS = frozenset({"gelu_erf", "gelu_tanh", "relu", "silu", "tanh", "sigmoid"})
"""What `kernels::linear` applies to its result (kernels::Activation)."""

CPP_TYPES = {"float32": "float", "float64": "double", "int64": "int64_t", "int32": "int32_t", "bool": "bool"}
FLOATING = ("float32", "float64")


def promote(dtypes: list[str]) -> str:
    """The type that operands of these types are computed in, as torch promotes tensors of one rank."""
    for dtype in ("float64", "float32", "int64", "int32", "bool"):
        if dtype in dtypes:
            return dtype
    raise ValueError(f"no common type of {dtypes}")


def literal(value: float | int | bool, dtype: str) -> str:
    """A C++ literal of exactly this value."""
    if dtype == "bool":
        return "true" if value else "false"
    if dtype not in FLOATING:
        return f"int64_t{{{int(value)}}}" if dtype == "int64" else str(int(value))
    if value != value:
        return f"std::numeric_limits<{CPP_TYPES[dtype]}>::quiet_NaN()"
    if value in (float("inf"), float("-inf")):
        return ("-" if value < 0 else "") + f"std::numeric_limits<{CPP_TYPES[dtype]}>::infinity()"
    text = str(np.float32(value)) if dtype == "float32" else repr(float(value))
    if "." not in text and "e" not in text:
        text += ".0"
    return text + ("f" if dtype == "float32" else "")
