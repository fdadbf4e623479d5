"""A compiled library whose models' logits can be asked for directly."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from modelet_compiler import package, toolchain
from modelet_compiler.emit import emit_library
from modelet_compiler.library import library_units
from modelet_compiler.pipeline import describe

ISAS = {"generic": 0, "neon": 1, "avx2": 2, "avx512": 3, "avx512vnni": 4}
HOST = 4
"""The best that kernels are written for; a host takes what it has."""


class ModelLibrary:
    """Models by the names of the managers that `functions` use."""

    def __init__(self, functions: Sequence[Callable[..., object]], names: Sequence[str], folder: Path) -> None:
        emitted = emit_library(functions, name="@tests/models")
        self.names = list(names)
        self.weights = package.write_weights(emitted.weights, folder / "weights.safetensors")
        target = toolchain.host_target()
        manifest = describe(emitted, "@tests/models", functions, [self.weights], target)
        driver = (Path(__file__).parent / "driver.cpp").read_text(encoding="utf-8")
        models = ", ".join(f"&modelet_models::{name}::description" for name in names)
        units = {**emitted.sources, **library_units(manifest, self.weights, embed=False), "driver.cpp": driver.replace("MODELS", models)}
        self.library = ctypes.CDLL(str(toolchain.build_library(units, target=target, name="models")))

    def logits(
        self, name: str, tokens: list[int], vocabulary: int, chunk: int | None = None, isa: str = "generic", ranks: int = 1
    ) -> np.ndarray:
        """Of every token, [tokens, vocabulary]; the prompt is cut into chunks of that many tokens, the model for so many ranks."""
        out = np.zeros((len(tokens), vocabulary), np.float32)
        ids = np.array(tokens, np.int32)
        status = self.library.modelet_test_logits(
            self.names.index(name),
            str(self.weights.path).encode(),
            ids.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_int64(len(tokens)),
            ctypes.c_int64(chunk or len(tokens)),
            ctypes.c_int64(ranks),
            ISAS[isa],
            out.ctypes.data_as(ctypes.c_void_p),
        )
        assert status == 0
        return out

    def generate(self, name: str, tokens: list[int], limit: int, move: int | None = None, ranks: int = 1) -> list[int]:
        """Greedy text through the scheduler; after `move` tokens another engine goes on with what the first one exports."""
        out, ids = np.zeros(limit, np.int32), np.array(tokens, np.int32)
        generate = self.library.modelet_test_generate
        generate.restype = ctypes.c_int64
        count = generate(
            self.names.index(name),
            str(self.weights.path).encode(),
            ids.ctypes.data_as(ctypes.c_void_p),
            *map(ctypes.c_int64, (len(tokens), limit, limit if move is None else move, ranks)),
            out.ctypes.data_as(ctypes.c_void_p),
        )
        assert count >= 0, count
        return out[:count].tolist()
