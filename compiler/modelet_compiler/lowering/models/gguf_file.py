"""The matrices of a GGUF file under the names that transformers gives them (gguf: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.models.gguf_reader import GgufError, read_gguf
from modelet_compiler.lowering.models.matrices import Matrix

PERMUTED = {"q_proj": "num_attention_heads", "k_proj": "num_key_value_heads"}
"""Parts whose rows llama.cpp keeps in another order, with the configuration's number of their heads."""
PERMUTED_TYPES = ("llama", "mistral")


def open_gguf(path: Path, config: Any, state: Mapping[str, Any]) -> dict[str, Matrix]:
    """The file's matrices that the model has parameters for. Raises Refused when the file is malformed."""
    try:
        file = read_gguf(path)
    except (GgufError, OSError) as error:
        raise Refused(f"{path.name} is no GGUF file that can be read: {error}", "fetch the file again") from error
    names = _names(file.metadata.get("general.architecture"), config.num_hidden_layers)
    found: dict[str, Matrix] = {}
    for name in state:
        tensor = file.tensors.get(names.get_name(name, try_suffixes=(".weight",)) or "")
        if tensor is not None and tensor.data.ndim == 2:
            rows = _row_order(name, config)
            found[name] = Matrix(tensor.kind, tensor.data if rows is None else tensor.data[rows])
    return found


def _names(architecture: Any, layers: int) -> Any:
    import gguf

    known = {name: number for number, name in gguf.MODEL_ARCH_NAMES.items()}
    if architecture not in known:
        raise Refused(f"the GGUF file names the architecture {architecture!r}, which is not known", "a newer release of the package gguf")
    return gguf.get_tensor_name_map(known[architecture], layers)


def _row_order(name: str, config: Any) -> np.ndarray | None:
    """Which row of the file is each row of transformers: it rotates halves, llama.cpp's converter stored neighbours."""
    part = name.split(".")[-2]
    if config.model_type not in PERMUTED_TYPES or part not in PERMUTED:
        return None
    heads = getattr(config, PERMUTED[part])
    rows = heads * (getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads)
    return np.arange(rows).reshape(heads, -1, 2).swapaxes(1, 2).reshape(-1)
