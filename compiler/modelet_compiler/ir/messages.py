"""What is said about operations that do not take some types: CPython's words, at run time and when compiling."""

from __future__ import annotations

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.types import NONE, Type, UnionType, class_name, type_name
from modelet_compiler.operations.registry import REGISTRY

BINARY = frozenset(["+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"])
COMPARE = frozenset(["<", "<=", ">", ">="])


def wrong_types(name: str, types: list[Type]) -> tuple[str, str] | None:
    """(exception class, message) that CPython raises for these operand types; None when this compiler does not know."""
    first = class_name(types[0])
    if name.rstrip("=") in BINARY and name not in COMPARE:
        if name == "+" and first == "str":
            return "TypeError", f'can only concatenate str (not "{class_name(types[1])}") to str'
        if name == "+" and first in ("list", "tuple"):
            return "TypeError", f'can only concatenate {first} (not "{class_name(types[1])}") to {first}'
        symbol = "** or pow()" if name == "**" else name
        return "TypeError", f"unsupported operand type(s) for {symbol}: '{first}' and '{class_name(types[1])}'"
    if name in COMPARE:
        return "TypeError", f"'{name}' not supported between instances of '{first}' and '{class_name(types[1])}'"
    if types[0] != NONE:
        return None
    if name == "builtins.len":
        return "TypeError", "object of type 'NoneType' has no len()"
    if name.startswith("unary "):
        return "TypeError", f"bad operand type for {name}: 'NoneType'"
    return {
        "[]": ("TypeError", "'NoneType' object is not subscriptable"),
        "[]=": ("TypeError", "'NoneType' object does not support item assignment"),
        "del []": ("TypeError", "'NoneType' object does not support item deletion"),
        "iterate": ("TypeError", "'NoneType' object is not iterable"),
    }.get(name)


def refusal(name: str, types: list[Type], keywords: list[str], shown: str) -> Unsupported:
    """Why an operation is refused when compiling."""
    described = ", ".join(map(type_name, types))
    operator = name.removeprefix("unary ").rstrip("=")
    if any(isinstance(type_, UnionType) and NONE in type_.members for type_ in types):
        return Unsupported(f"`{shown or name}` does not take {described}", "the value may be None here", "test `is None` first")
    if operator in BINARY or name in COMPARE or name.startswith("unary "):
        said = wrong_types(name, types)
        return Unsupported(said[1] if said else f"`{name}` does not take {described}")
    if "." in name and not REGISTRY.supports(name):
        prefix, method = name.rsplit(".", 1)
        known = REGISTRY.methods(prefix)
        return Unsupported(f"`{shown or name}` is not supported", f"it is not among the operations of {prefix}", nearest(method, known))
    extra = f" with {', '.join(keywords)}" if keywords else ""
    return Unsupported(f"`{shown or name}` does not take ({described}){extra}")


def nearest(name: str, known: list[str]) -> str:
    """A hint of what there is."""
    import difflib

    close = difflib.get_close_matches(name, known, 3)
    listed = close or known[:12]
    return f"one of {', '.join(listed)}" if listed else ""
