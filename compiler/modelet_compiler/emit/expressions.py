"""Typed expressions as C++."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from modelet_compiler.emit.characters import GET, GIVING, characters_of, taken_as_they_are
from modelet_compiler.emit.constants import Constants
from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type, narrow_literal, string_literal
from modelet_compiler.emit.loops import list_in_use
from modelet_compiler.emit.moves import expressions_of, read_once
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import (
    BOOL,
    BoundMethodType,
    GeneratorType,
    IteratorType,
    JsonType,
    NeverType,
    NoneType,
    StaticType,
    StrType,
    TupleType,
    Type,
    UnionType,
)

SETTLE = Callable[[Type], Type]


class ExpressionEmitter:
    """What statements are printed with: one function's lines, names and constants."""

    def __init__(
        self,
        function: typed.Function,
        name: str,
        names: Mapping[Any, str],
        results: Mapping[Any, Type],
        constants: Constants,
        settle: SETTLE,
    ) -> None:
        self.function = function
        self.name = name
        self.names = names
        self.results = results
        self.constants = constants
        self.settled = settle
        self.lines: list[str] = []
        self.depth = 0
        self.last_place: tuple[str, int] | None = None
        self.handling: list[int] = []
        self.exits: dict[int, set[tuple[str, int]]] = {}
        self.used: dict[int, int] = count_uses(function.body)
        self.movable = read_once(function)
        self.windows: dict[typed.Slot, str] = {}  # of the loops around, by the variable whose list they are of
        self.unit_steps: dict[int, int] = {}  # of ranges, by their temporary
        self.characters = characters_of(function, every(function.body), settle)
        self.texts = 0  # strings made of characters, so far

    def line(self, text: str) -> None:
        """Appends a line at the current depth."""
        if text:
            self.lines.append("  " * self.depth + text)

    def flag(self, variable: str) -> str:
        """The bool that says whether a variable is bound."""
        from modelet_compiler.ir.environment import cpp_name

        return f"{cpp_name(variable).strip('_')}_bound"

    def item_type(self) -> Type:
        """What the generator yields."""
        assert isinstance(self.function.result, GeneratorType)
        return self.function.result.item

    def value(self, expression: typed.Expression) -> str:
        """The expression as its own type."""
        return self.converted(expression, expression.type)

    def converted(self, expression: typed.Expression, type_: Type, last: bool = False) -> str:
        """The expression as `type_`; `last`: a temporary that is used only here is moved."""
        if isinstance(expression, typed.Raw):
            return expression.text
        wanted = cpp_type(self.settled(type_))
        if self.characters.has(expression):
            text = self.character(expression)
            return text if wanted == "py::Str" else f"py::convert<{wanted}>({text})"
        if isinstance(expression, typed.Maker):
            captured = ", ".join(f"held_{at} = {self.converted(*one)}" for at, one in enumerate(expression.held))
            passed = "".join(f", held_{at}" for at in range(len(expression.held)))
            called = f"{self.names[expression.key]}(call{passed})"
            made = f"[{captured}](modelet::Call &call) -> {wanted} {{ return py::convert<{wanted}>({called}); }}"
            return f"py::new_factory<{wanted}>(call, {cpp_literal(expression.shown)}, {made})"
        if isinstance(expression, typed.Literal):
            return self._literal(expression, wanted)
        if isinstance(expression.type, NeverType):
            return f"{wanted}{{}}"
        have = self.settled(expression.type)
        if isinstance(expression, typed.Read):
            text, stored = expression.slot.name, cpp_type(self.settled(expression.slot.type))
            if last and cpp_type(have) == stored and self._is_moved(expression.slot):
                text = f"std::move({text})"
            if stored == wanted:
                return text
            if isinstance(self.settled(expression.slot.type), UnionType | JsonType) and cpp_type(have) != stored:
                text = f"py::narrow<{cpp_type(have)}>({text})"
            return text if cpp_type(have) == wanted else f"py::convert<{wanted}>({text})"
        if isinstance(expression.type, NoneType):
            return "py::None{}" if wanted == "py::None" else f"py::convert<{wanted}>(py::None{{}})"
        assert isinstance(expression, typed.Temporary)
        text = f"t{expression.number}"
        if last and self.used.get(expression.number, 0) == 1 and not trivial(have):
            text = f"std::move({text})"
        return text if cpp_type(have) == wanted else f"py::convert<{wanted}>({text})"

    def _is_moved(self, slot: typed.Slot) -> bool:
        """Whether its only read takes what it holds. A generator stays: what it has left to finish runs when its variable goes."""
        type_ = self.settled(slot.type)
        return slot in self.movable and not trivial(type_) and not holds_generator(type_)

    def _literal(self, expression: typed.Literal, wanted: str) -> str:
        type_ = self.settled(expression.type)
        if isinstance(expression.type, NeverType):
            return f"{wanted}{{}}"
        if isinstance(type_, StaticType):
            return f"py::convert<{wanted}>({cpp_type(type_)}{{}})"
        text = self.constants.reference(expression, type_) if expression.captured else cpp_literal(expression.value)
        return text if cpp_type(type_) == wanted else f"py::convert<{wanted}>({text})"

    def character(self, expression: typed.Expression) -> str:
        """A character as a string, which is made on a line of its own, as memory may lack."""
        self.texts += 1
        self.line(f"const py::Str text_{self.texts} = py::text_of(call, {self.as_character(expression)});")
        self.check()
        return f"text_{self.texts}"

    def check(self) -> None:
        """Leaves when the operation before raised."""
        raise NotImplementedError

    def as_character(self, expression: typed.Expression) -> str:
        """A character as a code point."""
        if isinstance(expression, typed.Literal):
            return f"py::Char{{{string_literal(expression.value)}[0]}}"
        assert isinstance(expression, typed.Read | typed.Temporary)
        return expression.slot.name if isinstance(expression, typed.Read) else f"t{expression.number}"

    def held_type(self, temporary: typed.Temporary) -> str:
        """The C++ type of a temporary."""
        type_ = self.settled(temporary.type)
        places = self.characters.places.get(temporary.number)
        if places and isinstance(type_, TupleType):
            items = ("py::Char" if at in places else cpp_type(item) for at, item in enumerate(type_.items))
            return f"std::tuple<{', '.join(items)}>"
        return "py::Char" if self.characters.has(temporary) else cpp_type(type_)

    def _argument(self, node: typed.Compute, place: int, taken: set[int]) -> str:
        argument, type_ = node.arguments[place]
        if place in taken and self.characters.has(argument):
            container = node.arguments[1 - place][1] if GET.match(node.cpp) or node.cpp == "python::contains" else type_
            looked_up = not isinstance(self.settled(container), StrType)  # what looks for it compares it with strings
            return f"py::borrowed({self.as_character(argument)})" if looked_up else self.as_character(argument)
        return self.converted(argument, type_, last=node.cpp in MOVING)

    def window(self, expression: typed.Expression) -> str:
        """What the loops around hold of a list; empty for none."""
        return self.windows.get(expression.slot, "") if isinstance(expression, typed.Read) else ""

    def _windowed(self, node: typed.Compute) -> str:
        """An operation on an item of a list that a loop around holds; empty for others."""
        held = list_in_use(node, self.settled) if self.windows else None
        if held not in self.windows:
            return ""
        name, window = self.function_name(node), self.windows[held]
        first = f"{window}, {held.name}" if node.cpp == "python::store" else window
        rest = [self.converted(argument, type_) for argument, type_ in node.arguments[1:]]
        return f"{name}({', '.join(['call', first, *rest])})"

    def operation(self, node: typed.Compute) -> str:
        """The call of an operation's C++ function."""
        if windowed := self._windowed(node):
            return windowed
        if node.cpp == "python::range" and isinstance(step := node.arguments[2][0], typed.Literal) and step.value in (1, -1):
            self.unit_steps[node.result.number] = int(step.value)
        taken = taken_as_they_are(node, self.settled)
        arguments = [self._argument(node, place, taken) for place in range(len(node.arguments))]
        result = self.settled(node.result.type)
        if self.characters.has(node.result) and node.cpp in GIVING:
            return f"{GIVING[node.cpp]}({', '.join(['call', *arguments])})"
        if node.plain and node.cpp == "copy":
            return self._copied(arguments[0], self.settled(node.arguments[0][1]), result)
        if node.plain:
            return self._plain(node.cpp, arguments, result)
        if node.cpp in ("python::list", "python::set", "python::dict"):
            return self._display(node.cpp, arguments, result)
        if node.cpp == "python::math_hypot":
            return f"py::math_hypot(call, {{{', '.join(arguments)}}})"
        if node.cpp == "python::concatenate":
            return f"py::concatenate(call, {{{', '.join(f'{argument}.view()' for argument in arguments)}}})"
        if node.cpp == "python::print":
            return f"py::print(call, {arguments[0]}, {arguments[1]}, {{{', '.join(arguments[2:])}}})"
        return f"{self.function_name(node)}({', '.join(['call', *arguments])})"

    def _copied(self, text: str, have: Type, result: Type) -> str:
        """A value by another name; an instance becomes a method of its own and back."""
        if isinstance(result, BoundMethodType) and not isinstance(have, BoundMethodType | UnionType):
            return f"{cpp_type(result)}{{{text}}}"
        if isinstance(have, BoundMethodType) and cpp_type(result) == cpp_type(have.owner):
            return f"{text}.owner"
        return text

    def _plain(self, cpp: str, arguments: list[str], result: Type) -> str:
        if cpp.startswith("part "):
            return f"std::get<{cpp.removeprefix('part ')}>({arguments[0]}->parts)"
        if cpp == "tuple":
            return f"{cpp_type(result)}({', '.join(arguments)})"
        return f"{cpp}({', '.join(arguments)})"

    def _display(self, cpp: str, arguments: list[str], result: Type) -> str:
        inside = cpp_type(result).split("<", 1)[1].rsplit(">", 1)[0]
        return f"py::new_{cpp.rsplit('::', 1)[1]}_of<{inside}>({', '.join(['call', *arguments])})"

    def function_name(self, node: typed.Compute) -> str:
        """The C++ function with its template arguments."""
        cpp = node.cpp
        for name, type_ in node.templates.items():
            resolved = self.settled(type_)
            text = ", ".join(map(cpp_type, resolved.items)) if name == "members" and isinstance(resolved, TupleType) else cpp_type(resolved)
            cpp = cpp.replace("{" + name + "}", text)
        return (
            cpp.replace("python::", "py::", 1)
            if cpp.startswith("python::")
            else cpp.replace("numpy::", "np::", 1)
            if cpp.startswith("numpy::")
            else cpp
        )

    def bytes_literal(self, text: str) -> str:
        """A narrow C++ string literal, UTF-8."""
        return narrow_literal(text)


MOVING = frozenset({"python::append", "python::list", "tuple"})


def trivial(type_: Type) -> bool:
    """Whether moving is the same as copying."""
    from modelet_compiler.ir.types import FLOAT, INT, NONE

    return type_ in (BOOL, INT, FLOAT, NONE)


def holds_generator(type_: Type) -> bool:
    """Whether an iterator runs a generator."""
    if isinstance(type_, IteratorType):
        return any(map(holds_generator, type_.parameters))
    return isinstance(type_, GeneratorType)


def every(block: list[typed.Statement]) -> list[typed.Statement]:
    """All statements of a block and of those inside it."""
    found: list[typed.Statement] = []
    for node in block:
        found.append(node)
        for value in vars(node).values():
            if isinstance(value, list):
                found += every_inside(value)
    return found


def every_inside(items: list[object]) -> list[typed.Statement]:
    """Statements among the items of a field: blocks, handlers, cases."""
    found: list[typed.Statement] = []
    for item in items:
        if isinstance(item, typed.Handler):
            found += every(item.body)
        elif isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], list):
            found += every(item[1])
        elif type(item).__module__ == typed.__name__ and hasattr(item, "span"):
            found += every([item])  # type: ignore[list-item]
        elif isinstance(item, typed.Pending):
            found += every(item.stores)
    return found


def count_uses(body: list[typed.Statement]) -> dict[int, int]:
    """How often each temporary is read."""
    uses: dict[int, int] = {}
    for node in every(body):
        if isinstance(node, typed.Compute) and node.plain and isinstance(node.result.type, NeverType | NoneType):
            continue  # it is left out
        for expression in expressions_of(node):
            if isinstance(expression, typed.Temporary):
                uses[expression.number] = uses.get(expression.number, 0) + 1
    return uses
