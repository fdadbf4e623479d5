"""Names of modelets: one grammar, one canonical form (resolver/SPEC.md, "Names").

Written without regular expressions: importing `re` would cost more than the rest of a resolution.
"""

from __future__ import annotations

import os

from modelet_resolver.errors import InvalidName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_OWNER = "local"
DEFAULT_TAG = "latest"
LONGEST_NAME = 512

_LOWER = "abcdefghijklmnopqrstuvwxyz0123456789"
_ANY_CASE = _LOWER + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BAD_PAIRS = ("..", ".-", "-.", "._", "_.", "-_", "_-", "___")
_RESERVED_OWNERS = ("blobs",)  # a registry keeps its blobs under that name
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))])
_FORMS = (
    "Names look like minilm, @owner/name, @owner/name:tag, @owner/name@sha256:<64 hexadecimal digits>, or are the path of a layout folder"
)


class Reference:
    """A parsed name. Either `path` is set (a layout folder), or `owner` and `name` are, with a tag, a digest or both."""

    __slots__ = ("digest", "host", "name", "owner", "path", "tag")

    def __init__(
        self, owner: str, name: str, tag: str | None = None, digest: str | None = None, host: str | None = None, path: str | None = None
    ) -> None:
        self.owner = owner
        self.name = name
        self.tag = tag
        self.digest = digest
        self.host = host
        self.path = path

    @property
    def repository(self) -> str:
        """The name without tag and digest: `@owner/name`, or `host/owner/name`, or the path."""
        if self.path is not None:
            return self.path
        return f"{self.host}/{self.owner}/{self.name}" if self.host else f"@{self.owner}/{self.name}"

    def __str__(self) -> str:
        """The canonical form: two texts name the same artifact exactly if their canonical forms are equal."""
        tag = f":{self.tag}" if self.tag else ""
        digest = f"@{self.digest}" if self.digest else ""
        return f"{self.repository}{tag}{digest}"

    def __repr__(self) -> str:
        return f"Reference({str(self)!r})"


def parse(text: str, is_layout: Callable[[str], bool] | None = None) -> Reference:
    """Parses a name or a path.

    `is_layout(text) -> bool` says whether a text is the path of a folder with an `index.json`; by default it looks.
    Raises InvalidName.
    """
    if not isinstance(text, str):
        raise InvalidName(f"A name is a text, and this is {type(text).__name__}. {_FORMS}.")
    if _is_path(text, is_layout or _is_layout):
        return Reference("", "", path=text)
    return _parse_name(text)


def _is_layout(text: str) -> bool:
    try:
        return os.path.isfile(os.path.join(text, "index.json"))
    except ValueError:  # NUL or a surrogate: no path
        return False


def _is_path(text: str, is_layout: Callable[[str], bool]) -> bool:
    if not text or text[0] == "@" or "://" in text or not text.isprintable():
        return False
    if text[0] in "./~" or "\\" in text or text[1:3] == ":/":
        return True
    if is_layout(text):
        return True
    first, slash, rest = text.partition("/")
    return bool(slash) and not (_looks_like_host(first) and "/" in rest)


def _looks_like_host(text: str) -> bool:
    return "." in text or ":" in text or text == "localhost"


def _parse_name(text: str) -> Reference:
    if not text or len(text) > LONGEST_NAME or not text.isascii():
        raise _invalid(text, "it is empty, longer than 512 characters, or not ASCII")
    if "://" in text:
        raise _invalid(text, "it is a URL. A URL goes where a registry is named (MODELET_REGISTRY)")
    rest, digest = _split_digest(text)
    slash = rest.rfind("/")
    colon = rest.find(":", slash + 1)
    tag = rest[colon + 1 :] if colon >= 0 else None
    if tag is not None and not is_tag(tag):
        raise _invalid(text, f"the tag {tag!r} is not 1 to 128 letters, digits, '_', '.' or '-', beginning with none of '.-'")
    host, owner, name = _split_repository(text, rest[:colon] if colon >= 0 else rest)
    for component in (owner, name):
        if not is_component(component):
            raise _invalid(text, f"{component!r} is not letters and digits joined by single '.', '_' or '-', or it is a reserved word")
    if owner in _RESERVED_OWNERS:
        raise _invalid(text, f"the owner {owner!r} is a reserved word")
    return Reference(owner, name, tag or (None if digest else DEFAULT_TAG), digest, host)


def _split_digest(text: str) -> tuple[str, str | None]:
    at = text.rfind("@")
    if at <= 0:
        return text, None
    digest = text[at + 1 :]
    if not is_digest(digest):
        raise _invalid(text, "what follows '@' is not sha256: and 64 lower-case hexadecimal digits")
    return text[:at], digest


def _split_repository(text: str, repository: str) -> tuple[str | None, str, str]:
    parts = repository.lower().split("/")
    if repository.startswith("@"):
        if len(parts) != 2:
            raise _invalid(text, "'@' is followed by one owner, '/', and one name")
        return None, parts[0][1:], parts[1]
    if len(parts) == 1:
        return None, DEFAULT_OWNER, parts[0]
    if len(parts) != 3 or not _is_host(parts[0]):
        raise _invalid(text, "a name with a host is host/owner/name")
    return parts[0], parts[1], parts[2]


def _is_host(text: str) -> bool:
    name, colon, port = text.partition(":")
    labels = name.split(".")
    if colon and not (port.isdecimal() and 0 < int(port) < 65536):
        return False
    return all(label and not label.strip(_LOWER + "-") and label[0] != "-" and label[-1] != "-" for label in labels)


def is_component(text: str) -> bool:
    """Whether a text can be an owner or a name, lower case already."""
    if not 0 < len(text) <= 128 or text.strip(_LOWER + "._-") or text[0] in "._-" or text[-1] in "._-":
        return False
    return not any(pair in text for pair in _BAD_PAIRS) and text.partition(".")[0] not in _DEVICES


def is_tag(text: str) -> bool:
    """Whether a text can be a tag; case counts."""
    return 0 < len(text) <= 128 and not text.strip(_ANY_CASE + "._-") and text[0] not in ".-"


def is_digest(text: object) -> bool:
    """Whether a value is `sha256:` and 64 lower-case hexadecimal digits, and so is safe to become a path."""
    return isinstance(text, str) and len(text) == 71 and text.startswith("sha256:") and not text[7:].strip("0123456789abcdef")


def is_file_name(text: object) -> bool:
    """Whether a value is one path component that every file system takes: what files in a manifest must be called."""
    if not isinstance(text, str) or not text.isprintable() or not 0 < len(text.encode("utf-8", "replace")) <= 255:
        return False
    if any(character in '/\\:*?"<>|' for character in text) or text[-1] in ". ":
        return False
    return text.partition(".")[0].lower() not in _DEVICES


def suggest_component(text: str) -> str:
    """The nearest valid name to a text, for instance a file's stem; "modelet" if nothing of it can stay."""
    if is_component(text.lower()):
        return text.lower()
    kept = "".join(character if character in _LOWER else "-" for character in text.lower())
    joined = "-".join(part for part in kept.split("-") if part)[:128].strip("-")
    return joined if is_component(joined) else f"modelet-{joined}".rstrip("-")


def _invalid(text: str, reason: str) -> InvalidName:
    shown = text if len(text) <= 120 else text[:120] + "…"
    return InvalidName(f"{shown!r} is not a name: {reason}. {_FORMS}.")
