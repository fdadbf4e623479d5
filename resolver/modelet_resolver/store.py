"""The writing side of a registry folder or a layout folder: one lock, blobs by digest, `index.json` replaced by rename.

Whoever is killed leaves the old state or the new one, plus at most `.part` files and unreferenced blobs, which the next
writer removes: it holds the lock, so every leftover it sees belongs to somebody who died.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from modelet_resolver.errors import Busy, Malformed, ResolverError, Unreadable, write_error
from modelet_resolver.files import check_file, parse_json, read_document, sha256
from modelet_resolver.layout import INDEX_TYPE, Blob, Layout, in_registry
from modelet_resolver.names import is_component, is_digest

LOCK = ".lock"
PART = ".part"
OCI_LAYOUT = b'{"imageLayoutVersion":"1.0.0"}'
GRACE_SECONDS = 3600.0  # how long a replaced artifact's blobs stay for whoever resolved it just before
PATIENCE_SECONDS = 600.0
READ_ONLY = 0o444

_NO_LINKS = (errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EACCES)


def canonical_json(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")


class Store:
    """A folder that holds `blobs/sha256`. Its methods that write are called under `locked`. Raises ReadOnly, DiskFull, Busy."""

    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)
        self.blobs = os.path.join(self.root, "blobs", "sha256")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the folder's lock, across processes; what dead writers left is gone when it is entered."""
        from filelock import FileLock, Timeout

        path = os.path.join(self.root, LOCK)
        with _writing(path):
            os.makedirs(self.blobs, exist_ok=True)
        lock = FileLock(path)
        with _writing(path):
            try:
                lock.acquire(timeout=PATIENCE_SECONDS)
            except Timeout:
                raise Busy(f"Another process has held {path} for {PATIENCE_SECONDS:g} seconds. End it, then try again.") from None
        try:
            self._clean()
            yield
        finally:
            lock.release()

    def path(self, digest: str) -> str:
        """Where a digest's bytes belong."""
        return os.path.join(self.blobs, digest[7:])

    def put_bytes(self, data: bytes) -> str:
        """Stores a document; returns its digest."""
        digest = f"sha256:{sha256(data).hexdigest()}"
        path = self.path(digest)
        if not _is_healthy(path, digest, len(data)):
            _write_atomically(path, data, READ_ONLY)
        return digest

    def put_file(self, source: str, digest: str, size: int) -> None:
        """Stores a file by hard link where that is possible, else by copy. The file becomes read-only. Raises Corrupt too."""
        path = self.path(digest)
        if _is_healthy(path, digest, size):
            return
        check_file(source, digest, size)
        part = f"{path}.{os.getpid()}{PART}"
        with _writing(path):
            try:
                if not _link(source, part):
                    _copy(source, part)
                    check_file(part, digest, size)
                os.chmod(part, READ_ONLY)
                os.replace(part, path)
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(part)

    def write_index(self, folder: str, entries: Iterable[Blob]) -> None:
        """Replaces a folder's `index.json` in one step, having made the folder an OCI layout."""
        with _writing(folder):
            os.makedirs(folder, exist_ok=True)
        marker = os.path.join(folder, "oci-layout")
        if not _holds(marker, OCI_LAYOUT):
            _write_atomically(marker, OCI_LAYOUT, 0o644)
        _write_atomically(os.path.join(folder, "index.json"), canonical_json(index_document(entries)), 0o644)

    def remove_index(self, layout: Layout) -> None:
        """Removes a name: `index.json` first, so that nobody sees half of it."""
        with _writing(layout.folder):
            if os.path.islink(layout.folder):
                raise ResolverError(f"{layout.folder} is a symbolic link; remove it by hand.", "unsafe_path", 403)
            for file in ("index.json", "oci-layout"):
                with suppress(FileNotFoundError):
                    os.unlink(os.path.join(layout.folder, file))
            with suppress(OSError):  # something else is in there
                os.rmdir(layout.folder)
                os.rmdir(os.path.dirname(layout.folder))

    def supersede(self, digests: Iterable[str]) -> None:
        """Starts the grace period of blobs that may have lost their last reference: changing the mode, even to what it
        was, sets the inode's change time, and not the modification time that records of verified weights compare.
        """
        for digest in digests:
            with suppress(OSError):
                os.chmod(self.path(digest), READ_ONLY)

    def collect(self, grace_seconds: float, at_once: Iterable[str] = ()) -> list[str]:
        """Deletes blobs that nothing refers to, those `at_once` now and others when their grace is over.

        Returns the digests deleted. Deletes nothing at all if any index cannot be read, for what that one needs is unknown.
        """
        try:
            needed = {digest for layout in self.layouts() for digest in reachable(layout)}
        except (ResolverError, FileNotFoundError):
            return []
        now = frozenset(at_once)
        deleted = []
        for name in _names(self.blobs):
            digest = f"sha256:{name}"
            if is_digest(digest) and digest not in needed and (digest in now or _age_seconds(self.path(digest)) > grace_seconds):
                with suppress(OSError):  # in use, on systems that refuse that: the next collection gets it
                    os.unlink(self.path(digest))
                    deleted.append(digest)
        return deleted

    def layouts(self) -> list[Layout]:
        """The layouts whose blobs are here: the folder itself, or a registry's names. Sorted."""
        if os.path.isfile(os.path.join(self.root, "index.json")):
            return [Layout(self.root, self.blobs)]
        return [in_registry(self.root, owner, name) for owner, name in repositories(self.root)]

    def _clean(self) -> None:
        folders = [self.blobs, self.root, *(os.path.join(self.root, owner, name) for owner, name in _folders(self.root))]
        for folder in folders:
            for name in _names(folder):
                if name.endswith(PART):
                    with suppress(OSError):
                        os.unlink(os.path.join(folder, name))


def repositories(root: str) -> list[tuple[str, str]]:
    """(owner, name) of everything in a registry folder, sorted."""
    return [(owner, name) for owner, name in _folders(root) if os.path.isfile(os.path.join(root, owner, name, "index.json"))]


def _folders(root: str) -> list[tuple[str, str]]:
    owners = [owner for owner in _names(root) if is_component(owner) and owner != "blobs"]
    return [(owner, name) for owner in owners for name in _names(os.path.join(root, owner)) if is_component(name)]


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise Unreadable(f"Cannot list {folder}: {error.strerror}.") from error


def reachable(layout: Layout, entries: Iterable[Blob] | None = None) -> dict[str, int]:
    """Digests with sizes of everything that a layout (or some of its entries) refers to, unknown layers included.

    Raises FileNotFoundError, Malformed, Corrupt or Unreadable.
    """
    found: dict[str, int] = {}
    for entry in layout.entries() if entries is None else entries:
        found[entry.digest] = entry.size
        for variant in layout.variants(entry):
            found[variant.digest] = variant.blob.size
            files = layout.files(variant)
            for blob in (files.config, files.library, *files.weights, *files.recipes, *files.others):
                found[blob.digest] = blob.size
    return found


def index_document(entries: Iterable[Blob]) -> dict[str, Any]:
    """The JSON of an OCI index."""
    return {"schemaVersion": 2, "mediaType": INDEX_TYPE, "manifests": [descriptor(entry) for entry in entries]}


def descriptor(blob: Blob) -> dict[str, Any]:
    """The JSON of a descriptor."""
    fields: dict[str, Any] = {"mediaType": blob.media_type, "digest": blob.digest, "size": blob.size}
    if blob.annotations:
        fields["annotations"] = blob.annotations
    return fields


def is_layout_marker(path: str) -> bool:
    """Whether a file is the `oci-layout` of a version this package reads. Raises FileNotFoundError, Corrupt, Malformed."""
    value = parse_json(read_document(path), path)
    if not isinstance(value, dict):
        raise Malformed(f"{path} is not a JSON object.")
    return str(value.get("imageLayoutVersion", "")).startswith("1.")


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise write_error(error, path) from error


def _write_atomically(path: str, data: bytes, mode: int) -> None:
    part = f"{path}.{os.getpid()}{PART}"
    with _writing(path):
        try:
            with open(part, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(part, mode)
            os.replace(part, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(part)


def _link(source: str, target: str) -> bool:
    with suppress(FileNotFoundError):
        os.unlink(target)
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno in _NO_LINKS:
            return False
        raise
    return True


def _copy(source: str, target: str) -> None:
    with open(source, "rb") as reader, open(target, "wb") as writer:
        shutil.copyfileobj(reader, writer, 1 << 20)
        writer.flush()
        os.fsync(writer.fileno())


def _is_healthy(path: str, digest: str, size: int) -> bool:
    """Whether a blob is there and good; a damaged one is written again."""
    try:
        status = check_file(path, digest, size)
    except ResolverError:
        return False
    if status.st_mode & 0o222:
        with suppress(OSError):
            os.chmod(path, stat.S_IMODE(status.st_mode) & ~0o222)
    return True


def _holds(path: str, data: bytes) -> bool:
    try:
        return read_document(path) == data
    except (OSError, ResolverError):
        return False


def _age_seconds(path: str) -> float:
    try:
        return time.time() - os.lstat(path).st_ctime
    except OSError:
        return 0.0
