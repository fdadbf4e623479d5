"""The compiler's verbs of the command line: `modelet compile` and `modelet inspect`."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from modelet.declare import declaration
from modelet_compiler.user_module import ModuleError, import_file

if TYPE_CHECKING:
    from modelet_compiler.pipeline import Artifact

EXIT_FAILED = 1
EXIT_USAGE = 2

STAGES = ("ast", "ir", "types", "cpp")


def register(app: typer.Typer) -> None:
    """Add the verbs to the command line."""
    app.command("compile")(compile_command)
    app.command("inspect")(inspect_command)
    app.add_typer(operations_app(), name="ops")


def operations_app() -> typer.Typer:
    """`modelet ops …`."""
    app = typer.Typer(help="The library of operations: what a function lacks, and how it grows.", no_args_is_help=True)
    app.command("missing")(missing_command)
    app.command("synthesize")(synthesize_command)
    return app


def compile_command(
    source: Annotated[str, typer.Argument(metavar="FILE[:FUNCTION]", help="A Python file, and which function of it.")],
    target: Annotated[str, typer.Option(help="Target triples, separated by commas, or `all`; this host when left out.")] = "",
    sdk: Annotated[Path | None, typer.Option(help="The folder of the SDK that a target such as aarch64-ios needs.")] = None,
    output: Annotated[Path | None, typer.Option(help="Also write the artifact as an OCI image layout into this folder.")] = None,
    name: Annotated[str, typer.Option(help="The artifact's name; `@local/<file>` or `@local/<function>` when left out.")] = "",
    embed_weights: Annotated[bool, typer.Option("--embed-weights", help="Put the weights inside the library.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Compile a function into a native library and publish it in the local registry."""
    from modelet_compiler.package import publish_layout
    from modelet_compiler.pipeline import build, marked_name

    with _errors_as_messages(), _progress(quiet=as_json) as progress:
        progress("importing the module")
        functions, default = load_functions(source)
        started = time.monotonic()
        chosen = name or marked_name(functions[0]) or default
        artifact = build(
            functions, output=output, target=target or None, sdk=sdk, embed_weights=embed_weights, name=chosen, progress=progress
        )
        if output is not None:
            publish_layout(output)
        seconds = time.monotonic() - started
    _report(artifact, seconds, as_json)


def inspect_command(
    source: Annotated[str, typer.Argument(metavar="FILE[:FUNCTION]", help="A Python file, and which function of it.")],
    stage: Annotated[str, typer.Option(help="What to show: " + ", ".join(STAGES) + ".")] = "cpp",
    kernels: Annotated[bool, typer.Option("--kernels", help="Of a modelet's name: which kernels run here, and why.")] = False,
) -> None:
    """Show what the compiler makes of a function, stage by stage; with --kernels, what a modelet runs on this host."""
    if kernels:
        from modelet.cli.kernels import print_kernels

        print_kernels(source)
        return
    from modelet_compiler.emit import inspect

    if stage not in STAGES:
        raise typer.BadParameter(f"{stage!r} is not a stage; there are: {', '.join(STAGES)}", param_hint="--stage")
    with _errors_as_messages():
        functions, _ = load_functions(source)
        for function in functions:
            typer.echo(inspect(function, stage))


def missing_command(
    source: Annotated[str, typer.Argument(metavar="FILE[:FUNCTION]", help="A Python file, and which function of it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """List the operations that a function needs and the library lacks; 0 when there are none."""
    from modelet_compiler.synthesis.missing import missing_operations

    with _errors_as_messages():
        missing, others = missing_operations(load_functions(source)[0])
    if as_json:
        typer.echo(json.dumps({"missing": [{"name": one.name, "places": one.places} for one in missing], "refused": others}))
    else:
        for one in missing:
            typer.echo(f"{one.name}  {', '.join(one.places)}")
        for text in others:
            typer.echo(f"\n{text}", err=True)
    if missing or others:
        raise typer.Exit(EXIT_FAILED)


def synthesize_command(
    name: Annotated[str, typer.Argument(help="The Python function: math.dist, str.removeprefix.")],
    model: Annotated[str, typer.Option(help="The model that proposes candidates.")],
    base_url: Annotated[str, typer.Option(help="An OpenAI-compatible endpoint, up to /v1.")],
    output: Annotated[Path, typer.Option(help="Where an admitted operation goes; name it in MODELET_OPERATIONS.")] = Path("operations"),
    attempts: Annotated[int, typer.Option(min=1, help="How many candidates to ask for.")] = 4,
) -> None:
    """Ask a language model for an operation; admit it only when it withstands sanitizers and comparison with Python."""
    from modelet_compiler.synthesis.synthesize import endpoint, synthesize

    def report(text: str) -> None:
        typer.echo(text, err=True)

    with _errors_as_messages():
        found = synthesize(name, endpoint(base_url, model), output, attempts=attempts, report=report)
    if found.admitted is None:
        typer.echo(f"no candidate for {name} was right; nothing was added", err=True)
        raise typer.Exit(EXIT_FAILED)
    checked = found.attempts[-1][1].sanitizers or "no sanitizer: g++ is not installed"
    typer.echo(f"{name}{found.admitted.signature} is in {output} ({found.attempts[-1][1].detail}; {checked})")


def load_functions(source: str) -> tuple[list[Callable[..., Any]], str]:
    """The functions that `FILE[:FUNCTION]` names, and the default name of their library.

    Without FUNCTION: those marked with `@compile`, else the only public function the file defines. Raises ValueError, OSError, or
    ModuleError for what the module raises.
    """
    file, _, function = source.rpartition(":") if ":" in Path(source).name else (source, "", "")
    path = Path(file)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {file!r}")
    module = import_file(path)
    if function:
        return [_named_function(module, function, file)], f"@local/{function}"
    return _only_functions(module, file), f"@local/{path.stem}"


def _named_function(module: Any, name: str, file: str) -> Callable[..., Any]:
    found = getattr(module, name, None)
    if not callable(found):
        raise ValueError(f"{file} has no function {name!r}; it has: {', '.join(_public_functions(module)) or 'none'}")
    return found  # type: ignore[no-any-return]


def _only_functions(module: Any, file: str) -> list[Callable[..., Any]]:
    public = _public_functions(module)
    marked = [function for function in public.values() if declaration(function) is not None]
    if marked or len(public) == 1:
        return marked or list(public.values())
    if not public:
        raise ValueError(f"{file} defines no public function")
    choices = ", ".join(f"{file}:{name}" for name in public)
    raise ValueError(f"{file} defines several functions: name one ({choices}), or mark it with @compile")


def _public_functions(module: Any) -> dict[str, Callable[..., Any]]:
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__}
    return {name: value for name, value in own.items() if hasattr(value, "__code__") and not name.startswith("_")}


@contextlib.contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """One line on a terminal that says what is being done; silent otherwise."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:
        yield lambda text: status.update(_with_first_time(text))


def _with_first_time(text: str) -> str:
    from modelet_compiler.toolchain import TARGETS
    from modelet_compiler.toolchain.warm import is_warm

    target = TARGETS.get(text.rsplit(" ", 1)[-1])
    first = text.startswith("compiling") and target is not None and not is_warm(target)
    return f"{text} (the first time builds the toolchain's own libraries: one to three minutes)" if first else f"{text} …"


@contextlib.contextmanager
def _errors_as_messages() -> Iterator[None]:
    from modelet_compiler.frontend.diagnostics import CompileError
    from modelet_compiler.toolchain import ToolchainError, UnknownTargetError

    try:
        yield
    except (CompileError, ToolchainError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(EXIT_FAILED) from error
    except (ModuleError, UnknownTargetError, ValueError, OSError, LookupError) as error:
        typer.echo(f"modelet: {error}", err=True)
        raise typer.Exit(EXIT_USAGE) from error


def _report(artifact: Artifact, seconds: float, as_json: bool) -> None:
    sizes = {triple: path.stat().st_size for triple, path in artifact.libraries.items()}
    if as_json:
        typer.echo(json.dumps({"name": artifact.name, "layout": str(artifact.layout), "libraries": sizes, "seconds": round(seconds, 3)}))
        return
    from rich.console import Console

    console = Console()
    console.print(f"[bold]{artifact.name}[/bold] in {seconds:.1f} s")
    for triple, size in sizes.items():
        console.print(f"  {triple}  {size / 1e6:.2f} MB")
    for file in artifact.manifest["weights"]:
        console.print(f"  {file['file']}  {file['bytes'] / 1e6:.1f} MB")
    for endpoint in artifact.manifest["endpoints"]:
        console.print(f"  {endpoint['name']}: {_use(endpoint['name'])}(model={artifact.name!r}, …)")


def _use(endpoint: str) -> str:
    """How a Python program calls an endpoint."""
    if endpoint.startswith("messages"):
        method = "messages.create" if endpoint == "messages" else endpoint
        return f"anthropic.Anthropic(http_client=modelet.http_client()).{method}"
    return f"OpenAI().{endpoint}.create"
