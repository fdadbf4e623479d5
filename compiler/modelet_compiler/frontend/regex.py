"""Calls of `re`: patterns that are known when compiling, and replacements that are functions."""

from __future__ import annotations

import ast
import re
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.comprehensions import ComprehensionTracer
from modelet_compiler.frontend.constants import NotConstant, constant_value
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import nodes
from modelet_compiler.ir.nodes import Captured, Constant, Operand

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
        """A call of a function of `re`, or of `.sub` with a function; None for every other call."""
        if any(isinstance(item, ast.Starred) for item in node.args) or any(keyword.arg is None for keyword in node.keywords):
            return None
        name = self._regex_function(node.func)
        if not name:
            return self._method_with_function(node)
        parts: dict[str, ast.expr] = dict(zip(FUNCTIONS[name], node.args, strict=False))
        parts.update({str(keyword.arg): keyword.value for keyword in node.keywords})
        if "pattern" not in parts or len(node.args) > len(FUNCTIONS[name]) or set(parts) - set(FUNCTIONS[name]):
            return None
        pattern = self._pattern(parts.pop("pattern"), parts.pop("flags", None))
        if name == "compile":
            return (
                pattern
                if isinstance(pattern, Captured)
                else self.operation("call", [Captured(name, re.compile), pattern], node, keywords=())
            )
        if name in ("sub", "subn") and "repl" in parts and "string" in parts and self._is_function(parts["repl"]):
            return self._substitute(pattern, parts["repl"], parts["string"], parts.get("count"), node, name)
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
        """The compiled pattern, or what a run would give."""
        try:
            text = constant_value(self, pattern)
            chosen = 0 if flags is None else constant_value(self, flags)
        except NotConstant:
            if flags is not None:
                raise Unsupported(
                    "this pattern or its flags are known only at run time", "a pattern is compiled with the function", "constants"
                ) from None
            return self.expression(pattern)
        if isinstance(text, re.Pattern) and flags is None:
            return Captured("pattern", text)
        if not isinstance(text, str) or not isinstance(chosen, int):
            raise Unsupported("a pattern must be a str here", "bytes are not matched in compiled code")
        try:
            return Captured(f"re.compile({text!r})", re.compile(text, chosen))
        except (re.error, ValueError, OverflowError, RecursionError) as error:
            raise Unsupported(f"the pattern {text!r} is wrong", str(error)) from None

    def _is_function(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Lambda):
            return True
        return isinstance(node, ast.Name) and not self.is_local(node.id) and isinstance(self.captured.lookup(node.id), FunctionType)

    def _method_with_function(self, node: ast.Call) -> Operand | None:
        """`pattern.sub(function, text)`."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in ("sub", "subn"):
            return None
        parts: dict[str, ast.expr] = dict(zip(FUNCTIONS["sub"][1:4], node.args, strict=False))
        parts.update({str(keyword.arg): keyword.value for keyword in node.keywords})
        if (
            len(node.args) > 3
            or not {"repl", "string"} <= set(parts) <= {"repl", "string", "count"}
            or not self._is_function(parts["repl"])
        ):
            return None
        pattern = self.expression(node.func.value)
        return self._substitute(pattern, parts["repl"], parts["string"], parts.get("count"), node, node.func.attr)

    def _substitute(
        self, pattern: Operand, function: ast.expr, text: ast.expr, count: ast.expr | None, node: ast.Call, name: str
    ) -> Operand:
        """A loop over the matches that calls the function for each."""
        span = self.span(node)
        pattern = self.operation("copy", [pattern], node)
        subject = self.operation("copy", [self.expression(text)], node)
        most = self.operation("copy", [self.expression(count)], node) if count is not None else Constant(0)
        pieces = self.operation("list", [], node)
        last, done, value = self.hidden(), self.hidden(), self.hidden()
        self.emit(nodes.Assign(last, Constant(0), span))
        self.emit(nodes.Assign(done, Constant(0), span))
        item = self.new_value()
        matches = self.method(pattern, "finditer", [subject], node)
        with self.nested() as body:
            if count is not None:
                self._stop_after(most, done, node)
            before: list[Operand] = [nodes.Variable(last), self.method(item, "start", [], node)]
            self._piece(pieces, subject, before, node)
            self.emit(nodes.Assign(value, self._apply(function, item), span))
            with self.nested() as keep:
                self.method(pieces, "append", [nodes.Variable(value)], node)
            given = self.operation("compare", [nodes.Variable(value), Constant(None)], node, operator="is not")
            self.emit(nodes.If(nodes.Test([], given, span), keep, [], span))
            self.emit(nodes.Assign(last, self.method(item, "end", [], node), span))
            more = self.operation("binary", [nodes.Variable(done), Constant(1)], node, operator="+")
            self.emit(nodes.Assign(done, more, span))
        self.emit(nodes.For(matches, item, body, [], span))
        self._piece(pieces, subject, [nodes.Variable(last), Constant(None)], node)
        result = self.method(Constant(""), "join", [pieces], node)
        return result if name == "sub" else self.operation("tuple", [result, nodes.Variable(done)], node)

    def _stop_after(self, most: Operand, done: str, node: ast.Call) -> None:
        span = self.span(node)
        with self.nested() as limited:
            enough = self.operation("compare", [nodes.Variable(done), most], node, operator=">=")
            self.emit(nodes.If(nodes.Test([], enough, span), [nodes.Break(span)], [], span))
        some = self.operation("compare", [most, Constant(0)], node, operator="!=")
        self.emit(nodes.If(nodes.Test([], some, span), limited, [], span))

    def _piece(self, pieces: Operand, text: Operand, bounds: list[Operand], node: ast.Call) -> None:
        part = self.operation("slice", [*bounds, Constant(None)], node)
        self.method(pieces, "append", [self.operation("index", [text, part], node)], node)
