"""Published files on this machine: verified, resumed where a download was cut off, one process at a time.

A file of the hub's cache is used in place. Others come to `<home>/blobs/<algorithm>/<hex>`, through `<hex>.part`, which stays when a
download is cut off, so that the next one goes on from there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from modelet_resolver import hub
from modelet_resolver.errors import Busy, Corrupt, FetchFailed, write_error
from modelet_resolver.files import open_regular
from modelet_resolver.home import home
from modelet_resolver.hub import Source

Progress = Callable[[str, int, int], None]
"""Told what is done, bytes so far, and all of them."""

ATTEMPTS = 5  # connections that end early, one after the other without a byte between
PATIENCE_SECONDS = 3600.0
_CHUNK = 1 << 20


def fetch(source: Source, progress: Progress) -> tuple[str, bool]:
    """The path of a verified file, and whether it is ours to delete.

    Raises Corrupt (what the hub has is not what was compiled against), Offline, FetchFailed, FetchRefused, SourceNotFound, DiskFull,
    ReadOnly, Busy.
    """
    found = hub.cached(*source.parts())
    if found is not None and _is_right(found, source):
        return found, False
    algorithm, _, name = source.digest.partition(":")
    path = os.path.join(home(), "blobs", algorithm, name)
    with locked(path):
        if not (os.path.exists(path) and _is_right(path, source)):
            _download(source, path, progress)
    return path, True


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Holds the lock of a file that is being made, across processes. Raises Busy, ReadOnly, DiskFull."""
    from filelock import FileLock, Timeout

    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lock = FileLock(f"{path}.lock")
        lock.acquire(timeout=PATIENCE_SECONDS)
    except Timeout:
        raise Busy(f"Another process has held {path}.lock for {PATIENCE_SECONDS:g} seconds. End it, then try again.") from None
    except OSError as error:
        raise write_error(error, path) from error
    try:
        yield
    finally:
        lock.release()


def _is_right(path: str, source: Source) -> bool:
    try:
        descriptor, status = open_regular(path)
    except (OSError, Corrupt):
        return False
    with open(descriptor, "rb") as file:
        if status.st_size != source.bytes:
            return False
        state = _hash(source)
        while data := file.read(_CHUNK):
            state.update(data)
    return _text(state, source) == source.digest


def _download(source: Source, path: str, progress: Progress) -> None:
    """Twice at most: a part that was left by an earlier download may be of other bytes."""
    part = f"{path}.part"
    try:
        resumed = os.path.exists(part)
        if not _complete(source, part, progress):
            os.unlink(part)
            if not resumed or not _complete(source, part, progress):
                raise Corrupt(
                    f"{source.address} is not the file that the modelet was compiled against: its digest is not {source.digest}. "
                    "Compile it again, or ask whoever published it.",
                    source.address,
                )
        os.chmod(part, 0o444)
        os.replace(part, path)
    except OSError as error:
        raise write_error(error, part) from error
    finally:
        if os.path.exists(path):
            with suppress(OSError):
                os.unlink(part)


def _complete(source: Source, part: str, progress: Progress) -> bool:
    """Appends what is missing; whether the whole has the digest."""
    state = _hash(source)
    with open(part, "a+b") as file:
        file.seek(0)
        while data := file.read(_CHUNK):
            state.update(data)
        if file.tell() > source.bytes:
            return False
        failures = 0
        while (before := file.tell()) < source.bytes:
            problem = FetchFailed(f"{source.address}: the connection ends after {before} of {source.bytes} bytes.")
            try:
                state = _append(source, file, state, progress)
            except FetchFailed as error:
                problem = error
            failures = 0 if file.tell() > before else failures + 1
            if failures == ATTEMPTS:
                raise problem
        file.flush()
        os.fsync(file.fileno())
    return _text(state, source) == source.digest


def _append(source: Source, file: Any, state: Any, progress: Progress) -> Any:
    """One connection's bytes; returns the state of the digest. Raises FetchFailed for one that could not begin."""
    stream, start = hub.open_file(source.address, file.tell())
    with stream:
        if start != file.tell():  # the server sends all of it
            file.seek(0)
            file.truncate()
            state = _hash(source)
            if start != 0:
                raise FetchFailed(f"{source.address}: the server sent bytes from {start} on.")
        while file.tell() < source.bytes:
            data = _received(stream, min(_CHUNK, source.bytes - file.tell()))
            if not data:
                break
            file.write(data)
            state.update(data)
            progress(source.address, file.tell(), source.bytes)
    return state


def _received(stream: Any, most: int) -> bytes:
    """Bytes; none when the connection ended."""
    try:
        return bytes(stream.read(most))
    except hub.CUT_OFF:
        return b""


def _hash(source: Source) -> Any:
    if source.digest.startswith("sha256:"):
        return hashlib.sha256()
    return hashlib.sha1(b"blob %d\0" % source.bytes, usedforsecurity=False)  # how git names a file


def _text(state: Any, source: Source) -> str:
    return f"{source.digest.partition(':')[0]}:{state.hexdigest()}"
