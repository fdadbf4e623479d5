"""What is known about variables at one point of a function, and how two such points are joined."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.program import Program
from modelet_compiler.ir.solver import Conflict
from modelet_compiler.ir.types import ERROR, StaticType, Type


@dataclass(frozen=True)
class State:
    """A variable: where it is, what it is known to be there, and whether it is bound for certain."""

    slot: typed.Slot | None  # None: nothing at run time, `known` is a StaticType or an error
    known: Type
    certain: bool
    literal: typed.Literal | None = None  # static objects


Environment = dict[str, State]
# One way to reach a join: where its stores go, and what is known there. None: not reached.
Source = tuple[typed.Pending, Environment | None]


class Variables:
    """The slots and the current environment of one specialisation."""

    def __init__(self, program: Program, key: Any) -> None:
        self.program = program
        self.solver = program.solver
        self.key = key
        self.environment: Environment | None = {}
        self.slots: dict[tuple[str, Type], typed.Slot] = {}
        self.records: dict[str, typed.Read] = {}  # what `**` parameters got that nothing changes
        self.cells: dict[str, typed.Slot] = {}  # of variables that inner functions share
        self.pins: dict[str, Any] = {}  # variable → key of the type it must keep while a `try` runs
        self.checked: set[str] = set()
        self.block: list[typed.Statement] = []
        self.temporaries = 0
        self.labels = 0
        self._names: set[str] = set()

    def emit(self, statement: typed.Statement) -> None:
        """Appends to the current block, unless it cannot be reached."""
        if self.environment is not None:
            self.block.append(statement)

    def label(self) -> int:
        """A new number for a loop or a try."""
        self.labels += 1
        return self.labels

    def slot(self, variable: str, type_: Type) -> typed.Slot:
        """Where `variable` is while it has this type. A pinned variable has one slot, of its joined type."""
        if variable in self.pins:
            type_ = self.program.remember(self.pins[variable], type_)
        key = (variable, self.solver.canonical(type_))
        if key not in self.slots:
            self.slots[key] = typed.Slot(self._unique(cpp_name(variable)), type_)
        return self.slots[key]

    def _unique(self, name: str) -> str:
        count, unique = 1, name
        while unique in self._names:
            count += 1
            unique = f"{name}_{count}" if not EMITTERS.fullmatch(f"{name}_{count}") else f"{name}_v{count}"
        self._names.add(unique)
        return unique

    def assign(self, variable: str, value: typed.Expression, span: Span) -> None:
        """Stores into a variable."""
        if self.environment is None:
            return
        slot = self.slot(variable, value.type)
        if isinstance(slot.type, StaticType):
            self.emit(typed.Store(slot, value, span, variable))
            self.environment[variable] = State(None, slot.type, True, static_literal(slot.type))
            return
        self.emit(typed.Store(slot, value, span, variable))
        self.environment[variable] = State(slot, value.type, True)

    def merge(self, sources: list[Source], span: Span) -> Environment | None:
        """The environment behind a join; stores are added to the sources where a variable changes its slot."""
        reached = [(pending, environment) for pending, environment in sources if environment is not None]
        if len(reached) <= 1:
            return reached[0][1] if reached else None
        names = sorted({name for _, environment in reached for name in environment})
        merged: Environment = {}
        for name in names:
            states = [environment.get(name) for _, environment in reached]
            merged[name] = self._join(name, [pending for pending, _ in reached], states, span)
        return merged

    def _join(self, name: str, places: list[typed.Pending], states: list[State | None], span: Span) -> State:
        present = [state for state in states if state is not None]
        certain = len(present) == len(states) and all(state.certain for state in present)
        first = present[0]
        if all(state is first for state in present):
            return replace(first, certain=certain)
        try:
            known = first.known
            for state in present[1:]:
                known = self.solver.join(known, state.known)
        except Conflict as conflict:
            self.refuse(span, Unsupported(f"the variable `{name}` has too many types here", str(conflict), "use another name"))
            return State(None, ERROR, certain)
        if known == ERROR or all(state.slot is None and state.known == first.known for state in present):
            return replace(first, known=known, certain=certain)
        if first.slot is not None and all(state.slot is first.slot for state in present):
            return State(first.slot, known, certain)
        slot = self.slot(name, known)
        for place, each in zip(places, states, strict=True):
            if each is not None and each.slot is not slot:
                place.stores.append(typed.Store(slot, self.source(each), span, name if each.certain else ""))
        return State(slot, known, certain)

    def source(self, state: State) -> typed.Expression:
        """What a variable holds."""
        if state.slot is not None:
            return typed.Read(state.slot, state.known)
        return state.literal or typed.Literal(None, ERROR)

    def refuse(self, span: Span, error: Unsupported) -> None:
        """Reports in the last pass; earlier ones know too little. What our own Python cannot do is told where it was called."""
        if self.key in self.program.sites:
            span, shown = self.program.sites[self.key]
            error = Unsupported(f"`{shown}` does not take these types", error.message, error.instead)
        if self.program.final:
            self.program.reporter.report(span, error)
        else:
            self.program.doubts[span] = error


def static_literal(type_: StaticType) -> typed.Literal:
    """The object that a type stands for."""
    return typed.Literal(type_.value, type_, type_.name)


def cpp_name(variable: str) -> str:
    """A C++ identifier that no keyword and no name of the emitter's own equals."""
    variable = variable.strip("<>")  # <lambda>, <genexpr>
    if variable.startswith("$"):
        return "_" + variable[1:].replace("$", "_")
    name = variable.replace("$", "_")
    if not name.isascii():
        name = "".join(character if character.isascii() else f"u{ord(character):x}" for character in name)
    return name + "_" if name in RESERVED or name[0] == "_" or name[-1] == "_" or EMITTERS.fullmatch(name) else name


# Names the emitter gives: temporaries, iterators, flags, functions.
EMITTERS = re.compile(
    r"t\d+|(items|more|leaving|held|handling|caught|except|done|final|broken|continue|constant|table|start)_\d+|returned|depth|turn|values|arguments|f\d+_.*|.*_bound"
)

RESERVED = frozenset(
    [
        "alignas",
        "alignof",
        "and",
        "and_eq",
        "asm",
        "auto",
        "bitand",
        "bitor",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "char8_t",
        "char16_t",
        "char32_t",
        "class",
        "co_await",
        "co_return",
        "co_yield",
        "compl",
        "concept",
        "const",
        "const_cast",
        "consteval",
        "constexpr",
        "constinit",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "final",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "int64_t",
        "long",
        "module",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "not_eq",
        "nullptr",
        "operator",
        "or",
        "or_eq",
        "override",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "requires",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "struct",
        "switch",
        "template",
        "this",
        "thread_local",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "while",
        "xor",
        "xor_eq",
        "call",
        "py",
        "np",
        "std",
        "modelet",
        "main",
        "errno",
        "stdin",
        "stdout",
        "stderr",
        "NULL",
        "EOF",
        "assert",
        "linux",
        "unix",
        "signgam",
        "INFINITY",
        "NAN",
    ]
)
