"""Weights that are had elsewhere: the packed file of a recipe, made when it is first needed (resolver/SPEC.md).

`<home>/packed/<hex digest of the recipe>/<file name>`, and beside it `digest`: "sha256:… bytes" of that file. Later starts look at both,
as they look at the weights of an artifact, and import nothing of what fetches and packs.
"""

from __future__ import annotations

import os

from modelet_resolver import records
from modelet_resolver.errors import Corrupt, Malformed, ResolverError, write_error
from modelet_resolver.files import LARGEST_WEIGHTS, check_file, open_regular, read_blob, read_document
from modelet_resolver.home import home
from modelet_resolver.names import is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from modelet_resolver.fetch import Progress
    from modelet_resolver.layout import Blob, Layout

RECORD = "digest"


class PackedFile:
    """A packed weights file: `path`, and the digest it was found to have."""

    __slots__ = ("path", "sha256")

    def __init__(self, path: str, sha256: str) -> None:
        self.path = path
        self.sha256 = sha256


def packed(layout: Layout, recipe: Blob, verify: str, progress: Progress | None = None) -> PackedFile:
    """The packed file of a recipe; fetched and packed if it is not there, or is damaged.

    Raises Corrupt, Malformed, Unreadable, Offline, FetchFailed, FetchRefused, SourceNotFound, DiskFull, ReadOnly, Busy.
    """
    folder = os.path.join(home(), "packed", recipe.digest[7:])
    found = _find(folder, recipe.title, verify)
    if found is not None:
        return found
    from modelet_resolver.fetch import locked

    with locked(folder):
        return _find(folder, recipe.title, "once") or _make(layout, recipe, folder, progress or (lambda *_: None))


def _find(folder: str, title: str, verify: str) -> PackedFile | None:
    """What is there, if it is whole."""
    path = os.path.join(folder, title)
    try:
        text = read_document(os.path.join(folder, RECORD)).decode("ascii")
        digest, _, size = text.strip().partition(" ")
        if not is_digest(digest) or not size.isdecimal() or int(size) > LARGEST_WEIGHTS:
            return None
        descriptor, status = open_regular(path)
        os.close(descriptor)
        if verify != "once" or status.st_size != int(size) or not records.is_recorded(home(), digest, status):
            records.record(home(), digest, check_file(path, digest, int(size)))
    except (OSError, Corrupt, Malformed, UnicodeDecodeError):
        return None
    return PackedFile(path, digest[7:])


def _make(layout: Layout, recipe: Blob, folder: str, progress: Progress) -> PackedFile:
    try:
        from modelet_resolver.packing.recipe import read_recipe
    except ImportError as error:
        raise ResolverError(
            f"These weights are packed from published ones, which needs numpy: {error}.", "weights_not_fetched", 422
        ) from None
    from modelet_resolver.fetch import fetch

    path = layout.path(recipe.digest)
    plan = read_recipe(read_blob(path, recipe.digest, recipe.size), path)
    sources = {source: fetch(source, progress) for source in plan.sources}
    files = {source: file for source, (file, _) in sources.items()}
    _write(folder, recipe.title, lambda target: plan.pack(files, target).sha256)
    for file, ours in sources.values():
        if ours:
            _discard(file)
    made = _find(folder, recipe.title, "once")
    if made is None:
        raise Corrupt(f"{os.path.join(folder, recipe.title)} was changed while it was written.", folder)
    return made


def _write(folder: str, title: str, pack: Callable[[str], str]) -> None:
    """The file first, its record last: without the record it does not count."""
    target, record = os.path.join(folder, title), os.path.join(folder, RECORD)
    try:
        os.makedirs(folder, exist_ok=True)
        _discard(record)
        sha256 = pack(target)
        os.chmod(target, 0o444)
        with open(f"{record}.part", "w", encoding="ascii") as file:
            file.write(f"sha256:{sha256} {os.path.getsize(target)}\n")
        os.replace(f"{record}.part", record)
    except OSError as error:
        raise write_error(error, target) from error
    except ValueError as error:
        raise Malformed(f"The published weights cannot be packed into {title}: {error}.") from error
    records.record(home(), f"sha256:{sha256}", os.stat(target))


def _discard(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
