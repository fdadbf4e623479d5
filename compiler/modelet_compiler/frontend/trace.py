"""From Python's syntax tree to the IR: statements. Expressions are in frontend/expressions.py."""

from __future__ import annotations

import ast
from typing import Any

from modelet_compiler.frontend.capture import Capture
from modelet_compiler.frontend.contexts import ContextTracer
from modelet_compiler.frontend.diagnostics import Reporter, Unsupported
from modelet_compiler.frontend.functions import traced
from modelet_compiler.frontend.operators import BINARY
from modelet_compiler.ir import nodes


def trace(captured: Capture, reporter: Reporter) -> nodes.Function:
    """The IR of one function. What has no IR is reported, and an `error` operation stands in its place."""
    return traced(lambda forced: StatementTracer(captured, reporter, None, forced))[1]


class StatementTracer(ContextTracer):
    """One function's statements."""

    def function(self) -> nodes.Function:
        """The whole function."""
        tree = self.captured.tree
        inner = self.parameters is not None
        parameters = self.parameters if self.parameters is not None else self._parameters(tree)
        with self.nested() as entry:
            self.open_cells(parameters, tree)
        body = entry + self.block(tree.body)
        generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(tree))
        span = self.captured.source.span(tree)
        return nodes.Function(
            tree.name if inner else self.captured.function.__name__, self.captured.source.file, parameters, body, generator,
            ast.get_docstring(tree) or "", span, None if inner else self.captured.function, inner,
            qualified=self.qualified or self.captured.function.__qualname__,
        )  # fmt: skip

    def _parameters(self, tree: ast.FunctionDef) -> list[nodes.Parameter]:
        arguments = tree.args
        positional = [*arguments.posonlyargs, *arguments.args]
        plain_defaults = self.captured.function.__defaults__ or ()
        defaults = [nodes.EMPTY] * (len(positional) - len(plain_defaults)) + list(plain_defaults)
        kinds = ["positional"] * len(arguments.posonlyargs) + ["either"] * len(arguments.args)
        result = [self._parameter(item, default, kind) for item, default, kind in zip(positional, defaults, kinds, strict=True)]
        named = self.captured.function.__kwdefaults__ or {}
        rest = [self._parameter(arguments.vararg, nodes.EMPTY, "rest")] if arguments.vararg is not None else []
        only = [self._parameter(item, named.get(item.arg, nodes.EMPTY), "keyword") for item in arguments.kwonlyargs]
        keywords = [self._parameter(arguments.kwarg, nodes.EMPTY, "keywords")] if arguments.kwarg is not None else []
        return [*result, *rest, *only, *keywords]

    def _parameter(self, item: ast.arg, default: Any, kind: str) -> nodes.Parameter:
        annotation = self.captured.annotations.get(item.arg, nodes.EMPTY)
        return nodes.Parameter(item.arg, annotation, default, kind, self.captured.source.span(item))

    def statement(self, node: ast.stmt) -> None:
        """Traces one statement into the current block; reports what it cannot."""
        handler = getattr(self, f"visit_{type(node).__name__}", None)
        try:
            if handler is None:
                raise Unsupported(f"`{statement_name(node)}` is not supported")
            handler(node)
        except Unsupported as error:
            self.report(node, error)

    def visit_Pass(self, node: ast.Pass) -> None:  # noqa: N802
        """Nothing."""

    def visit_Expr(self, node: ast.Expr) -> None:  # noqa: N802
        """An expression for its effect; a yield's value is not used."""
        if isinstance(node.value, ast.Yield):
            self.emit(nodes.Yield(self.yielded(node.value), self.span(node)))
        elif not isinstance(node.value, ast.Constant):
            self.expression(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:  # noqa: N802
        """`a = b = value`; a tuple assigned to a tuple of names makes no tuple."""
        target = node.targets[0]
        if hasattr(node, "made") and isinstance(target, ast.Name) and not self.is_local(target.id):
            return  # a class, which needs nothing at run time
        if len(node.targets) == 1 and parallel(target, node.value):
            assert isinstance(target, ast.Tuple | ast.List)
            assert isinstance(node.value, ast.Tuple | ast.List)
            values = [self.operation("copy", [item], node) for item in self.expressions(node.value.elts)]
            for place, value in zip(target.elts, values, strict=True):
                self.store(place, value)
            return
        source = self.expression(node.value)
        if len(node.targets) > 1 and isinstance(source, nodes.Variable):
            source = self.operation("copy", [source], node)
        for place in node.targets:
            self.store(place, source)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:  # noqa: N802
        """The annotation of a local is documentation, as in Python."""
        if node.value is not None:
            self.store(node.target, self.expression(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:  # noqa: N802
        """Reads, combines in place, stores."""
        symbol = BINARY[type(node.op)]
        if isinstance(node.target, ast.Name):
            current = self.name(node.target)
            value = self.operation("augmented", [current, self.expression(node.value)], node, operator=symbol)
            self.store(node.target, value)
            return
        if isinstance(node.target, ast.Attribute):
            self._augment_attribute(node, node.target, symbol)
            return
        assert isinstance(node.target, ast.Subscript)
        container, index = self.expressions([node.target.value, node.target.slice])
        current = self.operation("index", [container, index], node.target)
        value = self.operation("augmented", [current, self.expression(node.value)], node, operator=symbol)
        self.operation("store_index", [container, index, value], node)

    def _augment_attribute(self, node: ast.AugAssign, target: ast.Attribute, symbol: str) -> None:
        owner = self.operation("copy", [self.expression(target.value)], target)
        name = self.mangled(target.attr)
        current = self.operation("attribute", [owner], target, name=name)
        value = self.operation("augmented", [current, self.expression(node.value)], node, operator=symbol)
        self.operation("store_attribute", [owner, value], node, name=name)

    def visit_Delete(self, node: ast.Delete) -> None:  # noqa: N802
        """Names and subscripts."""
        for target in node.targets:
            if isinstance(target, ast.Name):
                if target.id in self.globals:
                    raise Unsupported(f"deleting the global `{target.id}` is not supported", instead="store None")
                self.check_local(target)
                self._delete(self.local(target.id), target)
            elif isinstance(target, ast.Subscript):
                container, index = self.expressions([target.value, target.slice])
                self.operation("delete_index", [container, index], target)
            elif isinstance(target, ast.Attribute):
                self.operation("delete_attribute", [self.expression(target.value)], target, name=self.mangled(target.attr))
            else:
                raise Unsupported("deleting this is not supported")

    def _delete(self, variable: str, node: ast.AST, quiet: bool = False) -> None:
        if self.is_cell(variable):
            self.operation("delete_cell", [], node, name=variable, free=variable in self.free, quiet=quiet)
        else:
            self.emit(nodes.Delete(variable, self.span(node), quiet))

    def visit_If(self, node: ast.If) -> None:  # noqa: N802
        """`elif` is an If in the other branch."""
        self.emit(nodes.If(self.condition(node.test), self.block(node.body), self.block(node.orelse), self.span(node.test)))

    def visit_While(self, node: ast.While) -> None:  # noqa: N802
        """With `else`."""
        self.emit(nodes.While(self.condition(node.test), self.block(node.body), self.block(node.orelse), self.span(node.test)))

    def visit_For(self, node: ast.For) -> None:  # noqa: N802
        """With `else`; targets are stored at the start of the body."""
        generator = self.as_generator(node.iter)
        if generator is not None and len(generator.generators) == 1:  # `break` leaves all of them
            self._for_generator(node, generator)
            return
        iterable = self.expression(node.iter)
        item = self.new_value()
        with self.nested() as body:
            self.store(node.target, item)
            for statement in node.body:
                self.statement(statement)
        self.emit(nodes.For(iterable, item, body, self.block(node.orelse), self.span(node)))

    def _for_generator(self, node: ast.For, generator: ast.GeneratorExp) -> None:
        """A loop over a generator expression is a loop over what that one runs over."""
        one = generator.generators[0]
        iterable = self.expression(one.iter)
        item = self.new_value()
        with self.nested() as body:
            self.open_scope(one.target)
            self.store(one.target, item)
            self.guarded(list(one.ifs), lambda: self._generated(node, generator))
        self.emit(nodes.For(iterable, item, body, self.block(node.orelse), self.span(node)))

    def _generated(self, node: ast.For, generator: ast.GeneratorExp) -> None:
        value = self.expression(generator.elt)
        self.scopes.pop()
        self.store(node.target, value)
        for statement in node.body:
            self.statement(statement)

    def visit_Break(self, node: ast.Break) -> None:  # noqa: N802
        """Leaves the loop."""
        self.emit(nodes.Break(self.span(node)))

    def visit_Continue(self, node: ast.Continue) -> None:  # noqa: N802
        """Goes on with the loop."""
        self.emit(nodes.Continue(self.span(node)))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:  # noqa: N802
        """A class that is known when compiling needs nothing at run time."""
        if self.is_local(node.name):
            message, reason, instead = REFUSED[ast.ClassDef]
            raise Unsupported(message, self.refused_classes.get(node.name, reason), instead)

    def visit_Return(self, node: ast.Return) -> None:  # noqa: N802
        """None without a value."""
        value = self.expression(node.value) if node.value is not None else nodes.Constant(None)
        self.emit(nodes.Return(value, self.span(node)))

    def visit_Assert(self, node: ast.Assert) -> None:  # noqa: N802
        """As Python runs it without -O."""
        with self.nested() as failed:
            arguments = [self.expression(node.msg)] if node.msg is not None else []
            exception = self.operation("call", [nodes.Captured("AssertionError", AssertionError), *arguments], node, keywords=())
            self.emit(nodes.Raise(exception, self.span(node)))
        self.emit(nodes.If(nodes.Not(self.condition(node.test), self.span(node.test)), failed, [], self.span(node.test)))

    def visit_Raise(self, node: ast.Raise) -> None:  # noqa: N802
        """With its cause."""
        given = [item for item in (node.exc, node.cause) if item is not None]
        exception, cause = [*self.expressions(given), None, None][:2]
        self.emit(nodes.Raise(exception, self.span(node), cause))

    def visit_Try(self, node: ast.Try) -> None:  # noqa: N802
        """`try` with all its parts."""
        body = self.block(node.body)
        handlers = [self._handler(item) for item in node.handlers]
        self.emit(nodes.Try(body, handlers, self.block(node.orelse), self.block(node.finalbody), self.span(node)))

    def _handler(self, node: ast.ExceptHandler) -> nodes.Handler:
        if node.type is None:
            classes: list[nodes.Operand] = []
        else:
            names = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            classes = [self.expression(item) for item in names]
        variable = self.local(node.name) if node.name else None
        held = self.hidden() if variable is not None and self.is_cell(variable) else variable
        with self.nested() as body:
            if variable is not None and held != variable:
                self.assign(variable, nodes.Variable(str(held)), node)
            for statement in node.body:
                self.statement(statement)
            if variable is not None:
                self._delete(variable, node, quiet=True)
        return nodes.Handler(classes, held, body, self.span(node))


REFUSED: dict[type[ast.stmt], tuple[str, str, str]] = {
    ast.ClassDef: (
        "this class inside a function is not supported",
        "it uses variables of the function, or is not always defined, once, before it is used",
        "define it at module level",
    ),
}
"""Message, reason and what to write instead."""


def statement_name(node: ast.stmt) -> str:
    """What a person calls this statement."""
    names = {"AsyncFor": "async for", "AsyncWith": "async with", "AsyncFunctionDef": "async def", "TryStar": "try … except*"}
    return names.get(type(node).__name__, type(node).__name__.lower())


def parallel(target: ast.expr, value: ast.expr) -> bool:
    """Whether `a, b = c, d` can do without a tuple: as many names as values, and no star."""
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, ast.Tuple | ast.List):
        return False
    plain = not any(isinstance(item, ast.Starred) for item in [*target.elts, *value.elts])
    return plain and len(target.elts) == len(value.elts) and all(isinstance(item, ast.Name) for item in target.elts)


def own_nodes(tree: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(node))
    return found
