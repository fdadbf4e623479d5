"""Which argument of a call goes to which parameter, and what CPython says when they do not fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes, typed

Default = Callable[[nodes.Parameter], typed.Expression]


class WrongArguments(Unsupported):
    """A call that raises TypeError; `message` is CPython's."""


def bind(
    function: nodes.Function,
    shown: str,
    positional: Sequence[typed.Expression],
    keywords: dict[str, typed.Expression],
    default: Default,
) -> list[typed.Expression]:
    """An expression for every parameter, in order. Raises WrongArguments for what Python would raise TypeError for."""
    name = function.qualified or shown
    remaining, named = list(positional), dict(keywords)
    bound: dict[str, typed.Expression] = {}
    _by_position(function, name, remaining, named, bound)
    for parameter in function.parameters:
        if parameter.name in named and parameter.kind in ("either", "keyword"):
            bound[parameter.name] = named.pop(parameter.name)
    _unexpected(function, name, named)
    if remaining:
        raise WrongArguments(f"{name}() {_too_many(function, len(positional), named_only(function, keywords))}")
    missing = [item for item in function.parameters if item.name not in bound and item.default is nodes.EMPTY]
    for kinds, word in ((("positional", "either"), "positional"), (("keyword",), "keyword-only")):
        names = [item.name for item in missing if item.kind in kinds]
        if names:
            raise WrongArguments(f"{name}() missing {len(names)} required {word} argument{'s' * (len(names) > 1)}: {listed(names)}")
    return [bound[item.name] if item.name in bound else default(item) for item in function.parameters]


def _by_position(
    function: nodes.Function,
    name: str,
    remaining: list[typed.Expression],
    named: dict[str, typed.Expression],
    bound: dict[str, typed.Expression],
) -> None:
    for parameter in function.parameters:
        if remaining and parameter.kind in ("positional", "either"):
            bound[parameter.name] = remaining.pop(0)
            if parameter.kind == "either" and parameter.name in named:
                raise WrongArguments(f"{name}() got multiple values for argument '{parameter.name}'")


def _unexpected(function: nodes.Function, name: str, named: dict[str, typed.Expression]) -> None:
    if not named:
        return
    positional = [item.name for item in function.parameters if item.kind == "positional" and item.name in named]
    if positional:
        raise WrongArguments(f"{name}() got some positional-only arguments passed as keyword arguments: '{', '.join(positional)}'")
    raise WrongArguments(f"{name}() got an unexpected keyword argument '{next(iter(named))}'")


def named_only(function: nodes.Function, keywords: dict[str, typed.Expression]) -> int:
    """How many keyword-only parameters a call gives."""
    return sum(item.kind == "keyword" and item.name in keywords for item in function.parameters)


def _too_many(function: nodes.Function, given: int, extra: int) -> str:
    """As CPython counts them."""
    places = [item for item in function.parameters if item.kind in ("positional", "either")]
    needed = sum(item.default is nodes.EMPTY for item in places)
    count = str(len(places)) if needed == len(places) else f"from {needed} to {len(places)}"
    plural = len(places) != 1 or needed != len(places)
    also = f" positional argument{'s' * (given != 1)} (and {extra} keyword-only argument{'s' * (extra != 1)})" if extra else ""
    verb = "was" if given == 1 and not extra else "were"
    return f"takes {count} positional argument{'s' * plural} but {given}{also} {verb} given"


def listed(names: Sequence[str]) -> str:
    """`'a', 'b', and 'c'`."""
    shown = [f"'{name}'" for name in names]
    if len(shown) < 3:
        return " and ".join(shown)
    return ", ".join(shown[:-1]) + f", and {shown[-1]}"
