"""A registry as a whole: what is in it, and removing from it. Not on the way of a load."""

from __future__ import annotations

import os
from difflib import get_close_matches

from modelet_resolver.errors import NotFound, ResolverError, Unsupported
from modelet_resolver.home import home, local_registry, registries
from modelet_resolver.layout import Blob, Layout, Variant, in_registry, tag_of
from modelet_resolver.names import Reference, parse
from modelet_resolver.records import forget
from modelet_resolver.store import GRACE_SECONDS, Store, reachable, repositories


class Listed:
    """One tagged artifact. `bytes` counts each of its files once; `problem` says why it cannot be read, else it is None."""

    def __init__(self, name: str, tag: str | None, digest: str, registry: str) -> None:
        self.name = name
        self.tag = tag
        self.digest = digest
        self.registry = registry
        self.variants: list[Variant] = []
        self.bytes = 0
        self.problem: str | None = None

    @property
    def reference(self) -> str:
        """`@owner/name:tag@sha256:…`, which finds exactly this."""
        return f"{self.name}{f':{self.tag}' if self.tag else ''}{f'@{self.digest}' if self.digest else ''}"

    def __repr__(self) -> str:
        return f"Listed({self.reference!r})"


def list_names(registry: str | os.PathLike[str] | None = None) -> list[Listed]:
    """Every artifact of the registries, by name and tag; what an earlier registry has hides the same name of a later one.

    Artifacts that cannot be read are listed with their problem. Raises Unsupported for a remote registry.
    """
    found: dict[tuple[str, str | None], Listed] = {}
    for root in registries(registry):
        for owner, name in repositories(root):
            for item in _listed(in_registry(root, owner, name), f"@{owner}/{name}", root):
                found.setdefault((item.name, item.tag), item)
    return sorted(found.values(), key=lambda item: (item.name, item.tag or ""))


def _listed(layout: Layout, name: str, root: str) -> list[Listed]:
    try:
        entries = layout.entries()
    except (ResolverError, FileNotFoundError) as error:
        broken = Listed(name, None, "", root)
        broken.problem = str(error)
        return [broken]
    return [_describe(layout, entry, Listed(name, tag_of(entry), entry.digest, root)) for entry in entries]


def _describe(layout: Layout, entry: Blob, item: Listed) -> Listed:
    try:
        item.variants = layout.variants(entry)
        item.bytes = sum(reachable(layout, [entry]).values())
    except ResolverError as error:
        item.problem = error.message
    return item


def near_names(reference: Reference, registry: str | os.PathLike[str] | None = None) -> list[str]:
    """At most three names of the registries that look like this one, best first."""
    known = sorted({f"@{owner}/{name}" for root in registries(registry) for owner, name in repositories(root)})
    near = get_close_matches(reference.repository, known, 3, 0.6)
    same_name = [name for name in known if name.rpartition("/")[2] == reference.name]
    by_name = {name.rpartition("/")[2]: name for name in known}
    alike = [by_name[name] for name in get_close_matches(reference.name, list(by_name), 3, 0.7)]
    return list(dict.fromkeys([*same_name, *near, *alike]))[:3]


def remove(name: str, *, registry: str | os.PathLike[str] | None = None) -> int:
    """Removes a name (all its tags), a tag, or a digest from the local registry, or from the one given.

    Blobs that nothing refers to any more are deleted; processes that have them mapped keep working. Returns the bytes
    freed. Raises NotFound, InvalidName, ReadOnly, Busy.
    """
    reference = parse(name)
    if reference.path is not None or reference.host is not None:
        raise Unsupported(f"{reference} is not in a local registry; only names like @owner/name are removed from one.")
    root = registries(registry)[0] if registry is not None else local_registry()
    layout = in_registry(root, reference.owner, reference.name)
    if not os.path.lexists(os.path.join(layout.folder, "index.json")):
        raise _nothing_to_remove(reference, root)
    store = Store(root)
    with store.locked():
        return _remove(store, layout, reference, everything=reference.digest is None and not _names_tag(name))


def _names_tag(text: str) -> bool:
    return ":" in text.partition("@sha256:")[0].rpartition("/")[2]


def _nothing_to_remove(reference: Reference, root: str) -> NotFound:
    near = near_names(reference, root)
    return NotFound(f"{reference} is not in {root}.{f' Did you mean {near[0]}?' if near else ''}", near)


def _remove(store: Store, layout: Layout, reference: Reference, *, everything: bool) -> int:
    try:
        entries = layout.entries()
    except FileNotFoundError:
        raise _nothing_to_remove(reference, store.root) from None
    except ResolverError:  # unreadable, and so only removable as a whole
        entries = []
    gone = [entry for entry in entries if everything or _is_meant(entry, reference)]
    if not gone and not everything:
        raise NotFound(f"{reference} is not in {store.root}.")
    digests = _digests(layout, gone)
    sizes = {digest: _size(store.path(digest)) for digest in digests}
    if len(gone) == len(entries):
        store.remove_index(layout)
    else:
        store.write_index(layout.folder, [entry for entry in entries if entry not in gone])
    deleted = store.collect(GRACE_SECONDS, at_once=digests)
    forget(home(), deleted)
    return sum(sizes.get(digest, 0) for digest in deleted)


def _is_meant(entry: Blob, reference: Reference) -> bool:
    return entry.digest == reference.digest if reference.digest is not None else tag_of(entry) == reference.tag


def _digests(layout: Layout, entries: list[Blob]) -> dict[str, int]:
    found: dict[str, int] = {}
    for entry in entries:
        try:
            found.update(reachable(layout, [entry]))
        except ResolverError:  # what cannot be read is collected when its grace is over
            found[entry.digest] = entry.size
    return found


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0
