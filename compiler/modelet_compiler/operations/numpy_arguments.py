"""Arguments of numpy's functions by a short signature, as in `a:array k:int=0 axis:axis=None * mode:const='constant' out:none`.

array: an operand with a dtype of its own, lists converted; operand: a Python number may stay one; int, float: a number; axis: None, an
int or ints; line: None or an int; const: known when compiling; flag: True or False, known when compiling; dtype: its name; any: as it
is; shape: an int or a tuple of ints; none: must be left out; false: left out, or False.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ArrayType, type_name
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.operations.numpy_types import (
    axis_count,
    compute,
    constant_bool,
    dtype_argument,
    literal,
    operand,
    shallow,
)


@dataclass(frozen=True)
class Given:
    """One argument."""

    context: Any
    value: typed.Expression
    name: str
    span: Any


Reader = Callable[[Given], Any]


class Bound:
    """What a call passes, by parameter."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


def bound(context: Any, call: Any, signature: str) -> Bound | None:
    """The arguments as the signature reads them; None when the call does not fit."""
    words = signature.split()
    plain = words[: words.index("*")] if "*" in words else words
    names = [word.split(":")[0] for word in plain]
    if len(call.positional) > len(names):
        return None
    given = dict(zip(names, call.positional, strict=False))
    if set(given) & set(call.keywords):
        return None
    given.update(call.keywords)
    values: dict[str, Any] = {}
    for word in words:
        if word == "*":
            continue
        name, rest = word.split(":", 1)
        kind, _, default = rest.partition("=")
        value = given.pop(name, None)
        if value is None:
            if not default and kind not in ("none", "dtype", "false"):
                return None
            value = _default(kind, default)
        read = READERS[kind](Given(context, value, name, call.span)) if value is not None else None
        if read is MISFIT:
            return None
        values[name] = read
    return None if given else Bound(values)


MISFIT = object()


def _default(kind: str, text: str) -> typed.Expression | None:
    if kind in ("none", "dtype", "false") or (kind in ("array", "operand", "any", "str") and text == "None"):
        return None
    value = ast.literal_eval(text)
    return typed.Literal(value, constant_type(value))


def _array(given: Given) -> Any:
    if given.value.type == NONE:
        return None
    found = operand(given.context, given.value, given.span)
    return found if found is not None and not found.weak else MISFIT


def _operand(given: Given) -> Any:
    if given.value.type == NONE:
        return None
    found = operand(given.context, given.value, given.span)
    return found if found is not None else MISFIT


def integer(context: Any, value: typed.Expression, span: Any, *, or_array: bool = False) -> typed.Expression | None:
    """An int, a bool or one of numpy's ints, as an int. `or_array`: what may be an array is one."""
    type_ = shallow(context, value)
    if type_ == INT:
        return value
    if type_ == BOOL:
        made: typed.Expression = context.compute(INT, "copy", [(value, INT)], span, raises=False, plain=True)
        return made
    if isinstance(type_, ArrayType) and "int" in type_.dtype and type_.rank in ((0,) if or_array else (0, None)):
        return compute(context, INT, "np::as_index", [value], span)
    return None


def _int(given: Given) -> Any:
    found = integer(given.context, given.value, given.span)
    return found if found is not None else MISFIT


def _float(given: Given) -> Any:
    type_ = shallow(given.context, given.value)
    if isinstance(type_, ArrayType) and type_.rank == 0:
        return compute(given.context, FLOAT, "np::to_double", [given.value], given.span)
    return given.value if type_ in (INT, FLOAT, BOOL) else MISFIT


def _axis(given: Given) -> Any:
    axis_count(given.context, given.value)
    return given.value


def _line(given: Given) -> Any:
    if given.value.type == NONE:
        return given.value
    found = integer(given.context, given.value, given.span)
    if found is None:
        axis_count(given.context, given.value)
        raise Unsupported(f"`{given.name}` must be an int here")
    return found


def _const(given: Given) -> Any:
    found, known = literal(given.value, None)
    if not known:
        raise Unsupported(f"`{given.name}` must be known when compiling", "the code depends on it")
    return found


def _flag(given: Given) -> bool:
    return constant_bool(given.value, False, given.name)


def _dtype(given: Given) -> str | None:
    return dtype_argument(given.value)


def _any(given: Given) -> typed.Expression:
    return given.value


def _text(given: Given) -> Any:
    return given.value if shallow(given.context, given.value) == STR else MISFIT


def _none(given: Given) -> None:
    if given.value.type != NONE:
        shown = type_name(given.context.solver.resolve(given.value.type))
        raise Unsupported(f"`{given.name}=` is not supported here", f"this is {shown}", "leave it out")


def _false(given: Given) -> Any:
    return None if not constant_bool(given.value, False, given.name) else MISFIT


READERS: dict[str, Reader] = {
    "array": _array, "operand": _operand, "int": _int, "float": _float, "axis": _axis, "line": _line, "const": _const, "flag": _flag,
    "dtype": _dtype, "any": _any, "str": _text, "none": _none, "false": _false,
}  # fmt: skip
