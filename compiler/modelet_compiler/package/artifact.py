"""Packs libraries, manifests and weights into an OCI image layout, and publishes a layout into a registry folder.

index.json → index → one manifest per variant → config blob (the modelet's manifest), library layer, weights layers. The same
input gives the same bytes: documents are canonical JSON, and nothing of the time, the machine or the folder goes in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from modelet_resolver import layout
from modelet_resolver.errors import ResolverError
from modelet_resolver.home import home, local_registry
from modelet_resolver.layout import Blob, Layout, tag_of
from modelet_resolver.names import DEFAULT_TAG, Reference, is_file_name, parse
from modelet_resolver.packing.weights import PackageError, WeightsFile
from modelet_resolver.records import forget, record
from modelet_resolver.resolution import locate
from modelet_resolver.store import GRACE_SECONDS, LOCK, PART, Store, canonical_json, descriptor, index_document, reachable

_OWN_FILES = {"index.json", "oci-layout", "blobs", LOCK}


@dataclass(frozen=True)
class Variant:
    """What one target's build made. The choice among variants reads triple, features and ABI from the manifest."""

    triple: str
    library: bytes | Path
    manifest: Mapping[str, Any]
    files: Sequence[WeightsFile] = ()
    priority: int = 0
    library_name: str = "library"


@dataclass(frozen=True)
class Packed:
    """An artifact in its folder: a layout folder, or the name's folder in a registry. Either path is a name as well.

    `libraries` maps triples to the files to load. A variant that prefers features of a host has them after its triple, each after a `+`; of
    several variants that prefer the same, it is the one of highest priority.
    """

    folder: Path
    name: str
    tag: str
    digest: str
    libraries: Mapping[str, Path]

    @property
    def reference(self) -> str:
        """`@owner/name:tag@sha256:…`, which finds exactly this artifact."""
        return f"{self.name}:{self.tag}@{self.digest}"


def write_layout(folder: Path | str, name: str, variants: Sequence[Variant]) -> Packed:
    """Writes or replaces the layout folder of one artifact, in one step: whoever reads it sees the old one or the new.

    `name` is any form of a name; without a tag it is `latest`. Raises InvalidName, PackageError, ReadOnly, DiskFull, Busy,
    Corrupt (a file is not what it was said to be), and ResolverError if the folder holds something else.
    """
    reference = _named(name)
    root = Path(folder).absolute()
    _refuse_foreign_folder(root)
    store = Store(str(root))
    with store.locked():
        entry = _put_artifact(store, reference, variants)
        store.write_index(store.root, [entry])
        store.collect(0.0, at_once=_all_blobs(store))
        return _packed(store, Layout(store.root, store.blobs), entry, reference)


def publish(name: str, variants: Sequence[Variant], registry: Path | str | None = None) -> Packed:
    """Packs an artifact straight into a registry folder (the local one by default), replacing what had its name and tag.

    The replaced artifact's blobs stay for an hour, for processes that have just resolved it. Raises as `write_layout`.
    """
    reference = _named(name)
    store = Store(os.fspath(registry) if registry is not None else local_registry())
    with store.locked():
        return _enter(store, _put_artifact(store, reference, variants), reference)


def publish_layout(source: Path | str, registry: Path | str | None = None) -> Packed:
    """Adds a layout folder's artifact to a registry folder, as `publish` does.

    Blobs are hard-linked where the file system allows, else copied. Raises NotFound (no layout, or none of its artifacts is
    the only one or tagged `latest`), Malformed, Corrupt, ReadOnly, DiskFull, Busy.
    """
    found = locate(Path(source))
    reference = _named(f"{found.name}:{tag_of(found.entry) or DEFAULT_TAG}")
    store = Store(os.fspath(registry) if registry is not None else local_registry())
    with store.locked():
        for digest, size in reachable(found.layout, [found.entry]).items():
            store.put_file(found.layout.path(digest), digest, size)
        return _enter(store, found.entry, reference)


def _enter(store: Store, entry: Blob, reference: Reference) -> Packed:
    """Makes the registry's name and tag mean `entry`, whose blobs are there."""
    target = layout.in_registry(store.root, reference.owner, reference.name)
    before = _entries_or_none(target)
    kept = [other for other in before if tag_of(other) != tag_of(entry)]
    replaced = _reachable_or_none(target, [other for other in before if other not in kept])
    store.write_index(target.folder, [*kept, entry])
    store.supersede(replaced)
    forget(home(), store.collect(GRACE_SECONDS))
    return _packed(store, target, entry, reference)


def _packed(store: Store, target: Layout, entry: Blob, reference: Reference) -> Packed:
    """Describes what was written, and records its weights: they were read in full a moment ago."""
    libraries: dict[str, Path] = {}
    for variant in sorted(target.variants(entry), key=lambda variant: variant.priority):
        files = target.files(variant)
        libraries["+".join((variant.triple, *variant.preferred))] = Path(target.path(files.library.digest))
        for blob in files.weights:
            path = Path(store.path(blob.digest))
            record(home(), blob.digest, path.stat())
    return Packed(Path(target.folder), reference.repository, str(reference.tag), entry.digest, libraries)


def _named(name: str) -> Reference:
    reference = parse(name, lambda _: False)
    if reference.path is not None or reference.host is not None or reference.digest is not None:
        raise PackageError(f"{name!r} cannot name a new artifact; @owner/name and @owner/name:tag can")
    return reference


def _refuse_foreign_folder(root: Path) -> None:
    """Never mixes into a folder of other things; the leavings of a killed writer are not other things."""
    if root.is_file():
        raise ResolverError(f"{root} is a file; a layout is a folder.", "unsafe_path")
    if not root.is_dir() or (root / "index.json").exists():
        return
    strangers = sorted(path.name for path in root.iterdir() if path.name not in _OWN_FILES and not path.name.endswith(PART))
    if strangers:
        raise ResolverError(f"{root} holds {strangers[0]!r} and no layout. Name a new or empty folder.", "unsafe_path")


def _put_artifact(store: Store, reference: Reference, variants: Sequence[Variant]) -> Blob:
    if not variants:
        raise PackageError("an artifact has at least one variant")
    blobs = sorted((_put_variant(store, variant) for variant in variants), key=lambda blob: (blob.annotations[layout.TRIPLE], blob.digest))
    document = {**index_document(blobs), "artifactType": layout.ARTIFACT_TYPE, "annotations": {layout.NAME: reference.repository}}
    annotations = {layout.NAME: reference.repository, layout.TAG: str(reference.tag)}
    return _put_document(store, document, layout.INDEX_TYPE, annotations)


def _put_variant(store: Store, variant: Variant) -> Blob:
    config = _put_document(store, dict(variant.manifest), layout.CONFIG_TYPE, {})
    layers = [_put_library(store, variant), *(_put_weights(store, item) for item in variant.files)]
    document = {
        "schemaVersion": 2,
        "mediaType": layout.MANIFEST_TYPE,
        "artifactType": layout.ARTIFACT_TYPE,
        "config": descriptor(config),
        "layers": [descriptor(layer) for layer in layers],
    }
    return _put_document(store, document, layout.MANIFEST_TYPE, choice_annotations(variant))


def choice_annotations(variant: Variant) -> dict[str, str]:
    """What the choice among variants needs, as the annotations of a descriptor (resolver/SPEC.md)."""
    features = variant.manifest.get("features", {})
    if variant.manifest.get("triple") != variant.triple:
        raise PackageError(f"the manifest says {variant.manifest.get('triple')!r}, the variant {variant.triple!r}")
    annotations = {
        layout.TRIPLE: variant.triple,
        layout.REQUIRED: ",".join(sorted(features.get("required", ()))),
        layout.PREFERRED: ",".join(sorted(features.get("preferred", ()))),
        layout.PRIORITY: str(variant.priority),
        layout.ABI: str(variant.manifest["abi"]),
    }
    return {key: text for key, text in annotations.items() if text}


def _put_document(store: Store, document: Mapping[str, Any], media_type: str, annotations: dict[str, Any]) -> Blob:
    data = canonical_json(document)
    return Blob(media_type, store.put_bytes(data), len(data), annotations)


def _put_library(store: Store, variant: Variant) -> Blob:
    title = {layout.TITLE: _file_name(variant.library_name)}
    if isinstance(variant.library, bytes):
        return Blob(layout.LIBRARY_TYPE, store.put_bytes(variant.library), len(variant.library), title)
    with variant.library.open("rb") as file:
        data = file.read()
    digest = f"sha256:{sha256(data).hexdigest()}"
    store.put_file(str(variant.library), digest, len(data))
    return Blob(layout.LIBRARY_TYPE, digest, len(data), title)


def _put_weights(store: Store, weights: WeightsFile) -> Blob:
    digest = f"sha256:{weights.sha256}"
    if weights.packed:
        text = weights.path.read_bytes()
        return Blob(layout.RECIPE_TYPE, store.put_bytes(text), len(text), {layout.TITLE: _file_name(weights.file)})
    store.put_file(str(weights.path), digest, weights.bytes)
    return Blob(layout.WEIGHTS_TYPE, digest, weights.bytes, {layout.TITLE: _file_name(weights.file)})


def _file_name(text: str) -> str:
    if not is_file_name(text):
        raise PackageError(f"{text!r} is not one plain path component")
    return text


def _entries_or_none(target: Layout) -> list[Blob]:
    """What a name has now; nothing if it is new, or if its index is broken and so replaced."""
    try:
        return target.entries()
    except (FileNotFoundError, ResolverError):
        return []


def _reachable_or_none(target: Layout, entries: Iterable[Blob]) -> set[str]:
    found: set[str] = set()
    for entry in entries:
        with suppress(ResolverError, FileNotFoundError):
            found |= reachable(target, [entry]).keys()
    return found


def _all_blobs(store: Store) -> list[str]:
    return [f"sha256:{path.name}" for path in Path(store.blobs).iterdir()]
