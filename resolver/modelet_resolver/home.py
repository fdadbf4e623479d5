"""Where things are: MODELET_HOME and the registries, in the order in which they are asked."""

from __future__ import annotations

import os
import sys

from modelet_resolver.errors import ResolverError, Unsupported


def home() -> str:
    """MODELET_HOME, or the user's cache folder of the platform, as platformdirs names it. Not created here."""
    chosen = os.environ.get("MODELET_HOME")
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    if sys.platform == "linux":
        base = os.environ.get("XDG_CACHE_HOME", "").strip() or os.path.expanduser("~/.cache")
        return os.path.join(base, "modelet")
    from platformdirs import user_cache_dir

    return user_cache_dir("modelet")


def local_registry() -> str:
    """The registry that `modelet compile` publishes into."""
    return os.path.join(home(), "registry")


def registries(explicit: str | os.PathLike[str] | None = None) -> list[str]:
    """Folders to ask, in order: the explicit one alone if given, else MODELET_REGISTRY and then the local one.

    Raises Unsupported for a URL.
    """
    if explicit is not None:
        return [_folder(os.fspath(explicit))]
    configured = os.environ.get("MODELET_REGISTRY")
    local = local_registry()
    return [_folder(configured), local] if configured and _folder(configured) != local else [local]


def _folder(text: str) -> str:
    if "://" in text:
        raise Unsupported(f"The registry {text} is remote. This version reads registries that are folders.")
    if not text or "\0" in text:
        raise ResolverError(f"{text!r} is not the path of a registry folder.")
    return os.path.abspath(os.path.expanduser(text))
