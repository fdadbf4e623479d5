"""Compiled functions are called from Python as the functions they were."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

import modelet
from modelet.function import NO_TENSORS
from modelet.values import decode, encode
from modelet_compiler import build

_SPEC = importlib.util.spec_from_file_location("compiled_functions", Path(__file__).parent / "compiled_functions.py")
plain = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = plain
_SPEC.loader.exec_module(plain)

NAMES = plain.NAMES


@pytest.fixture(scope="module")
def layout(tmp_path_factory):
    """All the functions in one library, in a layout folder."""
    return build(
        [getattr(plain, name) for name in NAMES], name="@local/compiled", output=tmp_path_factory.mktemp("compiled") / "layout"
    ).layout


@pytest.fixture(scope="module")
def compiled(layout):
    return modelet.load(layout)


CALLS = [
    ("shout", ("é\U0001f600",), {}),
    ("shout", ("a\ud800",), {"times": 3}),
    ("shout", (), {"times": 2, "text": ""}),
    ("half", ([1.0, float("inf"), -0.0], 2.0), {}),
    ("half", ([], 2.0), {}),
    ("check", (2**63 - 1,), {}),
    ("lookup", ({"a": [1], "$b": [2, 3]}, "$b"), {}),
    ("lookup", ({"1": [], "\udfff": [-(2**63)]}, "\udfff"), {}),
]


@pytest.mark.parametrize(("name", "arguments", "named"), CALLS)
def test_a_call_gives_what_python_gives(compiled, name, arguments, named):
    expected = getattr(plain, name)(*arguments, **named)
    result = compiled.function(name).call(*arguments, **named)
    assert result == expected
    assert repr(result) == repr(expected)


SHARED = json.loads((Path(__file__).parents[1] / "shapes" / "calls.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", SHARED, ids=lambda case: case["name"])
def test_a_shared_call_gives_what_every_language_gets(compiled, case):
    arguments = {name: decode(value, NO_TENSORS) for name, value in case["arguments"].items()}
    yielded, raised = [], None
    try:
        answer = compiled.function(case["function"]).call(**arguments)
        if "yields" in case:
            for value in answer:
                yielded.append(encode(value, []))
    except Exception as error:
        raised = {"class": type(error).__name__, "message": str(error)}
    assert yielded == case.get("yields", [])
    assert raised == case.get("raises")
    if "value" in case:
        assert json.dumps(encode(answer, [])) == json.dumps(case["value"])


FAILURES = [("half", ([1.0], 0.0)), ("check", (-3,)), ("lookup", ({}, "missing"))]


@pytest.mark.parametrize(("name", "arguments"), FAILURES)
def test_an_exception_has_the_class_and_text_that_it_has_in_python(compiled, name, arguments):
    with pytest.raises(Exception) as expected:  # noqa: PT011
        getattr(plain, name)(*arguments)
    with pytest.raises(type(expected.value)) as raised:
        compiled.function(name).call(*arguments)
    assert type(raised.value) is type(expected.value)
    assert str(raised.value) == str(expected.value)
    assert raised.value.args == expected.value.args


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("shout", (5,), TypeError),
        ("shout", ("a", "b"), TypeError),
        ("shout", (), TypeError),
        ("half", ("text", 1.0), TypeError),
        ("check", (2**63,), OverflowError),
        ("check", (None,), TypeError),
        ("same", ([1.0],), TypeError),
        ("lookup", ({1: [1]}, "a"), TypeError),
    ],
)
def test_arguments_of_the_wrong_type_are_refused(compiled, name, arguments, kind):
    with pytest.raises(kind):
        compiled.function(name).call(*arguments)


@pytest.mark.parametrize("array", [np.arange(6, dtype=np.float32).reshape(2, 3).T, np.zeros((0, 4), np.float32)], ids=["strided", "empty"])
def test_arrays_pass_both_ways(compiled, array):
    back = compiled.function("same").call(array)
    assert back.dtype == array.dtype
    assert np.array_equal(back, array)


def test_a_generator_streams_and_raises_where_python_does(compiled):
    stream = compiled.function("spell").call("ab c")
    assert [next(stream), next(stream)] == ["a", "b"]
    with pytest.raises(ValueError, match=r"^a blank$"):
        next(stream)
    assert list(stream) == []


def test_the_signature_is_the_functions(compiled):
    assert str(compiled.signature) == "(text: 'str', times: 'int' = 1) -> 'str'"
    assert compiled.functions == list(NAMES)


def test_the_command_line_calls_it(layout, monkeypatch, capsys):
    from modelet.cli import main

    monkeypatch.setattr(
        sys, "argv", ["modelet", "call", str(layout), "--function", "half", "--json", '{"numbers": [1, 2.5], "divisor": 2}']
    )
    with pytest.raises(SystemExit) as exited:
        main()
    assert not exited.value.code
    assert json.loads(capsys.readouterr().out) == {"$tuple": [[0.5, 1.25], 2]}
