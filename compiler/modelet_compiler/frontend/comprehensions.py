"""From Python's syntax tree to the IR: blocks, names, targets, comprehensions, and calls that take code as an argument."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from modelet_compiler.frontend.capture import Capture
from modelet_compiler.frontend.diagnostics import Reporter, Span, Unsupported
from modelet_compiler.frontend.imports import settled_imports
from modelet_compiler.frontend.local_classes import class_names, class_statements, defined_name, made_class
from modelet_compiler.frontend.module_state import rebound_globals
from modelet_compiler.frontend.patterns import target_names
from modelet_compiler.frontend.scopes import EAGER, capture_modes, declared, free_names, inner_functions, local_names
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import EMPTY, Captured, Constant, Operand

PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis))


class ComprehensionTracer:
    """What statements and expressions are traced with. Blocks are built in place: `nested` opens one."""

    expression: Callable[[ast.expr], Operand]
    expressions: Callable[[list[ast.expr]], list[Operand]]
    condition: Callable[[ast.expr], nodes.Condition]
    statement: Callable[[ast.stmt], None]

    def __init__(
        self,
        captured: Capture,
        reporter: Reporter,
        outer: ComprehensionTracer | None = None,
        forced: frozenset[str] = frozenset(),
        qualified: str = "",
    ) -> None:
        """`outer` traces the function around this one; variables in `forced` live in cells."""
        self.captured = captured
        self.reporter = reporter
        self.outer = outer
        self.refused_classes: dict[str, str] = {}
        imports = settled_imports(captured.tree, captured.environment)
        if imports:
            self.captured = replace(captured, environment={**captured.environment, **imports})
        self.locals = local_names(captured.tree) - set(imports)
        self._settle_classes(captured.tree, qualified)
        self.globals = declared(captured.tree.body, ast.Global)
        self.rebound = rebound_globals(captured.function)
        self.captured = replace(
            self.captured, environment={name: value for name, value in self.captured.environment.items() if name not in self.rebound}
        )
        self.modes = capture_modes(captured.tree, forced)
        self.cells = {name for name, mode in self.modes.items() if mode == "cell"}
        self.free: dict[str, nodes.Capture] = {}
        self.comprehension_cells: dict[str, str] = {}
        self.current: list[nodes.Node] = []
        self.scopes: list[dict[str, str]] = []
        self.values = 0
        self.names = 0

    def _settle_classes(self, tree: ast.FunctionDef, qualified: str) -> None:
        """Classes that use no variable of a function are like globals."""
        for node in class_statements(tree, self.captured.environment):
            called = defined_name(node, self.captured.environment)
            names = class_names(node) - {called}
            if names & self.locals or (self.outer is not None and any(map(self.outer.is_variable, names))):
                continue
            path = qualified or self.captured.function.__qualname__
            try:
                cls = made_class(node, called, self.captured.function, self.captured.environment, path)
            except Exception as error:
                self.refused_classes[called] = f"its definition raises {type(error).__name__}: {error}"
                continue
            self.captured = replace(self.captured, environment={**self.captured.environment, called: cls})
            self.locals -= {called}

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
        """Refuses stores to globals that cannot be kept."""
        if not self.is_local(node.id) and self.capture(node.id) is None and node.id not in self.rebound:
            raise Unsupported(f"`{node.id}` belongs to an outer scope", "the library cannot keep what it holds", "return the value")

    def name(self, node: ast.Name) -> Operand:
        """A variable, a constant, or a captured object."""
        if self.is_local(node.id):
            return self.read(self.local(node.id), node)
        if self.capture(node.id) is not None:
            return self.read(node.id, node)
        if node.id in self.rebound:
            return self.operation("index", [Captured(node.id, self.rebound[node.id]), Constant(0)], node)
        value = self.captured.lookup(node.id)
        if value is EMPTY:
            raise Unsupported(f"name '{node.id}' is not defined", "it is neither a local, a global nor a builtin")
        if type(value) in PLAIN and not (type(value) is int and not -(2**63) <= value < 2**63):
            return Constant(value)
        return Captured(node.id, value)

    def is_cell(self, variable: str) -> bool:
        """Whether a variable lives in a cell."""
        return variable in self.cells or (variable in self.free and self.free[variable].mode == "cell")

    def read(self, variable: str, node: ast.AST) -> Operand:
        """A variable's value; that of a cell is taken now."""
        if not self.is_cell(variable):
            return nodes.Variable(variable)
        return self.operation("load_cell", [], node, name=variable, free=variable in self.free)

    def assign(self, variable: str, value: Operand, node: ast.AST) -> None:
        """Stores into a variable."""
        if variable in self.rebound and not self.is_local(variable) and self.capture(variable) is None:
            self.operation("store_index", [Captured(variable, self.rebound[variable]), Constant(0), value], node)
        elif self.is_cell(variable):
            self.operation("store_cell", [value], node, name=variable)
        else:
            self.emit(nodes.Assign(variable, value, self.span(node)))

    def capture(self, name: str) -> nodes.Capture | None:
        """How a variable of a function around this one is taken; None when it is none."""
        if name not in self.free and self.outer is not None and name not in self.globals:
            found = self.outer.offer(name)
            if found is not None:
                self.free[name] = nodes.Capture(name, *found)
        return self.free.get(name)

    def offer(self, name: str) -> tuple[str, str] | None:
        """What an inner function takes for a name: how, and the variable here."""
        if not self.is_local(name):
            taken = self.capture(name)
            return (taken.mode, name) if taken is not None else None
        variable = self.local(name)
        if variable in self.cells:
            return "cell", variable
        if variable in self.modes:
            return "value", variable
        if variable != name:
            raise Unsupported(f"`{name}` cannot be used by a function made here", "", "assign it to a variable first")
        raise Missed(self, name)

    def store(self, target: ast.expr, value: Operand) -> None:
        """Assigns to a name, a subscript, or unpacks."""
        if isinstance(target, ast.Name):
            self.check_local(target)
            self.assign(self.local(target.id), value, target)
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
        self.loops(node.generators, lambda: self.method(result, "append", [self.expression(node.elt)], node.elt), node.elt)
        return result

    def value_SetComp(self, node: ast.SetComp) -> Operand:  # noqa: N802
        """A set, added to in loops."""
        result = self.operation("set", [], node)
        self.loops(node.generators, lambda: self.method(result, "add", [self.expression(node.elt)], node.elt), node.elt)
        return result

    def value_DictComp(self, node: ast.DictComp) -> Operand:  # noqa: N802
        """A dict, stored into in loops."""
        result = self.operation("dict", [], node)

        def store() -> None:
            key, value = self.expressions([node.key, node.value])
            self.operation("store_index", [result, key, value], node)

        self.loops(node.generators, store, node.key, node.value)
        return result

    def value_GeneratorExp(self, node: ast.GeneratorExp) -> Operand:  # noqa: N802
        """Supported where it is consumed at once; elsewhere it would run too early."""
        del node
        raise Unsupported(
            "a generator expression is supported only in a loop or as the argument of a function that consumes it",
            "it is not a value",
            "a list",
        )

    def loops(self, generators: list[ast.comprehension], innermost: Callable[[], Any], *elements: ast.expr) -> None:
        """The nested loops of a comprehension around its `elements`. The first iterable is evaluated outside its scope."""
        first, *rest = self.flattened(generators)
        if first.is_async:
            raise Unsupported("asynchronous comprehensions are not supported")
        iterable = self.expression(first.iter)
        depth = len(self.scopes)
        outer, self.comprehension_cells = self.comprehension_cells, self.new_cells(first, rest, elements)
        self._loop(first, iterable, rest, innermost)
        self.comprehension_cells = outer
        del self.scopes[depth:]

    def new_cells(self, first: ast.comprehension, rest: list[ast.comprehension], elements: tuple[ast.expr, ...]) -> dict[str, str]:
        """Cells for the targets that functions made inside take: each run of a comprehension has its own."""
        taken: set[str] = set()
        for inner in inner_functions([*first.ifs, *rest, *elements]):
            taken |= free_names(inner)
        targets = target_names(first.target).union(*(target_names(one.target) for one in rest))
        return {name: self.new_cell(name, first.target) for name in sorted(taken & targets)}

    def new_cell(self, name: str, node: ast.AST) -> str:
        """A cell for a variable of an inner scope."""
        variable = self._renamed(name)
        self.cells.add(variable)
        self.operation("new_cell", [], node, name=variable)
        return variable

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
        cells = self.comprehension_cells
        self.scopes.append({name: cells.get(name) or self._renamed(name) for name in sorted(target_names(target))})

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
        if name == "super" and not node.keywords and len(node.args) in (0, 2):
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
        """`super()`: the compiler of Python keeps the class in a cell named `__class__`. `super(Class, self)` names it."""
        if node.args:
            named = self.expression(node.args[0])
            if not isinstance(named, nodes.Captured) or not isinstance(named.value, type):
                raise Unsupported("the class of `super` is not known when compiling", instead="`super()`")
            return self.operation("super", [self.expression(node.args[1])], node, after=named.value)
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
        return isinstance(node.func, ast.Attribute) and node.func.attr == "extend" and len(node.args) == 1 and not node.keywords

    def _grow(self, node: ast.Call, generator: ast.GeneratorExp) -> Operand:
        """`items.extend(x for …)` appends one by one, so that the expression may look at what it grows."""
        assert isinstance(node.func, ast.Attribute)
        receiver = self.operation("copy", [self.expression(node.func.value)], node)
        method = "append" if node.func.attr == "extend" else "add"
        self.loops(
            generator.generators, lambda: self.method(receiver, method, [self.expression(generator.elt)], generator.elt), generator.elt
        )
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
        function = self.repeatable(node.args[0])
        if function is None:
            return None
        self.names += 1
        count = len(node.args) - 1
        names = [f"${self.names}_{index}" for index in range(count)]
        read: list[ast.expr] = [ast.Name(item, ast.Load()) for item in names]
        stored: list[ast.expr] = [ast.Name(item, ast.Store()) for item in names]
        source = node.args[1]
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

    def repeatable(self, function: ast.expr) -> ast.expr | None:
        """An expression that gives the same function each time it is evaluated; None when there is none without calling something."""
        root = function
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(function, ast.Lambda | ast.Constant) or (isinstance(root, ast.Name) and not self.is_variable(root.id)):
            return function
        if not isinstance(function, ast.Name):
            return None
        variable = self.hidden()
        self.locals.add(variable)
        self.emit(nodes.Assign(variable, self.operation("copy", [self.name(function)], function), self.span(function)))
        return ast.copy_location(ast.Name(variable, ast.Load()), function)

    def is_variable(self, name: str) -> bool:
        """Whether a name is a variable of this function or of one around it."""
        return self.is_local(name) or self.capture(name) is not None

    def builtin(self, node: ast.expr) -> str:
        """The name of the builtin that `node` is, or ''."""
        if isinstance(node, ast.Name) and not self.is_variable(node.id):
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

        self._until(node, innermost, done)
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

        self._until(node, innermost, done)
        return nodes.Variable(result)

    def _until(self, generator: ast.GeneratorExp, innermost: Callable[[], Any], done: str) -> None:
        """The loops of a comprehension, each left once `done` is true."""
        outer = self.current
        start = len(outer)
        self.loops(generator.generators, innermost, generator.elt)
        for node in outer[start:]:
            if isinstance(node, nodes.For):
                leave_loops(node, done)

    def _keyed(self, name: str, node: ast.Call, key: ast.expr) -> Operand:
        """Items, then their keys one by one, then the operation on both lists."""
        receiver = node.func.value if name == "sort" and isinstance(node.func, ast.Attribute) else None
        positional = [receiver] if receiver is not None else list(node.args)
        rest = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg != "key"}
        if name in ("min", "max") and any(isinstance(item, ast.Starred) for item in positional):
            positional = [ast.copy_location(ast.List(positional, ast.Load()), node)]
        several = len(positional) > 1 and name in ("min", "max") and not rest
        if (len(positional) != 1 and not several) or any(isinstance(item, ast.Starred) for item in positional):
            raise Unsupported(f"{name} with `key=` takes one iterable here", instead="put the values into a list")
        source = self.operation("list", self.expressions(positional), node) if several else self.expression(positional[0])
        names = tuple(str(item) for item in rest)
        if not isinstance(key, ast.Lambda | ast.Attribute):
            operands = [source, self.operation("copy", [self.expression(key)], key), *map(self.expression, rest.values())]
            return self.operation("keyed_call", operands, node, name=name, keywords=names)
        function = self._key_function(key)
        items = self.operation("call", [Captured("list", list), source], node, keywords=())
        keys = self.operation("list", [], node)
        item = self.new_value()
        with self.nested() as body:
            self.method(keys, "append", [self._key_of(key, function, item)], key)
        self.emit(nodes.For(items, item, body, [], self.span(key)))
        operands = [*([source] if receiver is not None else []), items, keys]
        operands += [self.expression(value) for value in rest.values()]
        return self.operation("keyed", operands, node, name=name, keywords=names)

    def _key_function(self, key: ast.Lambda | ast.Attribute) -> Operand:
        """What is evaluated once for `key=`: of a method, the object."""
        if isinstance(key, ast.Lambda):
            return Constant(None)
        return self.operation("copy", [self.expression(key.value)], key)

    def _key_of(self, key: ast.expr, function: Operand, item: Operand) -> Operand:
        """`key(item)`; a lambda's body stands in its place."""
        if isinstance(key, ast.Lambda):
            return self.apply_lambda(key, [item], key)
        assert isinstance(key, ast.Attribute)
        return self.method(function, key.attr, [item], key)

    def _apply(self, function: ast.expr, item: nodes.Value) -> Operand:
        """`function(item)`; a lambda's body stands in its place."""
        if isinstance(function, ast.Lambda):
            return self.apply_lambda(function, [item], function)
        return self.operation("call", [self.expression(function), item], function, keywords=())

    def apply_lambda(self, function: ast.Lambda, values: list[Operand], node: ast.expr) -> Operand:
        """A lambda that is called where it stands: its body, with its parameters as names of their own."""
        arguments = function.args
        plain = not (arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs)
        if not plain or len(arguments.args) != len(values):
            raise Unsupported(
                f"this lambda is called with {len(values)} argument{'s' * (len(values) != 1)}", instead="plain parameters, as many"
            )
        taken = set().union(*map(free_names, inner_functions([function.body])))
        scope = {item.arg: self.new_cell(item.arg, node) if item.arg in taken else self._renamed(item.arg) for item in arguments.args}
        for item, value in zip(arguments.args, values, strict=True):
            self.assign(scope[item.arg], value, node)
        self.scopes.append(scope)
        result = self.expression(function.body)
        self.scopes.pop()
        return result


class Missed(Exception):
    """An inner function takes a variable of `owner` that was not expected to be taken: it must live in a cell."""

    def __init__(self, owner: ComprehensionTracer, name: str) -> None:
        super().__init__(name)
        self.owner = owner
        self.name = name


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
