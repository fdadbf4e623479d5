"""Type propagation through context managers: `__enter__` and `__exit__` of users' classes, and generators as context managers."""

from __future__ import annotations

import contextlib
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import MISSING, member
from modelet_compiler.ir.patterns import Patterns
from modelet_compiler.ir.types import (
    BOOL,
    NEVER,
    NONE,
    EngineType,
    ExceptionType,
    GeneratorType,
    NativeType,
    ObjectType,
    Type,
    UnionType,
    class_name,
)

TRACEBACK = NativeType("traceback", "modelet::python::Traceback")
MANAGER = "contextlib._GeneratorContextManager"


class Contexts(Patterns):
    """Context managers of one specialisation."""

    def helper(
        self, function: Any, shown: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A call of a function that `contextmanager` decorates makes its generator."""
        made = super().helper(generator_function(function), shown, positional, keywords, span)
        return self.as_manager(made, span) if is_context_function(function) else made

    def as_manager(self, generator: typed.Expression, span: Span) -> typed.Expression:
        """A generator as a context manager."""
        type_ = self.solver.shallow(generator.type)
        if not isinstance(type_, GeneratorType):
            return generator
        result = EngineType(MANAGER, "py::GeneratorContext<{0}>", (type_,))
        return self.compute(result, "python::as_context", [(generator, type_)], span, raises=False)

    def do_enter(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """What `as` gives a name."""
        return self.enter(operands[0], node.span)

    def do_exit(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """With an exception: whether it is suppressed. A result that nothing looks at without one."""
        return self.leave(operands[0], operands[1] if len(operands) > 1 else None, node.span)

    def enter(self, manager: typed.Expression, span: Span) -> typed.Expression:
        """Into a context."""
        return self._on_manager(manager, lambda value: self._enter(value, span), span)

    def leave(self, manager: typed.Expression, error: typed.Expression | None, span: Span) -> typed.Expression:
        """Out of it, perhaps with an exception."""
        return self._on_manager(manager, lambda value: self._exit(value, error, span), span)

    def _on_manager(self, value: typed.Expression, one: Any, span: Span) -> typed.Expression:
        type_ = self.solver.shallow(value.type)
        if not isinstance(type_, UnionType):
            made: typed.Expression = one(value)
            return made
        found = self.switch(value, type_, one, lambda _: None, span)
        assert found is not None
        return found

    def _enter(self, value: typed.Expression, span: Span) -> typed.Expression:
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, EngineType) and type_.python == MANAGER:
            generator = self.solver.shallow(type_.parameters[0])
            assert isinstance(generator, GeneratorType)
            return self.compute(self.solver.shallow(generator.item), "python::enter_context", [(value, type_)], span)
        return self._special(value, type_, "__enter__", [], span)

    def _special(self, value: typed.Expression, type_: Type, name: str, arguments: list[typed.Expression], span: Span) -> typed.Expression:
        if not isinstance(type_, ObjectType):
            raise Unsupported(
                f"`with` on {class_name(type_)} is not supported", "", "a class with `__enter__` and `__exit__`, or try/finally"
            )
        missed = [one for one in ("__enter__", "__exit__") if member(type_.python, one) is MISSING]
        if missed:
            text = f"'{type_.name}' object does not support the context manager protocol"
            extra = " (missed __exit__ method)" if missed == ["__exit__"] else ""
            self.emit(typed.RaiseClass("TypeError", text + extra, span))
            return typed.Literal(None, NEVER)
        found = self.call_member(value, name, arguments, {}, span)
        assert found is not None
        return found

    def _exit(self, value: typed.Expression, error: typed.Expression | None, span: Span) -> typed.Expression:
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, EngineType) and type_.python == MANAGER:
            if error is None:
                return self.compute(NONE, "python::leave_context", [(value, type_)], span)
            return self.compute(
                BOOL, "python::throw_into_context", [(value, type_), (self.any_exception(error, span), ExceptionType())], span
            )
        if error is None:
            return self._special(value, type_, "__exit__", [typed.Literal(None, NONE)] * 3, span)
        trace = self.compute(TRACEBACK, "python::traceback", [], span, raises=False)
        result = self._special(value, type_, "__exit__", [self.type_of(error, span), error, trace], span)
        return result if self._may_be_true(result) else typed.Literal(False, BOOL)

    def _may_be_true(self, result: typed.Expression) -> bool:
        """False for the result of a function that returns nothing but constants that are false."""
        call = next((one for one in reversed(self.block) if isinstance(one, typed.Invoke)), None)
        return call is None or call.result is not result or bool(self.program.memo.get((call.key, "may be true")))


def is_context_function(function: Any) -> bool:
    """Whether `contextlib.contextmanager` made this function."""
    if not isinstance(function, FunctionType) or not hasattr(function, "__wrapped__"):
        return False
    return function.__code__.co_filename == contextlib.__file__


def generator_function(function: Any) -> Any:
    """The function that `contextmanager` decorates."""
    return function.__wrapped__ if is_context_function(function) else function
