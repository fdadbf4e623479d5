"""statistics: Python over the engine's exact sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NEVER, ListType, UnionType, members_of
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.operations.standard_library import register
from modelet_compiler.standard import statistics_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

NAMES = (
    "mean fmean geometric_mean harmonic_mean median median_low median_high median_grouped mode multimode quantiles variance pvariance stdev"
    " pstdev covariance correlation linear_regression"
)
EXACT = "modelet_compiler.standard.exact"
register("statistics", statistics_functions, NAMES.split())


@REGISTRY.rule(*(f"{EXACT}.{name}_of" for name in ("mean", "variance", "deviation", "root")))
def doubtful(context: Context, call: Call) -> typed.Expression | None:
    """Of values some of which may be bools, or no numbers."""
    type_ = context.solver.shallow(call.positional[0].type)
    members = members_of(context.solver.shallow(type_.item)) if isinstance(type_, ListType) else ()
    numbers = [member for member in members if member in (BOOL, INT, FLOAT)]
    if not numbers or (len(numbers) == len(members) and BOOL not in members):
        return None
    checked = context.helper(statistics_functions.numbers, call.name.rpartition(".")[2], [call.positional[0]], {}, call.span)
    return context.required(call.name, [checked, *call.positional[1:]], {}, call.span)


@REGISTRY.rule(f"{EXACT}.mean_of", f"{EXACT}.variance_of")
def moment(context: Context, call: Call) -> typed.Expression | None:
    """Of ints an int where it is one."""
    type_ = context.solver.shallow(call.positional[0].type)
    assert isinstance(type_, ListType)
    item = context.solver.shallow(type_.item)
    members = item.members if isinstance(item, UnionType) else (item,)
    if not all(member in (BOOL, INT, FLOAT, NEVER) for member in members):
        return None
    result = FLOAT if item == FLOAT else UnionType((FLOAT, INT))
    name = call.name.removeprefix(f"{EXACT}.").removesuffix("_of")
    arguments = [(call.positional[0], type_), (call.positional[1], INT)]
    return context.compute_template(result, f"python::statistics_{name}<{{R}}>", {"R": result}, list(arguments), call.span)


REGISTRY.add(
    [(f"{EXACT}.{name}_of(values: list[T], number: int) -> float", f"python::statistics_{name}") for name in ("deviation", "root")]
)
REGISTRY.add([(f"{EXACT}.harmonic_of(values: list[float]) -> float", "python::statistics_harmonic")])
