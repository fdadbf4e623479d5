"""From Python's syntax tree to the IR: expressions and conditions. Statements are in frontend/trace.py."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.frontend.operators import BINARY, COMPARE, UNARY
from modelet_compiler.frontend.regex import RegexTracer
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import Captured, Condition, Constant, Operand


class ExpressionTracer(RegexTracer):
    """One function's expressions; each method appends operations to the current block and returns the operand."""

    def expression(self, node: ast.expr) -> Operand:
        """Traces one expression. Reports what it cannot and returns the result of an `error` operation."""
        handler = getattr(self, f"value_{type(node).__name__}", None)
        try:
            if handler is None:
                raise Unsupported(*REFUSED.get(type(node), (f"`{type(node).__name__}` is not supported here",)))
            result: Operand = handler(node)
            return result
        except Unsupported as error:
            self.report(node, error)
            return self.operation("error", [], node)

    def expressions(self, items: Sequence[ast.expr]) -> list[Operand]:
        """Left to right. A variable that a later item stores into (by `:=`) is read before."""
        operands = []
        for position, item in enumerate(items):
            operand = self.expression(item)
            if isinstance(operand, nodes.Variable) and any(stores(later, operand.name) for later in items[position + 1 :]):
                operand = self.operation("copy", [operand], item)
            operands.append(operand)
        return operands

    def value_Constant(self, node: ast.Constant) -> Operand:  # noqa: N802
        """A literal."""
        return constant(node.value)

    def value_Name(self, node: ast.Name) -> Operand:  # noqa: N802
        """A local or what it captures."""
        return self.name(node)

    def value_BinOp(self, node: ast.BinOp) -> Operand:  # noqa: N802
        """Constants are folded by C++'s compiler, not here."""
        return self.operation("binary", self.expressions([node.left, node.right]), node, operator=BINARY[type(node.op)])

    def value_UnaryOp(self, node: ast.UnaryOp) -> Operand:  # noqa: N802
        """`-1` is a constant."""
        if isinstance(node.op, ast.Not):
            return self._boolean(node)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            literal = node.operand.value
            if isinstance(literal, int | float) and not isinstance(literal, bool):
                return constant(-literal)
        return self.operation("unary", [self.expression(node.operand)], node, operator=UNARY[type(node.op)])

    def value_Compare(self, node: ast.Compare) -> Operand:  # noqa: N802
        """A chain is a short circuit whose value is the last comparison made."""
        if len(node.ops) == 1:
            return self._compare(node.ops[0], self.expressions([node.left, node.comparators[0]]), node)
        result = self.hidden()
        left, right = self.expressions([node.left, node.comparators[0]])
        self.emit(nodes.Assign(result, self._compare(node.ops[0], [left, right], node), self.span(node)))
        self._compare_rest(node, 1, right, result)
        return nodes.Variable(result)

    def _compare_rest(self, node: ast.Compare, position: int, left: Operand, result: str) -> None:
        if position == len(node.ops):
            return
        with self.nested() as then:
            right = self.expression(node.comparators[position])
            value = self._compare(node.ops[position], [left, right], node)
            self.emit(nodes.Assign(result, value, self.span(node)))
            self._compare_rest(node, position + 1, right, result)
        self.emit(nodes.If(self.test_of(nodes.Variable(result), node), then, [], self.span(node)))

    def _compare(self, operator: ast.cmpop, operands: list[Operand], node: ast.expr) -> Operand:
        return self.operation("compare", operands, node, operator=COMPARE[type(operator)])

    def value_BoolOp(self, node: ast.BoolOp) -> Operand:  # noqa: N802
        """`a or b` is one of its operands, not a bool."""
        result = self.hidden()
        self._short_circuit(node, list(node.values), isinstance(node.op, ast.And), result)
        return nodes.Variable(result)

    def _short_circuit(self, node: ast.BoolOp, values: list[ast.expr], conjunction: bool, result: str) -> None:
        operand = self.expression(values[0])
        if len(values) == 1:
            self.emit(nodes.Assign(result, operand, self.span(values[0])))
            return
        with self.nested() as keep:
            self.emit(nodes.Assign(result, operand, self.span(values[0])))
        with self.nested() as following:
            self._short_circuit(node, values[1:], conjunction, result)
        then, orelse = (following, keep) if conjunction else (keep, following)
        self.emit(nodes.If(self.test_of(operand, values[0]), then, orelse, self.span(node)))

    def value_IfExp(self, node: ast.IfExp) -> Operand:  # noqa: N802
        """`a if test else b`."""
        result = self.hidden()
        test = self.condition(node.test)
        branches = []
        for branch in (node.body, node.orelse):
            with self.nested() as block:
                self.emit(nodes.Assign(result, self.expression(branch), self.span(branch)))
            branches.append(block)
        self.emit(nodes.If(test, branches[0], branches[1], self.span(node)))
        return nodes.Variable(result)

    def value_NamedExpr(self, node: ast.NamedExpr) -> Operand:  # noqa: N802
        """`name := value`."""
        value = self.expression(node.value)
        self.check_local(node.target)
        self.assign(node.target.id, value, node)
        return value if self.is_cell(node.target.id) else nodes.Variable(node.target.id)

    def value_Attribute(self, node: ast.Attribute) -> Operand:  # noqa: N802
        """`value.name`."""
        return self.operation("attribute", [self.expression(node.value)], node, name=self.mangled(node.attr))

    def value_Subscript(self, node: ast.Subscript) -> Operand:  # noqa: N802
        """`value[index]`."""
        return self.operation("index", self.expressions([node.value, node.slice]), node)

    def value_Slice(self, node: ast.Slice) -> Operand:  # noqa: N802
        """`lower:upper:step`."""
        parts = [part if part is not None else ast.copy_location(ast.Constant(None), node) for part in (node.lower, node.upper, node.step)]
        return self.operation("slice", self.expressions(parts), node)

    def value_Tuple(self, node: ast.Tuple) -> Operand:  # noqa: N802
        """A display; `*items` of a tuple are its items."""
        stars = tuple(position for position, item in enumerate(node.elts) if isinstance(item, ast.Starred))
        items = self.expressions([item.value if isinstance(item, ast.Starred) else item for item in node.elts])
        return self.operation("tuple", items, node, stars=stars)

    def value_List(self, node: ast.List) -> Operand:  # noqa: N802
        """A display; `*items` extends."""
        return self._display("list", node.elts, node, "append", "extend")

    def value_Set(self, node: ast.Set) -> Operand:  # noqa: N802
        """A display; `*items` updates."""
        return self._display("set", node.elts, node, "add", "update")

    def _display(self, kind: str, items: list[ast.expr], node: ast.expr, add: str, extend: str) -> Operand:
        if not any(isinstance(item, ast.Starred) for item in items):
            return self.operation(kind, self.expressions(items), node)
        result = self.operation(kind, [], node)
        for item in items:
            value = self.expression(item.value if isinstance(item, ast.Starred) else item)
            self.method(result, extend if isinstance(item, ast.Starred) else add, [value], item)
        return result

    def value_Dict(self, node: ast.Dict) -> Operand:  # noqa: N802
        """A display; `**other` updates. Keys and values are evaluated pairwise."""
        if None not in node.keys:
            flat = [part for key, value in zip(node.keys, node.values, strict=True) for part in (key, value) if part is not None]
            return self.operation("dict", self.expressions(flat), node)
        result = self.operation("dict", [], node)
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.method(result, "update", [self.expression(value)], value)
            else:
                pair = self.expressions([key, value])
                self.operation("store_index", [result, *pair], key)
        return result

    def value_RecordDisplay(self, node: RecordDisplay) -> Operand:  # noqa: N802
        """Arguments by name."""
        names = tuple(key.value if isinstance(key, ast.Constant) else None for key in node.keys)
        return self.operation("record", self.expressions(node.values), node, names=names)

    def value_JoinedStr(self, node: ast.JoinedStr) -> Operand:  # noqa: N802
        """An f-string: its parts formatted, then joined."""
        parts: list[Operand] = []
        for part in node.values:
            parts.append(self._formatted(part) if isinstance(part, ast.FormattedValue) else self.expression(part))
        return self.operation("concatenate", parts, node)

    def _formatted(self, node: ast.FormattedValue) -> Operand:
        value = self.expression(node.value)
        conversion = {-1: "", 115: "str", 114: "repr", 97: "ascii"}[node.conversion]
        if conversion:
            value = self.operation("convert", [value], node, conversion=conversion)
        if node.format_spec is None:
            return self.operation("convert", [value], node, conversion="format")
        return self.operation("format", [value, self.expression(node.format_spec)], node)

    def value_Call(self, node: ast.Call) -> Operand:  # noqa: N802
        """Calls of functions, classes, methods and captured objects."""
        special = self.special_call(node) or self.regex_call(node)
        if special is not None:
            return special
        if isinstance(node.func, ast.Lambda) and is_plain_call(node.func, node):
            return self.apply_lambda(node.func, self.expressions(node.args), node)
        if self.builtin(node.func) == "zip" and len(node.args) == 1 and isinstance(node.args[0], ast.Starred) and not node.keywords:
            return self.operation("columns", [self.expression(node.args[0].value)], node)
        stars = tuple(position for position, item in enumerate(node.args) if isinstance(item, ast.Starred))
        named = [one for keyword in node.keywords for one in spelled_out(keyword)]
        positional = [item.value if isinstance(item, ast.Starred) else item for item in node.args]
        arguments = [*positional, *(keyword.value for keyword in named)]
        attributes: dict[str, Any] = {"keywords": tuple(keyword.arg for keyword in named)}
        if stars:
            attributes["stars"] = stars
        if isinstance(node.func, ast.Attribute):
            operands = self.expressions([node.func.value, *arguments])
            return self.operation("call_method", operands, node, name=self.mangled(node.func.attr), **attributes)
        return self.operation("call", self.expressions([node.func, *arguments]), node, **attributes)

    def _boolean(self, node: ast.expr) -> Operand:
        """A condition as a bool."""
        result = self.hidden()
        branches = []
        for value in (True, False):
            branches.append([nodes.Assign(result, Constant(value), self.span(node))])
        self.emit(nodes.If(self.condition(node), list(branches[0]), list(branches[1]), self.span(node)))
        return nodes.Variable(result)

    def condition(self, node: ast.expr) -> Condition:
        """The tree of tests that `node` is when only its truth matters."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return nodes.Not(self.condition(node.operand), self.span(node))
        if isinstance(node, ast.BoolOp):
            return nodes.Junction(isinstance(node.op, ast.And), [self.condition(item) for item in node.values], self.span(node))
        with self.nested() as block:
            operand = self.expression(node)
        return nodes.Test(block, operand, self.span(node))

    def test_of(self, operand: Operand, node: ast.expr) -> nodes.Test:
        """The truth of something already computed."""
        return nodes.Test([], operand, self.span(node))


def is_plain_call(function: ast.Lambda, node: ast.Call) -> bool:
    """Whether a lambda that is called where it stands can be replaced by its body."""
    arguments = function.args
    special = arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    return not (special or starred or node.keywords) and len(arguments.args) == len(node.args)


def spelled_out(keyword: ast.keyword) -> list[ast.keyword]:
    """`**{"a": x}` as `a=x`."""
    if keyword.arg is not None or not isinstance(keyword.value, ast.Dict):
        return [keyword]
    keys = keyword.value.keys
    if not all(key is None or (isinstance(key, ast.Constant) and isinstance(key.value, str)) for key in keys):
        return [keyword]
    names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
    if None in names or len(set(names)) != len(names):
        return [ast.keyword(None, ast.copy_location(RecordDisplay(keys, keyword.value.values), keyword.value))]
    return [ast.keyword(str(name), value) for name, value in zip(names, keyword.value.values, strict=True)]


class RecordDisplay(ast.Dict):
    """`{"a": x, **more}` behind `**`: its names are known when compiling if those of `more` are."""


def constant(value: Any) -> Constant:
    """Refuses integers beyond 64 bits."""
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        raise Unsupported(f"the integer {value} does not fit 64 bits", "int is 64 bit in compiled code", "a float")
    return Constant(value)


def stores(node: ast.AST, name: str) -> bool:
    """Whether evaluating `node` may store into the variable `name`."""
    return any(isinstance(item, ast.NamedExpr) and item.target.id == name for item in ast.walk(node))


REFUSED: dict[type[ast.expr], tuple[str, str, str]] = {
    ast.Await: ("`await` is not supported", "compiled functions are not coroutines", "call a plain function"),
    ast.Starred: ("`*` is not supported here", "", ""),
}
"""Message, reason and what to write instead."""

__all__ = ["Captured", "ExpressionTracer", "constant"]
