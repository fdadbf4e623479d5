"""Which variables of a function its inner functions use, and how: by value where nothing can change them afterwards, else by a cell."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from modelet_compiler.frontend.patterns import target_names

EAGER = frozenset(["sum", "min", "max", "sorted", "list", "tuple", "set", "dict", "frozenset"])
"""Functions that take all of an iterable before anything else happens."""
CONSUMERS = EAGER | {"any", "all"}
GROWING = frozenset(["join", "extend", "update"])
Inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Defined = set[str] | None  # None: not reached


def inner_functions(roots: Iterable[ast.AST]) -> Iterator[Inner]:
    """The functions made directly in this code. Those that are traced where they stand count as code."""
    pending = list(roots)
    while pending:
        node = pending.pop()
        if isinstance(node, Inner):
            yield node
            pending += outside(node)
        else:
            pending += parts(node)


def parts(node: ast.AST) -> list[ast.AST]:
    """What a node is made of; a lambda or generator expression that is traced in place is replaced by what it is made of."""
    children = [child for child in ast.iter_child_nodes(node) if not is_annotation(node, child)]
    inlined = inlined_functions(node)
    return [part for child in children for part in (ast.iter_child_nodes(child) if child in inlined else [child])]


def inlined_functions(node: ast.AST) -> list[ast.AST]:
    """The lambdas and generator expressions among a node's children that the tracer takes apart."""
    if isinstance(node, ast.keyword):
        return [node.value] if node.arg == "key" and isinstance(node.value, ast.Lambda) else []
    if isinstance(node, ast.For):
        return [node.iter] if is_inlined(node) else []
    if isinstance(node, ast.comprehension):
        return [node.iter] if isinstance(node.iter, ast.GeneratorExp) else []
    if not isinstance(node, ast.Call):
        return []
    found: list[ast.AST] = [node.func] if isinstance(node.func, ast.Lambda) else []
    if node.args and isinstance(node.args[0], ast.GeneratorExp):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name in CONSUMERS or method in GROWING or (name == "next" and len(node.args) == 2):
            found.append(node.args[0])
    return found


def is_inlined(node: ast.For) -> bool:
    """Whether a loop over a generator expression is one over what that runs over."""
    return isinstance(node.iter, ast.GeneratorExp) and len(node.iter.generators) == 1


def is_annotation(node: ast.AST, child: ast.AST) -> bool:
    """Annotations of locals and of inner functions are not evaluated."""
    return child is getattr(node, "annotation", None) or child is getattr(node, "returns", None)


def outside(node: Inner) -> list[ast.AST]:
    """The parts of an inner function that are evaluated where it is made."""
    if isinstance(node, ast.GeneratorExp):
        return [node.generators[0].iter]
    decorators = [] if isinstance(node, ast.Lambda) else list(node.decorator_list)
    return [*decorators, *node.args.defaults, *(item for item in node.args.kw_defaults if item is not None)]


def free_names(node: Inner) -> set[str]:
    """The names an inner function takes from around it."""
    if isinstance(node, ast.GeneratorExp):
        return _inside_names(node)
    body = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
    return set().union(*map(names_in, body)) - local_names(node) - declared(body, ast.Global)


def names_in(node: ast.AST) -> set[str]:
    """The names that code takes from around it, or stores."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Nonlocal):
        return set(node.names)
    if isinstance(node, COMPREHENSIONS):
        return _comprehension_names(node)
    if isinstance(node, Inner):
        return free_names(node).union(*map(names_in, outside(node)))
    return set().union(*(names_in(child) for child in ast.iter_child_nodes(node) if not is_annotation(node, child)))


def _comprehension_names(node: ast.AST) -> set[str]:
    generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
    return _inside_names(node) | names_in(generators[0].iter)


def _inside_names(node: ast.AST) -> set[str]:
    generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
    inside: set[str] = set()
    for child in ast.iter_child_nodes(node):
        inside |= set().union(*map(names_in, child.ifs)) if child is generators[0] else names_in(child)
    return inside.difference(*(target_names(one.target) for one in generators))


def declared(body: Iterable[ast.AST], kind: type[ast.Global] | type[ast.Nonlocal]) -> set[str]:
    """The names that a function's own code declares global or nonlocal."""
    names: set[str] = set()
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, kind):
            names.update(node.names)
        elif not isinstance(node, Inner | ast.ClassDef):
            pending += ast.iter_child_nodes(node)
    return names


def local_names(tree: Inner) -> set[str]:
    """Parameters and every name the function's own body stores into, less those declared global or nonlocal."""
    if isinstance(tree, ast.GeneratorExp):
        return set().union(*(target_names(one.target) for one in tree.generators))
    arguments = tree.args
    names = {item.arg for item in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    names.update(item.arg for item in (arguments.vararg, arguments.kwarg) if item is not None)
    body: list[ast.AST] = [tree.body] if isinstance(tree, ast.Lambda) else list(tree.body)
    pending = list(body)
    while pending:
        node = pending.pop()
        names.update(stored_names(node))
        if isinstance(node, COMPREHENSIONS):
            names.update(item.target.id for item in ast.walk(node) if isinstance(item, ast.NamedExpr))
            pending.append(node.generators[0].iter)
        elif not isinstance(node, Inner | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(node))
    return names - declared(body, ast.Global) - declared(body, ast.Nonlocal)


def stored_names(node: ast.AST) -> list[str]:
    """The names that a node itself binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return [node.name]
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        return [node.name] if node.name else []
    if isinstance(node, ast.MatchMapping):
        return [node.rest] if node.rest else []
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        return [node.id]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(item.asname or item.name).split(".")[0] for item in node.names]
    return []


def capture_modes(tree: Inner, forced: frozenset[str]) -> dict[str, str]:
    """How the locals that inner functions use are handed to them: "value" or "cell". `forced` are cells in any case."""
    if isinstance(tree, ast.GeneratorExp):
        return {name: "cell" for inner in inner_functions(ast.iter_child_nodes(tree)) for name in free_names(inner) & local_names(tree)}
    body: list[ast.AST] = [tree.body] if isinstance(tree, ast.Lambda) else list(tree.body)
    locals_ = local_names(tree)
    flow = Flow(tree, locals_)
    for node in body:
        flow.visit(node)
    return {name: "cell" if name in forced or flow.changes(name) else "value" for name in sorted(forced | set(flow.uses))}


@dataclass(frozen=True)
class Event:
    """A store, or an inner function that takes a variable."""

    time: int
    loops: frozenset[int]
    certain: bool  # whether the variable is bound for certain


@dataclass
class Flow:
    """Walks a function's code in the order it runs, and notes when captured variables are stored and when functions take them."""

    tree: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    locals: set[str]
    stores: dict[str, list[Event]] = field(default_factory=dict)
    uses: dict[str, list[Event]] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)  # deleted, or stored by an inner function
    recursive: set[str] = field(default_factory=set)  # functions that take themselves

    def __post_init__(self) -> None:
        arguments = self.tree.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        self.defined: Defined = {item.arg for item in named if item is not None}
        self.loops: frozenset[int] = frozenset()
        self.time = 0

    def changes(self, name: str) -> bool:
        """Whether a captured variable may have another value later than an inner function took it."""
        if name in self.shared:
            return True
        stores = self.stores.get(name, [])
        if name in self.recursive and len(stores) > 1:
            return True
        return any(
            not use.certain or any(store.time > use.time or store.loops & use.loops for store in stores) for use in self.uses.get(name, [])
        )

    def _event(self, name: str) -> Event:
        self.time += 1
        return Event(self.time, self.loops, self.defined is None or name in self.defined)

    def store(self, name: str) -> None:
        """Notes a store."""
        self.stores.setdefault(name, []).append(self._event(name))
        if self.defined is not None:
            self.defined = self.defined | {name}

    def take(self, node: Inner, but: str = "") -> None:
        """Notes what an inner function takes."""
        for name in sorted(free_names(node) & self.locals - {but}):
            self.uses.setdefault(name, []).append(self._event(name))
        for inner in ast.walk(node):
            if isinstance(inner, ast.Nonlocal):
                self.shared.update(inner.names)
            elif isinstance(inner, ast.NamedExpr) and isinstance(node, ast.GeneratorExp):
                self.shared.add(inner.target.id)

    def visit(self, node: ast.AST) -> None:
        """One node and everything in it."""
        handler = getattr(self, f"visit_{type(node).__name__}", None)
        if handler is not None:
            handler(node)
        elif isinstance(node, Inner):
            self._inner(node)
        elif isinstance(node, COMPREHENSIONS):
            self._comprehension(node)
        else:
            for part in parts(node):
                self.visit(part)
            for name in stored_names(node):
                self.store(name)

    def all(self, items: Iterable[ast.AST | None]) -> None:
        """Several nodes in order."""
        for item in items:
            if item is not None:
                self.visit(item)

    def _inner(self, node: Inner) -> None:
        self.all(outside(node))
        # A function that calls itself has itself at hand, unless the name means another one by then.
        name = getattr(node, "name", "")
        alone = name and not self.loops and name not in self.stores and not node.decorator_list  # type: ignore[union-attr]
        self.take(node, name if alone else "")
        if name:
            if alone and name in free_names(node):
                self.uses.setdefault(name, [])
                self.recursive.add(name)
            self.store(name)

    def _comprehension(self, node: ast.AST) -> None:
        before, outer = self.defined, self._loop()
        self.all(parts(node))
        self.defined, self.loops = before, outer

    def _loop(self) -> frozenset[int]:
        before = self.loops
        self.time += 1
        self.loops = before | {self.time}
        return before

    def visit_Name(self, node: ast.Name) -> None:  # noqa: N802
        """A store or a deletion."""
        if isinstance(node.ctx, ast.Store):
            self.store(node.id)
        elif isinstance(node.ctx, ast.Del):
            self.shared.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:  # noqa: N802
        """The value first."""
        self.all([node.value, *node.targets])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:  # noqa: N802
        """Without a value nothing is stored."""
        if node.value is not None:
            self.all([node.value, node.target])

    def visit_AugAssign(self, node: ast.AugAssign) -> None:  # noqa: N802
        """The value first."""
        self.all([node.value, node.target])

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:  # noqa: N802
        """It may stand where it does not always run."""
        before = self.defined
        self.all([node.value, node.target])
        self.defined = before

    def _branches(self, branches: Iterable[Iterable[ast.AST]]) -> None:
        before = self.defined
        ends: list[set[str]] = []
        for branch in branches:
            self.defined = before
            self.all(branch)
            if self.defined is not None:
                ends.append(self.defined)
        self.defined = set.intersection(*ends) if ends else None

    def visit_If(self, node: ast.If) -> None:  # noqa: N802
        """What both branches store is bound behind."""
        self.visit(node.test)
        self._branches([node.body, node.orelse])

    def visit_For(self, node: ast.For) -> None:  # noqa: N802
        """A body that may not run binds nothing."""
        inlined = is_inlined(node)
        self.all(parts(node.iter) if inlined else [node.iter])
        self._repeated([node.target, *node.body], node.orelse)

    def visit_While(self, node: ast.While) -> None:  # noqa: N802
        """A body that may not run binds nothing."""
        self._repeated([node.test, *node.body], node.orelse)

    def _repeated(self, body: Iterable[ast.AST], orelse: Iterable[ast.AST]) -> None:
        before, outer = self.defined, self._loop()
        self.all(body)
        self.defined, self.loops = before, outer
        self.all(orelse)
        self.defined = before

    def visit_Try(self, node: ast.Try) -> None:  # noqa: N802
        """A handler may start before anything was stored."""
        before = self.defined
        self._branches([[*node.body, *node.orelse], *([handler] for handler in node.handlers)] if node.handlers else [node.body])
        after = self.defined
        if node.finalbody:
            self.defined = before
            self.all(node.finalbody)
            self.defined = None if after is None or self.defined is None else after | self.defined

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:  # noqa: N802
        """Its name is gone behind it."""
        if node.type is not None:
            self.visit(node.type)
        if node.name:
            self.store(node.name)
            self.shared.add(node.name)
        self.all(node.body)

    def visit_With(self, node: ast.With) -> None:  # noqa: N802
        """A context manager may swallow what its body raises."""
        self.all(node.items)
        before = self.defined
        self.all(node.body)
        self.defined = before

    def visit_Match(self, node: ast.Match) -> None:  # noqa: N802
        """Any case may run, or none."""
        self.visit(node.subject)
        before = self.defined
        for case in node.cases:
            self.all([case])
            self.defined = before

    def _ends(self, node: ast.AST) -> None:
        self.all(parts(node))
        self.defined = None

    visit_Return = visit_Raise = visit_Break = visit_Continue = _ends  # noqa: N815
