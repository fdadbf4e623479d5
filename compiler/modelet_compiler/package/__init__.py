"""Packs what was built: the weights file, the manifest, and the artifact that a registry holds."""

from modelet_compiler.package.artifact import Packed, Variant, publish, publish_layout, write_layout
from modelet_compiler.package.manifest import build_manifest, canonical_json, weights_record
from modelet_compiler.package.recipe import write_recipe
from modelet_resolver.packing.weights import PackageError, WeightEntry, WeightsFile, write_weights

__all__ = [
    "PackageError",
    "Packed",
    "Variant",
    "WeightEntry",
    "WeightsFile",
    "build_manifest",
    "canonical_json",
    "publish",
    "publish_layout",
    "weights_record",
    "write_layout",
    "write_recipe",
    "write_weights",
]
