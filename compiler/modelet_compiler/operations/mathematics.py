"""The module math."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REAL = ["sqrt", "exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "sinh", "cosh", "atanh", "acosh"]
TOTAL = ["atan", "tanh", "asinh", "erf", "erfc", "cbrt", "fabs", "degrees", "radians"]

REGISTRY.add([(f"math.{name}(x: real, /) -> float", f"python::math_{name}") for name in REAL])
REGISTRY.add([(f"math.{name}(x: real, /) -> float", f"python::math_{name}") for name in TOTAL], raises=False)
REGISTRY.add([(f"math.{name}(x: real, /) -> bool", f"python::math_{name}") for name in ("isnan", "isinf", "isfinite")], raises=False)
REGISTRY.add(
    [
        ("math.atan2(y: real, x: real, /) -> float", "python::math_atan2"),
        ("math.copysign(x: real, y: real, /) -> float", "python::math_copysign"),
        ("math.floor(x: int, /) -> int", "python::to_int"),
        ("math.ceil(x: int, /) -> int", "python::to_int"),
        ("math.trunc(x: int, /) -> int", "python::to_int"),
        ("math.hypot(x: real, y: real, /) -> float", "python::math_hypot"),
    ],
    raises=False,
)
REGISTRY.add(
    [
        ("math.floor(x: float, /) -> int", "python::math_floor"),
        ("math.ceil(x: float, /) -> int", "python::math_ceil"),
        ("math.trunc(x: float, /) -> int", "python::math_trunc"),
        ("math.log(x: real, base: real, /) -> float", "python::math_log_base"),
        ("math.pow(x: real, y: real, /) -> float", "python::math_pow"),
        ("math.fmod(x: real, y: real, /) -> float", "python::math_fmod"),
        ("math.ldexp(x: real, i: int, /) -> float", "python::math_ldexp"),
        ("math.gcd(a: int, b: int, /) -> int", "python::math_gcd"),
        ("math.lcm(a: int, b: int, /) -> int", "python::math_lcm"),
        ("math.factorial(x: int, /) -> int", "python::math_factorial"),
        ("math.comb(n: int, k: int, /) -> int", "python::math_comb"),
        ("math.perm(n: int, k: int, /) -> int", "python::math_perm"),
        ("math.isqrt(n: int, /) -> int", "python::math_isqrt"),
        ("math.isclose(a: real, b: real, *, rel_tol: real = 1e-09, abs_tol: real = 0.0) -> bool", "python::math_isclose"),
    ]
)


@REGISTRY.rule("math.fsum", "math.prod")
def folded(context: Context, call: Call) -> typed.Expression | None:
    """Over anything iterable."""
    if len(call.positional) != 1 or call.keywords:
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    kind = context.solver.shallow(item) if item is not None else None
    if kind not in (INT, FLOAT, BOOL):
        return None
    if call.name == "math.fsum":
        return context.compute(FLOAT, "python::math_fsum", [(source, type_)], call.span)
    if kind == FLOAT:
        return None
    return context.compute(INT, "python::math_prod", [(source, type_), (typed.Literal(1, INT), INT)], call.span)
