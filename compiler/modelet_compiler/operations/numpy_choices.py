"""`numpy.select`, `choose` and `piecewise`: elements from several arrays; and sets of rows with places and counts."""

from __future__ import annotations

from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import ArrayType, ListType, TupleType
from modelet_compiler.numpy_library import choices
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_create import display, listed
from modelet_compiler.operations.numpy_elementwise import stored_as
from modelet_compiler.operations.numpy_library import of_rank, run
from modelet_compiler.operations.numpy_types import NUMBERS, Operand, operand, result_dtype, shallow
from modelet_compiler.operations.registry import REGISTRY


@REGISTRY.rule("numpy.select")
def select(context: Any, call: Any) -> typed.Expression | None:
    """The first choice whose condition holds."""
    given = bound(context, call, "condlist:any choicelist:any default:operand=0")
    if given is None:
        return None
    conditions, cases = (display(context, value, call.span) for value in (given.condlist, given.choicelist))
    if conditions is None or cases is None:
        return _select_listed(context, given, call.span)
    items = [operand(context, case, call.span) for case in cases]
    found = [item for item in items if item is not None]
    if not conditions or len(conditions) != len(cases) or len(found) != len(items):
        return None
    dtype = _common_dtype([*found, given.default])
    result: typed.Expression = stored_as(context, given.default, dtype, call.span).value
    for condition, item in zip(reversed(conditions), reversed(found), strict=True):
        choice = stored_as(context, item, dtype, call.span).value
        result = context.required("numpy.where", [condition, choice, result], {}, call.span)
    return result


def _common_dtype(items: list[Operand]) -> str:
    if all(item.weak for item in items):
        return "float64" if any(item.dtype == "float64" for item in items) else "int64"
    return result_dtype(items)


def _select_listed(context: Any, given: Any, span: Any) -> typed.Expression | None:
    """Of lists whose length is known at run time only."""
    lists = [type_ for value in (given.condlist, given.choicelist) if isinstance(type_ := shallow(context, value), ListType)]
    if len(lists) != 2:
        return None
    condition, item = (context.solver.shallow(type_.item) for type_ in lists)
    weak = item in NUMBERS
    if not isinstance(condition, ArrayType) or condition.dtype != "bool" or not (weak or isinstance(item, ArrayType)):
        return None
    case = Operand(given.choicelist, item, NUMBERS[item] if weak else item.dtype, 0 if weak else item.rank, weak)
    default = stored_as(context, given.default, _common_dtype([case, given.default]), span)
    return run(context, choices.select_listed, [given.condlist, given.choicelist, default], span)


@REGISTRY.rule("numpy.choose", "ndarray.choose")
def choose(context: Any, call: Any) -> typed.Expression | None:
    """For each place the array that a number names."""
    given = bound(context, call, "a:array choices:any out:none mode:const='raise'")
    if given is None or given.mode not in ("raise", "clip", "wrap") or "int" not in given.a.dtype or given.a.rank == 0:
        return None
    found = listed(context, given.choices, call.span)
    if found is None:
        return None
    return run(context, choices.choose_listed, [given.a, found[0], given.mode == "clip", given.mode == "wrap"], call.span)


@REGISTRY.rule("numpy.piecewise")
def piecewise(context: Any, call: Any) -> typed.Expression | None:
    """Functions and values, each where its condition holds; a function more is for where none does."""
    given = bound(context, call, "x:array condlist:any funclist:any")
    if given is None or given.x.rank == 0:
        return None
    conditions, pieces = _parts(context, given.condlist, call.span), display(context, given.funclist, call.span)
    if conditions is None or pieces is None:
        return None
    if len(pieces) == len(conditions) + 1:
        types = TupleType(tuple(shallow(context, condition) for condition in conditions))
        every = context.compute(types, "tuple", list(zip(conditions, types.items, strict=True)), call.span, raises=False, plain=True)
        conditions = [*conditions, run(context, choices.neither, [every], call.span)]
    if len(pieces) != len(conditions):
        raise Unsupported(f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are expected")
    result: typed.Expression = context.required("numpy.zeros_like", [given.x.value], {}, call.span)
    for condition, piece in zip(conditions, pieces, strict=True):
        if operand(context, piece, call.span) is not None:
            run(context, choices.piece_filled, [result, condition, piece], call.span)
        else:
            run(context, choices.piece_called, [result, given.x, condition, piece], call.span)
    return result


def _parts(context: Any, value: typed.Expression, span: Any) -> list[typed.Expression] | None:
    """The conditions of a list, or the only one."""
    if isinstance(shallow(context, value), ArrayType):
        return [value]
    found = display(context, value, span)
    arrays = found is not None and all(isinstance(shallow(context, part), ArrayType) for part in found)
    return found if arrays else None


def unique_rows(context: Any, item: Operand, asked: list[bool], span: Any) -> typed.Expression:
    """numpy.unique along the first axis of a matrix, with what was asked for: first places, inverse, counts."""
    whole = run(context, choices.unique_rows, [of_rank(context, item, 2, span)], span)
    type_ = context.solver.shallow(whole.type)
    parts = [context.tuple_item(whole, type_, place, span) for place, wanted in enumerate([True, *asked]) if wanted]
    types = TupleType(tuple(shallow(context, part) for part in parts))
    made: typed.Expression = context.compute(types, "tuple", list(zip(parts, types.items, strict=True)), span, raises=False, plain=True)
    return made


@REGISTRY.rule("numpy.intersect1d")
def intersection_with_places(context: Any, call: Any) -> typed.Expression | None:
    """With where the common values stand in both."""
    given = bound(context, call, "a:array b:array assume_unique:flag=False return_indices:flag")
    if given is None or given.assume_unique or not given.return_indices:
        return None
    return run(context, choices.common_places, [given.a, given.b], call.span)
