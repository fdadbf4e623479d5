"""`modelet.OpenAI` and `AsyncOpenAI` on a hand-made modelet."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import modelet


@pytest.fixture
def client():
    return modelet.OpenAI()


def test_vectors_are_lists_of_floats_in_input_order(client):
    response = client.embeddings.create(model="fake", input=["a", "b"])
    assert [item.embedding for item in response.data] == [[0.0, 1.0, 2.0], [1.0, 1.0, 2.0]]
    assert [item.index for item in response.data] == [0, 1]
    assert response.usage.total_tokens == 6
    assert response.object == "list"


def test_base64_stays_base64(client):
    response = client.embeddings.create(model="fake", input="a", encoding_format="base64")
    assert response.data[0].embedding == "AAAAAAAAgD8AAABA"


def test_all_vectors_are_one_array_without_a_copy(client):
    response = client.embeddings.create(model="fake", input=["a", "b"])
    vectors = response.to_numpy()
    del response
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[0.0, 1.0, 2.0], [1.0, 1.0, 2.0]]


def test_a_response_dumps_as_the_official_ones_do(client):
    response = client.embeddings.create(model="fake", input="a")
    dumped = response.model_dump()
    assert dumped["data"] == [{"embedding": [0.0, 1.0, 2.0], "index": 0, "object": "embedding"}]
    assert json.loads(response.model_dump_json()) == json.loads(response.to_json()) == dumped == response.to_dict()
    assert "embedding=[0.0, 1.0, 2.0]" in repr(response)
    model = client.models.retrieve("fake")
    assert model.shutdown_date is None
    assert model.model_dump()["shutdown_date"] is None
    assert "shutdown_date" not in model.to_dict()
    assert "shutdown_date" not in model.model_dump(exclude_none=True)
    with pytest.raises(AttributeError, match="colour"):
        _ = model.colour


@pytest.mark.parametrize("value", [("a", "b"), iter(["a", "b"]), np.array([1, 2]), [[1, 2], (3,)]])
def test_any_iterable_is_an_input(client, value):
    assert len(client.embeddings.create(model="fake", input=value).data) == 2


def test_what_the_sdk_marks_as_not_given_is_left_out(client):
    import openai

    response = client.embeddings.create(
        model="fake", input="a", dimensions=openai.NOT_GIVEN, encoding_format=openai.omit, timeout=openai.not_given
    )
    assert len(response.data) == 1


def test_extra_body_joins_the_request(client):
    response = client.embeddings.create(model="fake", input="a", extra_body={"encoding_format": "base64"}, extra_headers={"a": "b"})
    assert isinstance(response.data[0].embedding, str)


def test_an_unknown_argument_is_a_type_error(client):
    with pytest.raises(TypeError, match="colour"):
        client.embeddings.create(model="fake", input="a", colour="red")
    with pytest.raises(TypeError, match="input"):
        client.embeddings.create(model="fake")


@pytest.mark.parametrize("value", [[], ["a"] * 2049, 5, None])
def test_an_input_that_is_refused_is_a_bad_request(client, value):
    with pytest.raises(modelet.BadRequestError) as caught:
        client.embeddings.create(model="fake", input=value)
    assert (caught.value.status_code, caught.value.param, caught.value.code) == (400, "input", "invalid_input")
    assert isinstance(caught.value, modelet.OpenAIError)


def test_a_lone_surrogate_is_a_bad_request_that_says_where(client):
    with pytest.raises(modelet.BadRequestError, match=r"input\[1\] holds the lone surrogate U\+D800 at character 2") as caught:
        client.embeddings.create(model="fake", input=["a", "bc\ud800"])
    assert caught.value.param == "input"


def test_ten_megabytes_pass(client):
    assert len(client.embeddings.create(model="fake", input="x" * 10_000_000).data) == 1


@pytest.mark.parametrize("name", ["fakke", "@local/fak"])
def test_an_unknown_name_is_not_found_with_near_names(client, name):
    with pytest.raises(modelet.NotFoundError, match="@local/fake"):
        client.embeddings.create(model=name, input="a")
    with pytest.raises(modelet.NotFoundError):
        client.models.retrieve(name)


def test_a_model_that_is_no_name_is_a_bad_request(client):
    with pytest.raises(modelet.BadRequestError, match="model"):
        client.embeddings.create(model=5, input="a")


def test_models_are_listed(client):
    page = client.models.list()
    assert {"@local/fake", "@local/other"} <= {model.id for model in page}
    assert page.data[0].object == "model"
    assert client.models.retrieve("@local/fake").owned_by == "local"


def test_an_error_can_cross_processes(client):
    import pickle

    with pytest.raises(modelet.BadRequestError) as caught:
        client.embeddings.create(model="fake", input=[])
    back = pickle.loads(pickle.dumps(caught.value))
    assert (type(back), back.code, back.status_code) == (modelet.BadRequestError, "invalid_input", 400)


def test_a_base_url_is_refused_with_advice():
    with pytest.raises(ValueError, match=r"openai\.OpenAI"):
        modelet.OpenAI(base_url="http://localhost")


def test_a_closed_client_answers_no_more():
    with modelet.OpenAI(api_key="unused", max_retries=0) as client:
        assert not client.is_closed()
    assert client.is_closed()
    with pytest.raises(RuntimeError, match="closed"):
        client.embeddings.create(model="fake", input="a")


def test_32_threads_use_one_client(client):
    with ThreadPoolExecutor(32) as pool:
        sizes = pool.map(lambda n: len(client.embeddings.create(model="fake", input=["a"] * (1 + n % 7)).data), range(320))
        assert list(sizes) == [1 + n % 7 for n in range(320)]


def test_a_timeout_cancels_the_call(client, monkeypatch):
    blocking = b'{"call":{},"function":"block"}'
    instance = client._catalog.instance("fake")
    monkeypatch.setattr(client._catalog, "endpoint", lambda endpoint, model, body, call: instance.request(blocking, call=call))
    begin = time.perf_counter()
    with pytest.raises(modelet.APITimeoutError, match="timed out"):
        client.with_options(timeout=0.05).embeddings.create(model="fake", input="a")
    assert time.perf_counter() - begin < 5


async def test_the_async_client_answers_the_same(client):
    async with modelet.AsyncOpenAI() as other:
        responses = await asyncio.gather(*(other.embeddings.create(model="fake", input=["a", "b"]) for _ in range(64)))
        assert all(response == client.embeddings.create(model="fake", input=["a", "b"]) for response in responses)
        page = await other.models.list()
        assert [model.id async for model in page] == [model.id for model in client.models.list()]
        assert await other.models.retrieve("fake") == client.models.retrieve("fake")
        with pytest.raises(modelet.BadRequestError):
            await other.embeddings.create(model="fake", input=[])
    with pytest.raises(RuntimeError, match="closed"):
        await other.models.list()


async def test_a_cancelled_task_cancels_its_call_and_the_loop_goes_on(monkeypatch):
    client = modelet.AsyncOpenAI()
    instance = client._catalog.instance("fake")
    calls = []

    def endpoint(endpoint, model, body, call):
        calls.append(call)
        return instance.request(b'{"call":{},"function":"block"}', call=call)

    monkeypatch.setattr(client._catalog, "endpoint", endpoint)
    task = asyncio.create_task(client.embeddings.create(model="fake", input="a"))
    while not calls or calls[0]._call is None:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    while calls[0]._call._handle:
        await asyncio.sleep(0.001)
