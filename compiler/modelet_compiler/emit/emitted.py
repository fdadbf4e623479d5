"""What the emitter hands to the build stage: everything one library is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from modelet_compiler.lowering.adapter import WeightTensor


@dataclass
class Emitted:
    """One library before it is compiled. The same functions and objects give the same bytes in every field.

    `sources` maps file names to C++ translation units. One of them defines `extern const modelet::Library
    modelet_library` (engine/core/library.h); the build stage adds the exported functions and the manifest, which it refers
    to as `extern const char modelet_manifest_json[]`, and the weights' digest, `modelet_weights_file`.
    """

    sources: dict[str, str] = field(default_factory=dict)
    endpoints: tuple[str, ...] = ()  # bound endpoints, by name
    weights: list[WeightTensor] = field(default_factory=list)
    manifest: dict[str, Any] = field(default_factory=dict)  # "functions" (typed signatures) and "endpoints"
