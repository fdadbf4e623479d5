"""random: generators, and the functions of the module, which share one a call."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import INT, NONE, STR, EngineType, type_name
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import random_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

RANDOM = EngineType("Random", "py::Random")
NAMES = [
    "randrange", "randint", "choice", "shuffle", "sample", "choices", "uniform", "triangular", "normalvariate", "gauss", "lognormvariate",
    "expovariate", "vonmisesvariate", "gammavariate", "betavariate", "paretovariate", "weibullvariate",
]  # fmt: skip
REGISTRY.compiled.update({f"Random.{name}": getattr(random_functions, name) for name in NAMES})
REGISTRY.add(
    [
        ("Random.random(self: random) -> float", "python::random_random"),
        ("Random.getrandbits(self: random, k: int, /) -> int", "python::random_bits"),
        ("Random.take_gauss(self: random) -> float | None", "python::take_gauss"),
        ("Random.keep_gauss(self: random, value: float) -> None", "python::keep_gauss"),
    ]
)


def is_module_function(value: object) -> bool:
    """Whether this is a function of the module, which is a method of its hidden generator."""
    return getattr(value, "__self__", None) is random._inst


@REGISTRY.rule("module random")
def hidden(context: Context, call: Call) -> typed.Expression:
    """The generator behind the module's functions."""
    return context.compute(RANDOM, "python::module_random", [], call.span)


@REGISTRY.rule("random.Random")
def new(context: Context, call: Call) -> typed.Expression | None:
    """Seeded by an int, a text or nothing."""
    given = [*call.positional, *(value for name, value in call.keywords.items() if name == "x")]
    if len(given) > 1 or len(given) != len(call.positional) + len(call.keywords):
        return None
    seed = checked(context, given)
    return context.compute(RANDOM, "python::new_random", [(seed, context.solver.shallow(seed.type))], call.span)


@REGISTRY.rule("Random.seed")
def seeded(context: Context, call: Call) -> typed.Expression | None:
    """Begins anew."""
    given = [*call.positional[1:], *(value for name, value in call.keywords.items() if name == "a")]
    if len(given) > 1 or set(call.keywords) - {"a"}:
        return None
    seed = checked(context, given)
    arguments = [(call.positional[0], RANDOM), (seed, context.solver.shallow(seed.type))]
    return context.compute(NONE, "python::seed_random", list(arguments), call.span)


def checked(context: Context, given: list[typed.Expression]) -> typed.Expression:
    """The seed. Raises Unsupported for types whose hash would be it."""
    seed = given[0] if given else typed.Literal(None, NONE)
    type_ = context.solver.shallow(seed.type)
    if type_ not in (NONE, INT, STR):
        raise Unsupported(f"a seed of type {type_name(context.solver.resolve(type_))} is not supported", instead="an int or a str")
    return seed
