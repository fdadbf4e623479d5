"""Whatever a recipe, a published file or a packed one says, reading it gives an answer or one typed error."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modelet_resolver.errors import Malformed
from modelet_resolver.hub import Source
from modelet_resolver.packing.blocks import FormatError
from modelet_resolver.packing.promise import Part, panels, rows, vector
from modelet_resolver.packing.recipe import Recipe, read_recipe
from modelet_resolver.packing.safetensors import SafetensorsFile
from modelet_resolver.packing.weights import WeightTensor

SOURCE = Source(f"hf://tests/none@{'a' * 40}/model.safetensors", 4096, f"sha256:{'b' * 64}")
MATRIX = Part(SOURCE, "matrix", "BF16", (20, 33), "BF16")
EXPERTS = Part(SOURCE, "experts", "F16", (3, 4, 33), "F32", 1)
NORM = Part(SOURCE, "norm", "F32", (33,), "F32")


def recipe() -> Recipe:
    tensors = [
        WeightTensor("norm", vector([NORM], 1.0)),
        WeightTensor("panels", panels([MATRIX, EXPERTS], "q4").panels),
        WeightTensor("rows", rows(MATRIX, None)[1]),
        WeightTensor("constant", np.arange(5, dtype=np.float32)),
    ]
    return Recipe(tuple(tensors))


def published() -> bytes:
    arrays = {"matrix": np.arange(660, dtype="<u2"), "experts": np.arange(396).astype("<f2"), "norm": np.ones(33, "<f4")}
    header, data = {}, b""
    for part in (MATRIX, EXPERTS, NORM):
        content = arrays[part.tensor].tobytes()
        header[part.tensor] = {"dtype": part.stored, "shape": list(part.shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def test_a_recipe_makes_a_file_of_the_size_that_it_says(tmp_path: Path) -> None:
    (tmp_path / "source").write_bytes(published())
    made = recipe().pack({SOURCE: str(tmp_path / "source")}, str(tmp_path / "made"))
    assert json.loads(recipe().text())["bytes"] == made.bytes == (tmp_path / "made").stat().st_size
    again = read_recipe(recipe().text(), "x").pack({SOURCE: str(tmp_path / "source")}, str(tmp_path / "again"))
    assert again.sha256 == made.sha256


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_recipe_crashes(data: st.DataObject) -> None:
    text = bytearray(recipe().text())
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        read_recipe(bytes(text), "a recipe")
    except Malformed as error:
        assert len(error.message) < 1000  # noqa: PT017 (either outcome is right)


VALUES = st.one_of(st.none(), st.booleans(), st.integers(-3, 2**70), st.floats(), st.text(max_size=5), st.lists(st.integers(-2, 9)))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_field_of_a_recipe_crashes(data: st.DataObject) -> None:
    document = json.loads(recipe().text())
    place = document
    while isinstance(place, dict | list) and place:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(VALUES)
            break
        place = place[key]
    try:
        read_recipe(json.dumps(document).encode(), "a recipe")
    except Malformed:
        return


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_published_file_crashes(tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(published())
    length = int.from_bytes(content[:8], "little")
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, 7 + length))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(1, len(content)))]
    path = tmp_path / "source"
    path.write_bytes(content)
    try:
        file = SafetensorsFile(str(path))
        for part in (MATRIX, EXPERTS, NORM):
            assert file.read(part).data.shape == part.own_shape
    except FormatError:
        return


@pytest.mark.parametrize("digest", ["sha256:x", "md5:" + "0" * 32, "git-sha1:" + "0" * 39, ""])
def test_a_source_needs_a_digest(digest: str) -> None:
    document = json.loads(recipe().text())
    document["sources"][0]["digest"] = digest
    with pytest.raises(Malformed):
        read_recipe(json.dumps(document).encode(), "a recipe")
