"""responses: modelet's own client and the official SDK give equal objects and events."""

from __future__ import annotations

import json

import openai
import pytest

import modelet

WEATHER = {
    "type": "function",
    "name": "weather",
    "description": "Of a city.",
    "parameters": {"type": "object", "properties": {}},
    "strict": None,
}
CALL = '<tool_call>|{"name": "weather", |"arguments": {"city": "Bern"}}\n</tool_|call>'
FORCED = '{"na|me": "weather", "argu|ments": {"city": "B|ern"}|}'
NAMED = {"type": "function", "name": "weather"}


@pytest.fixture(scope="module")
def official():
    return openai.OpenAI(api_key="unused", http_client=modelet.http_client())


@pytest.fixture(scope="module")
def own():
    return modelet.OpenAI()


def without_identity(value):
    """Ids and times differ between two requests."""
    if isinstance(value, dict):
        identity = ("id", "created_at", "item_id", "call_id")
        return {name: "" if name in identity and item else without_identity(item) for name, item in value.items()}
    return [without_identity(item) for item in value] if isinstance(value, list) else value


REQUESTS = {
    "text": {"input": "Hel|lo| world"},
    "nothing": {"input": "nothing"},
    "a limit": {"input": "a|b|c", "max_output_tokens": 2},
    "log probabilities": {"input": "a|b", "include": ["message.output_text.logprobs"], "top_logprobs": 2},
    "a tool call": {"input": CALL, "tools": [WEATHER]},
    "text and two calls": {"input": "Let me see.|" + CALL + CALL, "tools": [WEATHER], "metadata": {"a": "b"}},
    "one call only": {"input": CALL + CALL, "tools": [WEATHER], "parallel_tool_calls": False},
    "a forced call": {"input": FORCED, "tools": [WEATHER], "tool_choice": "required"},
    "a forced call that is cut off": {"input": FORCED, "tools": [WEATHER], "tool_choice": NAMED, "max_output_tokens": 3},
    "reasoning": {"input": "<think>hm|, so</think>Yes|.", "reasoning": {"summary": "auto"}},
    "fields that change nothing": {"input": "a", "store": True, "user": "u", "truncation": "disabled", "temperature": 0.5},
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_answers_are_equal(official, own, request_):
    ours, theirs = (client.responses.create(model="chat", **request_) for client in (own, official))
    assert without_identity(ours.model_dump()) == without_identity(theirs.model_dump(warnings=False))
    assert type(ours).__name__ == type(theirs).__name__
    assert ours.output_text == theirs.output_text
    assert [type(item).__name__ for item in ours.output] == [type(item).__name__ for item in theirs.output]


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_events_are_equal(official, own, request_):
    ours, theirs = (list(client.responses.create(model="chat", **request_, stream=True)) for client in (own, official))
    assert [type(event).__name__ for event in ours] == [type(event).__name__ for event in theirs]
    assert [without_identity(event.model_dump()) for event in ours] == [
        without_identity(event.model_dump(warnings=False)) for event in theirs
    ]
    assert [event.sequence_number for event in ours] == list(range(len(ours)))


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_events_tell_the_whole_answer(own, request_):
    whole = own.responses.create(model="chat", **request_)
    events = list(own.responses.create(model="chat", **request_, stream=True))
    assert [event.type for event in events[:2]] == ["response.created", "response.in_progress"]
    assert without_identity(events[-1].response.model_dump()) == without_identity(whole.model_dump())
    done = [event.item for event in events if event.type == "response.output_item.done"]
    assert [item.model_dump() for item in done] == [item.model_dump() for item in events[-1].response.output]
    for index, item in enumerate(whole.output):
        deltas = "".join(event.delta for event in events if event.type.endswith(".delta") and event.output_index == index)
        assert deltas == (item.arguments if item.type == "function_call" else item.content[0].text)


def test_what_an_answer_says(own):
    assert own.responses.create(model="chat", input="Hel|lo").output_text == "Hello"
    limited = own.responses.create(model="chat", **REQUESTS["a limit"])
    assert (limited.status, limited.incomplete_details.reason, limited.output_text) == ("incomplete", "max_output_tokens", "ab")
    thought, said = own.responses.create(model="chat", **REQUESTS["reasoning"]).output
    assert (thought.content[0].text, said.content[0].text) == ("hm, so", "Yes.")
    said, *calls = own.responses.create(model="chat", **REQUESTS["text and two calls"]).output
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [("weather", {"city": "Bern"})] * 2
    cut = own.responses.create(model="chat", **REQUESTS["a forced call that is cut off"])
    assert [(cut.status, item.status, item.name, item.arguments) for item in cut.output] == [
        ("incomplete", "incomplete", "weather", '{"city": "B')
    ]
    usage = own.responses.create(model="chat", input="a|bc").usage
    assert (usage.input_tokens, usage.input_tokens_details.cached_tokens, usage.output_tokens, usage.total_tokens) == (4, 2, 2, 6)


def test_items_become_messages(own):
    items = [
        {"role": "developer", "content": "Be brief."},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "1", "name": "weather", "arguments": '{"city": "Bern"}'},
        {"type": "function_call_output", "call_id": "1", "output": "sun"},
        {"role": "user", "content": "arguments"},
    ]
    said = json.loads(own.responses.create(model="chat", input=items, instructions="Speak.", tools=[WEATHER]).output_text)
    assert said["messages"] == [
        {"role": "system", "content": "Speak."},
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "a"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "weather", "arguments": {"city": "Bern"}}}],
        },
        {"role": "tool", "content": "sun", "tool_call_id": "1"},
        {"role": "user", "content": "arguments"},
    ]
    assert said["tools"] == [{"type": "function", "function": {key: WEATHER[key] for key in ("name", "description", "parameters")}}]


def test_an_output_may_be_part_of_the_next_input(own, official):
    for client in (own, official):
        first = client.responses.create(model="chat", **REQUESTS["text and two calls"])
        results = [
            {"type": "function_call_output", "call_id": item.call_id, "output": "sun"}
            for item in first.output
            if item.type == "function_call"
        ]
        second = client.responses.create(model="chat", input=[*first.output, *results, {"role": "user", "content": "arguments"}])
        said = json.loads(second.output_text)["messages"]
        assert [message["role"] for message in said] == ["assistant", "tool", "tool", "user"]
        assert len(said[0]["tool_calls"]) == 2


def test_a_text_format_becomes_a_grammar(own):
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    said = json.loads(
        own.responses.create(
            model="chat", input="options", text={"format": {"type": "json_schema", "name": "n", "schema": schema}}
        ).output_text
    )
    assert (said["grammar"], json.loads(said["grammar_source"])) == (2, schema)


REFUSED = {
    "no input": ({"input": []}, "input"),
    "an unknown item": ({"input": [{"type": "file_search_call"}]}, "input[0].type"),
    "an image": ({"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "a"}]}]}, "input[0].content[0]"),
    "an unknown role": ({"input": [{"role": "robot", "content": "a"}]}, "input[0].role"),
    "another tool": ({"input": "a", "tools": [{"type": "web_search"}]}, "tools[0].type"),
    "a tool without a name": ({"input": "a", "tools": [{"type": "function"}]}, "tools[0].name"),
    "a tool with a dot in its name": ({"input": "a", "tools": [WEATHER | {"name": "a.b"}]}, "tools[0].name"),
    "a tool with a long name": ({"input": "a", "tools": [WEATHER | {"name": "a" * 129}]}, "tools[0].name"),
    "a tool with parameters of another type": ({"input": "a", "tools": [WEATHER | {"parameters": 3}]}, "tools[0].parameters"),
    "state": ({"input": "a", "previous_response_id": "resp_1"}, "previous_response_id"),
    "background": ({"input": "a", "background": True}, "background"),
    "truncation": ({"input": "a", "truncation": "auto"}, "truncation"),
    "effort": ({"input": "a", "reasoning": {"effort": "low"}}, "reasoning.effort"),
    "something else to include": ({"input": "a", "include": ["file_search_call.results"]}, "include"),
    "ValueError of the function": ({"input": "boom"}, None),
}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("request_", "param"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_names_the_field(official, own, request_, param, stream):
    with pytest.raises(openai.BadRequestError) as theirs:
        official.responses.create(model="chat", **request_, stream=stream)
    with pytest.raises(modelet.BadRequestError) as ours:
        own.responses.create(model="chat", **request_, stream=stream)
    assert ours.value.param == param
    assert ours.value.body == theirs.value.body


def test_an_error_in_the_middle_is_raised(official, own):
    for client, kind in ((official, openai.APIError), (own, modelet.APIError)):
        stream = client.responses.create(model="chat", input="a|crash", stream=True)
        seen = [next(stream).type for _ in range(5)]
        assert seen[-1] == "response.output_text.delta"
        with pytest.raises(kind, match="crash was said"):
            next(stream)


async def test_the_async_clients_answer_the_same(own):
    asynchronous, official = modelet.AsyncOpenAI(), openai.AsyncOpenAI(api_key="unused", http_client=modelet.async_http_client())
    expected = [event.type for event in own.responses.create(model="chat", **REQUESTS["text and two calls"], stream=True)]
    for client in (asynchronous, official):
        events = await client.responses.create(model="chat", **REQUESTS["text and two calls"], stream=True)
        assert [event.type async for event in events] == expected


def test_input_is_counted_without_an_answer(official):
    request = {"model": "chat", "input": "abc|boom", "instructions": "Be brief."}
    counted = official.responses.input_tokens.count(**request)
    assert (counted.object, counted.input_tokens) == ("response.input_tokens", 8)
    with pytest.raises(openai.BadRequestError, match="a count comes whole"):
        official.responses.input_tokens.count(**request, extra_body={"stream": True})
    with pytest.raises(openai.BadRequestError) as caught:
        official.responses.input_tokens.count(model="chat", input=[])
    assert caught.value.param == "input"
