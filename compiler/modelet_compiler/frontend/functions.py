"""From Python's syntax tree to the IR: functions made inside of a function, and generator expressions as values."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from modelet_compiler.frontend.comprehensions import Missed
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.frontend.expressions import ExpressionTracer
from modelet_compiler.frontend.imports import imported
from modelet_compiler.frontend.source import lambda_definition
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import EMPTY, Constant, Operand

SOURCE = "$source"
"""The parameter of a generator expression: the iterator of its first `for`."""
Tracer = TypeVar("Tracer", bound="FunctionTracer")


def traced(make: Callable[[frozenset[str]], Tracer]) -> tuple[Tracer, nodes.Function]:
    """Traces a function. A variable that turns out to need a cell, which the scopes did not tell, makes it start again."""
    forced: frozenset[str] = frozenset()
    while True:
        tracer = make(forced)
        try:
            return tracer, tracer.function()
        except Missed as missed:
            if missed.owner is not tracer:
                raise
            forced |= {missed.name}


class FunctionTracer(ExpressionTracer):
    """Functions inside of a function, and what they share with it."""

    function: Callable[[], nodes.Function]
    parameters: list[nodes.Parameter] | None = None  # of an inner function, once its defaults are evaluated
    qualified = ""

    def open_cells(self, parameters: list[nodes.Parameter], tree: ast.FunctionDef) -> None:
        """The cells of a function's own variables; those of parameters hold the arguments."""
        names = {parameter.name for parameter in parameters}
        for name in sorted(self.cells):
            self.operation("new_cell", [], tree, name=name)
            if name in names:
                self.operation("store_cell", [nodes.Variable(name)], tree, name=name)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:  # noqa: N802
        """Decorators, then defaults, then the function; its name is stored last."""
        applied = [item for item in node.decorator_list if not self._is_wraps(item)]
        decorators = [self.operation("copy", [self.expression(item)], item) for item in applied]
        value: Operand = self.closure(node)
        for decorator in reversed(decorators):
            value = self.operation("call", [decorator, value], node, keywords=())
        self.store(ast.copy_location(ast.Name(node.name, ast.Store()), node), value)

    def _wrapped(self, node: ast.FunctionDef) -> str | None:
        """The variable that `functools.wraps(…)` names; empty for an expression that is no name, None without it."""
        for item in node.decorator_list:
            if isinstance(item, ast.Call) and self._is_wraps(item):
                return item.args[0].id if len(item.args) == 1 and isinstance(item.args[0], ast.Name) else ""
        return None

    def _is_wraps(self, node: ast.expr) -> bool:
        """Whether a decorator is `functools.wraps(…)`, which only names the function."""
        return isinstance(node, ast.Call) and self.object_of(node.func) is functools.wraps

    def object_of(self, node: ast.expr) -> Any:
        """The captured object that a name or an attribute of one is; EMPTY when it is something else."""
        if isinstance(node, ast.Attribute):
            return getattr(self.object_of(node.value), node.attr, EMPTY)
        if isinstance(node, ast.Name) and not self.is_variable(node.id):
            return self.captured.lookup(node.id)
        return EMPTY

    def value_Lambda(self, node: ast.Lambda) -> Operand:  # noqa: N802
        """A function that returns its body."""
        return self.closure(lambda_definition(node))

    def value_GeneratorExp(self, node: ast.GeneratorExp) -> Operand:  # noqa: N802
        """A generator function that is called at once with an iterator over the first iterable."""
        if any(one.is_async for one in node.generators):
            raise Unsupported("asynchronous comprehensions are not supported")
        iterator = self.operation("iterator", [self.expression(node.generators[0].iter)], node.generators[0].iter)
        body: ast.stmt = ast.Expr(ast.Yield(node.elt))
        for position in range(len(node.generators) - 1, -1, -1):
            one = node.generators[position]
            for test in reversed(one.ifs):
                body = ast.If(test, [body], [])
            source = one.iter if position else ast.Name(SOURCE, ast.Load())
            body = ast.For(one.target, source, [body], [])
        shared = sorted({item.target.id for item in ast.walk(node) if isinstance(item, ast.NamedExpr)})
        statements: list[ast.stmt] = [ast.Nonlocal(shared), body] if shared else [body]
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg(SOURCE)], kwonlyargs=[], kw_defaults=[], defaults=[])
        definition = ast.FunctionDef(name="<genexpr>", args=arguments, body=statements, decorator_list=[])
        for inner in ast.walk(definition):
            if not hasattr(inner, "lineno"):
                ast.copy_location(inner, node)
        return self.operation("call", [self.closure(definition), iterator], node, keywords=())

    def yielded(self, node: ast.Yield) -> Operand:
        """What a `yield` hands out."""
        return self.expression(node.value) if node.value is not None else Constant(None)

    def value_Yield(self, node: ast.Yield) -> Operand:  # noqa: N802
        """Hands out an item; its value is what is sent in."""
        item = self.yielded(node)
        received = self.new_value()
        self.emit(nodes.Yield(item, self.span(node), received))
        return received

    def value_YieldFrom(self, node: ast.YieldFrom) -> Operand:  # noqa: N802
        """Hands out all items of another iterable; its value is what a generator returns."""
        source = self.operation("copy", [self.expression(node.value)], node)
        item = self.new_value()
        self.emit(nodes.For(source, item, [nodes.Yield(item, self.span(node), None, source)], [], self.span(node)))
        return self.operation("generator_result", [source], node)

    def closure(self, node: ast.FunctionDef) -> Operand:
        """The function that a definition makes: its defaults are evaluated now, its variables are shared."""
        parameters, stored = self._inner_parameters(node)
        captured = replace(self.captured, tree=node)

        def make(forced: frozenset[str]) -> FunctionTracer:
            qualified = f"{self.qualified or self.captured.function.__qualname__}.<locals>.{node.name}"
            tracer = type(self)(captured, self.reporter, self, forced, qualified)
            tracer.parameters = parameters
            tracer.qualified = qualified
            return tracer

        tracer, function = traced(make)
        captures = [self._own(taken, node.name) for taken in tracer.free.values()]
        function.captures = tuple(captures)
        function.stored = len(stored)
        function.wraps = self._wrapped(node)
        copied = [nodes.Variable(taken.source) for taken in captures if taken.mode == "value"]
        return self.operation("closure", [*stored, *copied], node, function=function)

    def _own(self, taken: nodes.Capture, name: str) -> nodes.Capture:
        """A function that nothing but itself is called by finds itself without a cell."""
        itself = taken.name == name and taken.mode == "value" and self.is_local(name)
        return replace(taken, mode="self") if itself else taken

    def _inner_parameters(self, node: ast.FunctionDef) -> tuple[list[nodes.Parameter], list[Operand]]:
        arguments = node.args
        stored: list[Operand] = []
        positional = [*arguments.posonlyargs, *arguments.args]
        evaluated = [self._default(item, stored) for item in arguments.defaults]
        defaults = [EMPTY] * (len(positional) - len(evaluated)) + evaluated
        named = [self._default(item, stored) if item is not None else EMPTY for item in arguments.kw_defaults]
        kinds = ["positional"] * len(arguments.posonlyargs) + ["either"] * len(arguments.args)
        parameters = [self._inner(*parts) for parts in zip(positional, defaults, kinds, strict=True)]
        if arguments.vararg is not None:
            parameters.append(self._inner(arguments.vararg, EMPTY, "rest"))
        parameters += [self._inner(*parts, "keyword") for parts in zip(arguments.kwonlyargs, named, strict=True)]
        if arguments.kwarg is not None:
            parameters.append(self._inner(arguments.kwarg, EMPTY, "keywords"))
        return parameters, stored

    def _inner(self, item: ast.arg, default: Any, kind: str) -> nodes.Parameter:
        return nodes.Parameter(item.arg, EMPTY, default, kind, self.span(item))

    def _default(self, node: ast.expr, stored: list[Operand]) -> Any:
        """A constant, or the number of what is evaluated now and kept with the function."""
        value = self.expression(node)
        if isinstance(value, Constant):
            return value.value
        stored.append(self.operation("copy", [value], node))
        return nodes.Stored(len(stored) - 1)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:  # noqa: N802
        """Binds names to objects that are known when compiling."""
        for name, value in imported(node, self.captured.environment).items():
            if self.is_local(name):
                self.assign(name, nodes.Captured(name, value), node)

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:  # noqa: N802
        """Says where names belong, which the scopes know."""

    def visit_Global(self, node: ast.Global) -> None:  # noqa: N802
        """Says where names belong. Reading a global is capturing it; a store is refused where it stands."""
