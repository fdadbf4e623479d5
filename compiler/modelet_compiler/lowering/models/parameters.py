"""The parameters of a transformers model by their names, each in the form it was published in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.description import Embeddings, Projection, Vector
from modelet_compiler.lowering.models.matrices import Matrix, pack, table


@dataclass(frozen=True)
class Parameters:
    """What a family's description asks for weights; `quantization` as in EngineInferenceMetadata, None: as published."""

    state: Mapping[str, Any]  # name → torch tensor
    published: Mapping[str, Any]  # name → a Matrix: blocks of the GGUF file that the model was read from
    quantization: str | None

    def vector(self, name: str, plus: float = 0.0) -> Vector:
        """A float32 array, `plus` added. Raises Refused."""
        return Vector(name, self._tensor(name).float().numpy() + np.float32(plus))

    def number(self, name: str) -> float:
        """A parameter that is one number. Raises Refused."""
        return float(self._tensor(name).float().numpy()[0])

    def projection(self, name: str, parts: list[str], bias: bool = False) -> Projection:
        """Linear layers `<part>` that read the same input, one below the other; `name` is what they are called together. Raises Refused."""
        packed = pack([self.matrix(f"{part}.weight") for part in parts], self.quantization)
        return Projection(name, packed, self._bias(name, parts) if bias else None)

    def embeddings(self, name: str) -> Embeddings:
        """A table that is read by row. Raises Refused."""
        format_, rows = table(self.matrix(name), self.quantization)
        return Embeddings(f"{name}.rows", format_, rows)

    def matrix(self, name: str) -> Matrix:
        """One matrix [out, in] as published, when the model still has those values. Raises Refused."""
        tensor = self._tensor(name)
        published = self.published.get(name)
        if isinstance(published, Matrix) and published.stands_for(tensor.float().numpy()):
            return published
        return Matrix.of_tensor(tensor)

    def slices(self, name: str) -> tuple[Projection, ...]:
        """The projections of a layer's experts, [experts, out, in]. Raises Refused."""
        tensors = self._tensor(name)
        return tuple(Projection(f"{name}.{index}", pack([Matrix.of_tensor(one)], self.quantization)) for index, one in enumerate(tensors))

    def has(self, name: str) -> bool:
        """Whether the model has such a parameter."""
        return name in self.state

    def _bias(self, name: str, parts: list[str]) -> Vector | None:
        names = [f"{part}.bias" for part in parts]
        if not any(map(self.has, names)):
            return None
        return Vector(f"{name}.bias", np.concatenate([self._tensor(one).float().numpy() for one in names]))

    def _tensor(self, name: str) -> Any:
        if name not in self.state:
            raise Refused(f"the model has no parameter {name!r}", "load the model with the class that its configuration names")
        return self.state[name].detach()
