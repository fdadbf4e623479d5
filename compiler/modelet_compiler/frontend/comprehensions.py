"""From Python's syntax tree to the IR: blocks, names, targets, comprehensions, and calls that take code as an argument."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from modelet_compiler.frontend.capture import Capture
from modelet_compiler.frontend.diagnostics import Reporter, Span, Unsupported
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import EMPTY, Captured, Constant, Operand

EAGER = frozenset(["sum", "min", "max", "sorted", "list", "tuple", "set", "dict", "frozenset"])
"""Functions that take all of an iterable before anything else happens."""
PLAIN = (type(None), bool, int, float, str, type(Ellipsis))


class ComprehensionTracer:
    """What statements and expressions are traced with. Blocks are built in place: `nested` opens one."""

    expression: Callable[[ast.expr], Operand]
    expressions: Callable[[list[ast.expr]], list[Operand]]
    condition: Callable[[ast.expr], nodes.Condition]
    statement: Callable[[ast.stmt], None]

    def __init__(self, captured: Capture, reporter: Reporter) -> None:
        self.captured = captured
        self.reporter = reporter
        self.locals = local_names(captured.tree)
        self.current: list[nodes.Node] = []
        self.scopes: list[dict[str, str]] = []
        self.values = 0
        self.names = 0

    def span(self, node: ast.AST) -> Span:
        """The place of `node` in its file."""
        return self.captured.source.span(node)

    def report(self, node: ast.AST, error: Unsupported) -> None:
        """Records that `node` is refused."""
        self.reporter.report(self.span(node), error)

    def emit(self, node: nodes.Node) -> None:
        """Appends to the current block."""
        self.current.append(node)

    @contextmanager
    def nested(self) -> Iterator[list[nodes.Node]]:
        """Everything traced inside goes to a new block."""
        outer, self.current = self.current, []
        try:
            yield self.current
        finally:
            self.current = outer

    def block(self, statements: list[ast.stmt]) -> list[nodes.Node]:
        """Traces statements into a block of their own."""
        with self.nested() as block:
            for statement in statements:
                self.statement(statement)
        return block

    def new_value(self) -> nodes.Value:
        """A result that nothing has computed yet."""
        self.values += 1
        return nodes.Value(self.values)

    def operation(self, kind: str, operands: list[Operand], node: ast.AST, **attributes: Any) -> nodes.Value:
        """Appends one operation."""
        result = self.new_value()
        self.emit(nodes.Operation(result, kind, operands, attributes, self.span(node)))
        return result

    def method(self, receiver: Operand, name: str, arguments: list[Operand], node: ast.AST) -> nodes.Value:
        """Appends a method call with positional arguments."""
        return self.operation("call_method", [receiver, *arguments], node, name=name, keywords=())

    def hidden(self) -> str:
        """A variable that Python code cannot name."""
        self.names += 1
        return f"${self.names}"

    def local(self, name: str) -> str:
        """The IR variable of a local name: comprehensions have names of their own."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    def is_local(self, name: str) -> bool:
        """Whether a store makes `name` a variable of this function."""
        return name in self.locals or any(name in scope for scope in self.scopes)

    def check_local(self, node: ast.Name) -> None:
        """Refuses stores to names declared global or nonlocal."""
        if not self.is_local(node.id):
            raise Unsupported(
                f"`{node.id}` belongs to an outer scope", "a compiled function keeps no state between calls", "return the value"
            )

    def name(self, node: ast.Name) -> Operand:
        """A variable, a constant, or a captured object."""
        if self.is_local(node.id):
            return nodes.Variable(self.local(node.id))
        value = self.captured.lookup(node.id)
        if value is EMPTY:
            raise Unsupported(f"name '{node.id}' is not defined", "it is neither a local, a global nor a builtin")
        if type(value) in PLAIN and not (type(value) is int and not -(2**63) <= value < 2**63):
            return Constant(value)
        return Captured(node.id, value)

    def store(self, target: ast.expr, value: Operand) -> None:
        """Assigns to a name, a subscript, or unpacks."""
        span = self.span(target)
        if isinstance(target, ast.Name):
            self.check_local(target)
            self.emit(nodes.Assign(self.local(target.id), value, span))
        elif isinstance(target, ast.Subscript):
            container, index = self.expressions([target.value, target.slice])
            self.operation("store_index", [container, index, value], target)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value)
        elif isinstance(target, ast.Attribute):
            self.operation("store_attribute", [self.expression(target.value), value], target, name=self.mangled(target.attr))
        else:
            raise Unsupported("this target is not supported")

    def _unpack(self, target: ast.Tuple | ast.List, value: Operand) -> None:
        stars = [position for position, item in enumerate(target.elts) if isinstance(item, ast.Starred)]
        star = stars[0] if stars else -1
        count = len(target.elts)
        unpacked = self.operation("unpack", [value], target, count=count, star=star)
        for position, item in enumerate(target.elts):
            part = self.operation("part", [unpacked], item, position=position, count=count, star=star)
            self.store(item.value if isinstance(item, ast.Starred) else item, part)

    def value_ListComp(self, node: ast.ListComp) -> Operand:  # noqa: N802
        """A list, appended to in loops."""
        result = self.operation("list", [], node)
        self.loops(node.generators, lambda: self.method(result, "append", [self.expression(node.elt)], node.elt))
        return result

    def value_SetComp(self, node: ast.SetComp) -> Operand:  # noqa: N802
        """A set, added to in loops."""
        result = self.operation("set", [], node)
        self.loops(node.generators, lambda: self.method(result, "add", [self.expression(node.elt)], node.elt))
        return result

    def value_DictComp(self, node: ast.DictComp) -> Operand:  # noqa: N802
        """A dict, stored into in loops."""
        result = self.operation("dict", [], node)

        def store() -> None:
            key, value = self.expressions([node.key, node.value])
            self.operation("store_index", [result, key, value], node)

        self.loops(node.generators, store)
        return result

    def value_GeneratorExp(self, node: ast.GeneratorExp) -> Operand:  # noqa: N802
        """Supported where it is consumed at once; elsewhere it would run too early."""
        del node
        raise Unsupported(
            "a generator expression is supported only in a loop or as the argument of a function that consumes it",
            "it is not a value",
            "a list",
        )

    def loops(self, generators: list[ast.comprehension], innermost: Callable[[], Any]) -> None:
        """The nested loops of a comprehension. The first iterable is evaluated outside its scope."""
        first, *rest = self.flattened(generators)
        if first.is_async:
            raise Unsupported("asynchronous comprehensions are not supported")
        iterable = self.expression(first.iter)
        depth = len(self.scopes)
        self._loop(first, iterable, rest, innermost)
        del self.scopes[depth:]

    def _loop(self, one: ast.comprehension, iterable: Operand, rest: list[ast.comprehension], innermost: Callable[[], Any]) -> None:
        item = self.new_value()
        with self.nested() as body:
            self.open_scope(one.target)
            self.store(one.target, item)
            self._filtered(list(one.ifs), rest, innermost)
        self.emit(nodes.For(iterable, item, body, [], self.span(one.target)))

    def flattened(self, generators: list[ast.comprehension]) -> list[ast.comprehension]:
        """`for x in (f(y) for y in ys)` as `for y in ys for x in (f(y),)`, which runs the same way."""
        flat: list[ast.comprehension] = []
        for one in generators:
            inner = self.as_generator(one.iter)
            if inner is None:
                flat.append(one)
                continue
            single = ast.copy_location(ast.Tuple([inner.elt], ast.Load()), inner.elt)
            flat += [*self.flattened(inner.generators), ast.comprehension(one.target, single, one.ifs, one.is_async)]
        return flat

    def open_scope(self, target: ast.expr) -> None:
        """Gives the names of a comprehension's target a scope."""
        self.scopes.append({name: self._renamed(name) for name in sorted(target_names(target))})

    def guarded(self, tests: list[ast.expr], inside: Callable[[], Any]) -> None:
        """`inside`, where all tests hold."""
        if not tests:
            inside()
            return
        test = self.condition(tests[0])
        with self.nested() as then:
            self.guarded(tests[1:], inside)
        self.emit(nodes.If(test, then, [], self.span(tests[0])))

    def _filtered(self, tests: list[ast.expr], rest: list[ast.comprehension], innermost: Callable[[], Any]) -> None:
        self.guarded(tests, lambda: self._loop(rest[0], self.expression(rest[0].iter), rest[1:], innermost) if rest else innermost())

    def _renamed(self, name: str) -> str:
        self.names += 1
        return f"{name}${self.names}"

    def special_call(self, node: ast.Call) -> Operand | None:
        """Calls whose argument is code: `any(x for …)`, `next((x for …), default)`, `sorted(…, key=…)`."""
        name = self.builtin(node.func)
        if name == "super" and not node.args:
            return self._super(node)
        generator = self.as_generator(node.args[0]) if node.args else None
        if generator is not None and self._grows(node):
            return self._grow(node, generator)
        if generator is not None and (name in EAGER or (isinstance(node.func, ast.Attribute) and node.func.attr == "join")):
            items = ast.copy_location(ast.ListComp(generator.elt, generator.generators), generator)
            eager = ast.copy_location(ast.Call(node.func, [items, *node.args[1:]], node.keywords), node)
            return self.special_call(eager) or self.expression(eager)
        if name in ("any", "all") and generator is not None and len(node.args) == 1 and not node.keywords:
            return self._quantifier(generator, name == "any", node)
        if name == "next" and generator is not None and len(node.args) == 2 and not node.keywords:
            return self._first(generator, node)
        keys = [keyword for keyword in node.keywords if keyword.arg == "key"]
        if len(keys) == 1 and not (isinstance(keys[0].value, ast.Constant) and keys[0].value.value is None):
            if name in ("sorted", "min", "max"):
                return self._keyed(name, node, keys[0].value)
            if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
                return self._keyed("sort", node, keys[0].value)
        return None

    def _super(self, node: ast.Call) -> Operand:
        """`super()`: the compiler of Python keeps the class in a cell named `__class__`."""
        arguments = self.captured.tree.args
        first = [*arguments.posonlyargs, *arguments.args][:1]
        after = self.captured.lookup("__class__")
        if not first or after is EMPTY:
            raise Unsupported("`super()` is supported only in a method")
        return self.operation("super", [nodes.Variable(self.local(first[0].arg))], node, after=after)

    def mangled(self, name: str) -> str:
        """`__name` inside of a class is `_Class__name`."""
        if not name.startswith("__") or name.endswith("__"):
            return name
        segments = [part.split(".") for part in self.captured.function.__qualname__.split(".<locals>.")]
        owners = [part[-2].lstrip("_") for part in segments if len(part) > 1]
        return f"_{owners[-1]}{name}" if owners and owners[-1] else name

    def _grows(self, node: ast.Call) -> bool:
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("extend", "update") and len(node.args) == 1 and not node.keywords

    def _grow(self, node: ast.Call, generator: ast.GeneratorExp) -> Operand:
        """`items.extend(x for …)` appends one by one, so that the expression may look at what it grows."""
        assert isinstance(node.func, ast.Attribute)
        receiver = self.operation("copy", [self.expression(node.func.value)], node)
        method = "append" if node.func.attr == "extend" else "add"
        self.loops(generator.generators, lambda: self.method(receiver, method, [self.expression(generator.elt)], generator.elt))
        return Constant(None)

    def as_generator(self, node: ast.expr) -> ast.GeneratorExp | None:
        """A generator expression, or the one that `map` and `filter` stand for."""
        if isinstance(node, ast.GeneratorExp):
            return node
        if (
            not isinstance(node, ast.Call)
            or node.keywords
            or len(node.args) < 2
            or any(isinstance(item, ast.Starred) for item in node.args)
        ):
            return None
        name = self.builtin(node.func)
        if name not in ("map", "filter") or (name == "filter" and len(node.args) != 2):
            return None
        self.names += 1
        count = len(node.args) - 1
        names = [f"${self.names}_{index}" for index in range(count)]
        read: list[ast.expr] = [ast.Name(item, ast.Load()) for item in names]
        stored: list[ast.expr] = [ast.Name(item, ast.Store()) for item in names]
        function, source = node.args[0], node.args[1]
        target = stored[0]
        if count > 1:
            target = ast.Tuple(stored, ast.Store())
            source = ast.Call(ast.Name("zip", ast.Load()), node.args[1:], [])
        is_none = isinstance(function, ast.Constant) and function.value is None
        tested: ast.expr = read[0] if is_none else ast.Call(function, read, [])
        elt = tested if name == "map" else read[0]
        made = ast.GeneratorExp(elt, [ast.comprehension(target, source, [tested] if name == "filter" else [], 0)])
        for inner in ast.walk(made):
            if not hasattr(inner, "lineno"):
                ast.copy_location(inner, node)
        return made

    def builtin(self, node: ast.expr) -> str:
        """The name of the builtin that `node` is, or ''."""
        if isinstance(node, ast.Name) and not self.is_local(node.id):
            value = self.captured.lookup(node.id)
            if value is getattr(builtins, node.id, EMPTY):
                return node.id
        return ""

    def _quantifier(self, node: ast.GeneratorExp, stop_at: bool, call: ast.Call) -> Operand:
        result, done = self.hidden(), self.hidden()
        span = self.span(call)
        self.emit(nodes.Assign(result, Constant(not stop_at), span))
        self.emit(nodes.Assign(done, Constant(False), span))

        def innermost() -> None:
            found: list[nodes.Node] = [
                nodes.Assign(result, Constant(stop_at), span),
                nodes.Assign(done, Constant(True), span),
                nodes.Break(span),
            ]
            test = self.condition(node.elt)
            self.emit(nodes.If(test if stop_at else nodes.Not(test, span), found, [], span))

        self._until(node.generators, innermost, done)
        return nodes.Variable(result)

    def _first(self, node: ast.GeneratorExp, call: ast.Call) -> Operand:
        result, done = self.hidden(), self.hidden()
        span = self.span(call)
        default = self.expression(call.args[1])
        self.emit(nodes.Assign(result, default, span))
        self.emit(nodes.Assign(done, Constant(False), span))

        def innermost() -> None:
            self.emit(nodes.Assign(result, self.expression(node.elt), span))
            self.emit(nodes.Assign(done, Constant(True), span))
            self.emit(nodes.Break(span))

        self._until(node.generators, innermost, done)
        return nodes.Variable(result)

    def _until(self, generators: list[ast.comprehension], innermost: Callable[[], Any], done: str) -> None:
        """The loops of a comprehension, each left once `done` is true."""
        outer = self.current
        start = len(outer)
        self.loops(generators, innermost)
        for node in outer[start:]:
            if isinstance(node, nodes.For):
                leave_loops(node, done)

    def _keyed(self, name: str, node: ast.Call, key: ast.expr) -> Operand:
        """Items, then their keys one by one, then the operation on both lists."""
        receiver = node.func.value if name == "sort" and isinstance(node.func, ast.Attribute) else None
        positional = [receiver] if receiver is not None else list(node.args)
        if len(positional) != 1:
            raise Unsupported(f"{name} with `key=` takes one iterable here", instead="put the values into a list")
        source = self.expression(positional[0])
        items = self.operation("call", [Captured("list", list), source], node, keywords=())
        keys = self.operation("list", [], node)
        item = self.new_value()
        with self.nested() as body:
            self.method(keys, "append", [self._apply(key, item)], key)
        self.emit(nodes.For(items, item, body, [], self.span(key)))
        rest = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg != "key"}
        operands = [*([source] if receiver is not None else []), items, keys]
        names = tuple(str(item) for item in rest)
        operands += [self.expression(value) for value in rest.values()]
        return self.operation("keyed", operands, node, name=name, keywords=names)

    def _apply(self, function: ast.expr, item: nodes.Value) -> Operand:
        """`function(item)`; a lambda's body stands in its place."""
        if not isinstance(function, ast.Lambda):
            return self.operation("call", [self.expression(function), item], function, keywords=())
        return self.apply_lambda(function, [item], function)

    def apply_lambda(self, function: ast.Lambda, values: list[Operand], node: ast.expr) -> Operand:
        """A lambda that is called where it stands: its body, with its parameters as names of their own."""
        arguments = function.args
        plain = not (arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs)
        if not plain or len(arguments.args) != len(values):
            raise Unsupported(
                f"this lambda is called with {len(values)} argument{'s' * (len(values) != 1)}", instead="plain parameters, as many"
            )
        scope = {item.arg: self._renamed(item.arg) for item in arguments.args}
        for item, value in zip(arguments.args, values, strict=True):
            self.emit(nodes.Assign(scope[item.arg], value, self.span(node)))
        self.scopes.append(scope)
        result = self.expression(function.body)
        self.scopes.pop()
        return result


def leave_loops(loop: nodes.For, done: str) -> None:
    """After each inner loop, leaves the outer one too once `done` is true."""
    _leave(loop.body, done)


def _leave(block: list[nodes.Node], done: str) -> None:
    for position in range(len(block) - 1, -1, -1):
        node = block[position]
        if isinstance(node, nodes.For):
            _leave(node.body, done)
            test = nodes.Test([], nodes.Variable(done), node.span)
            block.insert(position + 1, nodes.If(test, [nodes.Break(node.span)], [], node.span))
        elif isinstance(node, nodes.If):
            _leave(node.then, done)


def target_names(target: ast.expr) -> set[str]:
    """The names a target stores into."""
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def local_names(tree: ast.FunctionDef) -> set[str]:
    """Parameters and every name the function's own body stores into, less those declared global or nonlocal."""
    arguments = tree.args
    names = {item.arg for item in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    names.update(item.arg for item in (arguments.vararg, arguments.kwarg) if item is not None)
    outer: set[str] = set()
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Global | ast.Nonlocal):
            outer.update(node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            names.add(node.name)
            continue
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            names.add(node.id)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            names.update(item.target.id for item in ast.walk(node) if isinstance(item, ast.NamedExpr))
            pending.append(node.generators[0].iter)
            continue
        elif isinstance(node, ast.Lambda):
            continue
        pending.extend(ast.iter_child_nodes(node))
    return names - outer
