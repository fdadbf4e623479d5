"""Where the weights of a model come from: the model itself, the GGUF file it was read from, or the hub that still has them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modelet_compiler.lowering.models.foreign import foreign_parameters, is_foreign
from modelet_compiler.lowering.models.gguf_file import open_gguf
from modelet_compiler.lowering.models.matrices import Matrix
from modelet_compiler.lowering.models.parameters import Parameters


def parameters_of(model: Any, quantization: str | None, revision: str | None = None) -> Parameters:
    """The parameters of a transformers model. Raises Refused when its GGUF file cannot be read, or its weights are nowhere."""
    state = dict(model.state_dict())
    if is_foreign(state):
        return foreign_parameters(model, state, quantization, revision)
    return Parameters(state, _published(model, state), quantization)


def _published(model: Any, state: Mapping[str, Any]) -> Mapping[str, Matrix]:
    said = getattr(model.config, "quantization_config", None)
    file = said.get("gguf_file") if isinstance(said, dict) else getattr(said, "gguf_file", None)
    if not file:
        return {}
    path = Path(model.name_or_path) / file
    return open_gguf(path, model.config, state) if path.is_file() else {}
