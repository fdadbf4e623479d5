"""Entry functions under decorators that take any arguments: a function with the parameters of the one inside calls the decorated one."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable
from types import FunctionType
from typing import Any

VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def with_parameters(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, or one with named parameters for a decorated one whose wrapper takes `*args, **kwargs`."""
    if not isinstance(function, FunctionType) or not hasattr(function, "__wrapped__"):
        return function
    flags = function.__code__.co_flags
    if not flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or is_torch(function):
        return function
    inside = inspect.unwrap(function)
    signature = inspect.signature(inside)
    if not isinstance(inside, FunctionType) or any(item.kind in VARIADIC for item in signature.parameters.values()):
        return function
    return _calling(function, inside, signature)


def is_torch(function: FunctionType) -> bool:
    """Whether a wrapper is torch's, which is not compiled."""
    return str(function.__globals__.get("__name__", "")).split(".")[0] == "torch"


def _calling(function: FunctionType, inside: FunctionType, signature: inspect.Signature) -> FunctionType:
    plain: list[str] = []
    named: list[str] = []
    given: list[str] = []
    for item in signature.parameters.values():
        text = item.name if item.default is item.empty else f"{item.name}=None"
        only = item.kind is item.KEYWORD_ONLY
        (named if only else plain).append(text)
        given.append(f"{item.name}={item.name}" if only else item.name)
    parameters = ", ".join([*plain, *(["*", *named] if named else [])])
    text = f"def {inside.__name__}({parameters}):\n    return decorated({', '.join(given)})\n"
    file = f"<decorated {function.__module__}.{function.__qualname__}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    scope: dict[str, Any] = {**inside.__globals__, "decorated": function, "__name__": inside.__module__}
    exec(compile(text, file, "exec"), scope)
    made: FunctionType = scope[inside.__name__]
    made.__defaults__, made.__kwdefaults__ = inside.__defaults__, inside.__kwdefaults__
    made.__annotations__, made.__doc__ = dict(inside.__annotations__), inside.__doc__
    made.__name__ = function.__name__
    return made
