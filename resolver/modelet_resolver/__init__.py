"""Finds the right binary for a name, and verifies it (resolver/SPEC.md).

`resolve` and `explain` are quick to import; what writes or lists is loaded when it is first used.
"""

from modelet_resolver.errors import ResolverError
from modelet_resolver.resolution import Resolved, explain, resolve

__all__ = ["Resolved", "ResolverError", "check_registry", "explain", "list_names", "remove", "resolve", "verify"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from modelet_resolver.checks import check_registry, verify
    from modelet_resolver.registry import list_names, remove


def __getattr__(name: str) -> object:
    if name in ("list_names", "remove"):
        from modelet_resolver import registry

        return getattr(registry, name)
    if name in ("check_registry", "verify"):
        from modelet_resolver import checks

        return getattr(checks, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
