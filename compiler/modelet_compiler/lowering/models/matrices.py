"""Matrices as they were published, and as the kernels read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from modelet_compiler.lowering.adapter import Refused
from modelet_resolver.packing import panels as packing
from modelet_resolver.packing.blocks import FormatError
from modelet_resolver.packing.panels import Packed

T = TypeVar("T")

KINDS = {"torch.float32": "F32", "torch.float16": "F16", "torch.bfloat16": "BF16"}
"""Types of torch by what GGUF and safetensors call them."""


@dataclass(frozen=True)
class Matrix:
    """Values [out, in]: an array of floats (bfloat16 as uint16), or rows of GGUF blocks as bytes."""

    kind: str  # a name of gguf.GGMLQuantizationType
    data: np.ndarray

    @staticmethod
    def of_tensor(tensor: Any) -> Matrix:
        """From a torch tensor."""
        kind = KINDS[str(tensor.dtype)]
        tensor = tensor.detach().contiguous()
        return Matrix(kind, tensor.view(dtype=_uint16()).numpy() if kind == "BF16" else tensor.numpy())

    def values(self) -> np.ndarray:
        """In float32. Raises Refused."""
        return _asked(lambda: packing.read_values(self))

    def stands_for(self, values: np.ndarray) -> bool:
        """Whether these are the published form of `values`: the model was not changed after it was read."""
        return self.values().shape == values.shape and np.array_equal(self.values(), values)


def pack(parts: Sequence[Matrix], quantization: str | None) -> Packed:
    """Matrices of one depth, one below the other, in panels. Raises Refused."""
    return _asked(lambda: packing.pack(parts, quantization))


def table(matrix: Matrix, quantization: str | None) -> tuple[str, np.ndarray]:
    """(a value of kernels::TableFormat, rows). Raises Refused."""
    return _asked(lambda: packing.table(matrix, quantization))


def _asked(question: Callable[[], T]) -> T:
    try:
        return question()
    except FormatError as error:
        raise Refused(str(error), "a model in another format") from error


def _uint16() -> Any:
    import torch

    return torch.uint16
