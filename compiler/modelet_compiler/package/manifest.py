"""The manifest: what a library says about itself, inside it and beside it (resolver/manifest.schema.json)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from modelet_resolver.choice import ABI_VERSION
from modelet_resolver.names import parse
from modelet_resolver.packing.weights import PackageError, WeightsFile
from modelet_resolver.store import canonical_json

__all__ = ["ENGINE_VERSION", "SCHEMA_VERSION", "build_manifest", "canonical_json", "weights_record"]

SCHEMA_VERSION = 1
ENGINE_VERSION = "0.1.0"


def build_manifest(
    *,
    name: str,
    functions: Sequence[Mapping[str, Any]],
    triple: str,
    endpoints: Sequence[Mapping[str, Any]] = (),
    version: str = "0.0.0",
    description: str = "",
    required: Iterable[str] = (),
    preferred: Iterable[str] = (),
    kernels: Iterable[str] = (),
    weights: Sequence[Mapping[str, Any]] = (),
    licenses: Iterable[str] = (),
    models: Sequence[Mapping[str, Any]] = (),
    build: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A manifest with every field, lists that are sets sorted. `canonical_json` of it is what goes into the library.

    `weights` are results of `weights_record`. Raises InvalidName, and PackageError when there is no function.
    """
    if not functions:
        raise PackageError("a library has at least one function")
    return {
        "schema": SCHEMA_VERSION,
        "abi": ABI_VERSION,
        "engine": ENGINE_VERSION,
        "name": parse(name, lambda _: False).repository,
        "version": version,
        "description": description,
        "functions": [dict(function) for function in functions],
        "endpoints": [dict(endpoint) for endpoint in endpoints],
        "triple": triple,
        "features": {"required": sorted(set(required)), "preferred": sorted(set(preferred))},
        "kernels": sorted(set(kernels)),
        "weights": [dict(item) for item in weights],
        "licenses": sorted(set(licenses)),
        "build": dict(build or {}),
        **({"models": [dict(model) for model in models]} if models else {}),
    }


def weights_record(weights: WeightsFile) -> dict[str, Any]:
    """One entry of the manifest's `weights`: file name, digest (its own, or that of its recipe), bytes, layout, and where it can be had."""
    digest = {"recipe" if weights.packed else "sha256": weights.sha256}
    return {"file": weights.file, **digest, "bytes": weights.bytes, "layout": weights.layout, "sources": list(weights.sources)}
