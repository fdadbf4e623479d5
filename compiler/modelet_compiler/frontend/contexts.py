"""From Python's syntax tree to the IR: `with`, as the try statement that Python's reference says it is."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.frontend.matching import MatchTracer
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import Constant, Operand, Variable

Body = Callable[[], None]
IGNORED = ("ignore", "warn")
"""What numpy may be told to do about an arithmetic error: neither changes a result."""


class ContextTracer(MatchTracer):
    """`with` statements."""

    def visit_With(self, node: ast.With) -> None:  # noqa: N802
        """Several items are nested."""
        self._with(list(node.items), node)

    def _with(self, items: list[ast.withitem], node: ast.With) -> None:
        if not items:
            for statement in node.body:
                self.statement(statement)
            return
        one = items[0]
        known = self._known_manager(one.context_expr)
        if known is not None:
            known(self, one, lambda: self._with(items[1:], node))
        else:
            self._managed(one, lambda: self._with(items[1:], node))

    def _known_manager(self, node: ast.expr) -> Callable[[ContextTracer, ast.withitem, Body], None] | None:
        """How a context manager of a library, called where it is used, is compiled."""
        if not isinstance(node, ast.Call):
            return None
        function = self.static_value(node.func)
        key = (getattr(function, "__module__", ""), getattr(function, "__qualname__", ""))
        return MANAGERS.get(key)

    def _target(self, item: ast.withitem, value: Operand) -> None:
        if item.optional_vars is not None:
            self.store(item.optional_vars, value)

    def _managed(self, item: ast.withitem, body: Body) -> None:
        node, span = item.context_expr, self.span(item.context_expr)
        manager = Variable(self.kept(self.expression(node), node))
        entered = Variable(self.kept(self.operation("enter", [manager], node), node))
        left = self.hidden()
        self.emit(nodes.Assign(left, Constant(False), span))
        with self.nested() as guarded:
            with self.nested() as inside:
                self._target(item, entered)
                body()
            error = self.hidden()
            with self.nested() as handler:
                self.emit(nodes.Assign(left, Constant(True), span))
                suppressed = self.operation("exit", [manager, Variable(error)], node)
                again = nodes.Not(nodes.Test([], suppressed, span), span)
                self.emit(nodes.If(again, [nodes.Raise(None, span)], [], span))
            self.emit(nodes.Try(inside, [nodes.Handler([], error, handler, span)], [], [], span))
        with self.nested() as final:
            with self.nested() as leave:
                self.operation("exit", [manager], node)
            self.emit(nodes.If(nodes.Not(nodes.Test([], Variable(left), span), span), leave, [], span))
        self.emit(nodes.Try(guarded, [], [], final, span))

    def _arguments(self, item: ast.withitem, most: int) -> list[Operand]:
        call = item.context_expr
        assert isinstance(call, ast.Call)
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(isinstance(argument, ast.Starred) for argument in given) or len(given) > most:
            raise Unsupported("these arguments of a context manager are not supported")
        return self.expressions(given)

    def suppress(self, item: ast.withitem, body: Body) -> None:
        """A handler that does nothing."""
        classes = self._arguments(item, 64)
        span = self.span(item.context_expr)
        with self.nested() as inside:
            self._target(item, Constant(None))
            body()
        if classes:
            self.emit(nodes.Try(inside, [nodes.Handler(classes, None, [], span)], [], [], span))
        else:
            self.current += inside

    def nothing(self, item: ast.withitem, body: Body) -> None:
        """A value, or None, and nothing else."""
        given = self._arguments(item, 1)
        self._target(item, given[0] if given else Constant(None))
        body()

    def closing(self, item: ast.withitem, body: Body) -> None:
        """A value that is closed at the end."""
        node = item.context_expr
        value = Variable(self.kept(self._arguments(item, 1)[0], node))
        with self.nested() as inside:
            self._target(item, value)
            body()
        with self.nested() as final:
            self.method(value, "close", [], node)
        self.emit(nodes.Try(inside, [], [], final, self.span(node)))

    def numpy_errors(self, item: ast.withitem, body: Body) -> None:
        """Numpy's np.errstate, where it only silences warnings."""
        call = item.context_expr
        assert isinstance(call, ast.Call)
        for keyword in call.keywords:
            if not isinstance(keyword.value, ast.Constant) or keyword.value.value not in IGNORED:
                raise Unsupported("np.errstate that raises or calls is not supported", "", "test the values")
        body()

    def warnings(self, item: ast.withitem, body: Body) -> None:
        """Warnings are lines of the log, which nobody catches."""
        call = item.context_expr
        assert isinstance(call, ast.Call)
        if call.args or any(keyword.arg == "record" for keyword in call.keywords):
            raise Unsupported("recording warnings is not supported", "they are lines of the call's log", "return what you want to know")
        self._target(item, Constant(None))
        body()


MANAGERS: dict[tuple[str, str], Any] = {
    ("contextlib", contextlib.suppress.__qualname__): ContextTracer.suppress,
    ("contextlib", contextlib.nullcontext.__qualname__): ContextTracer.nothing,
    ("contextlib", contextlib.closing.__qualname__): ContextTracer.closing,
    ("warnings", "catch_warnings"): ContextTracer.warnings,
    ("numpy", "errstate"): ContextTracer.numpy_errors,
}
