"""Which variant a host takes, and why each of the others was left (resolver/SPEC.md, "Choice").

Pure: decides from an index's annotations and a description of the host; nothing is opened or loaded.
"""

from __future__ import annotations

from modelet_resolver.errors import AbiMismatch, NoVariant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modelet_resolver.host import Host
    from modelet_resolver.layout import Variant

ABI_VERSION = 1
SANDBOXED = "wasm32-wasi"
"""The triple of variants that run in a WebAssembly engine, on any host that has one."""
_SANDBOX_FEATURES = frozenset(["simd128"])


class Considered:
    """A variant with the verdict: `taken` for one of them, and the `reason`, a sentence for people. Unpacks as a triple."""

    __slots__ = ("reason", "taken", "variant")

    def __init__(self, variant: Variant, taken: bool, reason: str) -> None:
        self.variant = variant
        self.taken = taken
        self.reason = reason

    def __iter__(self) -> Iterator[object]:
        return iter((self.variant, self.taken, self.reason))

    def __repr__(self) -> str:
        return f"Considered({self.variant!r}, {self.taken}, {self.reason!r})"


def choose(name: str, variants: Sequence[Variant], host: Host) -> Variant:
    """The variant to load. Raises NoVariant, or AbiMismatch when only the version of the interface is wrong."""
    fitting = [variant for variant in variants if obstacle(variant, host) is None]
    if fitting:
        return min(fitting, key=lambda variant: _order(variant, host))
    considered = explain(variants, host)
    reasons = "".join(f"\n  {item.variant.triple}: {item.reason}" for item in considered) or " The artifact has no variants."
    kind = AbiMismatch if any(_other_abi(variant, host) for variant in variants) else NoVariant
    raise kind(f"Nothing in {name} runs on this host ({host.triple}).{reasons}", considered)


def obstacle(variant: Variant, host: Host) -> str | None:
    """Why a variant cannot run on a host; None if it can."""
    if variant.triple != host.triple and not _is_fallback(variant, host):
        return f"it is built for {variant.triple}, and this host is {host.triple}"
    absent = [feature for feature in variant.required if not _has(variant, host, feature)]
    if absent:
        return f"it needs {', '.join(absent)}, which this host lacks"
    if variant.abi != ABI_VERSION:
        return f"it speaks version {variant.abi} of the C interface, and this client version {ABI_VERSION}"
    return None


def _other_abi(variant: Variant, host: Host) -> bool:
    runs = variant.triple == host.triple or _is_fallback(variant, host)
    return runs and all(_has(variant, host, feature) for feature in variant.required) and variant.abi != ABI_VERSION


def _is_fallback(variant: Variant, host: Host) -> bool:
    return host.sandbox and variant.triple == SANDBOXED != host.triple


def _has(variant: Variant, host: Host, feature: str) -> bool:
    return feature in _SANDBOX_FEATURES if _is_fallback(variant, host) else host.has(feature)


def _order(variant: Variant, host: Host) -> tuple[bool, int, int, str]:
    """Smallest first: native ones, then most preferred features present, then highest priority, then the digest, so that all agree."""
    return _is_fallback(variant, host), -_present(variant, host), -variant.priority, variant.digest


def _present(variant: Variant, host: Host) -> int:
    return sum(_has(variant, host, feature) for feature in variant.preferred)


def explain(variants: Sequence[Variant], host: Host) -> list[Considered]:
    """Every variant with its verdict, in the index's order. Of equal entries the first is taken."""
    obstacles = [obstacle(variant, host) for variant in variants]
    fitting = [variant for variant, reason in zip(variants, obstacles, strict=True) if reason is None]
    best = min(fitting, key=lambda variant: _order(variant, host), default=None)
    return [
        Considered(variant, variant is best, reason or _ranking(variant, best or variant, len(fitting), host))
        for variant, reason in zip(variants, obstacles, strict=True)
    ]


def _ranking(variant: Variant, best: Variant, fitting: int, host: Host) -> str:
    sandboxed = "in a sandbox; " if _is_fallback(variant, host) else ""
    present = f"{sandboxed}{_present(variant, host)} of its {len(variant.preferred)} preferred features, priority {variant.priority}"
    if variant is best:
        return f"the only one that fits: {present}" if fitting == 1 else f"the best of {fitting} that fit: {present}"
    return f"it fits, and ranks behind the one taken: {present}"
