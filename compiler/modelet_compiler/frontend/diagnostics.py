"""What cannot be compiled, said the way a person can act on it: place, source line with a caret, reason, what to write instead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A place in a source file. Lines count from 1, columns from 0 in characters, as Python's tools show them plus one."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Diagnostic:
    """One construct that is refused. `column` counts from 1; `operation` names what the library of operations lacks."""

    file: str
    line: int
    column: int
    message: str
    source: str = ""
    width: int = 1
    reason: str = ""
    instead: str = ""
    operation: str = ""

    def __str__(self) -> str:
        lines = [f"{self.file}:{self.line}:{self.column}: {self.message}"]
        if self.source:
            lines += [f"    {self.source}", "    " + " " * (self.column - 1) + "^" * max(1, self.width)]
        if self.reason:
            lines.append(f"  because {self.reason}")
        if self.instead:
            lines.append(f"  instead: {self.instead}")
        return "\n".join(lines)


class CompileError(Exception):
    """A function cannot be compiled; `diagnostics` lists everything that was found, in source order."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = sorted(set(diagnostics), key=lambda item: (item.file, item.line, item.column, item.message))
        count = len(self.diagnostics)
        heading = "1 construct cannot be compiled" if count == 1 else f"{count} constructs cannot be compiled"
        super().__init__(heading + "\n\n" + "\n\n".join(map(str, self.diagnostics)))


class Unsupported(Exception):
    """Raised at one construct; whoever walks the function records it and goes on to find the others.

    `raises` names the exception that CPython raises there each time, with this message: code that catches exceptions may mean it.
    """

    def __init__(self, message: str, reason: str = "", instead: str = "", operation: str = "", raises: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.instead = instead
        self.operation = operation
        self.raises = raises


class Reporter:
    """Collects the diagnostics of one compilation, each with its source line."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._lines: dict[str, list[str]] = {}

    def add_source(self, file: str, lines: list[str]) -> None:
        """The lines that diagnostics of this file quote."""
        self._lines[file] = lines

    def report(self, span: Span, error: Unsupported) -> None:
        """Records `error` at `span`, once."""
        lines = self._lines.get(span.file, [])
        source = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        end = span.end_column if span.end_line == span.line else len(source)
        diagnostic = Diagnostic(
            span.file, span.line, span.column + 1, error.message, source, max(1, end - span.column), error.reason, error.instead,
            error.operation,
        )  # fmt: skip
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)

    def check(self) -> None:
        """Raises CompileError when anything was reported."""
        if self.diagnostics:
            raise CompileError(self.diagnostics)
