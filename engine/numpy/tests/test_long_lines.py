"""What is computed by another road when there is much of it: products in blocks, sorting by digits, float32's exponential."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import modelet
from modelet_compiler import build

DTYPES = ("float64", "float32", "int64", "int32", "uint8", "int16")
SHAPES = ((4, 32, 32), (5, 1000, 7), (7, 257, 33), (48, 256, 16), (49, 300, 17), (130, 70, 65), (600, 40, 1), (33, 500, 3), (4, 1025, 9))


def multiplied(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a @ b


def exponentials(x: np.ndarray) -> np.ndarray:
    return np.exp(x)


def rounded(x: np.ndarray) -> np.ndarray:
    return np.rint(x)


def sorted_line(x: np.ndarray) -> np.ndarray:
    return np.sort(x)


def sorted_places(x: np.ndarray) -> np.ndarray:
    return np.argsort(x, kind="stable")


def distinct(x: np.ndarray) -> np.ndarray:
    return np.unique(x)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    functions = [multiplied, exponentials, rounded, sorted_line, sorted_places, distinct]
    library = modelet.load(str(build(functions, output=tmp_path_factory.mktemp("lines") / "layout", name="@test/lines").layout))
    return lambda function, *arguments: library.function(function.__name__).call(*arguments)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_products_in_blocks_are_within_the_error_of_a_sum(shape: tuple[int, int, int], dtype: str, compiled: Callable[..., Any]) -> None:
    rows, depth, columns = shape
    chance = np.random.default_rng(depth)
    a, b = chance.standard_normal((rows, depth)).astype(dtype), chance.standard_normal((depth, columns)).astype(dtype)
    bound = depth * np.finfo(dtype).eps * (np.abs(a).astype("float64") @ np.abs(b).astype("float64"))
    for left, right in ((a, b), (np.asfortranarray(a), b), (a, np.ascontiguousarray(b.T).T), (np.repeat(a, 2, axis=1)[:, ::2], b)):
        found = compiled(multiplied, left, right)
        assert found.dtype == dtype
        assert (np.abs(found - a.astype("float64") @ b.astype("float64")) <= bound).all()


def test_an_exponential_in_float32_is_within_2_ulp(compiled: Callable[..., Any]) -> None:
    x = np.concatenate([np.linspace(-110, 95, 200_001), [0.0, -0.0, 1e-30, 88.72, 88.73, -103.97, -87.4]]).astype("float32")
    exact, found = np.exp(x.astype("float64")), compiled(exponentials, x)
    finite = exact < np.finfo("float32").max
    spacing = np.spacing(exact[finite].astype("float32")).astype("float64")
    assert (np.abs(found[finite] - exact[finite]) <= 2 * spacing).all()
    assert np.isposinf(found[exact > 3.5e38]).all()
    special = compiled(exponentials, np.array([np.inf, -np.inf, np.nan], "float32"))
    assert np.array_equal(special, np.array([np.inf, 0.0, np.nan], "float32"), equal_nan=True)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_rounding_is_to_even_with_the_sign_kept(dtype: str, compiled: Callable[..., Any]) -> None:
    values = [0.5, 1.5, 2.5, -0.5, -1.5, 0.0, -0.0, 0.49999997, 2.0**23 + 1, 2.0**52 + 1, 1e30, np.inf, -np.inf, np.nan, 8388607.5]
    x = np.array(values, dtype)
    assert compiled(rounded, x).tobytes() == np.rint(x).tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
def test_long_lines_are_sorted_as_numpy_sorts_them(dtype: str, compiled: Callable[..., Any]) -> None:
    chance = np.random.default_rng(3)
    for count in (511, 512, 513, 577, 1_023, 5_000):
        x = (chance.standard_normal(count) * 300).astype("int64").astype(dtype)
        assert np.array_equal(compiled(sorted_line, x), np.sort(x))
        assert np.array_equal(compiled(sorted_places, x), np.argsort(x, kind="stable"))
        assert np.array_equal(compiled(distinct, x), np.unique(x))


ORDERS = {
    "rising": lambda x: np.sort(x),
    "falling": lambda x: np.sort(x)[::-1].copy(),
    "saw": lambda x: np.tile(np.sort(x[:37]), len(x) // 37 + 1)[: len(x)],
    "two values": lambda x: np.where(x > 0, x.max(), x.min()),
    "one value": lambda x: np.full_like(x, x[0]),
    "wide": lambda x: x,
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_lines_of_any_order_are_sorted(dtype: str, order: str, compiled: Callable[..., Any]) -> None:
    chance = np.random.default_rng(9)
    for count in (600, 4_099):
        bits = chance.integers(0, 256, count * 8).astype("uint8").view(dtype)[:count].copy()
        x = ORDERS[order](chance.standard_normal(count).astype(dtype) if dtype.startswith("float") else bits)
        assert compiled(sorted_line, x).tobytes() == np.sort(x).tobytes()
        assert np.array_equal(compiled(sorted_places, x), np.argsort(x, kind="stable"))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_zeros_of_both_signs_and_nan_keep_their_order(dtype: str, compiled: Callable[..., Any]) -> None:
    x = np.random.default_rng(5).choice(np.array([0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 1e-40, -2.5]), 2_000).astype(dtype)
    assert np.array_equal(compiled(sorted_places, x), np.argsort(x, kind="stable"))
    assert compiled(sorted_line, x).tobytes() == np.sort(x, kind="stable").tobytes()
    assert np.array_equal(compiled(distinct, x), np.unique(x), equal_nan=True)
