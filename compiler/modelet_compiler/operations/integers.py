"""int (64 bit) and bool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, UnionType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("+(left: int, right: int) -> int", "python::add"),
        ("-(left: int, right: int) -> int", "python::subtract"),
        ("*(left: int, right: int) -> int", "python::multiply"),
        ("/(left: int, right: int) -> float", "python::divide"),
        ("//(left: int, right: int) -> int", "python::floor_divide"),
        ("%(left: int, right: int) -> int", "python::modulo"),
        ("<<(left: int, right: int) -> int", "python::shift_left"),
        (">>(left: int, right: int) -> int", "python::shift_right"),
        ("unary -(value: int) -> int", "python::negate"),
        ("builtins.abs(value: int, /) -> int", "python::absolute"),
        ("builtins.divmod(left: int, right: int, /) -> tuple[int, int]", "python::divide_modulo"),
        ("builtins.pow(base: int, exp: int, mod: int) -> int", "python::power_modulo"),
        ("builtins.round(number: int, ndigits: int) -> int", "python::round_to"),
        ("builtins.int(text: str, /) -> int", "python::parse_int"),
        ("builtins.int(text: str, base: int) -> int", "python::parse_int"),
        ("builtins.int(value: float, /) -> int", "python::to_int"),
        ("builtins.chr(code: int, /) -> str", "python::chr"),
    ]
)
REGISTRY.add(
    [
        ("&(left: bool, right: bool) -> bool", "python::bool_and"),
        ("|(left: bool, right: bool) -> bool", "python::bool_or"),
        ("^(left: bool, right: bool) -> bool", "python::bool_xor"),
        ("&(left: int, right: int) -> int", "python::bit_and"),
        ("|(left: int, right: int) -> int", "python::bit_or"),
        ("^(left: int, right: int) -> int", "python::bit_xor"),
        ("unary ~(value: int) -> int", "python::invert"),
        ("unary +(value: int) -> int", "python::positive"),
        ("builtins.int(value: int, /) -> int", "python::to_int"),
        ("int.bit_length(self: int) -> int", "python::bit_length"),
        ("int.bit_count(self: int) -> int", "python::bit_count"),
        ("int.conjugate(self: int) -> int", "python::to_int"),
        ("int.__index__(self: int) -> int", "python::to_int"),
        ("int.as_integer_ratio(self: int) -> tuple[int, int]", "python::integer_ratio"),
        ("attribute int.real(self: int) -> int", "python::to_int"),
        ("attribute int.numerator(self: int) -> int", "python::to_int"),
        ("attribute int.imag(self: int) -> int", "python::nothing"),
        ("attribute int.denominator(self: int) -> int", "python::one"),
        ("attribute bool.real(self: int) -> int", "python::to_int"),
        ("is(left: bool, right: bool) -> bool", "python::identical"),
        ("is not(left: bool, right: bool) -> bool", "python::not_identical"),
        ("builtins.round(number: int) -> int", "python::to_int"),
        ("builtins.hex(number: int, /) -> str", "python::hex"),
        ("builtins.oct(number: int, /) -> str", "python::oct"),
        ("builtins.bin(number: int, /) -> str", "python::bin"),
    ],
    raises=False,
)


@REGISTRY.rule("**", "builtins.pow")
def power(context: Context, call: Call) -> typed.Expression | None:
    """An int to a negative int is a float in Python, so only a known exponent gives one type."""
    if call.keywords or len(call.positional) != 2:
        return None
    base, exponent = call.positional
    if context.solver.shallow(base.type) not in (INT, BOOL) or context.solver.shallow(exponent.type) not in (INT, BOOL):
        return None
    arguments = [(base, INT), (exponent, INT)]
    if isinstance(exponent, typed.Literal):
        if exponent.value >= 0:
            return context.compute(INT, "python::power", arguments, call.span)
        return context.compute(FLOAT, "python::power", [(base, FLOAT), (exponent, FLOAT)], call.span)
    return context.compute(UnionType((FLOAT, INT)), "python::any_power", arguments, call.span)


@REGISTRY.rule("builtins.bool")
def to_bool(context: Context, call: Call) -> typed.Expression | None:
    """The truth of anything."""
    if call.keywords or len(call.positional) > 1:
        return None
    if not call.positional:
        return typed.Literal(False, BOOL)
    return context.truth(call.positional[0], call.span)


@REGISTRY.rule("builtins.int")
def to_int(context: Context, call: Call) -> typed.Expression | None:
    """`int()` is 0."""
    del context
    return typed.Literal(0, INT) if not call.positional and not call.keywords else None
