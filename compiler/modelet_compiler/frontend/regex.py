"""Calls of `re` with patterns that are known when compiling."""

from __future__ import annotations

import ast
import re
from typing import Any

from modelet_compiler.frontend.comprehensions import ComprehensionTracer
from modelet_compiler.frontend.constants import NotConstant, assigned_once, called, constant_value, possible_values
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.nodes import Captured, Constant, Operand
from modelet_compiler.standard import regex_functions

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "compile": ("pattern", "flags"),
    "match": ("pattern", "string", "flags"),
    "fullmatch": ("pattern", "string", "flags"),
    "search": ("pattern", "string", "flags"),
    "findall": ("pattern", "string", "flags"),
    "finditer": ("pattern", "string", "flags"),
    "split": ("pattern", "string", "maxsplit", "flags"),
    "sub": ("pattern", "repl", "string", "count", "flags"),
    "subn": ("pattern", "repl", "string", "count", "flags"),
}


class RegexTracer(ComprehensionTracer):
    """The part of the tracer that knows `re`."""

    def regex_call(self, node: ast.Call) -> Operand | None:
        """A call of a function of `re`; None for every other call."""
        if any(isinstance(item, ast.Starred) for item in node.args) or any(keyword.arg is None for keyword in node.keywords):
            return None
        name = self._regex_function(node.func)
        parts: dict[str, ast.expr] = dict(zip(FUNCTIONS.get(name, ()), node.args, strict=False))
        parts.update({str(keyword.arg): keyword.value for keyword in node.keywords})
        if "pattern" not in parts or not name or len(node.args) > len(FUNCTIONS[name]) or set(parts) - set(FUNCTIONS[name]):
            return None
        pattern = self._pattern(parts.pop("pattern"), parts.pop("flags", None))
        if name == "compile" and isinstance(pattern, Captured):
            return pattern
        operands = [Captured(f"re.{name}", getattr(re, name)), pattern, *(self.expression(value) for value in parts.values())]
        return self.operation("call", operands, node, keywords=tuple(parts))

    def _regex_function(self, function: ast.expr) -> str:
        found: Any = None
        if isinstance(function, ast.Name) and not self.is_local(function.id):
            found = self.captured.lookup(function.id)
        elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and not self.is_local(function.value.id):
            found = getattr(re, function.attr, None) if self.captured.lookup(function.value.id) is re else None
        return next((name for name in FUNCTIONS if found is getattr(re, name)), "")

    def _pattern(self, pattern: ast.expr, flags: ast.expr | None) -> Operand:
        """The compiled pattern, a choice between compiled patterns, or what a run would give."""
        try:
            chosen = 0 if flags is None else constant_value(self, flags)
            values = possible_values(self, pattern)
        except NotConstant:
            return self._later(pattern, flags)
        if flags is None and all(isinstance(value, re.Pattern) for value in values):
            return Captured("pattern", values[0]) if len(values) == 1 else self.expression(pattern)
        made = {value: compiled_pattern(value, chosen) for value in values}
        if len(made) == 1:
            return Captured(f"re.compile({values[0]!r})", made[values[0]])
        return self.operation("index", [Captured("patterns", made), self.expression(pattern)], pattern)

    def _later(self, pattern: ast.expr, flags: ast.expr | None) -> Operand:
        """A pattern that is compiled at run time, with what is known of its groups."""
        text = self.expression(pattern)
        try:
            chosen: Operand = Constant(int(constant_value(self, flags)) if flags is not None else 0)
        except NotConstant:
            assert flags is not None
            chosen = self.expression(flags)
        maker = Captured("re.compile", regex_functions.compiled)
        return self.operation("call", [maker, text, chosen, Constant(shape(self, pattern))], pattern, keywords=())


def shape(tracer: ComprehensionTracer, node: ast.expr) -> str | None:
    """A pattern with the same groups: what `re.escape` makes has none. None when the groups are not known."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return _joined([shape(tracer, value) for value in values])
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return shape(tracer, value)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([shape(tracer, left), shape(tracer, right)])
        case ast.Name() if tracer.is_local(node.id):
            try:
                return shape(tracer, assigned_once(tracer, node))
            except NotConstant:
                return None
        case ast.Call(args=[_], keywords=[]) if called(tracer, node.func) is re.escape:
            return "x"
        case ast.Call(func=ast.Attribute(value=between, attr="join"), args=[items], keywords=[]):
            part = _of_each(tracer, items)
            return _joined([part, shape(tracer, between), part])
    return None


def _of_each(tracer: ComprehensionTracer, items: ast.expr) -> str | None:
    """The shape of what is joined."""
    match items:
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
            return shape(tracer, element)
        case ast.Call(func=ast.Name(id="map" | "sorted" | "list" | "reversed"), args=[function, _]):
            return "x" if called(tracer, function) is re.escape else None
        case ast.Name() if tracer.is_local(items.id):
            try:
                return _of_each(tracer, assigned_once(tracer, items))
            except NotConstant:
                return None
    return None


def _joined(parts: list[str | None]) -> str | None:
    known = [part for part in parts if part is not None]
    return "".join(known) if len(known) == len(parts) else None


def compiled_pattern(text: object, flags: object) -> re.Pattern[str]:
    """The pattern of a text. Raises Unsupported for what CPython refuses."""
    if not isinstance(text, str) or not isinstance(flags, int):
        raise Unsupported("a pattern must be a str here", "bytes are not matched in compiled code")
    try:
        return re.compile(text, flags)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise Unsupported(f"the pattern {text!r} is wrong", str(error)) from None
