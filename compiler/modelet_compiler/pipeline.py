"""From functions to an artifact: the stages one after another."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modelet.declare import declaration
from modelet_compiler import package
from modelet_compiler.emit import emit_library
from modelet_compiler.emit.emitted import Emitted
from modelet_compiler.frontend.source import require_function
from modelet_compiler.library import EMBED_LIMIT_BYTES, library_units
from modelet_compiler.toolchain import Target, build_library, find_compiler, find_targets, host_target
from modelet_compiler.toolchain.paths import cache_folder
from modelet_resolver.packing.promise import Promise

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Artifact:
    """A compiled library, packed. `layout` is an OCI image layout folder, which is a name for `modelet.load` as well."""

    name: str
    layout: Path
    manifest: dict[str, Any]
    libraries: dict[str, Path] = field(repr=False)  # triple, for some with `+` and features → stripped shared library

    def library(self, target: str | None = None) -> Path:
        """The shared library for a target (a key of `libraries`; the host's when None). Raises KeyError naming those that were built."""
        triple = target or host_target().triple
        if triple not in self.libraries:
            raise KeyError(f"not built for {triple!r}; built for: {', '.join(sorted(self.libraries))}")
        return self.libraries[triple]


def build(
    functions: Callable[..., Any] | Sequence[Callable[..., Any]],
    *,
    output: str | Path | None = None,
    target: str | Sequence[str] | None = None,
    sdk: str | Path | None = None,
    embed_weights: bool = False,
    name: str | None = None,
    progress: Progress = lambda _: None,
) -> Artifact:
    """Compiles one function or several into one library and packs it.

    `output` is the layout folder to write; None publishes into the local registry, where `OpenAI()` finds it by name.
    `target` is a triple, several, or `all`; None is this host. `sdk` is the folder of what `aarch64-ios` needs.
    `name` defaults to what `@compile(name=…)` says, else `@local/<function>`. The same functions and objects give the same bytes.
    `progress` is told what happens, by several threads where there are several targets.

    Raises CompileError with every construct that is refused, ToolchainError when the compiler is missing or fails,
    UnknownTargetError, MissingSdkError, ValueError for weights beyond what can be embedded, OSError when nothing can be written.
    """
    chosen = [functions] if callable(functions) else list(functions)
    if not chosen:
        raise ValueError("there is no function to compile")
    for function in chosen:
        require_function(function)
    targets = _targets(target, chosen, sdk)
    named = name or marked_name(chosen[0]) or f"@local/{chosen[0].__name__}"
    progress("reading the function")
    emitted = emit_library(chosen, name=named)
    targets = _worthwhile(targets, emitted)
    with tempfile.TemporaryDirectory(dir=cache_folder("work"), prefix="build-") as work:
        weights = _write_weights(emitted, Path(work), progress)
        if embed_weights and weights is not None and weights.packed:
            raise ValueError("weights that stay on the hub cannot be embedded; load them before compiling")
        if embed_weights and weights is not None and weights.bytes > EMBED_LIMIT_BYTES:
            raise ValueError(f"{weights.bytes:,} bytes of weights cannot be embedded; the limit is {EMBED_LIMIT_BYTES:,}")
        # Where one target waits, for its C++ library or its linker, another's units are compiled.
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            variants = list(pool.map(lambda goal: _variant(emitted, named, chosen, weights, goal, embed_weights, progress), targets))
        progress("packing")
        return _pack(named, variants, None if output is None else Path(output))


def _targets(target: str | Sequence[str] | None, functions: Sequence[Callable[..., Any]], sdk: str | Path | None) -> list[Target]:
    said = declaration(functions[0])
    named = target or (said.targets if said is not None else ())
    return find_targets(named, sdk) if named else [host_target()]


def _worthwhile(targets: list[Target], emitted: Emitted) -> list[Target]:
    """Without those that a library gains nothing by."""
    return [target for target in targets if any(target.faster_for in source for source in emitted.sources.values())]


def marked_name(function: Callable[..., Any]) -> str | None:
    """The name that `@compile(name=…)` gave a function."""
    said = declaration(function)
    return said.name if said is not None else None


def _write_weights(emitted: Emitted, work: Path, progress: Progress) -> package.WeightsFile | None:
    if not emitted.weights:
        return None
    progress("writing weights")
    if any(isinstance(tensor.array, Promise) for tensor in emitted.weights):
        return package.write_recipe(emitted.weights, work / "weights.safetensors")
    return package.write_weights(emitted.weights, work / "weights.safetensors")


def _variant(
    emitted: Emitted,
    name: str,
    functions: Sequence[Callable[..., Any]],
    weights: package.WeightsFile | None,
    target: Target,
    embed: bool,
    progress: Progress,
) -> package.Variant:
    files = [] if weights is None or embed else [weights]
    manifest = describe(emitted, name, functions, files, target)
    units = {**emitted.sources, **library_units(manifest, weights, target.format, embed=embed)}
    progress(f"compiling for {target.name}")
    library = build_library(units, target=target, name=name.rsplit("/", 1)[-1])
    return package.Variant(target.triple, library, manifest, files, priority=-len(target.preferred))


def describe(
    emitted: Emitted, name: str, functions: Sequence[Callable[..., Any]], files: Sequence[package.WeightsFile], target: Target
) -> dict[str, Any]:
    """The manifest of one target's library (resolver/manifest.schema.json); `files` are the weights outside it."""
    said = declaration(functions[0])
    return package.build_manifest(
        name=name,
        triple=target.triple,
        required=target.required,
        preferred=target.preferred,
        description=(said.description if said is not None else None) or "",
        weights=[package.weights_record(file) for file in files],
        build={"compiler": find_compiler().identity},
        **emitted.manifest,
    )


def _pack(name: str, variants: Sequence[package.Variant], output: Path | None) -> Artifact:
    layout = package.publish(name, variants) if output is None else package.write_layout(output, name, variants)
    return Artifact(layout.name, layout.folder, dict(variants[0].manifest), dict(layout.libraries))
