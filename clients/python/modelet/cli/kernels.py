"""Which kernels a modelet runs on this host."""

from __future__ import annotations

import typer

from modelet.cli.output import print_table


def print_kernels(name: str) -> None:
    """One row an implementation of each family that is linked in: whether it runs here, and why."""
    from modelet.function import load

    report = load(name)._instance.request(b'{"control": "explain"}').json()
    rows = [
        [family["family"], kernel["name"], kernel["dtype"], "runs" if kernel["chosen"] else "", kernel["reason"]]
        for family in report["kernels"]
        for kernel in family["implementations"]
    ]
    typer.echo(f"policy {report['policy']}: kernels for {report['isa']}; the host has {', '.join(report['host']['features'])}")
    print_table(["family", "kernel", "types", "here", "why"], rows)
