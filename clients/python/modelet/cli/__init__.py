"""The command line `modelet`.

Exit codes, which stay as they are:

    0    done
    1    the function, the engine or a check failed
    2    the command line itself is wrong
    3    no such name or function
    4    the request does not fit what the function takes
    5    it is there and cannot be used on this host: damaged, no variant, another ABI version
    6    reading or writing is not allowed
    7    busy, or a limit is reached for now
    130  interrupted

Other packages add verbs by the entry-point group `modelet.commands`: each entry is a function `(app: typer.Typer) -> None`.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from modelet.cli import chat, doctor, store, use
from modelet.cli.output import explain_failure

GROUP = "modelet.commands"


def application() -> typer.Typer:
    """The command line with every verb that is installed."""
    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich" if sys.stdout.isatty() else None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for module in (use, chat, store, doctor):
        module.register(app)
    _register_others(app)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        store.version()
        raise typer.Exit


def _options(
    _: Annotated[bool, typer.Option("--version", is_eager=True, callback=_print_version, help="What `modelet version` prints.")] = False,
) -> None:
    """Compile Python inference functions into native libraries, and call them."""


def _register_others(app: typer.Typer) -> None:
    """Verbs of other packages; one that cannot be loaded is named and does not take the rest with it."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        try:
            register = entry.load()
        except ImportError as error:
            typer.echo(f"modelet: the verbs of {entry.value.partition(':')[0]} are missing: {error}", err=True)
        else:
            register(app)


def main() -> None:
    """Runs the command line and exits."""
    try:
        application()(prog_name="modelet")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except Exception as error:
        if os.environ.get("MODELET_TRACEBACK"):
            raise
        sys.exit(explain_failure(error))
