"""What importing costs, `@compile`, exceptions by name, and that generated files are up to date."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import modelet
from modelet.declare import declaration
from modelet.errors import FunctionError, python_exception

TOOLS = Path(__file__).parents[1] / "tools"


def test_the_declarations_are_those_of_the_header():
    spec = importlib.util.spec_from_file_location("generate_abi", TOOLS / "generate_abi.py")
    generate_abi = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate_abi)
    assert generate_abi.generate() == generate_abi.MODULE.read_text(encoding="utf-8")


def test_a_first_vector_loads_nothing_heavy(run_python):
    program = """
import json, sys
from modelet import OpenAI
OpenAI().embeddings.create(model="fake", input="a").data[0].embedding
print(json.dumps(sorted(sys.modules)))
"""
    loaded = set(json.loads(run_python(program).stdout))
    heavy = {"numpy", "pydantic", "torch", "transformers", "openai", "httpx", "httpx2", "pycparser", "cffi", "asyncio", "inspect"}
    heavy |= {"dataclasses", "pathlib", "typing", "typer", "rich", "filelock", "platformdirs", "subprocess", "socket", "logging", "ast"}
    assert not heavy & loaded


def test_every_public_name_is_there():
    assert all(getattr(modelet, name) is not None for name in modelet.__all__)
    assert set(modelet.__all__) <= set(dir(modelet))
    with pytest.raises(AttributeError, match="nothing"):
        _ = modelet.nothing


def test_compile_marks_and_returns_the_function_itself():
    def function(text: str) -> str:
        return text + "!"

    assert modelet.compile(function) is function
    assert declaration(function).name is None
    marked = modelet.compile(name="@a/b", description="d", targets=["wasm32-wasi"], metadata=[1])(function)
    assert marked is function
    assert function("a") == "a!"
    said = declaration(function)
    assert (said.name, said.description, said.targets, said.metadata) == ("@a/b", "d", ("wasm32-wasi",), (1,))
    assert declaration(len) is None


@pytest.mark.parametrize("wrong", [5, len])
def test_compile_refuses_what_is_no_python_function(wrong):
    with pytest.raises(TypeError, match="written in Python"):
        modelet.compile(wrong)


def test_compile_refuses_a_text_for_a_list():
    with pytest.raises(TypeError, match="lists"):
        modelet.compile(targets="wasm32-wasi")


@pytest.mark.parametrize(
    "error",
    [
        ValueError("a"),
        ValueError(),
        KeyError("it's"),
        KeyError(1),
        KeyError((1, "a")),
        ZeroDivisionError("division by zero"),
        IndexError("list index out of range"),
        StopIteration(),
        OverflowError("too large"),
        UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        RecursionError("maximum recursion depth exceeded"),
        MemoryError(),
        OSError("gone"),
    ],
    ids=repr,
)
def test_an_exception_is_made_again_with_its_class_and_text(error):
    again = python_exception(type(error).__name__, str(error))
    assert isinstance(again, type(error))
    assert type(again).__name__ == type(error).__name__
    assert str(again) == str(error)


def test_an_exception_of_a_class_that_is_no_builtin_keeps_its_name():
    again = python_exception("NotEnough", "five")
    assert isinstance(again, FunctionError)
    assert again.python_class == "NotEnough"
    assert str(again) == "NotEnough: five"
    assert isinstance(python_exception("SystemExit", ""), FunctionError)
    assert isinstance(python_exception("ExceptionGroup", "m"), FunctionError)


def test_marks_of_a_signature_go_by_their_names():
    from modelet import openai

    assert (openai.Input.__name__, openai.Dimensions.__name__) == ("Input", "Dimensions")
