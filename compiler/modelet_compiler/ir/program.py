"""Type propagation over a whole program: functions specialised for their arguments' types, repeated until nothing changes.

Each pass walks every function that is reached from the entry function, in order, and records what it learns: types at the heads of
loops, item types, results. Types only grow, so the passes end. The last pass keeps the typed code and reports what is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.capture import capture
from modelet_compiler.frontend.diagnostics import CompileError, Reporter, Span, Unsupported
from modelet_compiler.frontend.trace import trace
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import ClassInfo
from modelet_compiler.ir.solver import DEEPEST_TYPE, Conflict, Solver, depth_of
from modelet_compiler.ir.types import (
    ERROR,
    NEVER,
    NONE,
    ClosureType,
    EngineType,
    GeneratorType,
    ObjectType,
    StaticType,
    TupleType,
    Type,
    VariableType,
    is_tuple_of,
    rebuilt,
    tuple_of,
)
from modelet_compiler.lowering.objects import NativeObjects

if TYPE_CHECKING:
    from modelet_compiler.ir.module_state import Kept

PASSES = 60
DEEPEST_SPECIALISATION = 24
DEEPEST_RECURSION = 8  # of one function, each time with other types


@dataclass
class Specialisation:
    """One function for the types of its arguments, in one pass."""

    function: nodes.Function
    types: tuple[Type, ...]
    result: Type = NEVER
    code: typed.Function | None = None
    calls: list[Any] = field(default_factory=list)


class Program:
    """Everything that is compiled together with one entry function."""

    def __init__(
        self,
        reporter: Reporter,
        natives: NativeObjects,
        infer: Callable[[Program, Any, Specialisation], None],
        changed: Mapping[int, Any] | None = None,
        any_shape: bool = False,
        validating: bool = True,
    ) -> None:
        """`changed`: objects of the module of which it is known that code changes them, by identity.

        `any_shape`: captured collections that JSON could hold and whose items are collections and others are of type Any inside.
        `validating`: instances of classes with more to do than to store their arguments are made of plain data; else it is refused.
        """
        self.reporter = reporter
        self.natives = natives
        self.solver = Solver()
        self.memo: dict[Any, Any] = {}
        self.specialisations: dict[Any, Specialisation] = {}
        self.active: list[Any] = []
        self.recursive: set[Any] = set()
        self.final = False
        self.trying = 0  # how many `try` with handlers are around what is propagated now
        self.changed = False
        self.classes: dict[int, ClassInfo] = {}
        self.tables: dict[tuple[int, str], Any] = {}  # constants of Enum classes
        self.lookups: dict[int, ClassInfo] = {}  # generated functions of Enum classes
        self.doubts: dict[Span, Unsupported] = {}  # what earlier passes refused
        self.sites: dict[Any, tuple[Span, str]] = {}  # calls of the standard library's parts, by specialisation
        self.label = ""  # what the names of its structs begin with
        self.captured_keys: dict[int, ObjectType] = {}  # classes whose instances are keys in captured objects
        self.declared: dict[int, Any] = {}  # captured objects that hold instances of users' classes, and everything in them
        self.changed_objects = changed or {}
        self.any_shape = any_shape
        self.validating = validating
        self.makers: dict[int, tuple[str, Any, tuple[Type, ...]]] = {}  # class → hook, function and its types: what makes one of plain data
        self.could_be_any = False  # something captured would have had another type with `any_shape`
        self.kept: dict[int, Kept] = {}  # objects of the module that code changes
        self.used: dict[int, Any] = {}  # objects of the module that code could change
        self.class_boxes: dict[tuple[int, str], list[Any]] = {}  # attributes that code stores into classes
        self.changed_classes: dict[int, Any] = {}  # their classes
        self.statics: dict[int, int] = {}
        self.closures: dict[Any, ClosureType] = {}
        self._infer = infer
        self._functions: dict[int, nodes.Function] = {}

    def function(self, python: Any) -> nodes.Function:
        """The traced IR of a Python function; what it refuses is reported once."""
        if id(python) not in self._functions:
            self._functions[id(python)] = trace(capture(python, self.reporter), self.reporter)
        return self._functions[id(python)]

    def traced(self) -> list[nodes.Function]:
        """Every function that was reached so far."""
        return list(self._functions.values())

    def class_info(self, type_: ObjectType) -> ClassInfo:
        """What is known about a class."""
        if type_.identity not in self.classes:
            self.classes[type_.identity] = ClassInfo(type_)
            self.changed = True
        return self.classes[type_.identity]

    def run(self, entry: nodes.Function, types: tuple[Type, ...]) -> Any:
        """Propagates from the entry function. Returns the key of its specialisation."""
        for _ in range(PASSES):
            self.changed = self.solver.changed = False
            self._pass(entry, types)
            if not self.changed and not self.solver.changed:
                break
        else:
            self.reporter.report(entry.span, Unsupported("the types of this function do not settle", "they grow without end"))
        self.final = self.solver.final = True
        key = self._pass(entry, types)
        if not self.reporter.diagnostics and holds_error(self.memo):
            for span, error in self.doubts.items():
                self.reporter.report(span, error)
        return key

    def _pass(self, entry: nodes.Function, types: tuple[Type, ...]) -> Any:
        self.specialisations = {}
        self.recursive = set()
        for info in self.classes.values():
            info.mixed.clear()
            info.hooks.clear()  # those of earlier passes may be of types that have grown since
        key = self.specialise(entry, types)[0]
        for identity, (hook, maker, given) in self.makers.items():
            self.classes[identity].hooks[hook], _ = self.specialise(self.function(maker), given)
        return key

    def specialise(self, function: nodes.Function, types: tuple[Type, ...], site: Any = None) -> tuple[Any, Type]:
        """The key and the result type of `function` for these argument types."""
        types = self._monomorphic(function, self._widened(function, types))
        key = (function.name, function.file, function.span.line, id(function), tuple(map(self.solver.canonical, types)))
        if site is not None:
            self.sites[key] = site
        if key in self.active:
            self.recursive.update(self.active[self.active.index(key) :])
            return key, self._result(key)
        if key not in self.specialisations:
            same = sum(active[3] == id(function) for active in self.active)
            if len(self.active) >= DEEPEST_SPECIALISATION or same >= DEEPEST_RECURSION:
                raise Unsupported("this recursion needs ever new argument types", instead="call with the same types at each level")
            self._infer_one(function, types, key)
        return key, self.specialisations[key].result

    def _infer_one(self, function: nodes.Function, types: tuple[Type, ...], key: Any) -> None:
        one = self.specialisations[key] = Specialisation(function, types, self._result(key))
        self.active.append(key)
        try:
            self._infer(self, key, one)
        finally:
            self.active.pop()
        one.result = self._result(key)

    def _result(self, key: Any) -> Type:
        result: Type = self.memo.get((key, "return"), NEVER)
        item = self.memo.get((key, "yield"))
        if item is None:
            return result
        return GeneratorType(item, self.memo.get((key, "sent"), NONE), self.memo.get((key, "returned"), NONE))

    def _widened(self, function: nodes.Function, types: tuple[Type, ...]) -> tuple[Type, ...]:
        """A tuple that grows with each level of a recursion is one of any length from the second level on."""
        outer = next((active[4] for active in reversed(self.active) if active[3] == id(function)), None)
        if outer is None or len(outer) != len(types):
            return types
        return tuple(self._any_length(mine, other) for mine, other in zip(types, outer, strict=True))

    def _any_length(self, mine: Type, other: Type) -> Type:
        if not isinstance(mine, TupleType) or mine.cls is not None:
            return mine
        grows = isinstance(other, TupleType) and other.cls is None and len(other.items) != len(mine.items)
        if not grows and not is_tuple_of(other):
            return mine
        others = other.items if isinstance(other, TupleType) else other.parameters if isinstance(other, EngineType) else ()
        parts = [*mine.items, *others]
        return tuple_of(self.solver.union([self.solver.shallow(part) for part in parts]))

    def _monomorphic(self, function: nodes.Function, types: tuple[Type, ...]) -> tuple[Type, ...]:
        """In a recursion, item types that are still open are those of the call that is already running."""
        for active in reversed(self.active):
            if active[3] != id(function) or not any(map(has_variable, types)):
                continue
            if function.inner and self.solver.canonical(types[0]) != self.solver.canonical(active[4][0]):
                continue  # another function made by the same definition
            for mine, other in zip(types, active[4], strict=True):
                try:
                    self.solver.unify(mine, other)
                except Conflict:
                    return types
            return tuple(active[4])
        return types

    def remember(self, key: Any, type_: Type) -> Type:
        """Joins `type_` into what is remembered under `key`."""
        old = self.memo.get(key, NEVER)
        new = self.solver.join(old, type_)
        if self.solver.canonical(new) != self.solver.canonical(old):
            if depth_of(new) > DEEPEST_TYPE:
                raise Unsupported("a type contains itself here", "a generator hands out itself, say", "a list, or a class of your own")
            self.changed = True
        self.memo[key] = new
        return new

    def settled(self, type_: Type) -> Type:
        """The type for C++: no variable left; an item type that nothing determines is None."""
        return self._labelled(without_never(self.solver.resolve(type_)))

    def _labelled(self, type_: Type) -> Type:
        """Functions with the names they have in C++."""
        if isinstance(type_, StaticType):
            number = self.statics.setdefault(type_.identity, len(self.statics))
            return replace(type_, label=f"py::Static<{number}>")
        if not isinstance(type_, ClosureType):
            return rebuilt(type_, self._labelled)
        key = (id(type_.function), type_.parts)
        if key not in self.closures:
            self.closures[key] = replace(type_, label=f"{self.label}closure_{len(self.closures)}")
        return self.closures[key]


def holds_error(value: Any) -> bool:
    """Whether something that was refused is among what is remembered: code built on it would be wrong."""
    if isinstance(value, dict):
        return any(map(holds_error, value.values()))
    if isinstance(value, tuple):
        return any(map(holds_error, value))
    return isinstance(value, Type) and value == ERROR


def has_variable(type_: Type) -> bool:
    """Whether an item type in `type_` is still open."""
    if isinstance(type_, VariableType):
        return True
    parts: list[Type] = [value for value in vars(type_).values() if isinstance(value, Type)]
    parts += [part for value in vars(type_).values() if isinstance(value, tuple) for part in value if isinstance(part, Type)]
    return any(map(has_variable, parts))


def without_never(type_: Type) -> Type:
    """Never, which has no value, becomes None."""
    return NONE if type_ == NEVER else rebuilt(type_, without_never)


__all__ = ["CompileError", "Program", "Specialisation", "has_variable", "without_never"]
