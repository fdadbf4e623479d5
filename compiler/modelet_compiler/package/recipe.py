"""The recipe of weights that stay where they are published: a layer in the place of the weights file."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from modelet_resolver.files import LARGEST_DOCUMENT
from modelet_resolver.packing.promise import Promise
from modelet_resolver.packing.recipe import LARGEST_CONSTANT, Recipe
from modelet_resolver.packing.weights import PackageError, WeightsFile, WeightTensor, plan_weights


def write_recipe(tensors: Sequence[WeightTensor], path: Path, layout: str = "panel") -> WeightsFile:
    """Writes the recipe of the weights file to `path`; `entries` and `bytes` are those of the file that it makes. Raises PackageError."""
    here = [tensor.array for tensor in tensors if not isinstance(tensor.array, Promise)]
    size = sum(array.nbytes for array in here)
    if size > LARGEST_CONSTANT:
        raise PackageError(
            f"weights that stay on the hub and {size:,} bytes of others are in one library; load all of them before compiling, "
            "or compile the functions into several libraries"
        )
    recipe = Recipe(tuple(tensors), layout)
    text = recipe.text()
    if len(text) > LARGEST_DOCUMENT:
        raise PackageError(f"the recipe of the weights has {len(text):,} bytes; at most {LARGEST_DOCUMENT:,} are possible")
    path.write_bytes(text)
    _, entries, size = plan_weights(tensors, layout)
    sources = tuple(source.address for source in recipe.sources)
    return WeightsFile(path, path.name, sha256(text).hexdigest(), size, layout, entries, packed=True, sources=sources)
