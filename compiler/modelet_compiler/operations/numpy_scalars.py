"""Numbers out of arrays, numpy's scalar types, and arrays as text, lists and truth."""

from __future__ import annotations

import re
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, JSON, STR, ArrayType, ListType, StrType, TupleType, Type
from modelet_compiler.operations.numpy_arguments import bound
from modelet_compiler.operations.numpy_types import CPP, NUMBERS, SHAPE, compute, operand, shallow, supported
from modelet_compiler.operations.registry import REGISTRY

CONVERSIONS: dict[str, tuple[str, Type]] = {
    "builtins.float": ("to_double", FLOAT),
    "builtins.int": ("to_int64", INT),
    "builtins.bool": ("truth", BOOL),
}
CLASSES = {"float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"}


def python_number(dtype: str) -> tuple[str, Type]:
    """The engine's function and the Python type of a dtype's elements."""
    supported(dtype)
    return ("to_double", FLOAT) if dtype.startswith("float") else ("to_bool", BOOL) if dtype == "bool" else ("to_int64", INT)


@REGISTRY.rule(*CONVERSIONS)
def to_number(context: Any, call: Any) -> typed.Expression | None:
    """`float(array)`: of one element."""
    given = shallow(context, call.positional[0]) if len(call.positional) == 1 else None
    if call.keywords or not isinstance(given, ArrayType):
        return None
    supported(given.dtype)
    function, type_ = CONVERSIONS[call.name]
    return compute(context, type_, f"np::{function}", call.positional, call.span)


INDEXED = (
    "[]",
    "[]=",
    "del []",
    "*",
    "builtins.range",
    "builtins.chr",
    "list.insert",
    "list.pop",
    "str.center",
    "str.ljust",
    "str.rjust",
    "str.zfill",
)
MATHEMATICS = (
    "sqrt exp expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh atan2 hypot pow fmod "
    "degrees radians fabs isnan isinf isfinite copysign"
)


@REGISTRY.rule(*INDEXED)
def as_index(context: Any, call: Any) -> typed.Expression | None:
    """Numpy's ints where Python wants an int: positions, repetitions, ranges."""
    types = [shallow(context, value) for value in call.positional]
    first = 1 if call.name in ("[]", "[]=", "del []") else 0
    if any(isinstance(type_, ArrayType) for type_ in types[:first]) or call.keywords:
        return None
    places = [place for place, type_ in enumerate(types[: 2 if first else None]) if place >= first and _is_index(type_)]
    if not places or (call.name == "*" and not any(isinstance(type_, ListType | StrType | TupleType) for type_ in types)):
        return None
    values = list(call.positional)
    for place in places:
        values[place] = compute(context, INT, "np::as_index", [values[place]], call.span)
    result: typed.Expression | None = context.apply(call.name, values, {}, call.span)
    return result


def _is_index(type_: Type) -> bool:
    return isinstance(type_, ArrayType) and "int" in type_.dtype and type_.rank in (0, None)


@REGISTRY.rule(*(f"math.{name}" for name in MATHEMATICS.split()))
def as_float(context: Any, call: Any) -> typed.Expression | None:
    """The module math takes numpy's scalars as floats."""
    if call.keywords or not any(isinstance(shallow(context, value), ArrayType) for value in call.positional):
        return None
    values = [
        compute(context, FLOAT, "np::to_double", [value], call.span) if isinstance(shallow(context, value), ArrayType) else value
        for value in call.positional
    ]
    result: typed.Expression | None = context.apply(call.name, values, {}, call.span)
    return result


@REGISTRY.rule("ndarray.item")
def item(context: Any, call: Any) -> typed.Expression | None:
    """The one element as a Python number."""
    type_ = shallow(context, call.positional[0])
    if len(call.positional) != 1 or call.keywords or not isinstance(type_, ArrayType):
        return None
    _, result = python_number(type_.dtype)
    return compute(context, result, f"np::item<{_cpp(result)}>", call.positional, call.span)


def _cpp(type_: Type) -> str:
    return "double" if type_ == FLOAT else "bool" if type_ == BOOL else "int64_t"


def announced_depth(context: Any, call: Any) -> int | None:
    """How deep the lists are nested that the function says it returns, when it returns what this call gives."""
    calls = [node.result for node in nodes.walk(context.function.body) if isinstance(node, nodes.Operation) and node.span == call.span]
    if not any(isinstance(node, nodes.Return) and node.value in calls for node in nodes.walk(context.function.body)):
        return None
    announced = str(getattr(context.function.identity, "__annotations__", {}).get("return", ""))
    counts = {len(text) // len("list[") for text in re.findall(r"(?:list\[)+", announced.lower())}
    return counts.pop() if len(counts) == 1 else None


@REGISTRY.rule("ndarray.tolist")
def to_list(context: Any, call: Any) -> typed.Expression | None:
    """Nested lists of Python numbers; what they are is known at run time only for an array of unknown rank."""
    type_ = shallow(context, call.positional[0])
    if len(call.positional) != 1 or call.keywords or not isinstance(type_, ArrayType):
        return None
    if type_.rank is None:
        type_ = ArrayType(type_.dtype, announced_depth(context, call))
    _, inner = python_number(type_.dtype)
    if type_.rank is None and inner in (BOOL, INT, FLOAT):
        return compute(context, JSON, f"np::to_json<{_cpp(inner)}>", call.positional, call.span)
    if type_.rank is None:
        raise Unsupported("`.tolist()` of an array whose rank is not known", "the type of the result depends on it",
                          "`numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]` as the parameter's annotation")  # fmt: skip
    if type_.rank == 0:
        _, single = python_number(type_.dtype)
        return compute(context, single, f"np::item<{_cpp(single)}>", call.positional, call.span)
    array = compute(context, type_, "np::expect_rank", [call.positional[0], typed.Literal(type_.rank, INT)], call.span)
    result: Type = inner
    for depth in range(type_.rank):
        variable = context.site_variable((context.key, call.span, "tolist", depth))
        context.solver.include(variable, result)
        result = ListType(variable)
    made: typed.Expression = context.compute_template(
        result, f"np::to_nested<{{T}}, {_cpp(inner)}, {type_.rank}>", {"T": result}, [(array, None)], call.span
    )
    return made


@REGISTRY.rule(*(f"numpy.{name}" for name in CLASSES))
def scalar(context: Any, call: Any) -> typed.Expression | None:
    """`np.float32(x)`."""
    dtype = call.name.removeprefix("numpy.")
    if call.keywords or len(call.positional) > 1:
        return None
    value = operand(context, call.positional[0], call.span) if call.positional else operand(context, typed.Literal(0, INT), call.span)
    if value is None:
        return None
    if not value.weak:
        if value.rank != 0:
            raise Unsupported(f"numpy.{dtype} of an array is not supported", instead=f"`.astype(numpy.{dtype})`")
        return compute(context, ArrayType(dtype, 0), f"np::astype<{CPP[dtype]}, {CPP[value.dtype]}>", [value.value], call.span)
    if value.type == FLOAT and dtype not in ("float32", "float64", "bool"):
        value_array = compute(context, ArrayType("float64", 0), "np::scalar<double>", [value.value], call.span)
        return compute(context, ArrayType(dtype, 0), f"np::astype<{CPP[dtype]}, double>", [value_array], call.span)
    return compute(context, ArrayType(dtype, 0), f"np::scalar<{CPP[dtype]}>", [value.value], call.span)


@REGISTRY.rule("str", "repr", "format", "builtins.str", "builtins.repr")
def text(context: Any, call: Any) -> typed.Expression | None:
    """Of scalars, arrays and shapes."""
    type_ = shallow(context, call.positional[0]) if call.positional else None
    if type_ == SHAPE and len(call.positional) == 1:
        return compute(context, STR, "np::shape_str", call.positional, call.span)
    if not isinstance(type_, ArrayType):
        return None
    supported(type_.dtype)
    name = call.name.removeprefix("builtins.")
    values = [*call.positional, typed.Literal("", STR)] if name == "format" and len(call.positional) == 1 else call.positional
    return compute(context, STR, f"np::{name}", values, call.span)


@REGISTRY.rule("numpy.array2string", "numpy.array_str", "numpy.array_repr")
def array_to_string(context: Any, call: Any) -> typed.Expression | None:
    """With the options that programs use."""
    given = bound(context, call, "a:array precision:int=8 suppress_small:flag=False separator:str=None")
    if given is None or (call.name != "numpy.array2string" and (call.keywords or len(call.positional) > 1)):
        return None
    if call.name != "numpy.array2string":
        return compute(context, STR, f"np::{'str' if call.name.endswith('str') else 'repr'}", [given.a.value], call.span)
    values = [given.a.value, given.precision, typed.Literal(given.suppress_small, BOOL), given.separator or typed.Literal(" ", STR)]
    if given.a.rank == 0 or len(call.positional) > 1:
        return None
    return compute(context, STR, "np::array_to_string", values, call.span)


__all__ = ["NUMBERS"]
