"""`modelet ls`, `modelet pull`, `modelet rm` and `modelet version`."""

from __future__ import annotations

import os
import platform
from typing import TYPE_CHECKING, Annotated

import typer

from modelet.cli.output import AsJson, Registry, print_json, print_table, want_json

if TYPE_CHECKING:
    from modelet_resolver.registry import Listed


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    app.command("ls")(ls)
    app.command("pull")(pull)
    app.command("rm")(rm)
    app.command("version")(version)


def ls(as_json: AsJson = False, registry: Registry = None) -> None:
    """List the modelets that can be found by name."""
    from modelet_resolver import list_names

    want_json(as_json)
    listed = list_names(registry)
    if as_json:
        print_json([_described(item) for item in listed])
        return
    rows = [
        [item.name, item.tag or "", size_text(item.bytes), item.problem or ", ".join(v.triple for v in item.variants), item.digest[7:19]]
        for item in listed
    ]
    print_table(["name", "tag", "size", "variants", "digest"], rows)


def _described(item: Listed) -> dict[str, object]:
    described = {name: getattr(item, name) for name in ("name", "tag", "digest", "bytes", "registry", "problem")}
    return {**described, "variants": [variant.triple for variant in item.variants]}


def pull(name: Annotated[str, typer.Argument(metavar="NAME")], as_json: AsJson = False, registry: Registry = None) -> None:
    """Fetch what a modelet needs and this machine lacks: weights that are published elsewhere, verified and packed."""
    from modelet.progress import tell
    from modelet_resolver import resolve

    want_json(as_json)
    found = resolve(name, registry=registry, progress=tell)
    if as_json:
        print_json({"name": found.name, "reference": found.reference, "library": found.library, "weights": found.weights})
        return
    typer.echo(found.reference)
    for file, path in found.weights.items():
        typer.echo(f"{file}: {size_text(os.path.getsize(path))} at {path}")


def rm(names: Annotated[list[str], typer.Argument(metavar="NAME…")], as_json: AsJson = False, registry: Registry = None) -> None:
    """Remove modelets: a name with all its tags, @owner/name:tag, or @owner/name@sha256:…."""
    from modelet_resolver import remove

    want_json(as_json)
    removed = []
    for name in names:
        freed = remove(name, registry=registry)
        removed.append({"name": name, "bytes": freed})
        if not as_json:
            typer.echo(f"removed {name}, {size_text(freed)} freed")
    if as_json:
        print_json(removed)


def version(as_json: AsJson = False) -> None:
    """Print the versions of this client, of the ABI it speaks and of Python."""
    from modelet import __version__
    from modelet.native import ABI_VERSION

    if want_json(as_json):
        print_json({"modelet": __version__, "abi": ABI_VERSION, "python": platform.python_version(), "platform": platform.platform()})
    else:
        typer.echo(f"modelet {__version__} (ABI {ABI_VERSION}, Python {platform.python_version()}, {platform.platform()})")


def size_text(size: int) -> str:
    """Bytes for people."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if size >= scale:
            return f"{size / scale:.1f} {unit}"
    return f"{size} B"
