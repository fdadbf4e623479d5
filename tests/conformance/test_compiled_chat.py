"""Compiled generator functions are chat models, and say what Python says."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import openai
import pytest

import modelet
from modelet_compiler import build

_SPEC = importlib.util.spec_from_file_location("chat_functions", Path(__file__).parent / "chat_functions.py")
plain = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = plain
_SPEC.loader.exec_module(plain)

MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Grüße an alle"}]
TOOL = {"type": "function", "function": {"name": "weather", "parameters": {"$defs": {}, "type": "object"}}}


@pytest.fixture(scope="module")
def layouts(tmp_path_factory):
    """One library a function, in layout folders."""
    folder = tmp_path_factory.mktemp("chat")
    return {name: build([getattr(plain, name)], name=f"@local/{name}", output=folder / name) for name in ("words", "chunks", "official")}


@pytest.fixture(params=[modelet.OpenAI, openai.OpenAI], ids=["light", "official"])
def client(request):
    if request.param is modelet.OpenAI:
        return modelet.OpenAI()
    return openai.OpenAI(api_key="unused", http_client=modelet.http_client())


def model(layouts, name):
    return str(layouts[name].layout)


def test_text_is_what_python_yields(client, layouts):
    request = {"model": model(layouts, "words"), "messages": MESSAGES, "temperature": 0.5, "extra_body": {"shout": True}}
    expected = list(plain.words(MESSAGES, 0.5, shout=True))
    assert client.chat.completions.create(**request).choices[0].message.content == "".join(expected)
    steps = [step.choices[0].delta.content for step in client.chat.completions.create(**request, stream=True)]
    assert steps == ["", *expected, None]


def test_chunks_are_what_python_yields(client, layouts):
    expected = "".join(chunk.choices[0].delta.content for chunk in plain.chunks(MESSAGES, 0.25, [TOOL]))
    choice = client.chat.completions.create(model=model(layouts, "chunks"), messages=MESSAGES, temperature=0.25, tools=[TOOL]).choices[0]
    assert (choice.message.content, choice.finish_reason) == (expected, "length")


def test_chunks_of_the_official_sdk_are_what_python_yields(client, layouts):
    expected = [chunk.choices[0].delta.content for chunk in plain.official(MESSAGES)]
    steps = client.chat.completions.create(model=model(layouts, "official"), messages=MESSAGES, stream=True)
    assert [step.choices[0].delta.content for step in steps] == ["", *expected, None]


def test_what_the_function_refuses_is_a_bad_request(client, layouts):
    with pytest.raises((openai.BadRequestError, modelet.BadRequestError), match="the last message must be the user's"):
        client.chat.completions.create(model=model(layouts, "words"), messages=MESSAGES[:1])
    called = {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
    with pytest.raises((openai.BadRequestError, modelet.BadRequestError)) as caught:
        client.chat.completions.create(model=model(layouts, "words"), messages=[called, *MESSAGES])
    assert caught.value.param == "messages[0].tool_calls"


def test_the_manifest_says_what_was_bound(layouts):
    assert layouts["words"].manifest["endpoints"][0] == {
        "name": "chat.completions",
        "function": "words",
        "input": "messages",
        "fields": {"temperature": "temperature", "shout": "shout"},
    }
    assert layouts["chunks"].manifest["endpoints"][0]["fields"] == {"temperature": "warmth", "tools": "tools"}
