"""What is said about operations that do not take some types: CPython's words, at run time and when compiling."""

from __future__ import annotations

import re

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.python_errors import asked
from modelet_compiler.ir.types import NONE, DictType, ListType, SetType, Type, UnionType, class_name, type_name
from modelet_compiler.operations.registry import REGISTRY

BINARY = frozenset(["+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"])
COMPARE = frozenset(["<", "<=", ">", ">="])
SEQUENCES = ("str", "list", "tuple")
LENGTHLESS = ("NoneType", "bool", "int", "float")


def wrong_types(name: str, types: list[Type]) -> tuple[str, str] | None:
    """(exception class, message) that CPython raises for these operand types; None when this compiler does not know."""
    first = class_name(types[0])
    if name.rstrip("=") in BINARY and name not in COMPARE:
        if name in ("+", "+=") and first == "str":
            return "TypeError", f'can only concatenate str (not "{class_name(types[1])}") to str'
        if name == "+=" and first == "list" and class_name(types[1]) in LENGTHLESS:
            return "TypeError", f"'{class_name(types[1])}' object is not iterable"
        if name in ("+", "+=") and first in ("list", "tuple"):
            return "TypeError", f'can only concatenate {first} (not "{class_name(types[1])}") to {first}'
        symbol = "** or pow()" if name == "**" else name
        if name.rstrip("=") == "*" and any(class_name(type_) in SEQUENCES for type_ in types):
            other = next((type_ for type_ in types if class_name(type_) not in SEQUENCES), types[1])
            return "TypeError", f"can't multiply sequence by non-int of type '{class_name(other)}'"
        return "TypeError", f"unsupported operand type(s) for {symbol}: '{first}' and '{class_name(types[1])}'"
    if name in COMPARE:
        return "TypeError", f"'{name}' not supported between instances of '{first}' and '{class_name(types[1])}'"
    if name in ("[]", "[]=", "del []") and first in ("list", "tuple") and class_name(types[1]) not in ("int", "bool", "slice"):
        return "TypeError", f"{first} indices must be integers or slices, not {class_name(types[1])}"
    if name == "[]" and first == "str" and class_name(types[1]) not in ("int", "bool", "slice"):
        return "TypeError", f"string indices must be integers, not '{class_name(types[1])}'"
    if name == "[]" and first == "re.Match" and class_name(types[1]) not in ("int", "bool", "str"):
        return "IndexError", "no such group"
    if name.startswith("unary "):
        return "TypeError", f"bad operand type for {name}: '{first}'"
    if name in FIRST_ARGUMENT:
        kinds, message = FIRST_ARGUMENT[name]
        return ("TypeError", message.format(first)) if first in kinds else asked(name, types)
    return _wrong_text(name, types) or asked(name, types)


PLAIN = ("NoneType", "list", "dict")
FIRST_ARGUMENT: dict[str, tuple[tuple[str, ...], str]] = {
    "[]": (LENGTHLESS, "'{}' object is not subscriptable"),
    "[]=": ((*LENGTHLESS, "str", "tuple"), "'{}' object does not support item assignment"),
    "del []": (LENGTHLESS, "'{}' object does not support item deletion"),
    "iterate": (LENGTHLESS, "'{}' object is not iterable"),
    "builtins.len": (LENGTHLESS, "object of type '{}' has no len()"),
    "builtins.int": (PLAIN, "int() argument must be a string, a bytes-like object or a real number, not '{}'"),
    "builtins.float": (PLAIN, "float() argument must be a string or a real number, not '{}'"),
    "builtins.abs": (("NoneType", "str", "list", "dict"), "bad operand type for abs(): '{}'"),
    "builtins.round": (("NoneType", "str", "list", "dict"), "type {} doesn't define __round__ method"),
    "builtins.range": (("NoneType", "float", "str", "list", "dict"), "'{}' object cannot be interpreted as an integer"),
    "builtins.sorted": (LENGTHLESS, "'{}' object is not iterable"),
    "builtins.list": (LENGTHLESS, "'{}' object is not iterable"),
    "builtins.set": (LENGTHLESS, "'{}' object is not iterable"),
    "builtins.tuple": (LENGTHLESS, "'{}' object is not iterable"),
}
"""Operations whose first argument has none of these classes, and what CPython says."""
TEXT_ARGUMENT: dict[str, str] = {
    **dict.fromkeys(["str.split", "str.rsplit"], "must be str or None, not {}"),
    **dict.fromkeys(
        ["str.find", "str.rfind", "str.index", "str.rindex", "str.count", "str.partition", "str.rpartition"], "must be str, not {}"
    ),
    **{f"str.{name}": f"{name} arg must be None or str, not {{}}" for name in ("strip", "lstrip", "rstrip")},
    **{f"str.{name}": f"{name} first arg must be str or a tuple of str, not {{}}" for name in ("startswith", "endswith")},
    **{f"str.{name}": f"{name}() argument must be str, not {{}}" for name in ("removeprefix", "removesuffix")},
}
"""Methods whose argument must be a str."""
SEARCHES = ("match", "fullmatch", "search", "findall", "finditer", "split")


def _wrong_text(name: str, types: list[Type]) -> tuple[str, str] | None:
    """For functions that take a text."""
    names = [class_name(type_) for type_ in types]
    if name.startswith("str.") and names[0] != "str":  # `str.lower(1)`, say, as the key of a sort
        return "TypeError", f"descriptor '{name[4:]}' for 'str' objects doesn't apply to a '{names[0]}' object"
    if name in TEXT_ARGUMENT and len(names) > 1 and names[1] != "str":
        return "TypeError", TEXT_ARGUMENT[name].format(names[1])
    if name == "str.replace" and len(names) > 2:
        position = 1 if names[1] != "str" else 2
        return "TypeError", f"replace() argument {position} must be str, not {names[position]}"
    if name in ("re.Match.group", "re.Match.start", "re.Match.end", "re.Match.span"):
        return ("IndexError", "no such group") if names[-1] not in ("str", "int", "bool") else None
    if name == "re.compile":
        return "TypeError", "first argument must be string or compiled pattern"
    if name.startswith("re."):
        method = name.rsplit(".", 1)[1]
        position = 1 if method in SEARCHES else 2
        if len(names) > position and names[position] != "str" and (position == 1 or names[1] == "str"):
            return "TypeError", f"expected string or bytes-like object, got '{names[position]}'"
    if name.startswith("math.") and len(names) == 1:
        return "TypeError", f"must be real number, not {names[0]}"
    return None


NOT_CONTAINERS = frozenset(["NoneType", "bool", "int", "float"])
PLAIN_ONLY = {
    "[]": "'{}' object is not subscriptable",
    "[]=": "'{}' object does not support item assignment",
    "del []": "'{}' object doesn't support item deletion",
    "builtins.len": "object of type '{}' has no len()",
}
"""Operations of containers, and what CPython says of values that are none."""


def wrong_arguments(name: str, receiver: Type, types: list[Type]) -> tuple[str, str] | None:
    """What CPython says when a method that several kinds have does not take these arguments on one of them."""
    if name != "pop" or class_name(receiver) != "list" or not types:
        return None
    if len(types) > 1:
        return "TypeError", f"pop expected at most 1 argument, got {len(types)}"
    return "TypeError", f"'{class_name(types[0])}' object cannot be interpreted as an integer"


def refusal(name: str, types: list[Type], keywords: list[str], shown: str) -> Unsupported:
    """Why an operation is refused when compiling."""
    described = ", ".join(map(type_name, types))
    operator = name.removeprefix("unary ").rstrip("=")
    if any(isinstance(type_, UnionType) and NONE in type_.members for type_ in types):
        return Unsupported(f"`{shown or name}` does not take {described}", "the value may be None here", "test `is None` first")
    if operator in BINARY or name in COMPARE or name.startswith("unary "):
        said = wrong_types(name, types)
        return Unsupported(said[1], raises=said[0]) if said else Unsupported(f"`{name}` does not take {described}")
    if name in PLAIN_ONLY and class_name(types[0]) in NOT_CONTAINERS:
        return Unsupported(PLAIN_ONLY[name].format(class_name(types[0])), raises="TypeError")
    if "." in name and not REGISTRY.supports(name):
        prefix, method = name.rsplit(".", 1)
        known = REGISTRY.methods(prefix)
        reason = f"it is not among the operations of {prefix}"
        return Unsupported(f"`{shown or name}` is not supported", reason, nearest(method, known), operation=name)
    said = wrong_types(name, types) if types and not keywords else None
    if said is not None:
        return Unsupported(said[1], raises=said[0])
    extra = f" with {', '.join(keywords)}" if keywords else ""
    return Unsupported(f"`{shown or name}` does not take ({described}){extra}", *taken(name, types))


def taken(name: str, types: list[Type]) -> tuple[str, str]:
    """Why an operation does not take some types, and what it takes instead."""
    if len(types) > 1 and isinstance(types[0], ListType | SetType | DictType) and REGISTRY.supports(name):
        kind = class_name(types[0])
        return f"this {kind} holds what its annotation says", f"an annotation with both types, or a copy, as `{kind}(…)` makes one"
    why = "compiled code has this operation for other types only"
    known = [overload.parameters for overload in REGISTRY.overloads.get(name, [])]
    forms = [", ".join(f"{one.name}: {type_name(one.pattern)}" for one in parameters if one.name != "self") for parameters in known]
    plain = [re.sub(r"Generic\(name='(\w+)'\)", r"\1", form) for form in forms if "Pattern" not in form and form]
    listed = [f"({form})" for form in dict.fromkeys(plain)][:3]
    return why, " or ".join(listed) if listed else "values of one plain type, converted before"


def nearest(name: str, known: list[str]) -> str:
    """A hint of what there is."""
    import difflib

    close = difflib.get_close_matches(name, known, 3)
    listed = close or known[:12]
    return f"one of {', '.join(listed)}" if listed else ""
