"""The embeddings endpoint: the whole contract, on a function that makes row i from text i alone."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .conftest import Instance, ModeletError


def refusal(instance: Instance, **body: object) -> ModeletError:
    with pytest.raises(ModeletError) as caught:
        instance.ask({"endpoint": "embeddings", "body": body})
    return caught.value


def ids(text: str) -> list[int]:
    return [28 if letter == " " else ord(letter) - ord("a") + 2 for letter in text]


def test_floats_come_as_rows_of_one_tensor(opened: Instance) -> None:
    answer, [vectors] = opened.embeddings(input=["ab", "c"], model="@me/name")
    assert answer == {
        "object": "list",
        "data": [
            {"object": "embedding", "index": 0, "embedding": {"$tensor": 0, "row": 0}},
            {"object": "embedding", "index": 1, "embedding": {"$tensor": 0, "row": 1}},
        ],
        "model": "@me/name",
        "usage": {"prompt_tokens": 7, "total_tokens": 7},
    }
    assert (vectors.dtype, vectors.shape) == (np.float32, (2, 4))


def test_base64_holds_the_same_bits(opened: Instance) -> None:
    texts = ["a", "bc", "def", "g h"]
    _, [vectors] = opened.embeddings(input=texts, encoding_format="float")
    answer, arrays = opened.embeddings(input=texts, encoding_format="base64")
    assert arrays == []
    for row, item in zip(vectors, answer["data"], strict=True):
        assert base64.b64decode(item["embedding"]) == row.astype("<f4").tobytes()


@pytest.mark.parametrize("width", range(1, 8))
def test_base64_of_every_length(build_fake: Callable[..., Path], width: int) -> None:
    instance = Instance(build_fake("fake_plain.cpp", '-DMODELET_FAKE_DIMENSIONS="width"'))
    _, [vectors] = instance.embeddings(input="text", dimensions=width)
    answer, _ = instance.embeddings(input="text", dimensions=width, encoding_format="base64")
    assert base64.b64decode(answer["data"][0]["embedding"], validate=True) == vectors.tobytes()
    assert vectors.shape == (1, width)
    instance.close()


def test_the_four_forms_of_input_are_one(opened: Instance) -> None:
    forms: list[Any] = ["ab c", ["ab c"], ids("ab c"), [ids("ab c")], [0, *ids("ab c"), 1], [[0, *ids("ab c"), 1]]]
    answers = [opened.embeddings(input=form) for form in forms]
    assert all(answer == answers[0][0] for answer, _ in answers)
    assert all(np.array_equal(vectors, answers[0][1][0]) for _, [vectors] in answers)


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        ("", "string_below_min_length", "input is an empty string"),
        ([], "array_below_min_length", "empty list"),
        (["a", ""], "string_below_min_length", "input[1] is an empty string"),
        ([[]], "array_below_min_length", "input[0] is an empty list"),
        (["a"] * 2049, "array_above_max_length", "2049 items"),
        (None, "invalid_type", "it is null"),
        (7, "invalid_type", "it is 7"),
        ({"a": 1}, "invalid_type", "it is {"),
        (["a", [2]], "invalid_type", "mixes string and array"),
        ([["a"]], "invalid_type", 'holds "a" among'),
        ([2, "a"], "invalid_type", 'holds "a" among'),
        ([2, 2.5], "invalid_type", "holds 2.5"),
        ([True], "invalid_type", "it is true"),
        ([29], "invalid_value", "id 29; this model's ids are 0 to 28"),
        ([-1], "invalid_value", "id -1"),
        ([2**63], "invalid_value", "id 9223372036854775808"),
        ([0, 1], "invalid_value", "no text"),
        ([2, 0, 3], "invalid_value", "send the text itself"),
        ([0, 0, 2, 1], "invalid_value", "send the text itself"),
        ([2, 1], "invalid_value", "send the text itself"),
    ],
)
def test_wrong_input_is_named(opened: Instance, value: object, code: str, said: str) -> None:
    error = refusal(opened, model="m", input=value)
    assert (error.status, error.error["type"], error.code, error.error["param"]) == (400, "invalid_request_error", code, "input")
    assert said in error.error["message"]


def test_2048_items_are_taken(opened: Instance) -> None:
    answer, [vectors] = opened.embeddings(input=["a"] * 2048)
    assert [item["index"] for item in answer["data"]] == list(range(2048))
    assert len(vectors) == 2048


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("model", 1, "invalid_type"),
        ("encoding_format", "hex", "invalid_value"),
        ("encoding_format", 1, "invalid_value"),
        ("dimensions", 0, "integer_below_min_value"),
        ("dimensions", -4, "integer_below_min_value"),
        ("dimensions", 1.5, "invalid_type"),
        ("dimensions", "4", "invalid_type"),
        ("dimensions", True, "invalid_type"),
        ("dimensions", 5, "integer_above_max_value"),
        ("dimensions", 2**64, "invalid_type"),
        ("user", 1, "invalid_type"),
        ("colour", "red", "unknown_parameter"),
        ("stream", True, "unknown_parameter"),
    ],
)
def test_a_wrong_field_is_named(opened: Instance, field: str, value: object, code: str) -> None:
    error = refusal(opened, **{"model": "m", "input": "a", field: value})
    assert (error.status, error.code, error.error["param"]) == (400, code, field)
    assert field in error.error["message"]


@pytest.mark.parametrize("missing", ["model", "input"])
def test_a_missing_field_is_named(opened: Instance, missing: str) -> None:
    body = {"model": "m", "input": "a"}
    del body[missing]
    error = refusal(opened, **body)
    assert (error.status, error.code, error.error["param"]) == (400, "missing_required_parameter", missing)


def test_documented_fields_without_effect_are_taken(opened: Instance) -> None:
    answer, _ = opened.embeddings(input="a", user="someone", dimensions=None, encoding_format=None)
    assert answer["data"][0]["embedding"] == {"$tensor": 0, "row": 0}


def test_dimensions_truncate_and_normalise_again(opened: Instance) -> None:
    _, [whole] = opened.embeddings(input=["a", "b"])
    _, [short] = opened.embeddings(input=["a", "b"], dimensions=3)
    expected = whole[:, :3].astype(np.float64)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.abs(short - expected).max() < 1e-7
    _, [same] = opened.embeddings(input=["a", "b"], dimensions=4)
    assert np.array_equal(same, whole)


def test_dimensions_go_to_a_function_that_takes_them(build_fake: Callable[..., Path]) -> None:
    instance = Instance(build_fake("fake_plain.cpp", '-DMODELET_FAKE_DIMENSIONS="width"'))
    _, [vectors] = instance.embeddings(input="a", dimensions=100)
    assert vectors.shape == (1, 100)
    assert vectors.max() > 1
    instance.close()


def test_other_parameters_of_the_function_are_fields(opened: Instance) -> None:
    _, [vectors] = opened.embeddings(input="a", width=7)
    assert vectors.shape == (1, 7)
    error = refusal(opened, model="m", input="a", width=7, height=8, depth=9)
    assert (error.status, error.code, error.error["param"]) == (400, "unknown_parameter", "height")
    assert "'height', 'depth'; it takes model, input, encoding_format, dimensions, user, width" in error.error["message"]
    assert "texts" not in error.error["message"]
    assert refusal(opened, model="m", input="a", texts=["b"]).code == "unknown_parameter"


def test_exceptions_of_the_function_are_answers(opened: Instance) -> None:
    error = refusal(opened, model="m", input=["a", "boom"])
    assert (error.status, error.error["type"], error.code) == (400, "invalid_request_error", "ValueError")
    assert error.error["message"] == "boom is no text"
    error = refusal(opened, model="m", input="crash")
    assert (error.status, error.error["type"], error.code) == (500, "server_error", "RuntimeError")
    assert error.error["message"] == "RuntimeError: crashed"


def test_models_lists_the_library(opened: Instance) -> None:
    [(answer, _)] = opened.ask({"endpoint": "models"})
    assert answer == {"object": "list", "data": [{"id": "@local/fake", "object": "model", "created": 0, "owned_by": "local"}]}


fields = st.sampled_from(["model", "input", "encoding_format", "dimensions", "user", "x"])
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(lambda text: text not in ("boom", "crash"))
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts


@settings(max_examples=100, deadline=None)
@given(st.lists(texts, min_size=1, max_size=20))
def test_a_vector_does_not_depend_on_its_batch(fake_instance: Instance, batch: list[str]) -> None:
    _, [together] = fake_instance.embeddings(input=batch)
    for row, text in zip(together, batch, strict=True):
        _, [[alone]] = fake_instance.embeddings(input=text)
        assert row.tobytes() == alone.tobytes()


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(fields, st.recursive(scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=6)))
def test_any_body_is_answered(fake_instance: Instance, body: dict[str, Any]) -> None:
    try:
        fake_instance.ask({"endpoint": "embeddings", "body": body})
    except ModeletError as error:
        assert error.status == 400  # noqa: PT017 (either outcome is right)
