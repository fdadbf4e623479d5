"""Methods of ufuncs (reduce, accumulate, outer, at), information about dtypes, and Python's builtins over numpy's scalars."""

from __future__ import annotations

from typing import Any

import numpy as np

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ArrayType, StaticType, UnionType, static
from modelet_compiler.numpy_library import builtins as builtin_functions
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_elementwise import BINARY, LOGICAL_ON_BOOL, binary, stored_as
from modelet_compiler.operations.numpy_index import index_of
from modelet_compiler.operations.numpy_library import run
from modelet_compiler.operations.numpy_reduce import accumulator, reduced_rank
from modelet_compiler.operations.numpy_types import CPP, Operand, compute, dtype_argument, operand, promoted, shallow
from modelet_compiler.operations.registry import REGISTRY

REDUCTIONS = {
    "add": "Sum", "multiply": "Product", "maximum": "Largest", "minimum": "Smallest", "logical_and": "All", "logical_or": "Any",
    "fmax": "LargestNumber", "fmin": "SmallestNumber",
}  # fmt: skip
RUNNING = ("add", "multiply", "maximum", "minimum", "logical_and", "logical_or")


@REGISTRY.rule(*(f"numpy.{name}.reduce" for name in REDUCTIONS))
def reduce(context: Any, call: Any) -> typed.Expression | None:
    """Along the first axis where none is named."""
    name = call.name.split(".")[1]
    given = bound(context, call, "array:array axis:axis=0 dtype:dtype out:none keepdims:flag=False")
    if given is None:
        return None
    item = given.array
    kinds = {"add": "sum", "multiply": "prod", "logical_and": "all", "logical_or": "any"}
    dtype = accumulator(kinds.get(name, "max"), item.dtype, given.dtype)
    type_ = ArrayType(dtype, reduced_rank(context, item.rank, given.axis, given.keepdims))
    cpp = f"np::reduce<np::{REDUCTIONS[name]}, {CPP[dtype]}, {CPP[item.dtype]}>"
    return compute(context, type_, cpp, [item.value, given.axis, typed.Literal(given.keepdims, BOOL)], call.span)


@REGISTRY.rule(*(f"numpy.{name}.reduceat" for name in REDUCTIONS))
def reduce_at(context: Any, call: Any) -> typed.Expression | None:
    """Section by section of a line."""
    name = call.name.split(".")[1]
    given = bound(context, call, "array:array indices:array axis:const=0 dtype:dtype out:none")
    if given is None or given.array.rank not in (1, None) or given.axis not in (0, -1) or "int" not in given.indices.dtype:
        return None
    item = given.array
    kinds = {"add": "sum", "multiply": "prod", "logical_and": "all", "logical_or": "any"}
    dtype = accumulator(kinds.get(name, "max"), item.dtype, given.dtype)
    places = stored_as(context, given.indices, "int64", call.span).value
    cpp = f"np::reduce_at<np::{REDUCTIONS[name]}, {CPP[dtype]}, {CPP[item.dtype]}>"
    shown = typed.Raw(f'"{name}"', STR)
    return compute(context, ArrayType(dtype, 1), cpp, [item.value, places, shown], call.span)


@REGISTRY.rule(*(f"numpy.{name}.accumulate" for name in RUNNING))
def accumulate(context: Any, call: Any) -> typed.Expression | None:
    """Running results along one axis."""
    name = call.name.split(".")[1]
    given = bound(context, call, "array:array axis:int=0 dtype:dtype out:none")
    if given is None or given.array.rank == 0:
        return None
    item = given.array
    kinds = {"add": "cumsum", "multiply": "cumprod", "logical_and": "all", "logical_or": "any"}
    dtype = accumulator(kinds.get(name, "max"), item.dtype, given.dtype)
    cpp = f"np::accumulate<np::{BINARY[name]}, {CPP[dtype]}, {CPP[item.dtype]}>"
    return compute(context, ArrayType(dtype, item.rank), cpp, [item.value, given.axis], call.span)


@REGISTRY.rule(*(f"numpy.{name}.outer" for name in BINARY))
def outer(context: Any, call: Any) -> typed.Expression | None:
    """Every pair of elements."""
    given = bound(context, call, "a:array b:array")
    if given is None:
        return None
    rank = None if None in (given.a.rank, given.b.rank) else given.a.rank + given.b.rank
    wide = compute(context, ArrayType(given.a.dtype, rank), "np::with_axes_behind", [given.a.value, given.b.value], call.span)
    left = Operand(wide, ArrayType(given.a.dtype, rank), given.a.dtype, rank, False)
    return binary(context, call.name.split(".")[1], left, given.b, call.span)


@REGISTRY.rule(*(f"numpy.{name}.at" for name in BINARY))
def operate_at(context: Any, call: Any) -> typed.Expression | None:
    """Place after place, in the array."""
    name = call.name.split(".")[1]
    given = bound(context, call, "a:any indices:any b:operand")
    target = shallow(context, given.a) if given is not None else None
    if given is None or not isinstance(target, ArrayType) or target.rank == 0 or name == "power":
        return None
    context.check_writeable(given.a)
    item = operand(context, given.a, call.span)
    assert item is not None
    loop = promoted(name, [item, given.b])
    assert loop is not None
    first, second, result = loop
    if not np.can_cast(result, target.dtype, "same_kind"):
        raise Unsupported(f"a result of {result} cannot be stored in an array of {target.dtype}", instead="`.astype(…)`")
    own = given.b.dtype if not given.b.weak else second
    function = LOGICAL_ON_BOOL.get(name, BINARY[name]) if first == "bool" else BINARY[name]
    cpp = f"np::operate_at<np::{function}, {CPP[first]}, {CPP[second]}, {CPP[target.dtype]}, {CPP[own]}>"
    return compute(context, NONE, cpp, [given.a, index_of(context, given.indices, call.span), given.b.value], call.span)


@REGISTRY.rule("numpy.issubdtype", "numpy.isscalar")
def question(context: Any, call: Any) -> typed.Expression | None:
    """Answered when compiling."""
    if call.keywords:
        return None
    if call.name == "numpy.isscalar":
        type_ = shallow(context, call.positional[0]) if len(call.positional) == 1 else None
        if isinstance(type_, ArrayType) and type_.rank is None:
            axes = context.required("numpy.ndim", call.positional, {}, call.span)
            result: typed.Expression = context.required("==", [axes, typed.Literal(0, INT)], {}, call.span)
            return result
        if isinstance(type_, ArrayType):
            return typed.Literal(type_.rank == 0, BOOL)
        return typed.Literal(True, BOOL) if type_ in (BOOL, INT, FLOAT, STR) else None
    values = [_dtype_of(value) for value in call.positional]
    if len(values) != 2 or any(value is None for value in values):
        return None
    return typed.Literal(bool(np.issubdtype(*values)), BOOL)


INFORMATION: dict[tuple[str, str], Any] = {}


@REGISTRY.rule("numpy.finfo", "numpy.iinfo")
def information(context: Any, call: Any) -> typed.Expression | None:
    """An object that exists while compiling; its attributes are constants."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = shallow(context, call.positional[0])
    dtype = type_.dtype if isinstance(type_, ArrayType) else dtype_argument(call.positional[0])
    key = (call.name, str(dtype))
    if key not in INFORMATION:
        try:
            INFORMATION[key] = getattr(np, call.name[6:])(dtype)
        except ValueError as error:
            raise Unsupported(str(error)) from None
    return typed.Literal(INFORMATION[key], static(call.name, INFORMATION[key]))


@REGISTRY.rule("numpy.dtype", "numpy.result_type", "numpy.promote_types")
def dtype_object(context: Any, call: Any) -> typed.Expression | None:
    """Known when compiling."""
    if call.keywords or not call.positional:
        return None
    types = [shallow(context, value) for value in call.positional]
    names = [
        type_.dtype if isinstance(type_, ArrayType) else dtype_argument(value) for type_, value in zip(types, call.positional, strict=True)
    ]
    dtype = np.result_type(*(np.dtype(name) for name in names))
    return typed.Literal(dtype, static(f"numpy.{dtype.name}", dtype))


def _dtype_of(value: typed.Expression) -> Any:
    return value.type.value if isinstance(value.type, StaticType) else value.value if isinstance(value, typed.Literal) else None


@REGISTRY.rule("==", "!=")
def same_dtype(context: Any, call: Any) -> typed.Expression | None:
    """A dtype and what names one."""
    del context
    values = [_dtype_of(value) for value in call.positional]
    if not any(isinstance(value, np.dtype) for value in values) or any(value is None for value in values):
        return None
    return typed.Literal(bool(values[0] == values[1]) == (call.name == "=="), BOOL)


def dtype_text(context: Any, call: Any) -> typed.Expression | None:
    """Known when compiling."""
    del context
    value = _dtype_of(call.positional[0]) if len(call.positional) == 1 else None
    if not isinstance(value, np.dtype):
        return None
    return typed.Literal(repr(value) if call.name.endswith("repr") else str(value), STR)


def _holds_arrays(context: Any, value: typed.Expression) -> bool:
    type_ = shallow(context, value)
    item = iteration_item(context.solver, type_) if not isinstance(type_, StaticType | UnionType) else None
    return item is not None and isinstance(context.solver.shallow(item), ArrayType)


def _holds_scalars(context: Any, value: typed.Expression) -> bool:
    """Whether the items are surely scalars, or rows of an array that may be."""
    type_ = shallow(context, value)
    item = context.solver.shallow(iteration_item(context.solver, type_))
    return isinstance(item, ArrayType) and (item.rank == 0 or (item.rank is None and isinstance(type_, ArrayType)))


def extreme(context: Any, call: Any) -> typed.Expression | None:
    """Min and max of numpy's scalars, by Python's comparisons."""
    largest = call.name == "builtins.max"
    if call.keywords or not call.positional:
        return None
    if len(call.positional) == 1:
        if not _holds_arrays(context, call.positional[0]):
            return None
        return run(context, builtin_functions.largest if largest else builtin_functions.smallest, call.positional, call.span)
    types = [shallow(context, value) for value in call.positional]
    members = [member for type_ in types for member in (type_.members if isinstance(type_, UnionType) else (type_,))]
    if not any(isinstance(member, ArrayType) for member in members):
        return None
    best: typed.Expression = call.positional[0]
    for value in call.positional[1:]:
        best = run(context, builtin_functions.larger if largest else builtin_functions.smaller, [best, value], call.span)
    return best


def total(context: Any, call: Any) -> typed.Expression | None:
    """Sum of numpy's scalars or arrays, one after the other."""
    if len(call.positional) not in (1, 2) or set(call.keywords) - {"start"} or not _holds_arrays(context, call.positional[0]):
        return None
    start = call.keywords.get("start") or (call.positional[1] if len(call.positional) == 2 else None)
    if start is None and not _holds_scalars(context, call.positional[0]):
        return run(context, builtin_functions.total_of_arrays, [call.positional[0]], call.span)
    start = start or typed.Literal(0, INT)
    return run(context, builtin_functions.total, [call.positional[0], start], call.span)


# Before the rules of the builtins, which know nothing of arrays and dtypes.
for _name, _rule in (
    ("builtins.min", extreme), ("builtins.max", extreme), ("builtins.sum", total), ("str", dtype_text), ("repr", dtype_text),
    ("format", dtype_text), ("builtins.str", dtype_text), ("builtins.repr", dtype_text),
):  # fmt: skip
    REGISTRY.rules.setdefault(_name, []).insert(0, _rule)
