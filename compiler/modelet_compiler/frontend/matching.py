"""From Python's syntax tree to the IR: `match`. Patterns become conditions, so that what they find out narrows the subject."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.frontend.functions import FunctionTracer
from modelet_compiler.frontend.scopes import stored_names
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import EMPTY, Captured, Condition, Constant, Operand, Variable

WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose one positional pattern is for the subject itself."""


@dataclass
class Subject:
    """What a pattern looks at: a variable, or a tuple display that need not be made."""

    variable: str = ""
    parts: list[Subject] | None = None


@dataclass
class Case:
    """One case being traced: the names it binds, each with the variable that keeps the value until the whole pattern fits."""

    bound: dict[str, str] = field(default_factory=dict)
    alternative: bool = False


Conditions: TypeAlias = list[Condition]


class MatchTracer(FunctionTracer):
    """`match` statements."""

    def visit_Match(self, node: ast.Match) -> None:  # noqa: N802
        """The cases as `if`, `elif`, …; no case may fit."""
        taken = {item.target.id for item in ast.walk(node.subject) if isinstance(item, ast.NamedExpr)}
        for case in node.cases:
            for item in [*ast.walk(case.pattern), *(ast.walk(case.guard) if case.guard is not None else [])]:
                taken.update(stored_names(item))
        self._cases(node.cases, self._subject(node.subject, taken))

    def _subject(self, node: ast.expr, taken: set[str]) -> Subject:
        """A variable that no pattern stores into is narrowed itself."""
        if isinstance(node, ast.Tuple) and node.elts and not any(isinstance(item, ast.Starred) for item in node.elts):
            return Subject(parts=[self._subject(item, taken) for item in node.elts])
        if isinstance(node, ast.Name) and self.is_local(node.id) and node.id not in taken:
            variable = self.local(node.id)
            if not self.is_cell(variable):
                self.operation("bound", [Variable(variable)], node)
                return Subject(variable)
        return Subject(self.kept(self.expression(node), node))

    def kept(self, value: Operand, node: ast.AST) -> str:
        """A variable of our own that holds a value."""
        variable = self.hidden()
        self.emit(nodes.Assign(variable, value, self.span(node)))
        return variable

    def _variable(self, subject: Subject, node: ast.AST) -> Variable:
        """The subject as one value."""
        if subject.parts is not None:
            subject.variable = self.kept(self.operation("tuple", [self._variable(part, node) for part in subject.parts], node), node)
            subject.parts = None
        return Variable(subject.variable)

    def _cases(self, cases: list[ast.match_case], subject: Subject) -> None:
        if not cases:
            return
        one = cases[0]
        case = Case()
        conditions = self._matching(one.pattern, subject, case)
        with self._test(conditions, one.pattern) as test:
            for name, variable in case.bound.items():
                target = ast.copy_location(ast.Name(name, ast.Store()), one.pattern)
                self.store(target, Variable(variable))
            test(Constant(True))
        if one.guard is not None:
            conditions.append(self.condition(one.guard))
        body = self.block(one.body)
        with self.nested() as rest:
            self._cases(cases[1:], subject)
        self.emit(nodes.If(self._all(conditions, one.pattern), body, rest, self.span(one.pattern)))

    def _all(self, conditions: Conditions, node: ast.AST) -> Condition:
        return nodes.Junction(True, conditions or [self._constant(True, node)], self.span(node))

    def _constant(self, value: bool, node: ast.AST) -> Condition:
        return nodes.Test([], Constant(value), self.span(node))

    @contextmanager
    def _test(self, conditions: Conditions, node: ast.AST) -> Iterator[Callable[[Operand], None]]:
        """Operations traced inside are part of one more condition; what is handed to `test` decides."""
        decided: list[Operand] = []
        with self.nested() as block:
            yield decided.append
        conditions.append(nodes.Test(block, decided[0], self.span(node)))

    def _matching(self, node: ast.pattern, subject: Subject, case: Case) -> Conditions:
        """What must hold, in order; captures are kept on the way."""
        handler: Callable[[Any, Subject, Case], Conditions] = getattr(self, f"pattern_{type(node).__name__}")
        return handler(node, subject, case)

    def pattern_MatchValue(self, node: ast.MatchValue, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """`subject == value`."""
        del case
        return self._compared(node, subject, "==", lambda: self.expression(node.value))

    def pattern_MatchSingleton(self, node: ast.MatchSingleton, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """`subject is None`."""
        del case
        return self._compared(node, subject, "is", lambda: Constant(node.value))

    def _compared(self, node: ast.pattern, subject: Subject, operator: str, value: Callable[[], Operand]) -> Conditions:
        conditions: Conditions = []
        with self._test(conditions, node) as test:
            variable = self._variable(subject, node)
            test(self.operation("compare", [variable, value()], node, operator=operator))
        return conditions

    def pattern_MatchAs(self, node: ast.MatchAs, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """`_`, a name, or `pattern as name`."""
        conditions = self._matching(node.pattern, subject, case) if node.pattern is not None else []
        if node.name is not None:
            with self._test(conditions, node) as test:
                self._bind(node.name, self._variable(subject, node), case, node)
                test(Constant(True))
        return conditions

    def _bind(self, name: str, value: Operand, case: Case, node: ast.AST) -> None:
        """Alternatives keep the same name in one variable."""
        if isinstance(value, Variable) and value.name.startswith("$") and not case.alternative:
            case.bound[name] = value.name
        else:
            self.emit(nodes.Assign(case.bound.setdefault(name, self.hidden()), value, self.span(node)))

    def pattern_MatchOr(self, node: ast.MatchOr, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """The first alternative that fits."""
        before, case.alternative = case.alternative, True
        self._whole_once(subject, node)
        found = [self._all(self._matching(one, subject, case), one) for one in node.patterns]
        case.alternative = before
        return [nodes.Junction(False, found, self.span(node))]

    def _whole_once(self, subject: Subject, node: ast.MatchOr) -> None:
        """A tuple that only some alternatives need is made before them."""
        if subject.parts is not None and not all(isinstance(one, ast.MatchSequence) for one in node.patterns):
            self._variable(subject, node)

    def pattern_MatchSequence(self, node: ast.MatchSequence, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """Lists, tuples and the like, by their length, then item by item."""
        stars = [position for position, item in enumerate(node.patterns) if isinstance(item, ast.MatchStar)]
        star = stars[0] if stars else -1
        count = len(node.patterns) - len(stars)
        if subject.parts is not None:
            return self._tuple_display(node, subject.parts, star, count, case)
        conditions: Conditions = []
        variable = self._variable(subject, node)
        with self._test(conditions, node) as test:
            test(self.operation("pattern_sequence", [variable], node, count=count, star=star))
        with self._test(conditions, node) as test:
            test(self.operation("pattern_length", [variable], node, count=count, star=star))
        inside: Conditions = []
        with self._test(conditions, node) as test:
            for position, item in enumerate(node.patterns):
                part = self._item(item, variable, position, star, count)
                if part is None:
                    continue
                if isinstance(item, ast.MatchStar):
                    self._bind(str(item.name), part, case, item)
                else:
                    inside += self._matching(item, Subject(self.kept(part, item)), case)
            test(Constant(True))
        return conditions + inside

    def _item(self, item: ast.pattern, variable: Variable, position: int, star: int, count: int) -> Operand | None:
        """One item of a sequence; None when nobody looks at it."""
        if isinstance(item, ast.MatchStar):
            if item.name is None:
                return None
            return self.operation("pattern_star", [variable], item, position=position, after=count - position)
        if is_wildcard(item):
            return None
        index = position if star < 0 or position < star else position - count - 1
        return self.operation("index", [variable, Constant(index)], item)

    def _tuple_display(self, node: ast.MatchSequence, parts: list[Subject], star: int, count: int, case: Case) -> Conditions:
        """A tuple display, item by item."""
        if len(parts) < count or (star < 0 and len(parts) != count):
            return [self._constant(False, node)]
        conditions: Conditions = []
        for position, item in enumerate(node.patterns):
            if not isinstance(item, ast.MatchStar):
                conditions += self._matching(item, parts[position if star < 0 or position < star else position - count - 1], case)
            elif item.name is not None:
                with self._test(conditions, item) as test:
                    rest = [self._variable(part, item) for part in parts[position : len(parts) - (count - position)]]
                    self._bind(item.name, self.operation("list", list(rest), item), case, item)
                    test(Constant(True))
        return conditions

    def pattern_MatchMapping(self, node: ast.MatchMapping, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """Dicts, by their keys; the others may go to `**rest`."""
        if subject.parts is not None:
            return [self._constant(False, node)]
        conditions: Conditions = []
        variable = self._variable(subject, node)
        keys: list[Operand] = []
        with self._test(conditions, node) as test:
            keys += [self.expression(key) for key in node.keys]
            test(self.operation("pattern_mapping", [variable, *keys], node))
        for key, item in zip(keys, node.patterns, strict=True):
            with self._test(conditions, item) as test:
                test(self.operation("compare", [key, variable], item, operator="in"))
        inside: Conditions = []
        with self._test(conditions, node) as test:
            for key, item in zip(keys, node.patterns, strict=True):
                if not is_wildcard(item):
                    inside += self._matching(item, Subject(self.kept(self.operation("index", [variable, key], item), item)), case)
            test(Constant(True))
        if node.rest is not None:
            with self._test(inside, node) as test:
                self._bind(node.rest, self.operation("pattern_rest", [variable, *keys], node), case, node)
                test(Constant(True))
        return conditions + inside

    def pattern_MatchClass(self, node: ast.MatchClass, subject: Subject, case: Case) -> Conditions:  # noqa: N802
        """isinstance, then attributes: those of `__match_args__` by position, others by name."""
        cls = self._class(node.cls)
        conditions: Conditions = []
        variable = self._variable(subject, node)
        with self._test(conditions, node) as test:
            arguments: list[Operand] = [Captured("isinstance", isinstance), variable, self.expression(node.cls)]
            test(self.operation("call", arguments, node, keywords=()))
        if issubclass(cls, WHOLE) and not hasattr(cls, "__match_args__"):
            if len(node.patterns) > 1:
                raise Unsupported(f"{cls.__name__}() accepts 1 positional sub-pattern ({len(node.patterns)} given)")
            for item in node.patterns:
                conditions += self._matching(item, Subject(variable.name), case)
            names = list(node.kwd_attrs)
            patterns = list(node.kwd_patterns)
        else:
            names = [*self._positional(cls, node), *node.kwd_attrs]
            patterns = [*node.patterns, *node.kwd_patterns]
        for name in names:
            if names.count(name) > 1:
                raise Unsupported(f"{cls.__name__}() got multiple sub-patterns for attribute '{name}'")
        inside: Conditions = []
        for name, item in zip(names, patterns, strict=True):
            with self._test(conditions, item) as test:
                test(self.operation("pattern_has", [variable], item, name=self.mangled(name)))
            if not is_wildcard(item):
                with self._test(conditions, item) as test:
                    kept = self.kept(self.operation("attribute", [variable], item, name=self.mangled(name)), item)
                    test(Constant(True))
                inside += self._matching(item, Subject(kept), case)
        return conditions + inside

    def _positional(self, cls: type, node: ast.MatchClass) -> list[str]:
        names = list(getattr(cls, "__match_args__", ()))
        count = len(node.patterns)
        if count > len(names):
            raise Unsupported(f"{cls.__name__}() accepts {len(names)} positional sub-pattern{'s' * (len(names) != 1)} ({count} given)")
        return names[:count]

    def _class(self, node: ast.expr) -> type:
        value = self.static_value(node)
        if not isinstance(value, type):
            raise Unsupported("a class pattern needs a class that is known when compiling", instead="name a class of the module")
        return value

    def static_value(self, node: ast.expr) -> Any:
        """What a dotted name means, when no variable is involved; EMPTY else."""
        if isinstance(node, ast.Attribute):
            return getattr(self.static_value(node.value), node.attr, EMPTY)
        if isinstance(node, ast.Name) and not self.is_variable(node.id):
            return self.captured.lookup(node.id)
        return EMPTY


def is_wildcard(node: ast.pattern) -> bool:
    """`_`."""
    return isinstance(node, ast.MatchAs) and node.pattern is None and node.name is None
