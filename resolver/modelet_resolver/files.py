"""Reading files that somebody else wrote: regular files only, bounded, with their digest.

A registry may hold anything: links, pipes that would block, files without end. Nothing here follows a link in the last
component, blocks, or reads more than it was told to expect.
"""

from __future__ import annotations

import errno
import os
import stat

from modelet_resolver.errors import Corrupt, Malformed, Unreadable

try:
    from _hashlib import openssl_sha256 as sha256  # hashlib itself costs a further 0.4 ms to import
except ImportError:  # a Python without OpenSSL
    from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["check_file", "missing", "open_regular", "parse_json", "read_blob", "read_document", "sha256"]

LARGEST_DOCUMENT = 4 << 20  # index.json, indexes, manifests and config blobs
LARGEST_LIBRARY = 4 << 30
LARGEST_WEIGHTS = 1 << 46

_FLAGS = (
    os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)
_FOLLOWS_LINKS = not hasattr(os, "O_NOFOLLOW")  # Windows
_MISSING = (errno.ENOENT, errno.ENOTDIR)
_CHUNK = 256 << 10  # stays in the second-level cache while it is hashed


def open_regular(path: str) -> tuple[int, os.stat_result]:
    """A descriptor of a regular file and its status. Raises FileNotFoundError, Corrupt (a link, pipe, …) or Unreadable."""
    try:
        if _FOLLOWS_LINKS and os.path.islink(path):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno in _MISSING:
            raise FileNotFoundError(error.errno, error.strerror, path) from None
        if error.errno == errno.ELOOP:
            raise Corrupt(f"{path} is a symbolic link; an artifact holds files only.", path) from None
        raise Unreadable(f"Cannot read {path}: {error.strerror}.") from error
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise Corrupt(f"{path} is not a regular file.", path)
    return descriptor, status


def read_document(path: str) -> bytes:
    """The bytes of a small file. Raises FileNotFoundError, Corrupt, Malformed (too large) or Unreadable."""
    descriptor, status = open_regular(path)
    try:
        if status.st_size > LARGEST_DOCUMENT:
            raise Malformed(f"{path} has {status.st_size} bytes; a document has at most {LARGEST_DOCUMENT}.")
        return _read_all(descriptor, LARGEST_DOCUMENT)
    except OSError as error:
        raise Unreadable(f"Cannot read {path}: {error.strerror}.") from error
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, limit: int) -> bytes:
    parts = []
    while limit > 0 and (part := os.read(descriptor, min(limit, 1 << 20))):
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


def read_blob(path: str, digest: str, size: int) -> bytes:
    """A small blob, checked. Raises Corrupt, Malformed or Unreadable."""
    try:
        data = read_document(path)
    except FileNotFoundError:
        raise missing(path) from None
    _check_size(path, len(data), size)
    _check_digest(path, sha256(data).hexdigest(), digest)
    return data


def check_file(path: str, digest: str, size: int) -> os.stat_result:
    """Reads a whole file and compares size and digest. Raises Corrupt or Unreadable; returns the status of what was read."""
    try:
        descriptor, status = open_regular(path)
    except FileNotFoundError:
        raise missing(path) from None
    try:
        _check_size(path, status.st_size, size)
        _check_digest(path, _hash_descriptor(descriptor), digest)
    except OSError as error:
        raise Unreadable(f"Cannot read {path}: {error.strerror}.") from error
    finally:
        os.close(descriptor)
    return status


def _hash_descriptor(descriptor: int) -> str:
    state = sha256()
    buffer = memoryview(bytearray(_CHUNK))
    with open(descriptor, "rb", buffering=0, closefd=False) as file:
        while count := file.readinto(buffer):
            state.update(buffer[:count])
    return state.hexdigest()


def _check_size(path: str, found: int, expected: int) -> None:
    if found != expected:
        what = "is truncated" if found < expected else "is too long"
        raise Corrupt(f"{path} {what}: it has {found} bytes, and the artifact says {expected}. {_ADVICE}", path)


def _check_digest(path: str, found: str, expected: str) -> None:
    if f"sha256:{found}" != expected:
        raise Corrupt(f"{path} was changed: its digest is sha256:{found}, and the artifact says {expected}. {_ADVICE}", path)


_ADVICE = "Compile or pull it again."


def missing(path: str) -> Corrupt:
    """The error for a blob that an artifact names and the registry lacks."""
    return Corrupt(f"{path} is missing, though the artifact names it. {_ADVICE}", path, missing=True)


class _Scanner:
    """What the C scanner of the standard library asks for; importing `json` would bring `re` and `enum`, 5 ms."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    memo: dict[str, str] = {}  # noqa: RUF012 - the pure Python scanner wants it

    @staticmethod
    def parse_constant(text: str) -> None:
        raise ValueError(f"{text} is not JSON")


def parse_json(data: bytes, path: str) -> Any:
    """The value of a UTF-8 JSON text; `path` names it in errors. Raises Malformed."""
    try:
        return _parse(data.decode("utf-8"))
    except (ValueError, StopIteration, RecursionError) as error:
        raise Malformed(f"{path} is not JSON: {str(error) or 'it is empty or cut off'}.") from None


def _parse(text: str) -> Any:
    text = text.strip(" \t\r\n")
    value, end = _scan(text, 0)
    if end != len(text):
        raise ValueError(f"there is more after it, at character {end}")
    return value


def _make_scan() -> Any:
    try:
        from _json import make_scanner
    except ImportError:  # a Python without the C module
        from json import scanner

        return scanner.make_scanner(_Scanner())  # type: ignore[arg-type]
    return make_scanner(_Scanner())  # type: ignore[arg-type]


_scan = _make_scan()
