"""Weights as the library reads them: tables and vectors as they are, matrices of linear layers in panels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import WeightTensor

PANEL = 16


def panels(matrix: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """[out, in] as [ceil(out / 16), in, 16], the last panel padded with zeros (engine/weights/weights.h)."""
    rows, columns = matrix.shape
    padded = np.zeros((-(-rows // PANEL) * PANEL, columns), dtype=np.float32)
    padded[:rows] = matrix
    return np.ascontiguousarray(padded.reshape(-1, PANEL, columns).transpose(0, 2, 1))


class Packer:
    """Collects what a graph reads, each tensor once, in the order of first use."""

    def __init__(self, constants: Mapping[str, Any]) -> None:
        self._constants = constants
        self._asked: dict[str, tuple[str, bool]] = {}

    def plain(self, key: str) -> str:
        """The name of a tensor that is read as it is."""
        self._asked[key] = (key, False)
        return key

    def panel(self, key: str) -> str:
        """The name of a matrix that is read in panels."""
        self._asked[f"{key}.panels"] = (key, True)
        return f"{key}.panels"

    def weights(self) -> list[WeightTensor]:
        """The tensors that were asked for."""
        return [WeightTensor(name, self._array(*asked)) for name, asked in self._asked.items()]

    def _array(self, key: str, packed: bool) -> np.ndarray[Any, Any]:
        array = self._constants[key].detach().contiguous().numpy()
        return panels(array) if packed else array
