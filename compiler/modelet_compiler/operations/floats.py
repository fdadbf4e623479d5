"""float, and arithmetic of ints with floats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import FLOAT
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("/(left: real, right: real) -> float", "python::divide"),
        ("//(left: real, right: real) -> float", "python::floor_divide"),
        ("%(left: real, right: real) -> float", "python::modulo"),
        ("**(left: real, right: real) -> float", "python::power"),
        ("builtins.pow(base: real, exp: real) -> float", "python::power"),
        ("builtins.divmod(left: real, right: real, /) -> tuple[float, float]", "python::divide_modulo"),
        ("builtins.round(number: float) -> int", "python::round_to_int"),
        ("builtins.round(number: float, ndigits: int) -> float", "python::round_to"),
        ("builtins.round(number: float, ndigits: None) -> int", "python::round_none"),
        ("builtins.float(text: str, /) -> float", "python::parse_float"),
        ("builtins.float.fromhex(text: str, /) -> float", "python::float_from_hex"),
        ("float.as_integer_ratio(self: float) -> tuple[int, int]", "python::float_ratio"),
        ("float.hex(self: float) -> str", "python::float_hex"),
    ]
)
REGISTRY.add(
    [
        ("+(left: real, right: real) -> float", "python::add"),
        ("-(left: real, right: real) -> float", "python::subtract"),
        ("*(left: real, right: real) -> float", "python::multiply"),
        ("unary -(value: float) -> float", "python::negate"),
        ("unary +(value: float) -> float", "python::positive"),
        ("builtins.abs(value: float, /) -> float", "python::absolute"),
        ("builtins.float(value: real, /) -> float", "python::to_float"),
        ("float.is_integer(self: float) -> bool", "python::is_integer"),
        ("float.conjugate(self: float) -> float", "python::positive"),
        ("attribute float.real(self: float) -> float", "python::positive"),
        ("attribute float.imag(self: float) -> float", "python::no_imaginary"),
    ],
    raises=False,
)


@REGISTRY.rule("builtins.float")
def to_float(context: Context, call: Call) -> typed.Expression | None:
    """`float()` is 0.0."""
    del context
    return typed.Literal(0.0, FLOAT) if not call.positional and not call.keywords else None
