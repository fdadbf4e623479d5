"""Plain data becomes an instance as its class makes one: models validate, dataclasses run `__post_init__`. Instances cross as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.differential import model_functions as given

FUNCTIONS = [
    given.shown_part, given.shown_parts, given.shown_order, given.shown_words, given.shown_shape, given.shown_request,
    given.shown_squares, given.shown_scaled, given.summed,
]  # fmt: skip
PARTS: list[Any] = [
    {"name": "x"},
    {"name": "x", "count": 3, "kind": "b"},
    {"name": "x", "count": "4"},
    {"name": "x", "count": 2.0},
    {"name": "x", "more": [1, {"a": None}]},
    {"name": ""},
    {"name": "bad", "count": 0},
    {"name": 3, "kind": "c"},
    {"name": "x", "count": 1.5},
    {"name": None},
    {},
]
ORDERS: list[Any] = [
    {"parts": [{"name": "x"}]},
    {"parts": [{"name": "x"}], "by_name": {"k": {"name": "y"}}, "place": [1, "z"], "marks": ["b", "a", "b"], "share": 2},
    {"parts": []},
    {"parts": [{"name": "x"}, {"name": "bad"}, {}], "place": [1], "other": 1},
    {"parts": "x", "ratio": 2},
    {"parts": [3]},
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import modelet
    from modelet_compiler import build

    return modelet.load(str(build(FUNCTIONS, output=tmp_path_factory.mktemp("models") / "layout", name="@test/models").layout))


def said(call: Callable[[], str]) -> tuple[str, str]:
    """What a call returns, or the class and message of what it raises."""
    try:
        return "value", call()
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("data", PARTS, ids=repr)
def test_data_of_a_model_is_validated_as_pydantic_does(library: Any, data: dict[str, Any]) -> None:
    expected = said(lambda: given.shown_part(given.Part.model_validate(data)))
    assert said(lambda: library.function("shown_part").call(data)) == expected


@pytest.mark.parametrize("data", ORDERS, ids=repr)
def test_models_inside_of_models_are_validated_with_them(library: Any, data: dict[str, Any]) -> None:
    expected = said(lambda: given.shown_order(given.Order.model_validate(data)))
    assert said(lambda: library.function("shown_order").call(data)) == expected


@pytest.mark.parametrize("data", [{"words": "a,b"}, {"words": ["a"]}, {"words": 3}], ids=repr)
def test_validators_that_run_before_see_the_data(library: Any, data: dict[str, Any]) -> None:
    expected = said(lambda: given.shown_words(given.Words.model_validate(data)))
    assert said(lambda: library.function("shown_words").call(data)) == expected


def test_an_instance_is_not_validated_again(library: Any) -> None:
    part = given.Part(name="x")
    order = given.Order(parts=[part], by_name={"k": part}, place=(1, "z"), share=1)
    assert library.function("shown_part").call(part) == given.shown_part(part)
    assert library.function("shown_order").call(order) == given.shown_order(order)
    assert library.function("shown_request").call(given.Request(part, [part])) == given.shown_request(given.Request(part, [part]))


def test_models_in_containers_and_dataclasses_are_validated(library: Any) -> None:
    part, data = given.Part(name="x"), {"name": "x"}
    parts = library.function("shown_parts").call
    assert parts([data, part]) == given.shown_parts([part, part])
    assert parts([], data) == given.shown_parts([], part)
    request = {"part": data, "others": [data]}
    assert library.function("shown_request").call(request) == given.shown_request(given.Request(part, [part]))
    for wrong in ({"part": {"name": ""}}, {"part": data, "others": [{"name": "bad"}]}):
        with pytest.raises(ValueError, match="1 validation error for Part"):
            library.function("shown_request").call(wrong)


def test_a_union_takes_the_model_that_fits(library: Any) -> None:
    shape = library.function("shown_shape").call
    assert shape({"x": 1, "y": 2}) == "Point(x=1, y=2)"
    assert shape({"radius": 2}) == "Circle(radius=2)"
    with pytest.raises(ValueError, match="2 validation errors for Point"):
        shape({"radius": 0})


def test_what_is_no_data_of_a_model_is_a_type_error(library: Any) -> None:
    for wrong in ("x", 3, None, [1]):
        with pytest.raises(TypeError, match=r"'part' must be Part"):
            library.function("shown_part").call(wrong)
    with pytest.raises(TypeError, match="its field 'more' does not fit"):
        library.function("shown_part").call({"name": "x", "more": b"bytes"})


def test_a_dataclass_is_finished_once(library: Any) -> None:
    squares = library.function("shown_squares").call
    assert squares([{"side": 3}, {"side": 2, "notes": ["a"]}]) == given.shown_squares([given.Square(3), given.Square(2, ["a"])])
    square = given.Square(3)
    square.area = 10
    assert squares([square]) == given.shown_squares([square])
    with pytest.raises(ValueError, match="a side of -1"):
        squares([{"side": -1}])
    for wrong in ({"side": 1, "area": 1}, {"area": 1}, {"side": "1"}):
        with pytest.raises(TypeError, match="'squares' must be list"):
            squares([wrong])


def test_data_that_only_python_can_validate_is_refused(library: Any) -> None:
    values = np.arange(3.0)
    assert library.function("summed").call(given.Measured(values=values)) == 3.0
    assert library.function("shown_scaled").call(given.Scaled(3)) == "Scaled(size=6)"
    with pytest.raises(TypeError, match="Measured is made in a way that compiled code does not know: pass an instance of it"):
        library.function("summed").call({"values": values})
    with pytest.raises(TypeError, match="Scaled is made in a way that compiled code does not know"):
        library.function("shown_scaled").call({"size": 3})
