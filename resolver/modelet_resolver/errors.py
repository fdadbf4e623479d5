"""What can go wrong between a name and a file, as exceptions that any client can turn into an OpenAI error object.

Every error has a `message` for people, a stable `code` for programs and an HTTP-like `status`. resolver/SPEC.md lists the codes.
"""

from __future__ import annotations

import errno

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from modelet_resolver.choice import Considered


class ResolverError(Exception):
    """Base of all errors of this package. Raised itself only for invalid options."""

    code = "invalid_option"
    status = 400

    def __init__(self, message: str, code: str | None = None, status: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        if status is not None:
            self.status = status


class InvalidName(ResolverError):
    """The text is neither a name nor the path of a layout folder."""

    code = "invalid_name"


class NotFound(ResolverError):
    """No registry has the name. `near` holds the names that look like it, best first."""

    code = "model_not_found"
    status = 404

    def __init__(self, message: str, near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.near = tuple(near)


class NoVariant(ResolverError):
    """The artifact exists, but nothing in it runs here. `considered` holds every variant with its reason."""

    code = "no_variant"
    status = 422

    def __init__(self, message: str, considered: Sequence[Considered] = ()) -> None:
        super().__init__(message)
        self.considered = tuple(considered)


class AbiMismatch(NoVariant):
    """Variants fit this host, but speak another version of the C interface than this client."""

    code = "abi_mismatch"


class Malformed(ResolverError):
    """A document of the artifact does not say what resolver/SPEC.md asks for."""

    code = "malformed_artifact"
    status = 422


class Corrupt(ResolverError):
    """A file is missing, truncated, or its bytes do not match its digest. `path` is the file."""

    code = "corrupt_artifact"
    status = 422

    def __init__(self, message: str, path: str = "", *, missing: bool = False) -> None:
        super().__init__(message)
        self.path = path
        self.missing = missing


class Unsupported(ResolverError):
    """The name or registry is remote, which this version cannot reach."""

    code = "unsupported_registry"


class Offline(ResolverError):
    """Published weights have to be fetched, and this process must not touch the network."""

    code = "offline"
    status = 503


class FetchFailed(ResolverError):
    """The place where weights are published could not be reached, or broke off. What was fetched so far is kept."""

    code = "download_failed"
    status = 503


class FetchRefused(ResolverError):
    """Published weights are private or gated, and the token, if there is one, does not open them."""

    code = "download_refused"
    status = 403


class SourceNotFound(ResolverError):
    """Published weights are not where they were."""

    code = "source_not_found"
    status = 404


class Unreadable(ResolverError):
    """The operating system refused to read a file that exists."""

    code = "unreadable"
    status = 403


class ReadOnly(ResolverError):
    """Something had to be written where this process may not write."""

    code = "read_only"
    status = 403


class DiskFull(ResolverError):
    """No space, or no quota, is left. Nothing was half written."""

    code = "disk_full"
    status = 507


class Busy(ResolverError):
    """Another process kept the registry locked for too long."""

    code = "registry_busy"
    status = 409


_WRITE_FAILURES: dict[int, tuple[type[ResolverError], str]] = {
    errno.ENOSPC: (DiskFull, "no space is left on the device. Free some, or choose another place (MODELET_HOME, --output)"),
    errno.EDQUOT: (DiskFull, "the disk quota is used up. Free some space, or choose another place (MODELET_HOME, --output)"),
    errno.EROFS: (ReadOnly, "the file system is read-only. Choose a place that can be written (MODELET_HOME, --output)"),
    errno.EACCES: (ReadOnly, "permission denied. Choose a place that can be written (MODELET_HOME, --output)"),
    errno.EPERM: (ReadOnly, "operation not permitted. Choose a place that can be written (MODELET_HOME, --output)"),
}


def write_error(error: OSError, path: str) -> ResolverError:
    """The typed form of an operating system error that happened while writing `path`."""
    kind, advice = _WRITE_FAILURES.get(error.errno or 0, (ResolverError, error.strerror or str(error)))
    if kind is ResolverError:
        return ResolverError(f"Cannot write {path}: {advice}.", "write_failed", 500)
    return kind(f"Cannot write {path}: {advice}.")
