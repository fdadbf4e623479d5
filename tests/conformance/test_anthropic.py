"""The Anthropic SDK over the transport: messages, whole and in events, tools, stop sequences, token counting."""

from __future__ import annotations

import asyncio
import gc
import json
from concurrent.futures import ThreadPoolExecutor

import anthropic
import pytest

import modelet

WEATHER = {"name": "weather", "description": "Of a city.", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}
NAMED = {"type": "tool", "name": "weather"}
CALL = '<tool_call>|{"name": "weather", |"arguments": {"city": "Bern"}}\n</tool_|call>'


@pytest.fixture(scope="module")
def client():
    return anthropic.Anthropic(api_key="unused", http_client=modelet.http_client())


def say(text, **options):
    return {"model": "chat", "max_tokens": 100, "messages": [{"role": "user", "content": text}], **options}


REQUESTS = {
    "text": say("Hel|lo| world"),
    "nothing": say("nothing"),
    "a limit": say("a|b|c", max_tokens=2),
    "nothing wanted": say("a|b", max_tokens=0),
    "a stop sequence": say("one| t|wo three", stop_sequences=["xyz", "two"]),
    "a tool call": say(CALL, tools=[WEATHER]),
    "text and two calls": say("Let me see.|" + CALL + CALL, tools=[WEATHER]),
    "one call only": say(CALL + CALL, tools=[WEATHER], tool_choice={"type": "auto", "disable_parallel_tool_use": True}),
    "a forced call": say('{"name": "weather", |"arguments": {}}', tools=[WEATHER], tool_choice={"type": "any"}),
    "a forced call that is cut off": say(
        '{"name": "weather", |"arguments": {"city": "Bern", "days": [1, 2], "unit": "c|elsius"}}',
        tools=[WEATHER],
        tool_choice=NAMED,
        max_tokens=2,
    ),
    "a call that is cut off": say(
        '<tool_call>{"name": "weather", "arguments": {"city": "B|ern"}}</tool_call>', tools=[WEATHER], max_tokens=1
    ),
    "thinking": say("<think>hm|, so</think>Yes|.", thinking={"type": "enabled", "budget_tokens": 1024}),
    "fields that change nothing": say("a", metadata={"user_id": "u"}, service_tier="auto"),
}
STOPS = {
    "text": ("end_turn", None),
    "nothing": ("end_turn", None),
    "a limit": ("max_tokens", None),
    "nothing wanted": ("max_tokens", None),
    "a stop sequence": ("stop_sequence", "two"),
    "a tool call": ("tool_use", None),
    "text and two calls": ("tool_use", None),
    "one call only": ("tool_use", None),
    "a forced call": ("tool_use", None),
    "a forced call that is cut off": ("max_tokens", None),
    "a call that is cut off": ("max_tokens", None),
    "thinking": ("end_turn", None),
    "fields that change nothing": ("end_turn", None),
}
BERN = {"type": "tool_use", "name": "weather", "input": {"city": "Bern"}}
CONTENT = {
    "text": [{"type": "text", "text": "Hello world"}],
    "nothing": [],
    "a limit": [{"type": "text", "text": "ab"}],
    "nothing wanted": [],
    "a stop sequence": [{"type": "text", "text": "one "}],
    "a tool call": [BERN],
    "text and two calls": [{"type": "text", "text": "Let me see."}, BERN, BERN],
    "one call only": [BERN],
    "a forced call": [{"type": "tool_use", "name": "weather", "input": {}}],
    "a forced call that is cut off": [{"type": "tool_use", "name": "weather", "input": {"city": "Bern", "days": [1, 2]}}],
    "a call that is cut off": [{"type": "tool_use", "name": "weather", "input": {}}],
    "thinking": [{"type": "thinking", "thinking": "hm, so", "signature": ""}, {"type": "text", "text": "Yes."}],
    "fields that change nothing": [{"type": "text", "text": "a"}],
}


def plain(message):
    """The blocks without ids."""
    return [{key: value for key, value in block.to_dict().items() if key != "id"} for block in message.content]


@pytest.mark.parametrize("name", REQUESTS)
def test_messages(client, name):
    message = client.messages.create(**REQUESTS[name])
    assert plain(message) == CONTENT[name]
    assert (message.stop_reason, message.stop_sequence) == STOPS[name]
    assert (message.type, message.role, message.model) == ("message", "assistant", "chat")
    assert all(block.id.startswith("toolu_") for block in message.content if block.type == "tool_use")


@pytest.mark.parametrize("name", REQUESTS)
def test_events_tell_the_same_message(client, name):
    with client.messages.stream(**REQUESTS[name]) as stream:
        message = stream.get_final_message()
    assert plain(message) == CONTENT[name]
    assert (message.stop_reason, message.stop_sequence) == STOPS[name]
    assert message.usage.to_dict() == client.messages.create(**REQUESTS[name]).usage.to_dict()


def test_events_come_in_order(client):
    events = [event.type for event in client.messages.create(**REQUESTS["text and two calls"], stream=True)]
    block = ["content_block_start", "content_block_delta", "content_block_stop"]
    assert events == ["message_start", *block * 3, "message_delta", "message_stop"]


def test_usage_counts_cached_tokens_apart(client):
    usage = client.messages.create(**say("a|bcd")).usage
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (3, 2, 2)


def test_tokens_are_counted_without_an_answer(client):
    request = {key: value for key, value in say("a|bcd|e", system="Be brief.").items() if key != "max_tokens"}
    assert client.messages.count_tokens(**request).input_tokens == 7
    with pytest.raises(anthropic.BadRequestError, match="a count comes whole"):
        client.messages.count_tokens(**request, extra_body={"stream": True})


def test_blocks_become_messages(client):
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm", "signature": ""},
                {"type": "text", "text": "c"},
                {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Bern"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "sun"}]},
                {"type": "text", "text": "arguments"},
            ],
        },
    ]
    message = client.messages.create(
        model="chat", max_tokens=9, system=[{"type": "text", "text": "Be brief."}], messages=messages, tools=[WEATHER]
    )
    said = json.loads(message.content[0].text)
    assert said["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "a\nb"},
        {
            "role": "assistant",
            "content": "c",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "weather", "arguments": {"city": "Bern"}}}],
        },
        {"role": "tool", "content": "sun", "tool_call_id": "1"},
        {"role": "user", "content": "arguments"},
    ]
    function = {"name": "weather", "description": "Of a city.", "parameters": WEATHER["input_schema"]}
    assert said["tools"] == [{"type": "function", "function": function}]


def test_an_answer_may_be_part_of_the_next_request(client):
    first = client.messages.create(**REQUESTS["text and two calls"])
    results = [{"type": "tool_result", "tool_use_id": block.id, "content": "sun"} for block in first.content if block.type == "tool_use"]
    messages = [
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": [*results, {"type": "text", "text": "arguments"}]},
    ]
    said = json.loads(client.messages.create(model="chat", max_tokens=9, messages=messages).content[0].text)["messages"]
    assert [message["role"] for message in said] == ["assistant", "tool", "tool", "user"]


@pytest.mark.parametrize("stream", [False, True])
def test_the_tool_runner_calls_tools_and_goes_on(client, stream):
    asked = []

    @anthropic.beta_tool
    def weather(city: str) -> str:
        """Of a city."""
        asked.append(city)
        return "sun"

    runner = client.beta.messages.tool_runner(**say(CALL, tools=[weather]), max_iterations=2, stream=stream)
    messages = [step.get_final_message() if stream else step for step in runner]
    assert asked == ["Bern"] * len(asked)
    assert [message.content[0].type for message in messages] == ["tool_use", "text"]


def test_a_thread_is_refused_by_the_code_that_the_sdk_knows(client):
    with pytest.raises(anthropic.BadRequestError) as caught:
        client.beta.messages.create(**say("a"), thread={"type": "create"})
    assert caught.value.body["error"]["details"]["error_code"] == "thread_unsupported_request"


def test_sampling_options_reach_the_model(client):
    said = json.loads(client.messages.create(**say("options", extra_body={"temperature": 0.5, "top_k": 4, "top_p": 0.25})).content[0].text)
    assert (said["temperature"], said["top_k"], said["top_p"], said["max_tokens"]) == (0.5, 4, 0.25, 100)


REFUSED = {
    "no messages": say("a") | {"messages": []},
    "an unknown role": say("a") | {"messages": [{"role": "robot", "content": "a"}]},
    "an image": say([{"type": "image", "source": {"type": "url", "url": "a"}}]),
    "another tool": say("a", tools=[{"type": "web_search_20250305", "name": "web_search"}]),
    "a tool with a blank in its name": say("a", tools=[WEATHER | {"name": "a b"}]),
    "a tool with a long name": say("a", tools=[WEATHER | {"name": "a" * 129}]),
    "no limit": say("a", extra_body={"max_tokens": None}),
    "tools without a receiver": say("a", tools=[WEATHER]) | {"model": "talk"},
    "ValueError of the function": say("boom"),
    "a begun answer and no template to go on with": say("a") | {"messages": [{"role": "assistant", "content": "a"}]},
    "a begun answer that ends with a blank": say("a") | {"messages": [{"role": "assistant", "content": "a "}]},
    "a begun answer in a format": say("a", tools=[WEATHER], tool_choice={"type": "any"})
    | {"messages": [{"role": "assistant", "content": "a"}]},
    "a call without its result": say("a")
    | {"messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "weather", "input": {}}]}]},
}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("request_", REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_a_bad_request(client, request_, stream):
    with pytest.raises(anthropic.BadRequestError) as caught:
        client.messages.create(**request_, stream=stream)
    assert caught.value.body["type"] == "error"
    assert caught.value.body["error"]["type"] == "invalid_request_error"


def test_an_error_in_the_middle_is_raised(client):
    stream = client.messages.create(**say("a|crash"), stream=True)
    assert [next(stream).type for _ in range(3)] == ["message_start", "content_block_start", "content_block_delta"]
    with pytest.raises(anthropic.APIStatusError, match="crash was said"):
        next(stream)


def running():
    gc.collect()
    return modelet.load("chat")._instance.request(b'{"control":"stats"}').json()["calls"]["running"] - 1  # the question itself


def test_a_stream_left_early_leaves_nothing_running(client):
    with client.messages.create(**say("endless", max_tokens=10**9), stream=True) as stream:
        assert next(stream).type == "message_start"
        assert running() == 1
    del stream
    assert running() == 0


def test_32_threads_stream_at_once(client):
    def stream(number):
        with client.messages.stream(**say(f"{number} |" * 3)) as events:
            return "".join(events.text_stream)

    with ThreadPoolExecutor(32) as pool:
        assert list(pool.map(stream, range(64))) == [f"{number} " * 3 for number in range(64)]


async def test_32_tasks_stream_at_once():
    client = anthropic.AsyncAnthropic(api_key="unused", http_client=modelet.async_http_client())

    async def stream(number):
        async with client.messages.stream(**say(f"{number} |" * 3)) as events:
            return "".join([text async for text in events.text_stream])

    assert await asyncio.gather(*map(stream, range(32))) == [f"{number} " * 3 for number in range(32)]


def test_models_are_listed_in_anthropics_form(client, monkeypatch, tmp_path):
    found = client.models.retrieve("chat")
    assert (found.type, found.id, found.display_name) == ("model", "chat", "chat")
    assert found.created_at.year >= 2024
    assert found.lifecycle == "active"
    listed = client.models.list()
    assert "@local/chat" in [model.id for model in listed.data]
    assert (listed.has_more, listed.first_id, listed.last_id) == (False, listed.data[0].id, listed.data[-1].id)
    assert [model.id for model in client.models.list()] == [model.id for model in listed.data]
    with pytest.raises(anthropic.NotFoundError) as caught:
        client.models.retrieve("@nobody/nothing")
    assert caught.value.body["type"] == "error"
    monkeypatch.setenv("MODELET_HOME", str(tmp_path))
    assert client.models.list().data == []
