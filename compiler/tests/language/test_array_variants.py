"""A function whose arrays have an open dtype is compiled for several, and the caller's arrays choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import modelet
from modelet_compiler import CompileError, build
from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.annotations import annotation_type
from modelet_compiler.frontend.array_variants import MOST_TRIED, MOST_VARIANTS, RARITY, variants
from modelet_compiler.ir.types import INT


def scaled(x: np.ndarray, factor: float = 2.0) -> np.ndarray:
    return x * factor


def picked(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    return values[places]


def impossible(x: np.ndarray) -> np.ndarray:
    return np.linalg.eig(x)  # type: ignore[return-value]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    artifact = build([scaled, picked], output=tmp_path_factory.mktemp("variants") / "layout", name="@test/variants")
    loaded = modelet.load(str(artifact.layout))
    return loaded.function


def test_the_likeliest_combinations_are_compiled() -> None:
    one, two = (np.ndarray,), (np.ndarray, int, np.ndarray)
    assert [dtypes[0] for dtypes in variants(tuple(map(annotation_type, one)))] == list(RARITY)
    found = variants(tuple(map(annotation_type, two)))
    assert len(found) == MOST_TRIED == len(set(found))
    assert {("float64", None, "float64"), ("float32", None, "int64"), ("float64", None, "bool")} <= set(found[:MOST_VARIANTS])
    assert variants(tuple(map(annotation_type, one * 9))) == [(dtype,) * 9 for dtype in RARITY]
    assert variants((INT,)) == [(None,)]


@pytest.mark.parametrize(
    ("annotation", "dtypes"),
    [
        (NDArray[Any], list(RARITY)),
        (NDArray[np.floating], ["float64", "float32"]),
        (NDArray[np.integer], ["int64", "uint8", "int32", "int16"]),
        (NDArray[np.uint32] | NDArray[np.float32], ["float32", "uint32"]),
        (list[np.ndarray] | None, list(RARITY)),
        (NDArray[np.float32], [None]),
    ],
    ids=str,
)
def test_an_annotation_says_which_dtypes_may_arrive(annotation: Any, dtypes: list[str | None]) -> None:
    assert [row[0] for row in variants((annotation_type(annotation),))] == dtypes


def test_results_have_the_dtype_that_numpy_gives(library: Callable[[str], Any]) -> None:
    for dtype in RARITY:
        x = np.arange(3).astype(dtype)
        found, expected = library("scaled").call(x, 3.0), scaled(x, 3.0)
        assert found.dtype == expected.dtype
        assert np.array_equal(found, expected)


def test_an_array_of_another_dtype_is_told_what_there_is(library: Callable[[str], Any]) -> None:
    with pytest.raises(
        TypeError, match=r"scaled\(\) is compiled for arrays x of float64, .*, not of uint16; .* as in NDArray\[np.uint16\]"
    ):
        library("scaled").call(np.zeros(2, np.uint16))
    with pytest.raises(TypeError, match=r"not of \(float64, float64\)"):  # no variant: numpy does not index by floats either
        library("picked").call(np.zeros(2), np.zeros(2))
    with pytest.raises(TypeError, match="must be ndarray"):
        library("scaled").call([1.0, 2.0])


def test_the_manifest_names_the_dtypes(library: Callable[[str], Any]) -> None:
    [x, _] = library("scaled").parameters
    assert {one["x-tensor"]["dtype"] for one in x["schema"]["anyOf"]} == set(RARITY)


def test_what_compiles_for_no_dtype_is_refused_with_the_reason() -> None:
    with pytest.raises(CompileError, match=r"np\.linalg\.eig"):
        emit_library([impossible], name="@test/impossible")
