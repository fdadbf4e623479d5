"""Which functions answer the embeddings endpoint, and what the manifest says about a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from compiler.tests.language import sample_functions as sample
from modelet_compiler.emit import emit_library


def manifest(function: Callable[..., Any]) -> dict[str, Any]:
    return emit_library([function], name="@test/sample").manifest


def test_texts_in_and_rows_out_are_embeddings() -> None:
    assert manifest(sample.vectors)["endpoints"] == [
        {"name": "embeddings", "function": "vectors", "input": "texts", "dimensions": "dimensions"}
    ]


def test_annotations_say_input_and_dimensions() -> None:
    assert manifest(sample.marked)["endpoints"] == [{"name": "embeddings", "function": "marked", "input": "words", "dimensions": "size"}]


@pytest.mark.parametrize("function", [sample.needs_more, sample.one_row, sample.two_inputs, sample.integers, sample.count, sample.doubled])
def test_other_shapes_are_bound_to_nothing(function: Callable[..., Any]) -> None:
    assert manifest(function)["endpoints"] == []


def test_the_signature_is_json_schema_with_python_types() -> None:
    described = manifest(sample.count)["functions"][0]
    assert described["name"] == "count"
    assert described["description"] == "Counts words."
    assert described["generator"] is False
    texts, least = described["parameters"]
    assert texts == {
        "name": "texts",
        "schema": {"type": "array", "items": {"type": "string", "x-python-type": "str"}, "x-python-type": "list[str]"},
        "required": True,
    }
    assert least == {"name": "least", "schema": {"type": "integer", "x-python-type": "int"}, "required": False, "default": 1}
    assert described["returns"]["x-python-type"] == "dict[str, int]"


def test_a_literal_lists_its_values() -> None:
    task = manifest(sample.vectors)["functions"][0]["parameters"][1]
    assert task["schema"]["enum"] == ["query", "document"]


def test_a_generator_says_so() -> None:
    described = manifest(sample.squares)["functions"][0]
    assert described["generator"] is True
    assert described["returns"]["x-python-type"] == "int"
