"""A recipe: how a weights file is packed from files that are published elsewhere (resolver/SPEC.md, "Weights that are had elsewhere")."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from modelet_resolver.errors import Malformed
from modelet_resolver.hub import Source, read_source
from modelet_resolver.packing.blocks import FormatError
from modelet_resolver.packing.panels import FORMATS
from modelet_resolver.packing.promise import MAKERS, STORED, Floats, Part, Promise, in_kind
from modelet_resolver.packing.safetensors import SafetensorsFile
from modelet_resolver.packing.weights import WeightsFile, WeightTensor, plan_weights, write_weights

LARGEST_CONSTANT = 1 << 20
"""Bytes of all arrays together that stand in the recipe itself: they are not published, and belong to the code."""


@dataclass(frozen=True)
class Recipe:
    """Files to fetch, and the tensors that are made of them in the order in which they are written."""

    tensors: tuple[WeightTensor, ...]
    layout: str = "panel"

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files, in the order of their addresses."""
        promises = [tensor.array for tensor in self.tensors if isinstance(tensor.array, Promise)]
        return tuple(sorted({part.source for promise in promises for part in promise.parts}, key=lambda source: source.address))

    def text(self) -> bytes:
        """Canonical JSON."""
        sources = self.sources
        places = {source: place for place, source in enumerate(sources)}
        document = {
            "schema": 1,
            "layout": self.layout,
            "bytes": plan_weights(self.tensors, self.layout)[2],
            "sources": [asdict(source) for source in sources],
            "tensors": [_write_tensor(tensor, places) for tensor in self.tensors],
        }
        return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")

    def pack(self, files: Mapping[Source, str], target: str) -> WeightsFile:
        """Writes the weights file from the sources' files. Raises FormatError, and what `write_weights` raises."""
        opened = {source: SafetensorsFile(file) for source, file in files.items()}

        def read(part: Part) -> Floats:
            return in_kind(opened[part.source].read(part), part.kind)

        return write_weights(self.tensors, target, self.layout, read)


def read_recipe(text: bytes, what: str) -> Recipe:
    """From its document; `what` names it in errors. Raises Malformed."""
    try:
        document = json.loads(text)
        sources = [read_source(source) for source in document["sources"]]
        recipe = Recipe(tuple(_read_tensor(one, sources) for one in document["tensors"]), document["layout"])
        if document["schema"] != 1 or document["bytes"] != plan_weights(recipe.tensors, recipe.layout)[2]:
            raise ValueError("its bytes are not those of its tensors")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, binascii.Error) as error:
        raise Malformed(f"{what} is not a recipe that this version reads: {type(error).__name__}: {error}.") from None
    return recipe


def _write_tensor(tensor: WeightTensor, places: Mapping[Source, int]) -> dict[str, Any]:
    array = tensor.array
    fields: dict[str, Any] = {"name": tensor.name, "dtype": array.dtype.name, "shape": list(array.shape)}
    if not isinstance(array, Promise):
        ordered = np.ascontiguousarray(array)
        data = ordered.astype(ordered.dtype.newbyteorder("<")).tobytes()
        return {**fields, "make": "constant", "data": base64.b64encode(data).decode("ascii")}
    settings = {name: getattr(array, name) for name in ("quantization", "plus", "times")}
    parts = [{**asdict(part), "source": places[part.source]} for part in array.parts]
    return {**fields, "make": array.make, "parts": parts, **settings}


def _read_tensor(fields: Any, sources: list[Source]) -> WeightTensor:
    shape = tuple(_whole(size) for size in fields["shape"])
    dtype, name = np.dtype(_text(fields["dtype"])), _text(fields["name"])
    if fields["make"] == "constant":
        data = base64.b64decode(fields["data"], validate=True)
        return WeightTensor(name, np.frombuffer(data, dtype.newbyteorder("<")).reshape(shape))
    if fields["make"] not in MAKERS or fields["quantization"] not in (None, *FORMATS):
        raise ValueError(f"nothing is made by {fields['make']!r} with {fields['quantization']!r}")
    parts = tuple(_read_part(part, sources) for part in fields["parts"])
    if not parts:
        raise ValueError(f"{name!r} is made of nothing")
    return WeightTensor(
        name, Promise(fields["make"], parts, dtype, shape, fields["quantization"], float(fields["plus"]), float(fields["times"]))
    )


def _read_part(fields: Any, sources: list[Source]) -> Part:
    part = Part(
        sources[_whole(fields["source"])],
        _text(fields["tensor"]),
        _text(fields["stored"]),
        tuple(_whole(size) for size in fields["shape"]),
        _text(fields["kind"]),
        None if fields["index"] is None else _whole(fields["index"]),
    )
    if part.stored not in STORED or part.kind not in STORED:
        raise ValueError(f"{part.tensor!r} is {part.stored}, wanted as {part.kind}")
    if part.index is not None and (len(part.shape) < 2 or part.index >= part.shape[0]):
        raise ValueError(f"{part.tensor!r} has no slice {part.index}")
    return part


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


__all__ = ["LARGEST_CONSTANT", "FormatError", "Recipe", "read_recipe"]
