"""The official OpenAI SDK over the transport gives the objects that modelet's own client gives."""

from __future__ import annotations

import asyncio
import base64
import re
import struct
from concurrent.futures import ThreadPoolExecutor

import anthropic
import httpx
import httpx2
import openai
import pytest

import modelet

TEXTS = ["a", "b", "\u00e9\U0001f600", " "]
MODELS = ["fake", "engine"]


@pytest.fixture(scope="module")
def official():
    return openai.OpenAI(api_key="unused", http_client=modelet.http_client())


@pytest.fixture(scope="module")
def own():
    return modelet.OpenAI()


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")  # the official class declares floats, and holds base64 text
@pytest.mark.parametrize("options", [{}, {"encoding_format": "float"}, {"encoding_format": "base64"}, {"user": "someone"}])
@pytest.mark.parametrize("texts", [TEXTS, "one text", [[2, 3], [0, 4, 1]], [5, 6]], ids=["texts", "text", "token lists", "tokens"])
@pytest.mark.parametrize("model", MODELS)
def test_embeddings_are_equal(official, own, model, texts, options):
    theirs = official.embeddings.create(model=model, input=texts, **options)
    ours = own.embeddings.create(model=model, input=texts, **options)
    assert ours == theirs
    assert theirs == ours
    assert ours.model_dump() == theirs.model_dump()
    assert ours.to_dict() == theirs.to_dict()
    assert list(ours.to_dict()) == list(theirs.to_dict())


def test_the_floats_are_those_of_the_base64_text(official, own):
    texts = [f"text {number}" for number in range(50)]
    ours, floats = (
        own.embeddings.create(model="engine", input=texts),
        official.embeddings.create(model="engine", input=texts, encoding_format="float"),
    )
    assert ours == floats == official.embeddings.create(model="engine", input=texts)
    encoded = own.embeddings.create(model="engine", input=texts, encoding_format="base64")
    decoded = [list(struct.unpack("<6f", base64.b64decode(item.embedding))) for item in encoded.data]
    assert decoded == [item.embedding for item in ours.data]


def test_dimensions_shorten(official, own):
    ours = own.embeddings.create(model="engine", input=TEXTS, dimensions=2)
    assert ours == official.embeddings.create(model="engine", input=TEXTS, dimensions=2)
    assert {len(item.embedding) for item in ours.data} == {2}
    assert ours.data[0].embedding == own.embeddings.create(model="engine", input=TEXTS).data[0].embedding[:2]


@pytest.mark.parametrize("model", MODELS)
def test_models_are_equal(official, own, model):
    assert own.models.list() == official.models.list()
    assert [item.id for item in official.models.list()] == [item.id for item in own.models.list()]
    assert own.models.retrieve(model) == official.models.retrieve(model)
    assert own.models.retrieve("@local/fake") == official.models.retrieve("@local/fake")


REQUESTS = {
    "unknown name": {"model": "fakke", "input": "a"},
    "empty list": {"model": "fake", "input": []},
    "too many": {"model": "fake", "input": ["a"] * 2049},
    "wrong type": {"model": "fake", "input": 5},
    "empty list, on the engine": {"model": "engine", "input": []},
    "too many, on the engine": {"model": "engine", "input": ["a"] * 2049},
    "wrong type, on the engine": {"model": "engine", "input": 5},
    "empty text": {"model": "engine", "input": ["a", ""]},
    "mixed items": {"model": "engine", "input": ["a", [1]]},
    "token id out of range": {"model": "engine", "input": [2, 28]},
    "negative token id": {"model": "engine", "input": [-1]},
    "dimensions of 0": {"model": "engine", "input": "a", "dimensions": 0},
    "too many dimensions": {"model": "engine", "input": "a", "dimensions": 7},
    "dimensions of the wrong type": {"model": "engine", "input": "a", "dimensions": "2"},
    "unknown encoding": {"model": "engine", "input": "a", "encoding_format": "hex"},
    "unknown field": {"model": "engine", "input": "a", "extra_body": {"colour": "red"}},
    "ValueError of the function": {"model": "engine", "input": "boom"},
    "RuntimeError of the function": {"model": "engine", "input": "crash"},
    "no variant": {"model": "elsewhere", "input": "a"},
    "damaged library": {"model": "broken", "input": "a"},
    "other ABI": {"model": "future", "input": "a"},
    "bad name": {"model": "not a name!", "input": "a"},
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_errors_are_the_same_class_with_the_same_fields(official, own, request_):
    with pytest.raises(openai.APIStatusError) as theirs:
        official.embeddings.create(**request_)
    with pytest.raises(modelet.OpenAIError) as ours:
        own.embeddings.create(**request_)
    theirs, ours = theirs.value, ours.value
    assert type(theirs).__name__ == type(ours).__name__
    for field in ("status_code", "code", "param", "type", "body"):
        assert getattr(theirs, field) == getattr(ours, field), field


def test_errors_are_not_retried(own):
    asked = []
    http_client = modelet.http_client()
    http_client.event_hooks = {"request": [asked.append]}
    client = openai.OpenAI(api_key="unused", http_client=http_client, max_retries=5)
    with pytest.raises(openai.NotFoundError):
        client.embeddings.create(model="fakke", input="a")
    assert len(asked) == 1


def test_what_is_not_served_is_a_404_that_lists_what_is(official):
    with pytest.raises(openai.NotFoundError, match=r"POST /v1/embeddings, .*GET /v1/models") as caught:
        official.moderations.create(input="a")
    assert caught.value.code == "unknown_url"


def test_the_anthropic_sdk_gets_its_own_exception_class():
    client = anthropic.Anthropic(api_key="unused", http_client=modelet.http_client())
    with pytest.raises(anthropic.NotFoundError, match="no endpoint"):
        client.messages.create(model="engine", max_tokens=1, messages=[{"role": "user", "content": "a"}])


@pytest.mark.parametrize(
    "base_url", ["http://localhost/v1", "http://localhost:8000/openai/v1/", "http://localhost", "http://localhost/proxy"]
)
def test_any_base_url_will_do(base_url):
    client = openai.OpenAI(api_key="unused", base_url=base_url, http_client=modelet.http_client())
    assert len(client.embeddings.create(model="fake", input="a").data) == 1
    assert client.models.retrieve("@local/fake").id == "@local/fake"


@pytest.mark.parametrize("model", MODELS)
def test_ten_megabytes_pass(official, own, model):
    text = "\u00e9" * 5_000_000
    assert official.embeddings.create(model=model, input=text) == own.embeddings.create(model=model, input=text)


def test_lone_surrogates_are_refused_not_replaced(official):
    with pytest.raises((UnicodeEncodeError, openai.BadRequestError)):
        official.embeddings.create(model="fake", input="\ud800")


def test_32_threads_use_one_client(official):
    def embed(number):
        answer = official.embeddings.create(model="engine", input=[f"text {number}"] * (1 + number % 7))
        return [item.embedding for item in answer.data]

    alone = [embed(number)[0] for number in range(64)]
    with ThreadPoolExecutor(32) as pool:
        assert list(pool.map(embed, range(64))) == [[alone[number]] * (1 + number % 7) for number in range(64)]


async def test_the_async_sdk_gives_equal_objects(own):
    client = openai.AsyncOpenAI(api_key="unused", http_client=modelet.async_http_client())
    answers = await asyncio.gather(*(client.embeddings.create(model="engine", input=TEXTS) for _ in range(16)))
    assert all(answer == own.embeddings.create(model="engine", input=TEXTS) for answer in answers)
    with pytest.raises(openai.NotFoundError):
        await client.embeddings.create(model="fakke", input="a")
    assert [item.id async for item in await client.models.list()] == [item.id for item in own.models.list()]


@pytest.mark.parametrize("library", [httpx, httpx2], ids=["httpx", "httpx2"])
def test_both_http_libraries_are_served(library):
    client = modelet.http_client(library=library.__name__)
    assert isinstance(client, library.Client)
    answer = client.post("http://modelet/v1/embeddings", json={"model": "fake", "input": ["a", "b"]})
    assert answer.status_code == 200
    assert [item["embedding"] for item in answer.json()["data"]] == [[0.0, 1.0, 2.0], [1.0, 1.0, 2.0]]
    assert isinstance(modelet.async_http_client(library=library.__name__), library.AsyncClient)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/v1/embeddings", b"{", 400, "invalid_json"),
        ("POST", "/v1/embeddings", b"\xff", 400, "invalid_json"),
        ("POST", "/v1/embeddings", b"[1]", 400, "invalid_json"),
        ("POST", "/v1/embeddings", b"{}", 400, "missing_required_parameter"),
        ("POST", "/v1/embeddings", b'{"model": null, "input": "a"}', 400, "invalid_name"),
        ("POST", "/v1/embeddings", b"[" * 100_000, 400, "invalid_json"),
        ("GET", "/v1/embeddings", b"", 404, "unknown_url"),
        ("DELETE", "/v1/models/fake", b"", 404, "unknown_url"),
        ("GET", "/", b"", 404, "unknown_url"),
        ("GET", "/v1/models/fakke", b"", 404, "model_not_found"),
    ],
)
def test_malformed_requests_are_answered_with_an_error_object(method, path, body, status, code):
    answer = modelet.http_client(library="httpx").request(method, f"http://modelet{path}", content=body)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["code"] == code
    assert set(error) == {"message", "type", "param", "code"}


def test_a_read_timeout_cancels_the_call(monkeypatch):
    from modelet.catalog import Catalog

    endpoint = lambda self, name, model, body, call: self.instance(model).request(b'{"call":{},"function":"block"}', call=call)  # noqa: E731
    monkeypatch.setattr(Catalog, "endpoint", endpoint)
    client = openai.OpenAI(api_key="unused", http_client=modelet.http_client(), max_retries=0, timeout=0.05)
    with pytest.raises(openai.APITimeoutError):
        client.embeddings.create(model="fake", input="a")


def test_an_unknown_library_is_a_value_error():
    with pytest.raises(ValueError, match="httpx2, httpx"):
        modelet.http_client(library="requests")


def test_each_request_has_a_name_of_its_own(official):
    claude = anthropic.Anthropic(api_key="unused", http_client=modelet.http_client())
    request = {"model": "chat", "messages": [{"role": "user", "content": "a|b"}]}
    whole = [official.chat.completions.create(**request), claude.messages.create(**request, max_tokens=5), official.models.list()]
    names = [answer._request_id for answer in whole]
    names.append(official.chat.completions.with_raw_response.create(**request, stream=True).request_id)
    names.append(claude.messages.with_raw_response.create(**request, max_tokens=5).request_id)
    with claude.messages.stream(**request, max_tokens=5) as stream:
        names.append(stream.request_id)
    for client in (official.chat.completions, claude.messages):
        with pytest.raises((openai.NotFoundError, anthropic.NotFoundError)) as caught:
            client.create(**{**request, "model": "fakke"}, max_tokens=5)
        names.append(caught.value.request_id)
    assert len(set(names)) == len(names) == 8
    assert all(re.fullmatch("req_[0-9a-f]{32}", name) for name in names)
