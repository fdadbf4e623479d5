"""numpy code that is not compiled is refused with a reason, never built into something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

import numpy as np
import pytest
from numpy.typing import NDArray

from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError

Floats = NDArray[np.float32]


def eigenvalues(a: Floats):
    return np.linalg.eig(a)


def half(a: Floats):
    return a.astype(np.float16)


def optional_index(a: Floats, n: int | None):
    return a[n]


def optional_axis(a: Floats, n: int | None):
    return a.sum(axis=n)


def unknown_keepdims(a: Floats, keep: bool):
    return a.sum(axis=0, keepdims=keep)


def text_index(a: Floats):
    return a["x"]


def without_axes(value: int):
    return np.array(value)


def mixed_list(values: list[int | float]):
    return np.array(values)


def changing_dtype(a: Floats):
    b = a
    for _ in range(3):
        b = b.astype(np.float64)
    return b


def in_place_cast(a: NDArray[np.int64]):
    a /= 2
    return a


def compared_lists(a: Floats):
    return [a] == [a]


def array_as_key(a: Floats):
    return {a[0, 0]: 1}


class Unlike(TypedDict):
    ids: NDArray[np.int64]
    mask: Floats


class Alike(TypedDict):
    left: Floats
    right: Floats


def typed_dict_of_unlike_arrays(batch: Unlike):
    return batch["mask"]


def typed_dict_of_arrays(batch: Alike):
    return batch["left"] + batch["right"]


REFUSED: dict[Callable[..., Any], str] = {
    eigenvalues: "np.linalg.eig` is not supported",
    half: "arrays of float16 are not computed with",
    optional_index: "an index cannot be int | None",
    optional_axis: "axis cannot be int | None",
    unknown_keepdims: "`keepdims` must be True or False",
    text_index: "an array cannot be indexed by str",
    without_axes: "an array without axes is not supported",
    mixed_list: "has no dtype that is known when compiling",
    changing_dtype: "this may be an array of one dtype or of another",
    in_place_cast: "Cannot cast ufunc 'divide' output",
    compared_lists: "containers of arrays cannot be compared",
    array_as_key: "unhashable type: 'numpy.ndarray'",
    typed_dict_of_unlike_arrays: "Unlike has arrays of several dtypes",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_unsupported_numpy_code_is_refused_with_its_reason(function: Callable[..., Any]) -> None:
    with pytest.raises(CompileError) as caught:
        emit_library([function], name="@test/refused")
    assert REFUSED[function] in str(caught.value)


def test_a_typed_dict_of_arrays_of_one_dtype_compiles() -> None:
    assert emit_library([typed_dict_of_arrays], name="@test/accepted").sources
