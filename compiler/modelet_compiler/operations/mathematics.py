"""The module math."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NEVER, Type, UnionType, members_of
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import products

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REAL = [
    "sqrt",
    "exp",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "sinh",
    "cosh",
    "atanh",
    "acosh",
    "gamma",
    "lgamma",
]
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
        ("math.modf(x: real, /) -> tuple[float, float]", "python::math_modf"),
        ("math.frexp(x: real, /) -> tuple[float, int]", "python::math_frexp"),
        ("math.ulp(x: real, /) -> float", "python::math_ulp"),
        ("math.nextafter(x: real, y: real, /) -> float", "python::math_nextafter"),
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
        ("math.perm(n: int, /) -> int", "python::math_factorial"),
        ("math.exp2(x: real, /) -> float", "python::math_exp2"),
        ("math.remainder(x: real, y: real, /) -> float", "python::math_remainder"),
        ("math.comb(n: int, k: int, /) -> int", "python::math_comb"),
        ("math.perm(n: int, k: int, /) -> int", "python::math_perm"),
        ("math.isqrt(n: int, /) -> int", "python::math_isqrt"),
        ("math.isclose(a: real, b: real, *, rel_tol: real = 1e-09, abs_tol: real = 0.0) -> bool", "python::math_isclose"),
    ]
)


NUMBERS = (INT, FLOAT, BOOL)


@REGISTRY.rule("math.fsum")
def exact_sum(context: Context, call: Call) -> typed.Expression | None:
    """Over anything iterable."""
    if len(call.positional) == 1 and not call.keywords and is_of_several(context, call.positional[0], call):
        numbers = context.helper(products.real_numbers, "math.fsum", [call.positional[0]], {}, call.span)
        return context.required("math.fsum", [numbers], {}, call.span)
    found = numbers_of(context, call.positional[0], call) if len(call.positional) == 1 and not call.keywords else None
    return context.compute(FLOAT, "python::math_fsum", [(found[0], found[1])], call.span) if found is not None else None


def numbers_of(context: Context, value: typed.Expression, call: Call) -> tuple[typed.Expression, Type, Type] | None:
    """An iterable of numbers of one type: the value, its type, the type of its items."""
    source = context.iterable(value, call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    kind = context.solver.shallow(item) if item is not None else None
    kind = INT if kind == NEVER else kind
    return (source, type_, kind) if kind is not None and kind in NUMBERS else None


def is_mixed(context: Context, value: typed.Expression, call: Call) -> bool:
    """Whether the items of an iterable are numbers of more than one type."""
    item = iteration_item(context.solver, context.solver.shallow(context.iterable(value, call.span).type))
    type_ = context.solver.shallow(item) if item is not None else None
    return isinstance(type_, UnionType) and all(context.solver.shallow(member) in NUMBERS for member in type_.members)


def is_of_several(context: Context, value: typed.Expression, call: Call) -> bool:
    """Whether the items of an iterable have one of several types each, and may be numbers."""
    item = iteration_item(context.solver, context.solver.shallow(context.iterable(value, call.span).type))
    members = members_of(context.solver.shallow(item)) if item is not None else ()
    return len(members) > 1 and any(context.solver.shallow(member) in NUMBERS for member in members)


def as_floats(context: Context, values: typed.Expression, call: Call) -> typed.Expression:
    """A list of the numbers as floats."""
    made: typed.Expression = context.helper(products.floats, call.name, [values], {}, call.span)
    return made


@REGISTRY.rule("math.prod")
def product(context: Context, call: Call) -> typed.Expression | None:
    """Of ints an int; of floats a float, once there is one."""
    start = call.keywords.get("start", typed.Literal(1, INT))
    if len(call.positional) == 1 and not set(call.keywords) - {"start"} and is_of_several(context, call.positional[0], call):
        return context.helper(products.float_product, "math.prod", [call.positional[0], start], {}, call.span)
    found = numbers_of(context, call.positional[0], call) if len(call.positional) == 1 and not set(call.keywords) - {"start"} else None
    first = context.solver.shallow(start.type)
    if found is None or first not in NUMBERS:
        return None
    source, type_, kind = found
    if kind == FLOAT and first != FLOAT:
        return context.helper(products.float_product, "math.prod", [source, start], {}, call.span)
    result = INT if kind != FLOAT and first != FLOAT else FLOAT
    return context.compute_template(result, "python::math_prod<{T}>", {"T": result}, [(source, type_), (start, result)], call.span)


@REGISTRY.rule("math.hypot")
def length(context: Context, call: Call) -> typed.Expression | None:
    """Of any number of coordinates."""
    if call.keywords or not all(context.solver.shallow(value.type) in NUMBERS for value in call.positional):
        return None
    return context.compute(FLOAT, "python::math_hypot", [(value, FLOAT) for value in call.positional], call.span, raises=False)


@REGISTRY.rule("math.dist")
def distance(context: Context, call: Call) -> typed.Expression | None:
    """Between two points."""
    values = [as_floats(context, value, call) if is_mixed(context, value, call) else value for value in call.positional]
    found = [numbers_of(context, value, call) for value in values]
    if call.keywords or len(found) != 2:
        return None
    arguments = [(one[0], one[1]) for one in found if one is not None]
    return context.compute(FLOAT, "python::math_dist", list(arguments), call.span) if len(arguments) == 2 else None


@REGISTRY.rule("math.gcd", "math.lcm")
def common(context: Context, call: Call) -> typed.Expression | None:
    """Of any number of ints."""
    if (
        call.keywords
        or len(call.positional) == 2
        or not all(context.solver.shallow(value.type) in (INT, BOOL) for value in call.positional)
    ):
        return None
    result: typed.Expression = typed.Literal(0 if call.name == "math.gcd" else 1, INT)
    for value in call.positional:
        result = context.compute(INT, f"python::math_{call.name[5:]}", [(result, INT), (value, INT)], call.span)
    return result
