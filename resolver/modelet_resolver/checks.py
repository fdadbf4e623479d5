"""Reading everything again: what `modelet doctor` does for a name, and the invariants of a registry."""

from __future__ import annotations

import os
from collections.abc import Callable

from modelet_resolver.errors import ResolverError
from modelet_resolver.files import check_file
from modelet_resolver.home import home
from modelet_resolver.layout import TITLE, WEIGHTS_TYPE, Blob, Files, Layout, Variant, tag_of
from modelet_resolver.names import is_digest
from modelet_resolver.records import record
from modelet_resolver.resolution import locate
from modelet_resolver.store import PART, Store, is_layout_marker, reachable


class Finding:
    """One file that `verify` looked at: `what` it is, its `path`, and the `problem`, None if it is as it should be."""

    def __init__(self, what: str, path: str, problem: str | None) -> None:
        self.what = what
        self.path = path
        self.problem = problem

    def __repr__(self) -> str:
        return f"Finding({self.what!r}, {self.problem!r})"


def verify(name: str | os.PathLike[str], *, registry: str | os.PathLike[str] | None = None) -> list[Finding]:
    """Reads every file of every variant of a name in full. Raises as `resolve` when the name itself cannot be found."""
    found = locate(name, registry)
    findings = []
    try:
        variants = found.layout.variants(found.entry)
    except ResolverError as error:
        return [Finding("index", found.layout.path(found.entry.digest), error.message)]
    findings.append(Finding("index", found.layout.path(found.entry.digest), None))
    for variant in variants:
        findings += _verify_variant(found.layout, variant)
    return findings


def _verify_variant(layout: Layout, variant: Variant) -> list[Finding]:
    path = layout.path(variant.digest)
    try:
        files = layout.files(variant)
    except ResolverError as error:
        return [Finding(f"{variant.triple} manifest", path, error.message)]
    config = layout.path(files.config.digest)
    findings = [Finding(f"{variant.triple} manifest", path, None)]
    findings.append(_attempt(f"{variant.triple} description", config, lambda: _agree(layout, files)))
    return findings + [
        _verify_file(variant.triple, blob, layout.path(blob.digest))
        for blob in (files.library, *files.weights, *files.recipes, *files.others)
    ]


def _verify_file(triple: str, blob: Blob, path: str) -> Finding:
    return _attempt(f"{triple} {blob.annotations.get(TITLE, blob.media_type)}", path, lambda: _check(blob, path))


def _attempt(what: str, path: str, check: Callable[[], str | None]) -> Finding:
    try:
        return Finding(what, path, check())
    except ResolverError as error:
        return Finding(what, path, error.message)


def _check(blob: Blob, path: str) -> str | None:
    status = check_file(path, blob.digest, blob.size)
    problem = record(home(), blob.digest, status) if blob.media_type == WEIGHTS_TYPE else None
    return problem and f"verified, but that cannot be remembered, so each start reads it again ({problem})"


def _agree(layout: Layout, files: Files) -> str | None:
    """The manifest's weights and the layers must be the same files."""
    stated = layout.read(files.config).get("weights", [])
    items = [item for item in stated if isinstance(item, dict)] if isinstance(stated, list) else []
    named = [(item.get("file"), item.get("sha256", item.get("recipe"))) for item in items]
    strangers = [blob.title for blob in (*files.weights, *files.recipes) if (blob.title, blob.digest[7:]) not in named]
    return f"the manifest does not name the weights {', '.join(strangers)}" if strangers else None


def check_registry(folder: str | os.PathLike[str], *, leftovers: bool = True) -> list[str]:
    """Every broken invariant of a registry folder or layout folder, as sentences; empty when all is well. Changes nothing.

    Invariants: each index.json is readable and stands in an OCI layout; no tag twice; all it refers to is there, whole, and
    read-only. With `leftovers` (no writer has just died, and no grace period runs): no `.part` file, no unreferenced blob.
    """
    store = Store(os.fspath(folder))
    problems: list[str] = []
    needed: set[str] = set()
    for layout in store.layouts():
        problems += _check_layout(layout, needed)
    for name in sorted(os.listdir(store.blobs)) if os.path.isdir(store.blobs) else []:
        path = os.path.join(store.blobs, name)
        digest = f"sha256:{name}"
        if not is_digest(digest):
            if leftovers or not name.endswith(PART):
                problems.append(f"{path} is not named by a digest")
        elif leftovers and digest not in needed:
            problems.append(f"{path} is referred to by nothing")
    return problems


def _check_layout(layout: Layout, needed: set[str]) -> list[str]:
    problems: list[str] = []
    try:
        if not is_layout_marker(os.path.join(layout.folder, "oci-layout")):
            problems.append(f"{layout.folder}/oci-layout has another version")
        entries = layout.entries()
        digests = reachable(layout, entries)
    except (ResolverError, FileNotFoundError) as error:
        return [*problems, str(error)]
    tags = [tag for tag in map(tag_of, entries) if tag]
    problems += [f"{layout.folder} has the tag {tag} twice" for tag in sorted({tag for tag in tags if tags.count(tag) > 1})]
    for digest, size in digests.items():
        needed.add(digest)
        problems += _check_blob(layout.path(digest), digest, size)
    return problems


def _check_blob(path: str, digest: str, size: int) -> list[str]:
    try:
        status = check_file(path, digest, size)
    except ResolverError as error:
        return [error.message]
    return [f"{path} can be written"] if status.st_mode & 0o222 else []
