"""What the command line prints: tables for people, JSON for programs, one message for an error."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from modelet.errors import APIStatusError, Failure, OpenAIError, error_object
from modelet_resolver import ResolverError

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Registry = Annotated[str | None, typer.Option(help="The registry folder to ask, instead of the configured ones.")]

EXIT_CODES = {400: 4, 401: 6, 403: 6, 404: 3, 409: 7, 422: 5, 429: 7}  # by HTTP status; all others are 1

_json_wanted = False


def want_json(wanted: bool) -> bool:
    """Remembers that errors are to be JSON as well."""
    global _json_wanted
    _json_wanted = wanted
    return wanted


def print_json(value: object) -> None:
    """One JSON text on one line."""
    typer.echo(json.dumps(value, ensure_ascii=False))


def print_table(columns: list[str], rows: list[list[str]]) -> None:
    """A table on a terminal; columns separated by tabs elsewhere."""
    import sys

    if not sys.stdout.isatty():
        for row in rows:
            typer.echo("\t".join(row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*columns, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def explain_failure(error: Exception) -> int:
    """Prints one message and returns the exit code."""
    status, body = _error_object(error)
    if _json_wanted:
        typer.echo(json.dumps({"error": body}), err=True)
    else:
        typer.echo(f"modelet: {body['message']}", err=True)
    return EXIT_CODES.get(status, 1)


def _error_object(error: Exception) -> tuple[int, dict[str, Any]]:
    match error:
        case APIStatusError():
            return error.status_code, dict(error.body) if isinstance(error.body, dict) else error_object(error.message, "", "")
        case Failure():
            return error.status, error.body
        case ResolverError():
            return error.status, error_object(error.message, "invalid_request_error", error.code)
        case OpenAIError():
            return 500, error_object(str(error), "server_error", type(error).__name__)
    return 500, error_object(f"{type(error).__name__}: {error}", "python_exception", type(error).__name__)
