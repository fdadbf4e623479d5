"""Binding the arguments of a call to the parameters of a tokenizer's method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from modelet_compiler.ir.types import NoneType
from modelet_compiler.lowering.adapter import Argument, Refused


@dataclass(frozen=True)
class Bound:
    """The arguments of one call by parameter; `places` says where in the Python call each stands."""

    method: str
    arguments: Mapping[str, Argument]
    places: Mapping[str, int | str]

    def has(self, name: str) -> bool:
        """Whether the call gives this parameter a value."""
        return name in self.arguments

    def constant(self, name: str, default: Any) -> Any:
        """The value, known while compiling. An enum's member counts as its value. Raises Refused."""
        if name not in self.arguments:
            return default
        argument = self.arguments[name]
        if isinstance(argument.type, NoneType):
            return None
        if not argument.is_constant:
            raise Refused(f"`{name}` of {self.method} is only known at run time", f"write a constant, such as {name}={default!r}")
        return getattr(argument.constant, "value", argument.constant)

    def only(self, name: str, accepted: Sequence[Any]) -> Any:
        """A constant that must be one of `accepted`, the first of which is the default. Raises Refused."""
        value = self.constant(name, accepted[0])
        if not any(value is one or (type(value) is type(one) and value == one) for one in accepted):
            supported = ", ".join(f"{name}={one!r}" for one in accepted)
            raise Refused(f"{self.method}({name}={value!r}) is not supported", f"supported: {supported}")
        return value


def bind(method: str, parameters: Sequence[str], positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> Bound:
    """Raises Refused for arguments the method does not take, or that are not supported."""
    if len(positional) > len(parameters):
        raise Refused(f"{method} takes {len(parameters)} arguments by position here, {len(positional)} were given", "name the others")
    arguments = dict(zip(parameters, positional, strict=False))
    places: dict[str, int | str] = {name: place for place, name in enumerate(arguments)}
    for name, argument in keywords.items():
        if name in arguments:
            raise Refused(f"{method} got several values for {name!r}", "give it once")
        if name not in parameters:
            raise Refused(f"{method}({name}=…) is not supported", f"supported: {', '.join(parameters)}")
        arguments[name] = argument
        places[name] = name
    return Bound(method, arguments, places)
