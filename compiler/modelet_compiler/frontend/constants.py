"""Expressions whose value is known when compiling: made of constants and captured objects, without effects."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modelet_compiler.frontend.comprehensions import ComprehensionTracer

PURE = (re.escape, re.compile, map, sorted, list, tuple, len, str, range, zip, enumerate, reversed, min, max, chr, ord, dict)
PLAIN = (
    ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Dict, ast.Subscript,
    ast.Slice, ast.ListComp, ast.GeneratorExp, ast.comprehension, ast.operator, ast.unaryop, ast.boolop, ast.expr_context, ast.Starred,
    ast.keyword, ast.IfExp, ast.Compare, ast.cmpop,
)  # fmt: skip
METHODS = frozenset(["join", "format", "lower", "upper", "strip", "replace", "split", "items", "keys", "values"])


class NotConstant(Exception):
    """The value is known only at run time."""


def constant_value(tracer: ComprehensionTracer, node: ast.expr) -> Any:
    """The value of an expression. Raises NotConstant."""
    inner = {
        name.id
        for part in ast.walk(node)
        if isinstance(part, ast.comprehension)
        for name in ast.walk(part.target)
        if isinstance(name, ast.Name)
    }
    known: dict[str, Any] = {}
    for part in ast.walk(node):
        check(tracer, part, inner, known)
    try:
        return eval(compile(ast.Expression(node), "<constant>", "eval"), {**tracer.captured.environment, **known})
    except Exception:
        raise NotConstant from None


def check(tracer: ComprehensionTracer, node: ast.AST, inner: set[str], known: dict[str, Any]) -> None:
    """Raises NotConstant for what depends on the call, or does more than compute. Fills in local names that are constants."""
    if isinstance(node, ast.Name):
        if node.id in inner or node.id in known:
            return
        if tracer.is_local(node.id):
            known[node.id] = constant_value(tracer, assigned_once(tracer, node))
        elif node.id not in tracer.captured.environment:
            raise NotConstant
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            return
        if not any(called(tracer, node.func) is function for function in PURE):
            raise NotConstant
    elif not isinstance(node, ast.Attribute) and not isinstance(node, PLAIN):
        raise NotConstant


def called(tracer: ComprehensionTracer, function: ast.expr) -> Any:
    """The function that a name means."""
    environment = tracer.captured.environment
    if isinstance(function, ast.Name) and not tracer.is_local(function.id):
        return environment.get(function.id, getattr(builtins, function.id, None))
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and not tracer.is_local(function.value.id):
        return getattr(environment.get(function.value.id), function.attr, None)
    return None


def assigned_once(tracer: ComprehensionTracer, node: ast.Name) -> ast.expr:
    """What a local name stands for, when one plain statement of the function's body stores it before and nothing else does."""
    if any(node.id in scope for scope in tracer.scopes):
        raise NotConstant
    tree = tracer.captured.tree
    stores = [part for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id == node.id and not isinstance(part.ctx, ast.Load)]
    parameters = [part.arg for part in ast.walk(tree.args) if isinstance(part, ast.arg)]
    if len(stores) != 1 or node.id in parameters:
        raise NotConstant
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and statement.targets == stores and statement.lineno < node.lineno:
            return statement.value
    raise NotConstant
