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


def possible_values(tracer: ComprehensionTracer, node: ast.expr, seen: tuple[str, ...] = ()) -> list[Any]:
    """Everything that an expression can be, when that is a handful of constants. Raises NotConstant."""
    try:
        return [constant_value(tracer, node)]
    except NotConstant:
        pass
    if isinstance(node, ast.IfExp):
        return [*possible_values(tracer, node.body, seen), *possible_values(tracer, node.orelse, seen)]
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        return items_of(constant_value(tracer, node.value), values=True)
    if not isinstance(node, ast.Name) or node.id in seen or not tracer.is_local(node.id):
        raise NotConstant
    return [value for source in sources(tracer.captured.tree, node.id) for value in stored_values(tracer, source, node.id, seen)]


def items_of(container: Any, values: bool = False) -> list[Any]:
    """What a loop over a constant yields; `values`: what subscripts of it give. Raises NotConstant."""
    if isinstance(container, dict) and values:
        return list(container.values())
    if not isinstance(container, list | tuple | dict | set | frozenset | enumerate | zip | map | type({}.items()) | type({}.values())):
        raise NotConstant
    return list(container)


Source = ast.For | ast.comprehension | ast.Assign


def sources(tree: ast.FunctionDef, name: str) -> list[Source]:
    """The loops and statements that store a name. Raises NotConstant when something else does."""
    found: list[Source] = []
    places = 0
    for part in ast.walk(tree):
        if isinstance(part, ast.arg) and part.arg == name:
            raise NotConstant
        if isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load):
            places += 1
        targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.For | ast.comprehension) else []
        if any(isinstance(inner, ast.Name) and inner.id == name for target in targets for inner in ast.walk(target)):
            assert isinstance(part, ast.For | ast.comprehension | ast.Assign)
            found.append(part)
    if places != len(found):
        raise NotConstant
    return found


def stored_values(tracer: ComprehensionTracer, source: Source, name: str, seen: tuple[str, ...]) -> list[Any]:
    """What one loop or statement may store into a name. Raises NotConstant."""
    if isinstance(source, ast.Assign):
        if len(source.targets) != 1 or not isinstance(source.targets[0], ast.Name):
            raise NotConstant
        return possible_values(tracer, source.value, (*seen, name))
    items = items_of(constant_value(tracer, source.iter))
    return [part for item in items for part in parts_of(source.target, item, name)]


def parts_of(target: ast.expr, item: Any, name: str) -> list[Any]:
    """What a name gets when an item is stored into a target."""
    if isinstance(target, ast.Name):
        return [item] if target.id == name else []
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(item, list | tuple) or len(item) != len(target.elts):
        raise NotConstant
    return [part for inner, value in zip(target.elts, item, strict=True) for part in parts_of(inner, value, name)]
