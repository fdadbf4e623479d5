"""Calls of `re` with patterns that are known when compiling."""

from __future__ import annotations

import ast
import re
from typing import Any

from modelet_compiler.frontend.comprehensions import ComprehensionTracer
from modelet_compiler.frontend.constants import NotConstant, constant_value, possible_values
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.nodes import Captured, Operand

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
            if flags is not None:
                raise Unsupported(
                    "this pattern or its flags are known only at run time", "a pattern is compiled with the function", "constants"
                ) from None
            return self.expression(pattern)
        if flags is None and all(isinstance(value, re.Pattern) for value in values):
            return Captured("pattern", values[0]) if len(values) == 1 else self.expression(pattern)
        made = {value: compiled_pattern(value, chosen) for value in values}
        if len(made) == 1:
            return Captured(f"re.compile({values[0]!r})", made[values[0]])
        return self.operation("index", [Captured("patterns", made), self.expression(pattern)], pattern)


def compiled_pattern(text: object, flags: object) -> re.Pattern[str]:
    """The pattern of a text. Raises Unsupported for what CPython refuses."""
    if not isinstance(text, str) or not isinstance(flags, int):
        raise Unsupported("a pattern must be a str here", "bytes are not matched in compiled code")
    try:
        return re.compile(text, flags)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise Unsupported(f"the pattern {text!r} is wrong", str(error)) from None
