"""The weights file: readable by the official library, aligned, the same bytes for the same tensors."""

import errno
import hashlib
import os

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file

from modelet_compiler.lowering.adapter import WeightTensor
from modelet_compiler.package import PackageError, write_weights
from modelet_resolver.errors import DiskFull, ReadOnly


def tensors():
    random = np.random.default_rng(0)
    return [
        WeightTensor("matrix", random.random((3, 5), dtype=np.float32)),
        WeightTensor("transposed", random.random((7, 4)).T),
        WeightTensor("big.endian", np.arange(9, dtype=">i4")),
        WeightTensor("empty", np.zeros((0, 4), np.float32)),
        WeightTensor("scalar", np.float64(2.5).reshape(())),
        WeightTensor("flags", np.array([True, False, True])),
        WeightTensor("half", random.random(33).astype(np.float16)),
        WeightTensor("\u00fcber", np.arange(256, dtype=np.uint8)),
    ]


@pytest.mark.parametrize("layout", ["plain", "panel"])
def test_the_official_library_reads_what_is_written(tmp_path, layout):
    written = write_weights(tensors(), tmp_path / "w.safetensors", layout)
    loaded = load_file(written.path)
    for tensor in tensors():
        np.testing.assert_array_equal(loaded[tensor.name], tensor.array)
    with safe_open(written.path, "numpy") as file:
        assert file.metadata() == {"layout": layout}


def test_entries_say_where_the_bytes_are(tmp_path):
    written = write_weights(tensors(), tmp_path / "w.safetensors")
    data = written.path.read_bytes()
    assert [entry.name for entry in written.entries] == [tensor.name for tensor in tensors()]
    for entry, tensor in zip(written.entries, tensors(), strict=True):
        assert entry.offset % 64 == 0
        native = np.ascontiguousarray(tensor.array).astype(tensor.array.dtype.newbyteorder("<"))
        assert data[entry.offset : entry.offset + entry.bytes] == native.tobytes()
    assert written.bytes == len(data)
    assert written.sha256 == hashlib.sha256(data).hexdigest()
    assert written.file == "w.safetensors"


def test_the_same_tensors_give_the_same_bytes(tmp_path):
    first = write_weights(tensors(), tmp_path / "a")
    second = write_weights(tensors(), tmp_path / "b")
    assert (first.sha256, first.bytes, first.entries) == (second.sha256, second.bytes, second.entries)


def test_no_tensors_is_a_file_too(tmp_path):
    assert load_file(write_weights([], tmp_path / "w").path) == {}


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ([WeightTensor("a", np.zeros(1)), WeightTensor("a", np.zeros(1))], "twice"),
        ([WeightTensor("__metadata__", np.zeros(1))], "reserved"),
        ([WeightTensor("a", np.array(["text"]))], "float32"),
        ([WeightTensor("a", np.zeros(1, np.complex128))], "complex128"),
    ],
)
def test_what_cannot_be_packed_is_refused(tmp_path, bad, says):
    with pytest.raises(PackageError, match=says):
        write_weights(bad, tmp_path / "w")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_layout_is_refused(tmp_path):
    with pytest.raises(PackageError, match="plain, panel"):
        write_weights([], tmp_path / "w", "tiles")


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, DiskFull), (errno.EROFS, ReadOnly)])
def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch, number, kind):
    path = tmp_path / "w"
    before = write_weights(tensors(), path)

    def fail(_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(kind):
        write_weights(tensors()[:1], path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before.sha256
    assert list(tmp_path.iterdir()) == [path]
