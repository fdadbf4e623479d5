"""Exported graphs are kept by content: the same bytes come back, and whatever could change an export is part of the key."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path
from typing import Any

import pytest
import torch

from modelet_compiler.ir.types import NativeType
from modelet_compiler.lowering.adapter import Argument, NativeParts
from modelet_compiler.lowering.graph import cache
from modelet_compiler.lowering.tensor_region import NativeRegion, TensorRegion


class Model(torch.nn.Module):
    def __init__(self, seed: int = 0, scale: float = 2.0) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.table = torch.nn.Embedding(99, 8)
        self.scale = scale

    def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
        return self.table(input_ids) * self.scale


def halve(hidden: torch.Tensor) -> torch.Tensor:
    return hidden / 2


def third(hidden: torch.Tensor) -> torch.Tensor:
    return hidden / 3


@pytest.fixture
def exports(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[object]:
    """Counts exports, with a cache of its own."""
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path))
    seen: list[object] = []
    original = cache.import_module

    def counted(module: torch.nn.Module, **options: Any) -> Any:
        seen.append(module)
        return original(module, **options)

    monkeypatch.setattr(cache, "import_module", counted)
    return seen


def compiled(source: str = "helper(model(tokens['input_ids']))[:, 0]", **environment: Any) -> NativeParts:
    expression = ast.parse(textwrap.dedent(source), mode="eval").body
    names = {"model": Model(), "helper": halve, "torch": torch, **environment}
    region = NativeRegion(TensorRegion("f", [], [expression], ("tokens",), names), "region")
    region.call("__call__", [Argument(NativeType("BatchEncoding", ""))], {})
    return region.parts()


def test_the_second_time_nothing_is_exported_and_the_bytes_are_the_same(exports: list[object]) -> None:
    first, second = compiled(), compiled()
    assert len(exports) == 1
    assert first.sources == second.sources
    assert [tensor.name for tensor in first.weights] == [tensor.name for tensor in second.weights]
    for one, other in zip(first.weights, second.weights, strict=True):
        assert (one.array == other.array).all()


@pytest.mark.parametrize(
    "change",
    [
        {"model": Model(seed=1)},
        {"model": Model(scale=3.0)},
        {"helper": third},
        {"source": "helper(model(tokens['input_ids']))[:, 0] + 1"},
    ],
    ids=["weights", "configuration", "helper", "source"],
)
def test_a_change_exports_again(exports: list[object], change: dict[str, Any]) -> None:
    compiled()
    compiled(**change)
    assert len(exports) == 2


@pytest.mark.parametrize("suffix", [".json", ".npz"])
def test_a_damaged_entry_is_made_again(exports: list[object], tmp_path: Path, suffix: str) -> None:
    first = compiled()
    for path in (tmp_path / "graphs").glob(f"*{suffix}"):
        path.write_bytes(path.read_bytes()[:20])
    assert compiled().sources == first.sources
    assert len(exports) == 2


def test_nothing_half_written_stays(exports: list[object], tmp_path: Path) -> None:
    compiled()
    assert sorted(path.suffix for path in (tmp_path / "graphs").iterdir()) == [".json", ".npz"]
