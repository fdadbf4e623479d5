"""`modelet chat`: a conversation in the terminal."""

from __future__ import annotations

import sys
import time
from typing import Annotated, Any

import typer

from modelet.cli.output import Registry

Name = Annotated[str, typer.Argument(help="@owner/name, a bare name, or a layout folder.")]


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    app.command("chat")(chat)


def chat(
    name: Name,
    system: Annotated[str | None, typer.Option(help="Say this first, as the system.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Stop an answer after so many tokens.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0.0, max=2.0, help="0 takes the likeliest token always.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same answers.")] = None,
    registry: Registry = None,
) -> None:
    """Talk to a modelet; the answer appears as it is written. Ctrl-C stops an answer, Ctrl-D or /exit the conversation.

    With no terminal at the standard input, each line of it is a message, and only the answers are printed.
    """
    from modelet.client import OpenAI

    client = OpenAI(registry=registry)
    options = {"max_completion_tokens": max_tokens, "temperature": temperature, "seed": seed}
    options = {key: value for key, value in options.items() if value is not None}
    messages: list[dict[str, str]] = [] if system is None else [{"role": "system", "content": system}]
    while (line := _read_line()) is not None:
        if not line.strip():
            continue
        messages.append({"role": "user", "content": line})
        answer = _answer(client, name, messages, options)
        messages.append({"role": "assistant", "content": answer})


def _read_line() -> str | None:
    """The next message; None at the end."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None
    try:
        line = input("\n› ")
    except EOFError:
        return None
    return None if line.strip() in ("/exit", "/quit") else line


def _answer(client: Any, name: str, messages: list[dict[str, str]], options: dict[str, Any]) -> str:
    """Prints one answer as it comes, and returns it. Ctrl-C keeps what was written so far."""
    started, first, usage = time.perf_counter(), 0.0, None
    pieces: list[str] = []
    stream = client.chat.completions.create(model=name, messages=messages, stream=True, stream_options={"include_usage": True}, **options)
    try:
        with stream:
            for chunk in stream:
                usage = chunk.usage or usage
                content = chunk.choices[0].delta.content if chunk.choices else None
                if content:
                    first = first or time.perf_counter() - started
                    pieces.append(content)
                    typer.echo(content, nl=False)
                    sys.stdout.flush()
    except KeyboardInterrupt:
        if not sys.stdin.isatty():
            raise
    typer.echo()
    if sys.stdin.isatty() and usage is not None:
        typer.secho(_speed(usage, first, time.perf_counter() - started), dim=True)
    return "".join(pieces)


def _speed(usage: Any, first: float, seconds: float) -> str:
    """Such as "48 tokens in 0.9 s (52.1 tokens/s, first after 0.08 s)"."""
    tokens = usage.completion_tokens
    rate = (tokens - 1) / (seconds - first) if tokens > 1 and seconds > first else 0.0
    return f"{tokens} tokens in {seconds:.1f} s ({rate:.1f} tokens/s, first after {first:.2f} s)"
