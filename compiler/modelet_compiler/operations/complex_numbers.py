"""complex, and the module cmath."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, COMPLEX, FLOAT, INT, STR, TupleType, Type
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import products

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

REGISTRY.add(
    [
        ("builtins.abs(value: complex, /) -> float", "python::absolute"),
        ("format(value: complex, spec: str) -> str", "python::format"),
        ("builtins.format(value: complex, spec: str, /) -> str", "python::format"),
    ]
)
REGISTRY.add(
    [
        ("unary -(value: complex) -> complex", "python::negate"),
        ("unary +(value: complex) -> complex", "python::positive"),
        ("complex.conjugate(self: complex) -> complex", "python::conjugate"),
        ("attribute complex.real(self: complex) -> float", "python::real_part"),
        ("attribute complex.imag(self: complex) -> float", "python::imaginary_part"),
    ],
    raises=False,
)
NUMBERS = (BOOL, INT, FLOAT, COMPLEX)
ARITHMETIC = {
    "+": ("add", False), "-": ("subtract", False), "*": ("multiply", False), "/": ("divide", True), "**": ("power", True),
    "builtins.pow": ("power", True),
}  # fmt: skip
ELEMENTARY = (
    "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
)  # fmt: skip
TESTS = ("isnan", "isinf", "isfinite")
RESULTS: dict[str, Type] = {**dict.fromkeys((*TESTS, "isclose"), BOOL), "phase": FLOAT, "polar": TupleType((FLOAT, FLOAT))}
ZERO, CLOSE = typed.Literal(0.0, FLOAT), typed.Literal(1e-09, FLOAT)


def as_complex(context: Context, value: typed.Expression, call: Call) -> typed.Expression | None:
    """A number as a complex one; None for what is no number."""
    type_ = context.solver.shallow(value.type)
    if type_ == COMPLEX:
        return value
    if type_ not in NUMBERS:
        return None
    real = value if type_ == FLOAT else context.required("builtins.float", [value], {}, call.span)
    return context.compute(COMPLEX, "python::new_complex", [(real, FLOAT), (ZERO, FLOAT)], call.span, raises=False)


@REGISTRY.rule(*ARITHMETIC)
def arithmetic(context: Context, call: Call) -> typed.Expression | None:
    """With at least one complex operand."""
    types = [context.solver.shallow(value.type) for value in call.positional]
    if len(types) != 2 or call.keywords or COMPLEX not in types:
        return None
    left, right = (as_complex(context, value, call) for value in call.positional)
    if left is None or right is None:
        return None
    cpp, raises = ARITHMETIC[call.name]
    return context.compute(COMPLEX, f"python::{cpp}", [(left, COMPLEX), (right, COMPLEX)], call.span, raises=raises)


@REGISTRY.rule("builtins.complex")
def new(context: Context, call: Call) -> typed.Expression | None:
    """Of a number, two numbers, or a text."""
    given = dict(zip(("real", "imag"), call.positional, strict=False)) | call.keywords
    if len(call.positional) > 2 or set(given) - {"real", "imag"}:
        return None
    if not given:
        return typed.Literal(0j, COMPLEX)
    types = {name: context.solver.shallow(value.type) for name, value in given.items()}
    if types.get("real") == STR and len(given) == 1:
        return context.compute(COMPLEX, "python::parse_complex", [(given["real"], STR)], call.span)
    if any(type_ not in NUMBERS for type_ in types.values()):
        return None
    if COMPLEX not in types.values():
        parts = [given.get(name, ZERO) for name in ("real", "imag")]
        floats = [(context.required("builtins.float", [part], {}, call.span), FLOAT) for part in parts]
        return context.compute(COMPLEX, "python::new_complex", floats, call.span, raises=False)
    if "imag" not in given:
        return given["real"] if isinstance(given["real"], typed.Temporary | typed.Read | typed.Literal) else None
    both = [as_complex(context, given.get(name, ZERO), call) for name in ("real", "imag")]
    arguments = [(part, COMPLEX) for part in both if part is not None]
    return context.compute(COMPLEX, "python::joined_complex", arguments, call.span, raises=False)


@REGISTRY.rule("builtins.sum")
def total(context: Context, call: Call) -> typed.Expression | None:
    """Of complex numbers."""
    start = call.keywords.get("start") or (call.positional[1] if len(call.positional) == 2 else typed.Literal(0, INT))
    if not 1 <= len(call.positional) <= 2 or set(call.keywords) - {"start"}:
        return None
    source = context.iterable(call.positional[0], call.span)
    item = iteration_item(context.solver, context.solver.shallow(source.type))
    types = [context.solver.shallow(type_) for type_ in (item, start.type) if type_ is not None]
    if len(types) < 2 or COMPLEX not in types or any(type_ not in NUMBERS for type_ in types):
        return None
    return context.helper(products.object_sum, "sum", [source, start], {}, call.span)


@REGISTRY.rule(*(f"cmath.{name}" for name in (*ELEMENTARY, *TESTS, "phase", "polar", "rect", "isclose")))
def elementary(context: Context, call: Call) -> typed.Expression | None:
    """Functions of one number, besides `log` with a base, `rect` and `isclose`."""
    name = call.name.removeprefix("cmath.")
    if name == "rect":
        return _rectangular(context, call)
    limits = [call.keywords.get(word, default) for word, default in (("rel_tol", CLOSE), ("abs_tol", ZERO))]
    if set(call.keywords) - ({"rel_tol", "abs_tol"} if name == "isclose" else set()):
        return None
    expected = (2,) if name == "isclose" else (1, 2) if name == "log" else (1,)
    values = [as_complex(context, value, call) for value in call.positional]
    arguments: list[tuple[typed.Expression, Type]] = [(value, COMPLEX) for value in values if value is not None]
    if len(values) not in expected or len(arguments) != len(values):
        return None
    if name == "isclose":
        arguments += [(context.required("builtins.float", [limit], {}, call.span), FLOAT) for limit in limits]
    result = RESULTS.get(name, COMPLEX)
    cpp = f"python::cmath_{name}{'_base' if name == 'log' and len(values) == 2 else ''}"
    return context.compute(result, cpp, arguments, call.span, raises=name not in TESTS)


def _rectangular(context: Context, call: Call) -> typed.Expression | None:
    types = [context.solver.shallow(value.type) for value in call.positional]
    if len(types) != 2 or call.keywords or any(type_ not in (BOOL, INT, FLOAT) for type_ in types):
        return None
    parts = [(context.required("builtins.float", [value], {}, call.span), FLOAT) for value in call.positional]
    return context.compute(COMPLEX, "python::cmath_rect", parts, call.span)
