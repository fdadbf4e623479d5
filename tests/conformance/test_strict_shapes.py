"""Every object of the answers is the SDK's own type to the letter: fields it documents, of the types it documents, and no others."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import anthropic
import openai
import pydantic
import pytest

import modelet

BESIDE = {"reasoning_content"}
"""What chat.completions has beyond the official form, as other engines that tell reasoning apart."""
OPEN = {"choices.finish_reason", "choices.logprobs.token_logprobs", "choices.logprobs.top_logprobs"}
"""`completions` has a null there before the end of a stream, and of the first token of an echoed prompt, as the official service does,
which the SDK's types leave out."""


def requests_of(name):
    spec = importlib.util.spec_from_file_location(f"strict_{name}", Path(__file__).parent / f"test_{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.REQUESTS


ASK = {
    "chat": (openai.OpenAI, lambda client: client.chat.completions, {}),
    "completions": (openai.OpenAI, lambda client: client.completions, {"model": "chat"}),
    "responses": (openai.OpenAI, lambda client: client.responses, {"model": "chat"}),
    "anthropic": (anthropic.Anthropic, lambda client: client.messages, {}),
}
CASES = [(endpoint, name) for endpoint in ASK for name in requests_of(endpoint)]


def undocumented(value, place=""):
    """Where an object has a field that its type does not."""
    if isinstance(value, list):
        return [found for item in value for found in undocumented(item, place)]
    if not isinstance(value, pydantic.BaseModel):
        return []
    own = [f"{place}{name}" for name in value.model_extra or {} if name not in BESIDE]
    return own + [found for name in type(value).model_fields for found in undocumented(getattr(value, name), f"{place}{name}.")]


def mistyped(value):
    """The fields whose values are not of the documented types."""
    try:
        type(value).model_validate_json(value.to_json(), strict=True)
    except pydantic.ValidationError as error:
        places = [".".join(part for part in one["loc"] if isinstance(part, str)) for one in error.errors()]
        return [place for place in places if not (place in OPEN and type(value).__name__ == "Completion")]
    return []


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("endpoint", "name"), CASES)
def test_answers_are_what_the_sdk_documents(endpoint, name, stream):
    client, resource, more = ASK[endpoint]
    create = resource(client(api_key="unused", http_client=modelet.http_client())).create
    answer = create(**more, **requests_of(endpoint)[name], stream=stream)
    for one in answer if stream else [answer]:
        assert undocumented(one) == []
        assert mistyped(one) == []


def test_lists_are_what_the_sdks_document():
    for client in (openai.OpenAI, anthropic.Anthropic):
        listed = client(api_key="unused", http_client=modelet.http_client()).models.list()
        assert listed.data
        for one in [listed, *listed.data]:
            assert undocumented(one) == []
            assert mistyped(one) == []
    counted = anthropic.Anthropic(api_key="unused", http_client=modelet.http_client()).messages.count_tokens(
        model="chat", messages=[{"role": "user", "content": "a"}]
    )
    assert undocumented(counted) == mistyped(counted) == []
