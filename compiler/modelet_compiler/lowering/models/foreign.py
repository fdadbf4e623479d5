"""Models on torch's meta device: their weights stay on the Hugging Face hub, named by commit and digest, and are packed on arrival."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.description import Embeddings, Projection, Vector
from modelet_compiler.lowering.models.matrices import KINDS
from modelet_compiler.lowering.models.parameters import Parameters
from modelet_resolver import hub
from modelet_resolver.errors import ResolverError
from modelet_resolver.hub import Source
from modelet_resolver.packing import promise
from modelet_resolver.packing.blocks import FormatError
from modelet_resolver.packing.panels import read_values
from modelet_resolver.packing.promise import STORED, Part
from modelet_resolver.packing.safetensors import LENGTH, Place, header_length, read_header

T = TypeVar("T")

SINGLE = "model.safetensors"
SHARDED = "model.safetensors.index.json"


def is_foreign(state: Mapping[str, Any]) -> bool:
    """Whether the weights are not there."""
    return any(tensor.device.type == "meta" for tensor in state.values())


@dataclass(frozen=True)
class Published:
    """A tensor in one of the repository's files."""

    source: Source
    name: str
    place: Place


@dataclass(frozen=True)
class ForeignParameters(Parameters):
    """`published` says where each tensor stands; the state tells names, shapes and types alone."""

    def vector(self, name: str, plus: float = 0.0) -> Vector:
        """As the one of Parameters, to be made later. Raises Refused."""
        return Vector(name, promise.vector([self._part(name)], plus))

    def number(self, name: str) -> float:
        """Read from the hub: it becomes part of the code. Raises Refused."""
        part, place = self._part(name), self._published(name).place
        data = _asked(lambda: hub.read_range(self._published(name).source.address, place.begin, place.end))
        stored = promise.Floats(part.stored, np.frombuffer(data, STORED[part.stored]))
        return float(read_values(promise.in_kind(stored, part.kind))[0])

    def projection(self, name: str, parts: list[str], bias: bool = False) -> Projection:
        """As the one of Parameters, to be made later. Raises Refused."""
        packed = _asked(lambda: promise.panels([self._part(f"{part}.weight") for part in parts], self.quantization))
        biases = [f"{part}.bias" for part in parts]
        given = bias and any(map(self.has, biases))
        return Projection(name, packed, Vector(f"{name}.bias", promise.vector(list(map(self._part, biases)))) if given else None)

    def embeddings(self, name: str) -> Embeddings:
        """As the one of Parameters, to be made later. Raises Refused."""
        format_, rows = _asked(lambda: promise.rows(self._part(name), self.quantization))
        return Embeddings(f"{name}.rows", format_, rows)

    def slices(self, name: str) -> tuple[Projection, ...]:
        """As the one of Parameters, to be made later. Raises Refused."""
        count = self._part(name).shape[0]
        parts = [self._part(name, index) for index in range(count)]
        packed = _asked(lambda: [promise.panels([part], self.quantization) for part in parts])
        return tuple(Projection(f"{name}.{index}", one) for index, one in enumerate(packed))

    def _published(self, name: str) -> Published:
        if name not in self.state:
            raise Refused(f"the model has no parameter {name!r}", "load the model with the class that its configuration names")
        found = self.published.get(name)
        if not isinstance(found, Published):
            raise Refused(
                f"the published weights have no tensor {name!r}, which the model on the meta device has: they were converted when loading",
                "load the weights before compiling, and they become part of the artifact",
            )
        return found

    def _part(self, name: str, index: int | None = None) -> Part:
        found, tensor = self._published(name), self.state[name]
        kind = KINDS.get(str(tensor.dtype))
        if kind is None or found.place.dtype not in STORED:
            raise Refused(
                f"the tensor {name!r} is published as {found.place.dtype}, and {tensor.dtype} in the model",
                f"supported for weights that stay on the hub: {', '.join(STORED)}",
            )
        if tuple(tensor.shape) != found.place.shape:
            raise Refused(
                f"the tensor {name!r} is published with the shape {list(found.place.shape)}, and the model has {list(tensor.shape)}",
                "make the model from the configuration of that repository",
            )
        return Part(found.source, found.name, found.place.dtype, found.place.shape, kind, index)


def foreign_parameters(model: Any, state: Mapping[str, Any], quantization: str | None, revision: str | None) -> ForeignParameters:
    """The parameters of a model whose weights are not there. Raises Refused when it cannot be told where they are."""
    repository = getattr(model.config, "_name_or_path", "") or model.name_or_path
    if not repository or Path(repository).exists():
        raise Refused(
            f"the model is on the meta device, and {'its weights are in a folder' if repository else 'no repository is said'}",
            "load the weights before compiling; or make it with the configuration that "
            "AutoConfig.from_pretrained(<owner/name on the hub>) gives, by which its weights are fetched",
        )
    return ForeignParameters(state, _asked(lambda: _find(repository, revision or _revision(model, repository))), quantization)


def _revision(model: Any, repository: str) -> str:
    """What the user does not say: where transformers remembers it, or the default branch if that can be all that was meant."""
    commit = getattr(model.config, "_commit_hash", None)
    if commit:
        return str(commit)
    commits = hub.cached_commits(repository)
    if len(commits) > 1:
        raise Refused(
            f"the commits {', '.join(commits)} of {repository} were used on this machine, and the model does not tell which it is of",
            "name it: EngineInferenceMetadata(model=…, revision=…)",
        )
    return "main"


def _find(repository: str, revision: str) -> Mapping[str, Any]:
    commit, files = hub.list_files(repository, revision)
    names = _weight_files(repository, commit, files)
    found: dict[str, Published] = {}
    for name in names:
        source = files.get(name)
        if source is None:
            raise Refused(f"the hub lists no digest of {hub.address(repository, commit, name)}", "load the weights before compiling")
        found |= {tensor: Published(source, tensor, place) for tensor, place in _header(source).items()}
    return found


def _weight_files(repository: str, commit: str, files: Mapping[str, Source]) -> Sequence[str]:
    if SINGLE in files:
        return [SINGLE]
    if SHARDED not in files:
        weights = sorted(name for name in files if name.endswith((".bin", ".gguf", ".pth", ".safetensors", ".pt")))
        raise Refused(
            f"{repository} has no {SINGLE}; its weights are {', '.join(weights[:8]) or 'not there'}",
            "weights that stay on the hub are safetensors; load others before compiling",
        )
    index = json.loads(hub.read_range(hub.address(repository, commit, SHARDED), 0, files[SHARDED].bytes))
    return sorted(set(index["weight_map"].values()))


def _header(source: Source) -> dict[str, Place]:
    length = header_length(hub.read_range(source.address, 0, LENGTH), source.bytes)
    return read_header(hub.read_range(source.address, LENGTH, LENGTH + length), source.bytes)


def _asked(question: Callable[[], T]) -> T:
    try:
        return question()
    except ResolverError as error:
        raise Refused(error.message, "the weights of this model stay on the hub, whose list of them is needed to compile") from error
    except (FormatError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise Refused(f"the published weights cannot be used: {error}", "load the weights before compiling") from error
