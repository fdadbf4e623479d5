"""Packed weights mean what was published: against gguf's own reading of its blocks, and back again from the panels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gguf
import numpy as np
import pytest

from modelet_resolver.packing.blocks import BLOCK_FORMATS, FormatError, read_blocks
from modelet_resolver.packing.panels import FLOATS, as_floats, format_of, pack, read_values, table, unpack
from modelet_resolver.packing.quantise import quantise_q4, quantise_q8

Array = np.ndarray[Any, Any]
random = np.random.default_rng(7)


@dataclass(frozen=True)
class Published:
    kind: str
    data: Array


def normal(rows: int, width: int, scale: float = 0.05) -> Array:
    return random.normal(0, scale, (rows, width)).astype(np.float32)


def blocks_of(kind: str, rows: int, width: int) -> Published:
    """Any bytes, with scales that are numbers of a weight's size."""
    form = BLOCK_FORMATS[kind]
    data = random.integers(0, 256, (rows, width // form.values, form.bytes), dtype=np.uint8)
    places = {"Q4_1": [0, 2], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208]}.get(kind, [0])
    for place in places:
        halves = random.normal(0, 0.01, data.shape[:2]).astype(np.float16)
        data[..., place : place + 2] = halves[..., None].view(np.uint8)
    return Published(kind, data.reshape(rows, -1))


def reference(matrix: Published) -> Array:
    return gguf.dequantize(matrix.data, gguf.GGMLQuantizationType[matrix.kind])


def nmse(values: Array, exact: Array) -> float:
    return float(((values - exact).astype(np.float64) ** 2).sum() / (exact.astype(np.float64) ** 2).sum())


@pytest.mark.parametrize("kind", BLOCK_FORMATS)
@pytest.mark.parametrize("rows", [1, 16, 37])
def test_blocks_are_read_as_gguf_reads_them(kind: str, rows: int) -> None:
    matrix = blocks_of(kind, rows, 768)
    assert np.array_equal(read_values(matrix), reference(matrix))


@pytest.mark.parametrize("kind", ["Q4_0", "Q4_1", "Q5_0", "Q8_0"])
@pytest.mark.parametrize(("rows", "width"), [(1, 32), (16, 64), (37, 96)])
def test_packing_these_formats_loses_nothing(kind: str, rows: int, width: int) -> None:
    matrix = blocks_of(kind, rows, width)
    packed = pack([matrix], None)
    assert (packed.format, packed.out, packed.depth) == (format_of(kind), rows, width)
    assert np.array_equal(unpack(packed), reference(matrix))


@pytest.mark.parametrize(("kind", "bound"), [("Q4_K", 1e-7), ("Q5_K", 3e-5), ("Q6_K", 3e-5)])
def test_packing_k_quants_costs_little(kind: str, bound: float) -> None:
    matrix = blocks_of(kind, 37, 512)
    assert nmse(unpack(pack([matrix], None)), reference(matrix)) < bound


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize(("rows", "width"), [(1, 1), (16, 33), (37, 100)])
def test_float_formats_stay_as_they_are(kind: str, rows: int, width: int) -> None:
    matrix = Published(kind, as_floats(normal(rows, width), FLOATS[kind]))
    packed = pack([matrix], None)
    assert packed.format == FLOATS[kind]
    assert packed.panels.shape == (-(-rows // 16), width, 16)
    assert np.array_equal(unpack(packed), read_values(matrix))


def test_bfloat16_rounds_halves_to_even_as_torch_does() -> None:
    import torch

    values = np.concatenate([normal(1, 4096), [[0.0, -0.0, np.inf, -np.inf, 3.4e38, 1e-40, 1.00390625, 1.01171875]]], axis=1)
    values = values.astype(np.float32)
    expected = torch.from_numpy(values).to(torch.bfloat16).view(torch.uint16).numpy()
    assert np.array_equal(as_floats(values, "bfloat16"), expected)
    assert np.isnan(read_values(Published("BF16", as_floats(np.full((1, 2), np.nan, np.float32), "bfloat16")))).all()


@pytest.mark.parametrize("wanted", ["q4", "q8"])
@pytest.mark.parametrize(("rows", "width"), [(1, 1), (16, 32), (37, 100), (5, 70)])
def test_panels_hold_what_was_quantised(wanted: str, rows: int, width: int) -> None:
    values = normal(rows, width)
    quantised = quantise_q4(values) if wanted == "q4" else quantise_q8(values)
    assert np.array_equal(unpack(pack([Published("F32", values)], wanted)), quantised.values()[:, :width])


def test_quantising_to_8_bits_is_as_exact_as_gguf() -> None:
    values = normal(64, 576)
    own = nmse(quantise_q8(values).values(), values)
    assert own < 1.02 * nmse(gguf.dequantize(gguf.quantize(values, gguf.GGMLQuantizationType.Q8_0), gguf.GGMLQuantizationType.Q8_0), values)


@pytest.mark.parametrize("tail", [0.0, 0.02])
def test_quantising_to_4_bits_searches_for_better_scales_than_gguf(tail: float) -> None:
    values = normal(64, 576)
    values[random.random(values.shape) < tail] *= 8
    own = nmse(quantise_q4(values).values(), values)
    assert own < 0.9 * nmse(gguf.dequantize(gguf.quantize(values, gguf.GGMLQuantizationType.Q4_1), gguf.GGMLQuantizationType.Q4_1), values)


def test_groups_of_equal_values_and_of_tiny_ones_are_kept() -> None:
    values = np.concatenate([np.zeros((1, 32)), np.full((1, 32), 0.25), np.full((1, 32), -3.0)], axis=0).astype(np.float32)
    assert np.array_equal(quantise_q4(values).values(), values)
    assert np.allclose(quantise_q8(values).values(), values, rtol=1e-3)
    tiny = normal(4, 64, 1e-9)
    assert np.isfinite(quantise_q4(tiny).values()).all()
    assert np.isfinite(quantise_q8(tiny).values()).all()


def test_parts_stand_one_below_the_other_in_the_most_exact_of_their_formats() -> None:
    narrow, wide = blocks_of("Q4_1", 24, 96), blocks_of("Q8_0", 7, 96)
    packed = pack([narrow, wide], None)
    assert (packed.format, packed.out) == ("q8", 31)
    assert np.array_equal(unpack(packed)[24:], reference(wide))
    assert nmse(unpack(packed)[:24], reference(narrow)) < 1e-4
    assert pack([narrow, narrow], None).format == "q4"


@pytest.mark.parametrize("kind", ["Q4_0", "Q5_0", "Q8_0"])
def test_tables_of_integers_become_rows_of_bytes(kind: str) -> None:
    matrix = blocks_of(kind, 9, 96)
    format_, rows = table(matrix, None)
    assert (format_, rows.shape) == ("q8_0", (9, 3 * 34))
    assert np.array_equal(gguf.dequantize(rows, gguf.GGMLQuantizationType.Q8_0), reference(matrix))


@pytest.mark.parametrize("kind", ["Q4_1", "Q4_K", "Q5_K", "Q6_K"])
def test_other_tables_become_float16(kind: str) -> None:
    matrix = blocks_of(kind, 9, 256)
    format_, rows = table(matrix, None)
    assert format_ == "float16"
    assert np.array_equal(rows, reference(matrix).astype(np.float16))


def test_tables_of_floats_stay_or_become_what_is_asked_for() -> None:
    matrix = Published("F32", normal(5, 40))
    assert np.array_equal(table(matrix, None)[1], matrix.data)
    assert table(matrix, "bfloat16")[0] == "bfloat16"
    format_, rows = table(matrix, "q4")
    assert (format_, rows.shape) == ("q8_0", (5, 2 * 34))
    assert nmse(gguf.dequantize(rows, gguf.GGMLQuantizationType.Q8_0)[:, :40], matrix.data) < 1e-4


@pytest.mark.parametrize(
    ("kind", "data", "wanted", "says"),
    [
        ("IQ2_XS", np.zeros((1, 74), np.uint8), None, "GGUF type IQ2_XS"),
        ("Q8_0", np.zeros((2, 35), np.uint8), None, "blocks of 34 bytes"),
        ("F32", np.full((1, 32), 1e6, np.float32), "float16", "a weight of 1000000.0 does not fit float16"),
        ("F32", np.full((1, 32), 1e9, np.float32), "q8", "the scale of .* does not fit float16"),
        ("F32", np.full((1, 32), np.nan, np.float32), "q4", "not finite"),
        ("F32", np.zeros((1, 32), np.float32), "q3", "no weight format 'q3'"),
    ],
)
def test_what_cannot_be_packed_is_said(kind: str, data: Array, wanted: str | None, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        pack([Published(kind, data)], wanted)


def test_blocks_with_infinite_scales_are_refused() -> None:
    data = np.zeros((1, 34), np.uint8)
    data[0, :2] = np.array([np.inf], np.float16).view(np.uint8)
    with pytest.raises(FormatError, match="does not fit float16"):
        pack([Published("Q8_0", data)], None)
    with pytest.raises(FormatError, match="GGUF type F8"):
        read_blocks("F8", data)
