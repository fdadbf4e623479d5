"""`modelet doctor`: what this host is, what is installed, and whether a name can be used here."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from modelet.cli.output import AsJson, Registry, print_json, want_json


class Check:
    """One line of the report. `problem` is None when all is well."""

    def __init__(self, what: str, found: str, problem: str | None = None) -> None:
        self.what = what
        self.found = found
        self.problem = problem

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"what": self.what, "found": self.found, "problem": self.problem}


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    app.command("doctor")(doctor)


def doctor(
    name: Annotated[str | None, typer.Argument(help="Also check this modelet: its variants, every digest, and that it opens.")] = None,
    as_json: AsJson = False,
    registry: Registry = None,
) -> None:
    """Check this host, the toolchain, the cache and, with NAME, one modelet. Exits with 1 when something is wrong."""
    want_json(as_json)
    checks = [*_host(), *_toolchain(), *_registries(registry)]
    if name is not None:
        checks += [*_variants(name, registry), *_files(name, registry), *_opens(name, registry)]
    if as_json:
        print_json({"checks": [check.as_json() for check in checks], "ok": all(check.problem is None for check in checks)})
    else:
        _print(checks)
    if any(check.problem is not None for check in checks):
        raise typer.Exit(1)


def _print(checks: list[Check]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(soft_wrap=True, highlight=False)
    for check in checks:
        mark, style = ("✗", "red") if check.problem else ("✓", "green")
        line = Text.assemble((f"{mark} ", style), (check.what, "bold"), f"  {check.found}")
        console.print(line.append(f"  {check.problem}", "red") if check.problem else line)


def _host() -> list[Check]:
    from modelet_resolver.host import detect

    host = detect()
    memory = f"{host.memory_bytes / 2**30:.1f} GiB of memory, " if host.memory_bytes else ""
    return [
        Check(
            "host", f"{host.triple}, {os.cpu_count()} processors, {memory}glibc {'.'.join(map(str, host.glibc)) if host.glibc else 'none'}"
        ),
        Check("features", ", ".join(sorted(host.features)) or "none known"),
    ]


def _toolchain() -> list[Check]:
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    if find_spec("modelet_compiler") is None:
        return [Check("compiler", "not installed; `pip install 'modelet[compile]'` adds it")]
    try:
        return [Check("compiler", f"ziglang {version('ziglang')}")]
    except PackageNotFoundError:
        return [Check("compiler", "no ziglang", "compiling needs a toolchain: pip install 'modelet[compile]'")]


def _registries(registry: str | None) -> list[Check]:
    from modelet_resolver import check_registry, list_names
    from modelet_resolver.home import home, registries

    where = Path(home())
    parent = next((folder for folder in (where, *where.parents) if folder.exists()), where)
    checks = [Check("home", str(where), None if os.access(parent, os.W_OK) else f"{parent} cannot be written")]
    for folder in registries(registry):
        if not Path(folder).is_dir():
            checks.append(Check("registry", f"{folder} (empty)"))
            continue
        problems = check_registry(folder, leftovers=False)
        checks.append(Check("registry", f"{folder}, {len(list_names(folder))} modelets", "; ".join(problems) or None))
    return checks


def _variants(name: str, registry: str | None) -> list[Check]:
    from modelet_resolver import explain

    considered = explain(name, registry=registry)
    taken = any(item.taken for item in considered)
    checks = [Check("variant", f"{item.variant.triple}: {'taken' if item.taken else 'left'}, {item.reason}") for item in considered]
    return checks if taken else [*checks, Check("variant", "none", f"nothing in {name} runs on this host")]


def _files(name: str, registry: str | None) -> list[Check]:
    from modelet_resolver import verify

    return [Check("file", finding.what, finding.problem) for finding in verify(name, registry=registry)]


def _opens(name: str, registry: str | None) -> list[Check]:
    from modelet.catalog import Catalog
    from modelet.errors import Failure

    try:
        instance = Catalog(registry=registry).instance(name)
    except Failure as failure:
        return [Check("opens", "no", failure.body["message"])]
    manifest = instance.manifest
    functions = ", ".join(function["name"] for function in manifest.get("functions", []))
    endpoints = ", ".join(endpoint["name"] for endpoint in manifest.get("endpoints", [])) or "none"
    return [Check("opens", f"engine {manifest.get('engine')}, ABI {manifest.get('abi')}, functions: {functions}; endpoints: {endpoints}")]
