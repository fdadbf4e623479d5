"""From a name to verified files: what runs before every load, and so is quick.

Reading takes no lock: every document is replaced by rename, blobs never change, and a blob that vanished under a reader
(another process replaced the artifact) makes it start again from the index.
"""

from __future__ import annotations

import os

from modelet_resolver import choice, records
from modelet_resolver.errors import Corrupt, NotFound, ResolverError, Unsupported
from modelet_resolver.files import check_file, missing, open_regular
from modelet_resolver.home import home, registries
from modelet_resolver.host import detect
from modelet_resolver.layout import NAME, Layout, in_registry, open_folder, select, tag_of
from modelet_resolver.names import DEFAULT_TAG, Reference, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from modelet_resolver.fetch import Progress
    from modelet_resolver.foreign import PackedFile
    from modelet_resolver.host import Host
    from modelet_resolver.layout import Blob, Files, Variant

_ATTEMPTS = 5  # an artifact would have to be replaced this often while it is being read


class Resolved:
    """A variant whose files were verified when it was made.

    `name` is "@owner/name" (or the layout's path if it carries no name), `reference` the canonical name with the digest
    that pins it, `digest` that of the index, `library` the path to load, `weights` paths by file name, `packed` those of them that were
    packed here from published ones.
    """

    __slots__ = ("_layout", "_manifest", "digest", "files", "library", "name", "packed", "reference", "variant", "weights")

    def __init__(
        self, layout: Layout, name: str, reference: str, digest: str, variant: Variant, files: Files, packed: dict[str, PackedFile]
    ) -> None:
        self._layout = layout
        self._manifest: dict[str, Any] | None = None
        self.name = name
        self.reference = reference
        self.digest = digest
        self.variant = variant
        self.files = files
        self.library = layout.path(files.library.digest)
        self.packed = packed
        self.weights = {blob.title: layout.path(blob.digest) for blob in files.weights}
        self.weights.update({title: file.path for title, file in packed.items()})

    @property
    def manifest(self) -> dict[str, Any]:
        """The modelet's manifest (resolver/manifest.schema.json), read when first asked for. Raises Malformed or Corrupt."""
        if self._manifest is None:
            self._manifest = self._layout.read(self.files.config)
        return self._manifest

    def __repr__(self) -> str:
        return f"Resolved({self.reference!r}, {self.variant.triple!r})"


class Located:
    """A name found in a registry, or a layout folder, before anything is chosen."""

    __slots__ = ("entry", "layout", "name", "reference")

    def __init__(self, layout: Layout, entry: Blob, reference: Reference) -> None:
        self.layout = layout
        self.entry = entry
        self.name = entry.annotations.get(NAME, layout.folder) if reference.path is not None else reference.repository
        tag = reference.tag or (tag_of(entry) if reference.path is not None else None)
        self.reference = f"{self.name}{f':{tag}' if tag else ''}@{entry.digest}"


def resolve(
    name: str | os.PathLike[str],
    *,
    registry: str | os.PathLike[str] | None = None,
    verify: str = "once",
    host: Host | None = None,
    progress: Progress | None = None,
) -> Resolved:
    """Finds a name's binary for this host and checks its files.

    `name` is a name or the path of a layout folder (resolver/SPEC.md). `registry` is asked alone if given, else
    MODELET_REGISTRY and then the local one. The library is read and checked every time; weights are checked in full under
    verify="always", and under "once" only if their size, time or inode is not the recorded one. Weights that are had elsewhere are fetched
    and packed when they are first needed; `progress` is told meanwhile.

    Raises InvalidName, NotFound, NoVariant, AbiMismatch, Malformed, Corrupt, Unreadable, Unsupported, and what `foreign.packed` raises.
    Any thread may call it; no lock is taken but for packing, and nothing but a record of verified weights is written without it.
    """
    if verify not in ("once", "always"):
        raise ResolverError(f"verify is {verify!r}; it must be 'once' or 'always'.")
    host = host or detect()
    for _ in range(_ATTEMPTS - 1):
        try:
            return _resolve(name, registry, verify, host, progress)
        except Corrupt as error:
            if not error.missing:
                raise
    return _resolve(name, registry, verify, host, progress)


def _resolve(
    name: str | os.PathLike[str], registry: str | os.PathLike[str] | None, verify: str, host: Host, progress: Progress | None
) -> Resolved:
    found = locate(name, registry)
    variant = choice.choose(found.name, found.layout.variants(found.entry), host)
    files = found.layout.files(variant)
    check_file(found.layout.path(files.library.digest), files.library.digest, files.library.size)
    for blob in files.weights:
        check_weights(found.layout.path(blob.digest), blob, verify)
    packed = _packed(found.layout, files, verify, progress) if files.recipes else {}
    return Resolved(found.layout, found.name, found.reference, found.entry.digest, variant, files, packed)


def _packed(layout: Layout, files: Files, verify: str, progress: Progress | None) -> dict[str, PackedFile]:
    from modelet_resolver import foreign

    return {recipe.title: foreign.packed(layout, recipe, verify, progress) for recipe in files.recipes}


def check_weights(path: str, blob: Blob, verify: str) -> None:
    """Checks one weights file against its record, or in full. Raises Corrupt or Unreadable."""
    where = home()
    try:
        descriptor, status = open_regular(path)
    except FileNotFoundError:
        raise missing(path) from None
    os.close(descriptor)
    if verify == "once" and status.st_size == blob.size and records.is_recorded(where, blob.digest, status):
        return
    records.record(where, blob.digest, check_file(path, blob.digest, blob.size))


def explain(
    name: str | os.PathLike[str], *, registry: str | os.PathLike[str] | None = None, host: Host | None = None
) -> list[choice.Considered]:
    """Every variant of a name with why it was taken or left, in the index's order. Loads nothing. Raises as `resolve` does."""
    found = locate(name, registry)
    return choice.explain(found.layout.variants(found.entry), host or detect())


def locate(name: str | os.PathLike[str], registry: str | os.PathLike[str] | None = None) -> Located:
    """Finds the index that a name means, choosing nothing. Raises InvalidName, NotFound, Malformed, Unreadable, Unsupported."""
    reference = Reference("", "", path=os.fspath(name)) if isinstance(name, os.PathLike) else parse(name)
    if reference.path is not None:
        return _locate_folder(reference)
    if reference.host is not None:
        raise Unsupported(f"{reference} lives on another host. This version reads registries that are folders.")
    tags: list[str] = []
    for folder in registries(registry):
        layout = in_registry(folder, reference.owner, reference.name)
        try:
            entries = layout.entries()
        except FileNotFoundError:
            continue
        entry = select(entries, reference.tag, reference.digest)
        if entry is not None:
            return Located(layout, entry, reference)
        tags += [tag for tag in map(tag_of, entries) if tag]
    raise _not_found(reference, tags, registry)


def _locate_folder(reference: Reference) -> Located:
    layout = open_folder(str(reference.path))
    try:
        entries = layout.entries()
    except FileNotFoundError:
        raise NotFound(f"The layout at {reference.path!r} was removed while it was read.") from None
    entry = select(entries, None, None)
    if entry is None:
        tags = ", ".join(tag for tag in map(tag_of, entries) if tag) or "none"
        raise NotFound(f"The layout at {reference.path!r} has no artifact tagged {DEFAULT_TAG}; its tags: {tags}.")
    return Located(layout, entry, reference)


def _not_found(reference: Reference, tags: list[str], registry: str | os.PathLike[str] | None) -> NotFound:
    """Slow and rare: looks at all names for the ones that are nearly this one."""
    if tags:
        near = [f"{reference.repository}:{tag}" for tag in sorted(set(tags))]
        return NotFound(f"{reference} was not found, and {reference.repository} has the tags {', '.join(sorted(set(tags)))}.", near)
    from modelet_resolver.registry import near_names

    near = near_names(reference, registry)
    hint = f" Did you mean {' or '.join(near)}?" if near else " `modelet ls` lists what is there."
    return NotFound(f"{reference} was not found in {', '.join(registries(registry))}.{hint}", near)
