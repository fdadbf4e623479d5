"""What this user has already verified, so that opening 90 MB of weights does not mean reading them.

`<home>/verified/<hex digest>` holds lines of "inode size mtime_ns": files found to have that digest when they looked so. A
lost or broken record costs one full check, and a record that cannot be written costs it every time, nothing else.
"""

from __future__ import annotations

import os

from modelet_resolver.errors import ResolverError
from modelet_resolver.files import read_document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_KEPT = 16  # copies of the same file that are remembered


def is_recorded(home: str, digest: str, status: os.stat_result) -> bool:
    """Whether the file with this status was verified before and has not changed since."""
    return _line(status) in _lines(_path(home, digest))


def record(home: str, digest: str, status: os.stat_result) -> str | None:
    """Remembers a verified file, atomically. Returns None, or why that was not possible."""
    path = _path(home, digest)
    lines = [_line(status), *(line for line in _lines(path) if not line.startswith(f"{status.st_ino} "))][:_KEPT]
    part = f"{path}.part"  # without the process's number, so that the next writer takes a dead one's place
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(part, "w", encoding="ascii") as file:
            file.write("".join(f"{line}\n" for line in lines))
        os.replace(part, path)
    except FileNotFoundError:  # another process renamed it meanwhile, with the same content or a broken one
        return None
    except OSError as error:
        _discard(part)
        return f"{path}: {error.strerror}"
    return None


def forget(home: str, digests: Iterable[str]) -> None:
    """Drops the records of files that were removed."""
    for digest in digests:
        _discard(_path(home, digest))
        _discard(f"{_path(home, digest)}.part")


def _path(home: str, digest: str) -> str:
    return os.path.join(home, "verified", digest[7:])


def _line(status: os.stat_result) -> str:
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns}"


def _lines(path: str) -> list[str]:
    try:
        return read_document(path).decode("ascii", "ignore").splitlines()
    except (FileNotFoundError, ResolverError):
        return []


def _discard(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
