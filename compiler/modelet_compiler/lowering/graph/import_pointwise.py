"""Handlers of element-wise aten operations and of types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .functions import FLOATING
from .importer import Handler, Importer, dtype_name
from .ir import Axis, Constant, View


def _result(importer: Importer, node: torch.fx.Node) -> tuple[tuple[Any, ...], str]:
    return importer.shape(node), dtype_name(node.meta["val"].dtype)


def _operand(importer: Importer, value: Any, dtype: str) -> View:
    """A tensor, or a number in the type that torch gives it beside a tensor of `dtype`."""
    if isinstance(value, torch.Tensor) and value.ndim == 0:
        return importer.scalar(value.item(), dtype_name(value.dtype))
    if isinstance(value, float) and dtype not in FLOATING:
        dtype = "float32"
    return importer.operand(value, dtype)


def _plain(function: str) -> Handler:
    """Operands in order, computed in the result's type."""

    def handle(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
        if keywords.get("rounding_mode"):
            raise importer.refused(
                f"division with rounding_mode={keywords['rounding_mode']!r} is not supported", "use torch.floor or trunc"
            )
        shape, dtype = _result(importer, node)
        operands = [_operand(importer, argument, dtype) for argument in arguments]
        return importer.pointwise(function, operands, dtype, shape)

    return handle


def _comparison(function: str) -> Handler:
    def handle(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
        first = importer.operand(arguments[0])
        second = _operand(importer, arguments[1], first.dtype if first.dtype != "bool" or isinstance(arguments[1], bool) else "int64")
        return importer.pointwise(function, [first, second], "bool", importer.shape(node))

    return handle


def _scaled(function: str, swapped: bool = False) -> Handler:
    """add, sub and rsub: the second operand times alpha."""

    def handle(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
        shape, dtype = _result(importer, node)
        first, second = (_operand(importer, argument, dtype) for argument in arguments[:2])
        alpha = keywords.get("alpha", arguments[2] if len(arguments) > 2 else 1)
        if swapped:
            first, second = second, first
        if alpha != 1:
            second = importer.pointwise("multiply", [second, importer.scalar(alpha, dtype)], dtype)
        return importer.pointwise(function, [first, second], dtype, shape)

    return handle


def _logical(function: str) -> Handler:
    def handle(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
        if node.meta["val"].dtype != torch.bool:
            raise importer.refused(f"{node.target} on integers is not supported", "compare first, so that the operands are boolean")
        operands = [importer.operand(argument, "bool") for argument in arguments]
        return importer.pointwise(function, operands, "bool", importer.shape(node))

    return handle


def _cast(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    return cast(importer, importer.operand(arguments[0]), dtype_name(node.meta["val"].dtype))


def cast(importer: Importer, view: View, dtype: str) -> View:
    """The view in another type."""
    return view if view.dtype == dtype else importer.pointwise("cast", [view], dtype)


def _identity(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    return importer.operand(arguments[0])


def _nothing(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> None:
    return None


def _dropout(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    if arguments[2] and arguments[1] > 0:
        raise importer.refused(
            f"dropout with probability {arguments[1]} draws random numbers", "put the model into inference: model.eval()"
        )
    return importer.operand(arguments[0])


def _power(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    shape, dtype = _result(importer, node)
    base = _operand(importer, arguments[0], dtype)
    special = {2.0: "square", 0.5: "sqrt", -0.5: "rsqrt", -1.0: "reciprocal", 1.0: "cast"}
    exponent = arguments[1]
    if isinstance(exponent, int | float) and float(exponent) in special and dtype in FLOATING:
        return importer.pointwise(special[float(exponent)], [base], dtype, shape)
    return importer.pointwise("power", [base, _operand(importer, exponent, dtype)], dtype, shape)


def _clamp(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    shape, dtype = _result(importer, node)
    low = arguments[1] if len(arguments) > 1 else keywords.get("min")
    high = arguments[2] if len(arguments) > 2 else keywords.get("max")
    if str(node.target).startswith("aten.clamp_max"):
        low, high = None, low
    view = _operand(importer, arguments[0], dtype)
    for function, bound in (("maximum", low), ("minimum", high)):
        if bound is not None:
            view = importer.pointwise(function, [view, _operand(importer, bound, dtype)], dtype, shape)
    return view


def _where(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    shape, dtype = _result(importer, node)
    condition, yes, no = arguments
    operands = [importer.operand(condition), _operand(importer, yes, dtype), _operand(importer, no, dtype)]
    return importer.pointwise("where", operands, dtype, shape)


def _masked_fill(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    view, mask, value = arguments
    return _where(importer, node, (mask, value, view), {})


def _gelu(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    function = "gelu_tanh" if keywords.get("approximate") == "tanh" else "gelu_erf"
    shape, dtype = _result(importer, node)
    return importer.pointwise(function, [importer.operand(arguments[0])], dtype, shape)


def _softplus(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    if any(argument != default for argument, default in zip(arguments[1:], (1, 20), strict=False)):
        raise importer.refused("softplus with a beta or threshold of its own is not supported", "use torch.log1p(torch.exp(x))")
    shape, dtype = _result(importer, node)
    return importer.pointwise("softplus", [importer.operand(arguments[0])], dtype, shape)


def _filled(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    """Tensors of one value: full, zeros, ones and their kin, in any shape."""
    shape, dtype = _result(importer, node)
    name = str(node.target).split(".")[1]
    value = 0 if "zeros" in name else 1 if "ones" in name else arguments[1] if "new" not in name else arguments[2]
    scalar = importer.scalar(value, dtype)
    return View(scalar.base, tuple(Axis(size) for size in shape))


def constant_value(importer: Importer, view: View) -> float | int | bool | None:
    """The one value that all elements of a constant view have, if so."""
    if not isinstance(view.base.operation, Constant):
        return None
    tensor = importer.constants[view.base.operation.key].reshape(-1)
    if tensor.numel() == 0 or bool((tensor != tensor[0]).any()):
        return None
    value: float | int | bool = tensor[0].item()
    return value


_PLAIN = {
    "mul": "multiply",
    "multiply": "multiply",
    "div": "divide",
    "divide": "divide",
    "maximum": "maximum",
    "minimum": "minimum",
    "neg": "negate",
    "abs": "absolute",
    "square": "square",
    "sqrt": "sqrt",
    "rsqrt": "rsqrt",
    "reciprocal": "reciprocal",
    "exp": "exp",
    "expm1": "expm1",
    "log": "log",
    "log1p": "log1p",
    "sin": "sin",
    "cos": "cos",
    "tanh": "tanh",
    "erf": "erf",
    "sigmoid": "sigmoid",
    "relu": "relu",
    "silu": "silu",
    "floor": "floor",
    "ceil": "ceil",
    "round": "round",
    "trunc": "truncate",
    "sign": "sign",
}
_COMPARISONS = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
_LOGICAL = {
    "logical_and": "logical_and",
    "logical_or": "logical_or",
    "logical_xor": "logical_xor",
    "logical_not": "logical_not",
    "bitwise_and": "logical_and",
    "bitwise_or": "logical_or",
    "bitwise_xor": "logical_xor",
    "bitwise_not": "logical_not",
    "__and__": "logical_and",
    "__or__": "logical_or",
}
_IDENTITIES = ("clone", "contiguous", "alias", "detach", "detach_", "lift_fresh_copy", "lift_fresh", "lift", "positive")
_CASTS = ("_to_copy", "to", "type_as", "float", "double")
_FILLED = ("full", "full_like", "zeros", "zeros_like", "ones", "ones_like", "new_zeros", "new_ones", "new_full")


def _each(names: Sequence[str], handler: Handler, overloads: Sequence[str]) -> dict[str, Handler]:
    return {f"aten.{name}.{overload}": handler for name in names for overload in overloads}


def _is_nan(importer: Importer, node: torch.fx.Node, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> View:
    return importer.pointwise("is_nan", [importer.operand(arguments[0])], "bool", importer.shape(node))


HANDLERS: dict[str, Handler] = {
    **{key: _plain(f) for name, f in _PLAIN.items() for key in _each([name], _nothing, ("default", "Tensor", "Scalar", "Tensor_mode"))},
    "aten.min.other": _plain("minimum"),
    "aten.max.other": _plain("maximum"),
    **{key: _comparison(f) for name, f in _COMPARISONS.items() for key in _each([name], _nothing, ("Tensor", "Scalar"))},
    **{key: _logical(f) for name, f in _LOGICAL.items() for key in _each([name], _nothing, ("default", "Tensor", "Scalar"))},
    **_each(["add"], _scaled("add"), ("Tensor", "Scalar")),
    **_each(["sub"], _scaled("subtract"), ("Tensor", "Scalar")),
    **_each(["rsub"], _scaled("subtract", swapped=True), ("Tensor", "Scalar")),
    **_each(_IDENTITIES, _identity, ("default",)),
    **_each(_CASTS, _cast, ("default", "dtype", "dtype_layout", "device", "other")),
    **_each(_FILLED, _filled, ("default",)),
    **_each(["clamp", "clamp_min", "clamp_max", "clip"], _clamp, ("default", "Tensor")),
    **_each(["pow"], _power, ("Tensor_Scalar", "Tensor_Tensor", "Scalar")),
    **_each(["where"], _where, ("self", "ScalarOther", "ScalarSelf", "Scalar")),
    **_each(["masked_fill"], _masked_fill, ("Scalar", "Tensor")),
    "aten.isnan.default": _is_nan,
    "aten.gelu.default": _gelu,
    "aten.softplus.default": _softplus,
    "aten.dropout.default": _dropout,
    "aten.feature_dropout.default": _dropout,
    "aten._assert_tensor_metadata.default": _nothing,
    "aten._assert_scalar.default": _nothing,
    "aten._assert_async.msg": _nothing,
}
