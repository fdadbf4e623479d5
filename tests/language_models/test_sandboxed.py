"""Models in WebAssembly: which libraries an artifact has, and that they agree to the last bit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from modelet import sandbox
from modelet_compiler import build
from modelet_resolver.layout import Layout
from tests.language_models.four_bits import nibbles, whole_bytes
from tests.language_models.small_models import SHAPE

pytest.importorskip("wasmtime")


def test_weights_of_four_bits_bring_a_second_library_which_gives_the_same_bits(tmp_path: Path) -> None:
    layout, libraries = variants_of(nibbles, tmp_path)
    assert set(libraries) == {("simd128",), ("relaxed-simd", "simd128")}
    answers = [answer(layout, library) for library in libraries.values()]
    assert answers[0] == answers[1]
    assert len(answers[0]) == 32


def test_other_weights_bring_one(tmp_path: Path) -> None:
    assert set(variants_of(whole_bytes, tmp_path)[1]) == {("simd128",)}


def variants_of(function: object, folder: Path) -> tuple[Layout, dict[tuple[str, ...], str]]:
    """An artifact for WebAssembly, and its libraries by the features that they need."""
    artifact = build(function, target="wasm32-wasi", output=folder / "layout")  # type: ignore[arg-type]
    layout = Layout(str(artifact.layout), str(artifact.layout / "blobs" / "sha256"))
    (entry,) = layout.entries()
    assert len(artifact.libraries) == len(layout.variants(entry))
    return layout, {tuple(variant.required): layout.path(layout.files(variant).library.digest) for variant in layout.variants(entry)}


def answer(layout: Layout, library: str) -> list[int]:
    """What a library makes of a prompt, under wasmtime."""
    (entry,) = layout.entries()
    (weights,) = layout.files(layout.variants(entry)[0]).weights
    instance = sandbox.Instance(library, {"weights.safetensors": layout.path(weights.digest)}, {})
    prompt = torch.randint(2, SHAPE["vocab_size"], (40,), generator=torch.Generator().manual_seed(1)).tolist()
    value: list[int] = instance.request(json.dumps({"call": {"prompt": prompt}}).encode()).json()["value"]
    return value
