"""Arguments of numpy's functions by a short signature, as in `a:array k:int=0 axis:axis=None * mode:const='constant' out:none`.

array: an operand with a dtype of its own, lists converted; operand: a Python number may stay one; int, float: a number; axis: None, an
int or ints; line: None or an int; const: known when compiling; flag: True or False, known when compiling; dtype: its name; any: as it
is; shape: an int or a tuple of ints; none: must be left out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ArrayType, type_name
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.operations.numpy_types import (
    Operand,
    axis_count,
    compute,
    constant_bool,
    dtype_argument,
    literal,
    operand,
    shallow,
)

Reader = Callable[[Any, typed.Expression, str, Any], Any]


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
            if not default and kind not in ("none", "dtype"):
                return None
            value = _default(kind, default)
        read = READERS[kind](context, value, name, call.span) if value is not None else None
        if read is MISFIT:
            return None
        values[name] = read
    return None if given else Bound(values)


MISFIT = object()


def _default(kind: str, text: str) -> typed.Expression | None:
    if kind in ("none", "dtype") or (kind in ("array", "operand", "any", "str") and text == "None"):
        return None
    value = ast.literal_eval(text)
    return typed.Literal(value, constant_type(value))


def _array(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    if value.type == NONE:
        return None
    found = operand(context, value, span)
    return found if found is not None and not found.weak else MISFIT


def _operand(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    if value.type == NONE:
        return None
    found = operand(context, value, span)
    return found if found is not None else MISFIT


def integer(context: Any, value: typed.Expression, span: Any) -> typed.Expression | None:
    """An int, a bool or one of numpy's ints, as an int."""
    type_ = shallow(context, value)
    if type_ == INT:
        return value
    if type_ == BOOL:
        made: typed.Expression = context.compute(INT, "copy", [(value, INT)], span, raises=False, plain=True)
        return made
    if isinstance(type_, ArrayType) and "int" in type_.dtype and type_.rank in (0, None):
        return compute(context, INT, "np::as_index", [value], span)
    return None


def _int(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    found = integer(context, value, span)
    return found if found is not None else MISFIT


def _float(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    type_ = shallow(context, value)
    if isinstance(type_, ArrayType) and type_.rank == 0:
        return compute(context, FLOAT, "np::to_double", [value], span)
    return value if type_ in (INT, FLOAT, BOOL) else MISFIT


def _axis(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    axis_count(context, value)
    return value


def _line(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    if value.type == NONE:
        return value
    found = integer(context, value, span)
    if found is None:
        axis_count(context, value)
        raise Unsupported(f"`{name}` must be an int here")
    return found


def _const(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    found, known = literal(value, None)
    if not known:
        raise Unsupported(f"`{name}` must be known when compiling", "the code depends on it")
    return found


def _flag(context: Any, value: typed.Expression, name: str, span: Any) -> bool:
    return constant_bool(value, False, name)


def _dtype(context: Any, value: typed.Expression, name: str, span: Any) -> str | None:
    return dtype_argument(value)


def _any(context: Any, value: typed.Expression, name: str, span: Any) -> typed.Expression:
    return value


def _text(context: Any, value: typed.Expression, name: str, span: Any) -> Any:
    return value if shallow(context, value) == STR else MISFIT


def _none(context: Any, value: typed.Expression, name: str, span: Any) -> None:
    if value.type != NONE:
        shown = type_name(context.solver.resolve(value.type))
        raise Unsupported(f"`{name}=` is not supported here", f"this is {shown}", "leave it out")


READERS: dict[str, Reader] = {
    "array": _array, "operand": _operand, "int": _int, "float": _float, "axis": _axis, "line": _line, "const": _const, "flag": _flag,
    "dtype": _dtype, "any": _any, "str": _text, "none": _none,
}  # fmt: skip
