"""GGUF files: read as the package gguf reads them, and refused with a reason when any byte of their header is wrong."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest

from modelet_compiler.lowering.models.gguf_reader import GgufError, read_gguf

EXTREMES = (b"\x00", b"\xff" * 4, b"\xff" * 7 + b"\x7f", struct.pack("<Q", 1 << 32))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("gguf") / "whole.gguf"
    numbers = np.random.default_rng(3)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_uint32("small.number", 7)
    writer.add_float32("small.float", 0.5)
    writer.add_bool("small.truth", True)
    writer.add_array("some.words", ["a", "bc", "ü"])
    writer.add_array("some.numbers", [1, 2, 3])
    writer.add_tensor("floats", numbers.normal(size=(3, 8)).astype(np.float32))
    writer.add_tensor("halves", numbers.normal(size=5).astype(np.float16))
    blocks = gguf.quantize(numbers.normal(size=(2, 64)).astype(np.float32), gguf.GGMLQuantizationType.Q4_1)
    writer.add_tensor("blocks", blocks, raw_dtype=gguf.GGMLQuantizationType.Q4_1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path.read_bytes()


def read(folder: Path, data: bytes) -> Any:
    path = folder / "file.gguf"
    path.write_bytes(data)
    return read_gguf(path)


def read_or_refuse(folder: Path, data: bytes) -> None:
    """Nothing but a GgufError may come of it; what is read lies in the file."""
    try:
        file = read(folder, data)
    except GgufError:
        return
    assert sum(tensor.data.nbytes for tensor in file.tensors.values()) <= 8 * len(data)


def header(whole: bytes) -> int:
    return whole.rindex(b"blocks") + 6 + 4 + 16 + 4 + 8


def test_files_are_read_as_gguf_reads_them(tmp_path: Path, whole: bytes) -> None:
    file = read(tmp_path, whole)
    reader = gguf.GGUFReader(tmp_path / "file.gguf")
    assert file.metadata == {name: field.contents() for name, field in reader.fields.items() if not name.startswith("GGUF.")}
    assert list(file.tensors) == [tensor.name for tensor in reader.tensors]
    for tensor in reader.tensors:
        own = file.tensors[tensor.name]
        assert own.kind == tensor.tensor_type.name
        assert np.array_equal(own.data, tensor.data)


def test_a_file_that_ends_early_is_refused_wherever_it_ends(tmp_path: Path, whole: bytes) -> None:
    for size in [*range(header(whole)), len(whole) - 33]:
        with pytest.raises(GgufError):
            read(tmp_path, whole[:size])


def test_every_number_of_the_header_may_be_anything(tmp_path: Path, whole: bytes) -> None:
    for place in range(header(whole)):
        for extreme in EXTREMES:
            read_or_refuse(tmp_path, whole[:place] + extreme + whole[place + len(extreme) :])


def test_random_bytes_in_the_header_are_refused_or_read(tmp_path: Path, whole: bytes) -> None:
    chance = random.Random(5)
    for _ in range(500):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(header(whole))] = chance.randrange(256)
        read_or_refuse(tmp_path, bytes(data))


@pytest.mark.parametrize(
    ("place", "new", "says"),
    [
        (0, b"GGML", "does not begin with 'GGUF'"),
        (4, struct.pack(">I", 3), "little-endian"),
        (8, struct.pack("<Q", 1 << 60), "1152921504606846976 tensors, more than fit"),
        (16, struct.pack("<Q", 1 << 61), "metadata fields, more than fit"),
    ],
)
def test_a_refusal_says_what_is_wrong(tmp_path: Path, whole: bytes, place: int, new: bytes, says: str) -> None:
    with pytest.raises(GgufError, match=says):
        read(tmp_path, whole[:place] + new + whole[place + len(new) :])


def test_tensors_beyond_the_end_are_named(tmp_path: Path, whole: bytes) -> None:
    place = whole.rindex(b"blocks") + 6 + 4
    longer = whole[:place] + struct.pack("<Q", 64 << 20) + whole[place + 8 :]
    with pytest.raises(GgufError, match="tensor 'blocks' would end at byte"):
        read(tmp_path, longer)
    uneven = whole[:place] + struct.pack("<Q", 65) + whole[place + 8 :]
    with pytest.raises(GgufError, match="rows of 65 values; blocks of Q4_1 hold 32"):
        read(tmp_path, uneven)
