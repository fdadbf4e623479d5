"""Which argument of a call goes to which parameter, and what CPython says when they do not fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes, typed

READING = frozenset(["get", "items", "keys", "values", "copy"])
LOOKING: tuple[Any, ...] = (len, list, dict, sorted, bool, set, tuple, str, repr, print)


UNPACKED = "**"
"""What stands among the named arguments for a dict whose names are known at run time only."""


class WrongArguments(Unsupported):
    """A call that raises TypeError; `message` is CPython's."""

    def __init__(self, message: str) -> None:
        super().__init__(message, raises="TypeError")


@dataclass
class Wanted:
    """What `*values` may be: values for these parameters, then for those with these defaults, then `more`."""

    required: list[str]
    optional: list[typed.Expression]
    more: bool


@dataclass
class Binding:
    """The arguments of one call on their way to the parameters of a function."""

    function: nodes.Function
    name: str
    remaining: list[typed.Expression]
    named: dict[str, typed.Expression]
    default: Callable[[nodes.Parameter], typed.Expression]
    tuple_of: Callable[[list[typed.Expression]], typed.Expression]
    record_of: Callable[[dict[str, typed.Expression]], typed.Expression]
    unpacked: Callable[[typed.Spread, str, int, Wanted], tuple[list[typed.Expression], list[typed.Expression]]]
    others: typed.Expression | None = None  # the dict of what a `**` parameter gets, when its names are known at run time only
    bound: dict[str, typed.Expression] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.given = len(self.remaining)
        self.also = sum(item.kind == "keyword" and item.name in self.named for item in self.function.parameters)

    def expressions(self) -> list[typed.Expression]:
        """An expression for every parameter, in order. Raises WrongArguments for what Python would raise TypeError for."""
        self._by_position()
        for parameter in self.function.parameters:
            if parameter.name in self.named and parameter.kind in ("either", "keyword"):
                self.bound[parameter.name] = self.named.pop(parameter.name)
        self._rest()
        self._missing()
        return [self.bound[item.name] if item.name in self.bound else self.default(item) for item in self.function.parameters]

    def _places(self) -> list[nodes.Parameter]:
        return [item for item in self.function.parameters if item.kind in ("positional", "either")]

    def _by_position(self) -> None:
        places = self._places()
        for position, parameter in enumerate(places):
            if self.remaining and isinstance(self.remaining[0], typed.Spread):
                self._spread(position, places[position:])
                return
            if self.remaining:
                self.bound[parameter.name] = self.remaining.pop(0)
                if parameter.kind == "either" and parameter.name in self.named:
                    raise WrongArguments(f"{self.name}() got multiple values for argument '{parameter.name}'")

    def _spread(self, before: int, places: list[nodes.Parameter]) -> None:
        """`*values` for the parameters that are left, when their number is certain."""
        value = self.remaining.pop(0)
        assert isinstance(value, typed.Spread)
        if any(item.name in self.named for item in places):
            raise unknown_number()
        if self.remaining:
            self._between(value, before, places)
            return
        required = [item.name for item in places if item.default is nodes.EMPTY]
        optional = [self.default(item) for item in places if item.default is not nodes.EMPTY]
        more = any(item.kind == "rest" for item in self.function.parameters)
        first, rest = self.unpacked(value, self.name, before, Wanted(required, optional, more))
        self.bound.update(zip((item.name for item in places), first, strict=True))
        self.remaining = rest

    def _between(self, value: typed.Spread, before: int, places: list[nodes.Parameter]) -> None:
        """`*values, last`: where the number of the values is certain, as no parameter has a default."""
        after = len(self.remaining)
        certain = all(item.default is nodes.EMPTY for item in places) and all(item.kind != "rest" for item in self.function.parameters)
        if not certain or after > len(places) or any(isinstance(item, typed.Spread) for item in self.remaining):
            raise unknown_number()
        names = [item.name for item in places]
        first, _ = self.unpacked(value, self.name, before + after, Wanted(names[after:], [], more=False))
        self.bound.update(zip(names, [*first, *self.remaining], strict=True))
        self.remaining = []

    def _rest(self) -> None:
        kinds = {item.kind: item.name for item in self.function.parameters}
        if "rest" in kinds:
            self.bound[kinds["rest"]] = self.tuple_of(self.remaining)
            self.remaining = []
        if "keywords" in kinds:
            self.bound[kinds["keywords"]] = self.others or self.record_of(self.named)
            self.named = {}
        if self.named:
            self._unexpected()
        if self.remaining:
            raise WrongArguments(f"{self.name}() {self._too_many()}")

    def _unexpected(self) -> None:
        positional = [item.name for item in self.function.parameters if item.kind == "positional" and item.name in self.named]
        if positional:
            listed_names = ", ".join(positional)
            raise WrongArguments(f"{self.name}() got some positional-only arguments passed as keyword arguments: '{listed_names}'")
        raise WrongArguments(f"{self.name}() got an unexpected keyword argument '{next(iter(self.named))}'")

    def _too_many(self) -> str:
        places = self._places()
        needed = sum(item.default is nodes.EMPTY for item in places)
        count = str(len(places)) if needed == len(places) else f"from {needed} to {len(places)}"
        plural = len(places) != 1 or needed != len(places)
        given, also = self.given, self.also
        extra = f" positional argument{'s' * (given != 1)} (and {also} keyword-only argument{'s' * (also != 1)})" if also else ""
        verb = "was" if given == 1 and not also else "were"
        return f"takes {count} positional argument{'s' * plural} but {given}{extra} {verb} given"

    def _missing(self) -> None:
        missing = [item for item in self.function.parameters if item.name not in self.bound and item.default is nodes.EMPTY]
        for kinds, word in ((("positional", "either"), "positional"), (("keyword",), "keyword-only")):
            names = [item.name for item in missing if item.kind in kinds]
            if names:
                plural = "s" * (len(names) > 1)
                raise WrongArguments(f"{self.name}() missing {len(names)} required {word} argument{plural}: {listed(names)}")


def unknown_number() -> Unsupported:
    """For `*values` where only a certain number of arguments will do."""
    return Unsupported("`*` needs a tuple here", "the number of arguments must be known when compiling", "pass the values as one list")


def unknown_names() -> Unsupported:
    """For `**values` of what is no function or class of the user's own."""
    return Unsupported("the names in `**` are known only at run time", "arguments are bound when compiling", "name the arguments")


def listed(names: Sequence[str]) -> str:
    """`'a', 'b', and 'c'`."""
    shown = [f"'{name}'" for name in names]
    if len(shown) < 3:
        return " and ".join(shown)
    return ", ".join(shown[:-1]) + f", and {shown[-1]}"


def keywords_use(function: nodes.Function, name: str) -> str:
    """What a function does with its `**` parameter: only "forward" it, also "read" it, or something that may change it ("any")."""
    uses = {"forward", *uses_of(function, name)}
    return next(use for use in ("any", "read", "forward") if use in uses)


def uses_of(function: nodes.Function, name: str) -> list[str]:
    """What is done with a variable, in order."""
    return [use for node in nodes.walk(function.body) for use in sorted(_use(node, name))]


def is_stored_once(function: nodes.Function, name: str) -> bool:
    """Whether a variable is stored once, and what it holds is only read and handed on."""
    stores = [node for node in nodes.walk(function.body) if isinstance(node, nodes.Assign | nodes.Delete) and node.variable == name]
    return len(stores) == 1 and uses_of(function, name).count("any") == 1 and all(item.name != name for item in function.parameters)


def _use(node: nodes.Node, name: str) -> set[str]:
    match node:
        case nodes.Operation(operands=operands):
            return {_operand_use(node, position) for position, operand in enumerate(operands) if operand == nodes.Variable(name)}
        case nodes.For(iterable=nodes.Variable(name=variable)) if variable == name:
            return {"read"}
        case nodes.If() | nodes.While():
            return {"read"} if nodes.Variable(name) in tested(node.condition) else set()
        case nodes.Assign(variable=variable, source=source) if variable == name or source == nodes.Variable(name):
            return {"any"}
        case nodes.Return(value=value) | nodes.Yield(value=value) if value == nodes.Variable(name):
            return {"any"}
        case nodes.Delete(variable=variable) if variable == name:
            return {"any"}
    return set()


def _operand_use(node: nodes.Operation, position: int) -> str:
    keywords = node.attributes.get("keywords", ())
    named = position - (len(node.operands) - len(keywords))
    if node.kind == "closure":
        taken = [capture.name for capture in node.attributes["function"].captures if capture.mode == "value"]
        name = taken[position - len(node.operands)]
        return "forward" if keywords_use(node.attributes["function"], name) == "forward" else "any"
    if node.kind in ("convert", "format"):
        return "read"
    if node.kind == "record" and node.attributes["names"][position] is None:
        return "forward"
    if named >= 0 and node.kind in ("call", "call_method") and keywords[named] is None:
        return "forward"
    if node.kind == "call_method" and position == 0 and node.attributes["name"] in READING:
        return "read"
    if (node.kind == "index" and position == 0) or (node.kind == "compare" and node.attributes["operator"] in ("in", "not in")):
        return "read"
    callee = node.operands[0]
    if node.kind == "call" and position and isinstance(callee, nodes.Captured) and callee.value in LOOKING:
        return "read"
    return "any"


def tested(condition: nodes.Condition) -> list[nodes.Operand]:
    """What a condition asks the truth of."""
    if isinstance(condition, nodes.Test):
        return [condition.operand]
    if isinstance(condition, nodes.Not):
        return tested(condition.condition)
    return [operand for part in condition.conditions for operand in tested(part)]


def may_change(function: nodes.Function, name: str) -> bool:
    """Whether what a parameter holds is changed, or known to others who might change it."""
    variable = nodes.Variable(name)
    for node in nodes.walk(function.body):
        match node:
            case nodes.Operation(kind="store_index" | "delete_index" | "augmented" | "closure", operands=operands) if variable in operands:
                return True
            case nodes.Operation(kind="call_method", operands=[first, *_], attributes=attributes) if first == variable:
                if attributes["name"] not in READING | {"index", "count"}:
                    return True
            case nodes.Assign(source=source) | nodes.Return(value=source) | nodes.Yield(value=source) if source == variable:
                return True
    return False
