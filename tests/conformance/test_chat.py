"""chat.completions: modelet's own client and the official SDK give equal objects, whole and in steps."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import openai
import pytest

import modelet

WEATHER = {
    "type": "function",
    "function": {"name": "weather", "parameters": {"type": "object", "properties": {"$ref": {"type": "string"}}}},
}


@pytest.fixture(scope="module")
def official():
    return openai.OpenAI(api_key="unused", http_client=modelet.http_client())


@pytest.fixture(scope="module")
def own():
    return modelet.OpenAI()


def say(text, **options):
    return {"model": "chat", "messages": [{"role": "user", "content": text}], **options}


def without_identity(value):
    """Ids and times differ between two requests."""
    if isinstance(value, dict):
        return {name: "" if name in ("id", "created") and item else without_identity(item) for name, item in value.items()}
    return [without_identity(item) for item in value] if isinstance(value, list) else value


def answer(client, **request):
    return without_identity(client.chat.completions.create(**request).model_dump())


def chunks(client, **request):
    return [without_identity(chunk.model_dump()) for chunk in client.chat.completions.create(**request, stream=True)]


def content(client, **request):
    return client.chat.completions.create(**request).choices[0].message.content


def asked(client, **options):
    """What the language model was asked for."""
    return {
        name: value for name, value in json.loads(content(client, **say("options", **options))).items() if value not in (None, {}, 0, "")
    }


CALL = '<tool_call>|{"name": "weather", |"arguments": {"city": "Bern"}}\n</tool_|call>'
FORCED = '{"na|me": "weather", "argu|ments": {"city": "B|ern"}|}'
NAMED = {"type": "function", "function": {"name": "weather"}}
REQUESTS = {
    "text": say("Hel|lo| world"),
    "nothing": say("nothing"),
    "empty pieces": say("||a||"),
    "other scripts": say("é|\U0001f600| ü"),
    "several": say("a|b", n=3, seed=7),
    "a limit": say("a|b|c|d", max_tokens=2),
    "the newer limit": say("a|b|c|d", max_tokens=1, max_completion_tokens=3),
    "stop": say("one| t|wo thr|ee", stop="two"),
    "stop strings": say("one| t|wo thr|ee", stop=["xyz", "o t", "e thre", "three"]),
    "a stop that only begins": say("one tw", stop="two"),
    "log probabilities": say("Hel|lo |wor|ld", logprobs=True, top_logprobs=2),
    "log probabilities and stop": say("Hel|lo |wor|ld", logprobs=True, stop="worl"),
    "no log probabilities": say("a|b", logprobs=False, top_logprobs=0),
    "log probabilities alone": say("a|b", logprobs=True),
    "a tool call": say(CALL, tools=[WEATHER]),
    "text and two calls": say("Let me see.|\n" + CALL + "\n" + CALL, tools=[WEATHER]),
    "one call only": say("Let me see.|\n" + CALL + "\n" + CALL, tools=[WEATHER], parallel_tool_calls=False),
    "a call that is none": say("<tool_call>|{nothing}</tool_call> at all", tools=[WEATHER]),
    "a call that does not end": say('<tool_call>{"name": "weather"', tools=[WEATHER]),
    "markers without tools": say(CALL),
    "tools that must not be called": say("a", tools=[WEATHER], tool_choice="none"),
    "a forced call": say('{"name": "weather", |"arguments": {}}', tools=[WEATHER], tool_choice="required"),
    "a forced call in pieces": say(FORCED, tools=[WEATHER], tool_choice=NAMED, logprobs=True, parallel_tool_calls=False),
    "a forced call that is cut off": say(FORCED, tools=[WEATHER], tool_choice="required", max_tokens=3),
    "a call that is cut off": say('<tool_call>{"name": "weather", |"arguments": {"city": "B|ern"}}', tools=[WEATHER], max_tokens=2),
    "a forced call that is cut off early": say(FORCED, tools=[WEATHER], tool_choice=NAMED, max_tokens=1),
    "reasoning": say("<thi|nk>\nhm, |so|</thi|nk>\n\nAnswer|!"),
    "reasoning that does not end": say("<think>hm", max_tokens=9),
    "something like reasoning": say("<thin|ly> veiled"),
    "chunks": say('{"choices":[{"index":0,"delta":{"content":"a"}}]}|b|{"choices":[{"delta":{"content":"c"},"finish_reason":"length"}]}'),
    "a chunk with a call": say(
        '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{"}}]}}]}'
        '|{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}}]}'
    ),
    "a chunk with usage": say('{"choices":[{"delta":{"content":"a"}}],"usage":{"prompt_tokens":3,"completion_tokens":4}}'),
    "fields that change nothing": say("a", user="u", metadata={"a": "b"}, store=True, service_tier="auto", temperature=None, stop=None),
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_answers_are_equal(official, own, request_):
    ours, theirs = answer(own, **request_), answer(official, **request_)
    assert ours == theirs
    assert chunks(own, **request_) == chunks(official, **request_)


def folded(steps):
    """What a stream says, put together as a client does it."""
    choices = {}
    for step in steps:
        for choice in step["choices"]:
            whole = choices.setdefault(choice["index"], {"content": "", "reasoning": "", "tools": {}, "logprobs": [], "role": []})
            delta = choice["delta"]
            whole["content"] += delta["content"] or ""
            whole["reasoning"] += delta.get("reasoning_content") or ""
            whole["role"] += [delta["role"]] if delta["role"] else []
            whole["logprobs"] += choice["logprobs"]["content"] if choice["logprobs"] else []
            for call in delta["tool_calls"] or []:
                tool = whole["tools"].setdefault(call["index"], {"name": "", "arguments": "", "ids": 0})
                tool["name"] += call["function"]["name"] or ""
                tool["arguments"] += call["function"]["arguments"] or ""
                tool["ids"] += call["id"] is not None
            if choice["finish_reason"]:
                whole["finish"] = choice["finish_reason"]
    return choices


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_a_stream_says_what_the_whole_answer_says(own, request_):
    whole = answer(own, **request_)
    steps = folded(chunks(own, **request_))
    assert sorted(steps) == list(range(request_.get("n", 1)))
    for choice in whole["choices"]:
        step, message = steps[choice["index"]], choice["message"]
        assert step["role"] == ["assistant"]
        assert step["content"] == (message["content"] or "")
        assert step["reasoning"] == message.get("reasoning_content", "")
        assert step["finish"] == choice["finish_reason"]
        assert step["logprobs"] == (choice["logprobs"]["content"] if choice["logprobs"] else [])
        calls = [
            {"name": call["function"]["name"], "arguments": call["function"]["arguments"], "ids": 1} for call in message["tool_calls"] or []
        ]
        assert list(step["tools"].values()) == calls


SAID = {
    "text": ("Hello world", "stop"),
    "nothing": ("", "stop"),
    "other scripts": ("é\U0001f600 ü", "stop"),
    "a limit": ("ab", "length"),
    "the newer limit": ("abc", "length"),
    "stop": ("one ", "stop"),
    "stop strings": ("one tw", "stop"),
    "a stop that only begins": ("one tw", "stop"),
    "log probabilities and stop": ("Hello ", "stop"),
    "a tool call": (None, "tool_calls"),
    "text and two calls": ("Let me see.", "tool_calls"),
    "a call that is none": ("<tool_call>{nothing}</tool_call> at all", "stop"),
    "a call that does not end": ('<tool_call>{"name": "weather"', "stop"),
    "markers without tools": (CALL.replace("|", ""), "stop"),
    "a forced call": (None, "tool_calls"),
    "a forced call in pieces": (None, "tool_calls"),
    "a forced call that is cut off": (None, "length"),
    "a forced call that is cut off early": (None, "length"),
    "a call that is cut off": (None, "length"),
    "reasoning": ("Answer!", "stop"),
    "something like reasoning": ("<thinly> veiled", "stop"),
    "chunks": ("abc", "length"),
    "a chunk with a call": (None, "tool_calls"),
}


@pytest.mark.parametrize("name", SAID)
def test_content_and_finish_reason(own, name):
    choice = own.chat.completions.create(**REQUESTS[name]).choices[0]
    assert (choice.message.content, choice.finish_reason) == SAID[name]


@pytest.mark.parametrize("stop", ["two", "o t", "e", "hr", "ee", "one two three", "x"])
def test_a_stop_string_is_cut_at_the_same_place_however_the_text_comes(own, stop):
    text = "one two three"
    expected = text.partition(stop)[0]
    for cut in range(1, len(text)):
        assert content(own, **say(text[:cut] + "|" + text[cut:], stop=stop)) == expected
    assert content(own, **say("|".join(text), stop=stop)) == expected


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("a forced call in pieces", ["", '{"city": "B', 'ern"}']),
        ("a forced call that is cut off", ["", '{"city": "B']),
        ("a forced call that is cut off early", [""]),
    ],
)
def test_a_forced_call_is_told_while_it_comes_and_as_far(own, name, arguments):
    [call] = own.chat.completions.create(**REQUESTS[name]).choices[0].message.tool_calls
    assert (call.function.name, call.function.arguments) == ("weather", "".join(arguments))
    deltas = [choice["delta"] for step in chunks(own, **REQUESTS[name]) for choice in step["choices"]]
    assert [delta["tool_calls"][0]["function"]["arguments"] for delta in deltas if delta["tool_calls"]] == arguments


def test_tool_calls_have_ids_and_arguments_as_json(own):
    calls = own.chat.completions.create(**REQUESTS["text and two calls"]).choices[0].message.tool_calls
    assert [(call.function.name, json.loads(call.function.arguments), call.type) for call in calls] == [
        ("weather", {"city": "Bern"}, "function")
    ] * 2
    assert len({call.id for call in calls}) == 2
    assert len(own.chat.completions.create(**REQUESTS["one call only"]).choices[0].message.tool_calls) == 1


def test_reasoning_is_apart_and_counted(own):
    response = own.chat.completions.create(**REQUESTS["reasoning"])
    assert response.choices[0].message.reasoning_content == "hm, so"
    assert response.usage.completion_tokens_details.reasoning_tokens == 4
    assert response.usage.completion_tokens == 6


def test_usage_counts_the_prompt_once_and_every_run(own):
    response = own.chat.completions.create(**say("a|bc", n=3))
    assert response.usage.to_dict() == {
        "completion_tokens": 6,
        "prompt_tokens": 4,
        "total_tokens": 10,
        "completion_tokens_details": {"reasoning_tokens": 0},
        "prompt_tokens_details": {"cached_tokens": 2},
    }


def test_a_stream_has_usage_only_when_asked(own):
    steps = list(own.chat.completions.create(**say("a|b"), stream=True, stream_options={"include_usage": True}))
    assert [step.usage for step in steps[:-1]] == [None] * (len(steps) - 1)
    assert all("usage" in step.to_dict() for step in steps)
    assert (steps[-1].choices, steps[-1].usage.total_tokens) == ([], 5)
    assert all("usage" not in step.to_dict() for step in own.chat.completions.create(**say("a|b"), stream=True))
    assert (
        len({step.id for step in steps}) == len({step.created for step in steps}) == len({step.system_fingerprint for step in steps}) == 1
    )


def test_log_probabilities_have_bytes_also_of_half_characters(own):
    entry = own.chat.completions.create(**say("é", logprobs=True, top_logprobs=2)).choices[0].logprobs.content[0]
    assert (entry.token, entry.bytes, entry.logprob) == ("é", [0xC3, 0xA9], -0.5)
    assert [top.bytes for top in entry.top_logprobs] == [[0xC3, 0xA9], [0xF0, 0x9F]]


OPTIONS = {
    "temperature": 0.5,
    "top_p": 0.25,
    "presence_penalty": -1.5,
    "frequency_penalty": 2,
    "seed": 5,
    "max_tokens": 30,
    "logit_bias": {"17": -100},
}


def test_sampling_options_reach_the_model(own, official):
    assert asked(own, **OPTIONS) == asked(official, **OPTIONS) == OPTIONS
    assert asked(own, extra_body={"top_k": 4, "min_p": 0.5, "repetition_penalty": 1.5}) == {
        "top_k": 4,
        "min_p": 0.5,
        "repetition_penalty": 1.5,
    }


def test_each_of_several_runs_has_its_own_seed(own):
    response = own.chat.completions.create(**say("options", n=3, seed=5))
    assert [json.loads(choice.message.content)["seed"] for choice in response.choices] == [5, 6, 7]
    said = own.chat.completions.create(**say("arguments", n=3, seed=5) | {"model": "talk"})
    assert [json.loads(choice.message.content)["seed"] for choice in said.choices] == [5, 6, 7]


def test_a_response_format_becomes_a_grammar(own):
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": {}}}
    assert asked(own, response_format={"type": "text"}) == {}
    assert asked(own, response_format={"type": "json_object"}) == {"grammar": 1}
    said = asked(own, response_format={"type": "json_schema", "json_schema": {"name": "n", "schema": schema}})
    assert (said["grammar"], json.loads(said["grammar_source"])) == (2, schema)
    assert asked(own, response_format={"type": "regex", "pattern": "yes{1,3}"}) == {"grammar": 3, "grammar_source": "yes{1,3}"}


def test_a_tool_that_must_be_called_becomes_a_grammar(own):
    other = {"type": "function", "function": {"name": "other"}}
    said = own.chat.completions.create(
        **say("options", tools=[WEATHER, other], tool_choice={"type": "function", "function": {"name": "weather"}})
    )
    schema = json.loads(json.loads(said.choices[0].message.content)["grammar_source"])
    assert schema["properties"] == {"name": {"const": "weather"}, "arguments": WEATHER["function"]["parameters"]}


@pytest.mark.parametrize("parameters", [{}, {"parameters": None}])
def test_a_tool_without_parameters_takes_none(own, parameters):
    tool = {"type": "function", "function": {"name": "now", **parameters}}
    said = own.chat.completions.create(**say("options", tools=[tool], tool_choice="required"))
    schema = json.loads(json.loads(said.choices[0].message.content)["grammar_source"])
    assert schema["properties"]["arguments"] == {"type": "object", "properties": {}, "additionalProperties": False}


def test_the_model_hears_of_the_tools_that_are_allowed(own):
    others = [{"type": "function", "function": {"name": name}} for name in ("a", "b", "c")]

    def allowed(mode, *names):
        tools = [{"type": "function", "function": {"name": name}} for name in names]
        return {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": tools}}

    heard = json.loads(content(own, **say("arguments", tools=[WEATHER, *others], tool_choice=allowed("auto", "c", "a"))))
    assert [tool["function"]["name"] for tool in heard["tools"]] == ["c", "a"]
    said = own.chat.completions.create(**say("options", tools=[WEATHER, *others], tool_choice=allowed("required", "weather")))
    schema = json.loads(json.loads(said.choices[0].message.content)["grammar_source"])
    assert schema["properties"]["name"] == {"const": "weather"}
    for choice in (allowed("auto", "x"), allowed("maybe", "a"), allowed("auto"), {"type": "allowed_tools"}):
        with pytest.raises(modelet.BadRequestError) as caught:
            own.chat.completions.create(**say("a", tools=others, tool_choice=choice))
        assert caught.value.param == "tool_choice"


def test_what_an_endpoint_takes_is_named_once(own):
    with pytest.raises(modelet.BadRequestError, match="this endpoint does not take 'frobnicate'") as caught:
        own.chat.completions.create(**say("a"), extra_body={"frobnicate": 1})
    names = str(caught.value).partition("it takes ")[2].split(", ")
    assert len(names) == len(set(names)) > 10


def test_messages_reach_the_function_as_dicts(own):
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "name": "ann", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}}],
        },
        {"role": "tool", "tool_call_id": "1", "content": "2"},
        {"role": "user", "content": "arguments"},
    ]
    said = json.loads(content(own, model="chat", messages=messages, tools=[WEATHER]))
    assert said["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "name": "ann", "content": "a\nb"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": {"x": 1}}}],
        },
        {"role": "tool", "content": "2", "tool_call_id": "1"},
        {"role": "user", "content": "arguments"},
    ]
    properties = said["tools"][0]["function"]["parameters"]["properties"]
    assert properties == {"$dict": [["$ref", {"type": "string"}]]}  # a typed value, which a function gets as a dict


def test_an_answer_may_be_a_message_of_the_next_request(own, official):
    for client in (own, official):
        first = client.chat.completions.create(**REQUESTS["a tool call"]).choices[0].message
        messages = [
            first,
            {"role": "tool", "tool_call_id": first.tool_calls[0].id, "content": "sun"},
            {"role": "user", "content": "arguments"},
        ]
        said = json.loads(content(client, model="chat", messages=messages))["messages"]
        assert said[0]["tool_calls"][0]["function"] == {"name": "weather", "arguments": {"city": "Bern"}}


REFUSED = {
    "no messages": ({"model": "chat", "messages": []}, "messages"),
    "messages of another type": ({"model": "chat", "messages": "hello"}, "messages"),
    "unknown role": ({"model": "chat", "messages": [{"role": "robot", "content": "a"}]}, "messages[0].role"),
    "no role": ({"model": "chat", "messages": [{"content": "a"}]}, "messages[0].role"),
    "no content": ({"model": "chat", "messages": [{"role": "user"}]}, "messages[0].content"),
    "an image": (
        {"model": "chat", "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "a"}}]}]},
        "messages[0].content[0]",
    ),
    "no id": ({"model": "chat", "messages": [{"role": "tool", "content": "a"}]}, "messages[0].tool_call_id"),
    "too warm": (say("a", temperature=2.5), "temperature"),
    "a text for a number": (say("a", top_p="1"), "top_p"),
    "a penalty that divides by zero": (say("a", extra_body={"repetition_penalty": 1e-300}), "repetition_penalty"),
    "no answers": (say("a", n=0), "n"),
    "too many answers": (say("a", n=129), "n"),
    "too many stops": (say("a", stop=["a"] * 5), "stop"),
    "an empty stop": (say("a", stop=""), "stop"),
    "no tokens": (say("a", max_tokens=0), "max_tokens"),
    "top_logprobs alone": (say("a", top_logprobs=1), "top_logprobs"),
    "too many top_logprobs": (say("a", logprobs=True, top_logprobs=21), "top_logprobs"),
    "a bias that is too large": (say("a", logit_bias={"1": 101}), "logit_bias.1"),
    "a bias of no token": (say("a", logit_bias={"x": 1}), "logit_bias"),
    "an unknown stream option": (say("a", stream_options={"colour": True}), "stream_options.colour"),
    "an unknown format": (say("a", response_format={"type": "xml"}), "response_format.type"),
    "no pattern": (say("a", response_format={"type": "regex"}), "response_format.pattern"),
    "no schema": (say("a", response_format={"type": "json_schema", "json_schema": {"name": "a"}}), "response_format.json_schema.schema"),
    "a tool without a name": (say("a", tools=[{"type": "function", "function": {}}]), "tools[0].function.name"),
    "a tool with a blank in its name": (say("a", tools=[{"type": "function", "function": {"name": "a b"}}]), "tools[0].function.name"),
    "a tool with an accent in its name": (say("a", tools=[{"type": "function", "function": {"name": "é"}}]), "tools[0].function.name"),
    "a tool with an empty name": (say("a", tools=[{"type": "function", "function": {"name": ""}}]), "tools[0].function.name"),
    "a tool with a long name": (say("a", tools=[WEATHER, {"type": "function", "function": {"name": "a" * 65}}]), "tools[1].function.name"),
    "a choice that is no tool": (say("a", tools=[WEATHER], tool_choice={"type": "function", "function": {"name": "x"}}), "tool_choice"),
    "a choice without tools": (say("a", tool_choice="required"), "tool_choice"),
    "sound": (say("a", modalities=["text", "audio"]), "modalities"),
    "an unknown field": (say("a", extra_body={"colour": "red"}), "colour"),
    "reasoning effort without a receiver": (say("a", reasoning_effort="low"), "reasoning_effort"),
    "tools without a receiver": (say("a", tools=[WEATHER]) | {"model": "talk"}, "tools"),
    "top_p without a receiver": (say("a", top_p=0.5) | {"model": "talk"}, "top_p"),
    "log probabilities without a receiver": (say("a", logprobs=True) | {"model": "talk"}, "logprobs"),
    "a format without a receiver": (say("a", response_format={"type": "json_object"}) | {"model": "talk"}, "response_format"),
    "ValueError of the function": (say("boom"), None),
}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("request_", "param"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_a_bad_request_that_names_the_field(official, own, request_, param, stream):
    with pytest.raises(openai.BadRequestError) as theirs:
        official.chat.completions.create(**request_, stream=stream)
    with pytest.raises(modelet.BadRequestError) as ours:
        own.chat.completions.create(**request_, stream=stream)
    assert ours.value.param == param
    assert ours.value.body == theirs.value.body


def test_stream_options_need_a_stream(own):
    with pytest.raises(modelet.BadRequestError, match="stream: true"):
        own.chat.completions.create(**say("a", stream_options={"include_usage": True}))


def test_an_unknown_argument_is_a_type_error(own):
    with pytest.raises(TypeError, match="colour"):
        own.chat.completions.create(**say("a"), colour="red")


@pytest.mark.parametrize(("text", "status"), [("a|boom", 400), ("a|b|crash", 500), ("a|wrong", 500)])
def test_an_error_in_the_middle_of_a_stream_is_an_api_error(official, own, text, status):
    kinds = {openai.OpenAI: openai.APIError, modelet.OpenAI: modelet.APIError}
    bodies = []
    for client in (official, own):
        stream = client.chat.completions.create(**say(text), stream=True)
        pieces = text.split("|")[:-1]
        assert [next(stream).choices[0].delta.content for _ in range(len(pieces) + 1)] == ["", *pieces]
        with pytest.raises(kinds[type(client)]) as caught:
            next(stream)
        assert type(caught.value).__name__ == "APIError"
        assert list(stream) == []
        bodies.append(caught.value.body)
        with pytest.raises((openai.APIStatusError, modelet.APIStatusError)) as whole:
            client.with_options(max_retries=0).chat.completions.create(
                **say(text)
            ) if client is official else client.chat.completions.create(**say(text))
        assert whole.value.status_code == status
    assert bodies[0] == bodies[1]


def test_a_function_without_a_model_counts_what_it_yields(own):
    response = own.chat.completions.create(**say("a|b|c", max_tokens=2) | {"model": "talk"})
    assert (response.choices[0].message.content, response.choices[0].finish_reason) == ("ab", "length")
    assert (response.usage.prompt_tokens, response.usage.completion_tokens) == (5, 2)


def running(name="chat"):
    gc.collect()
    return modelet.load(name)._instance.request(b'{"control":"stats"}').json()["calls"]["running"] - 1  # the question itself


def test_a_stream_left_early_leaves_nothing_running(official, own):
    for client in (own, official):
        for leave in ("close", "with", "forget"):
            stream = client.chat.completions.create(**say("endless"), stream=True)
            assert [next(stream).choices[0].delta.content for _ in range(3)] == ["", "a", "a"]
            assert running() == 1
            if leave == "close":
                stream.close()
            elif leave == "with":
                with stream:
                    pass
            del stream
            assert running() == 0


def test_a_stream_closed_from_another_thread_ends(own):
    stream = own.chat.completions.create(**say("endless"), stream=True)
    threading.Timer(0.05, stream.close).start()
    assert {chunk.choices[0].delta.content for chunk in stream} == {"", "a"}
    assert running() == 0


def test_a_deadline_ends_a_call(official, own):
    with pytest.raises(modelet.APITimeoutError):
        own.chat.completions.create(**say("endless"), timeout=0.05)
    with pytest.raises(openai.APITimeoutError):
        official.with_options(max_retries=0).chat.completions.create(**say("endless"), timeout=0.05)
    assert running() == 0


def test_32_threads_stream_at_once(official, own):
    def stream(number):
        client = (own, official)[number % 2]
        text = "|".join(f"{number} " for _ in range(1 + number % 5))
        return "".join(chunk.choices[0].delta.content or "" for chunk in client.chat.completions.create(**say(text), stream=True))

    with ThreadPoolExecutor(32) as pool:
        assert list(pool.map(stream, range(128))) == [f"{number} " * (1 + number % 5) for number in range(128)]
    assert running() == 0


async def test_32_tasks_stream_at_once():
    own, official = modelet.AsyncOpenAI(), openai.AsyncOpenAI(api_key="unused", http_client=modelet.async_http_client())

    async def stream(number):
        client = (own, official)[number % 2]
        async with await client.chat.completions.create(**say("|".join([f"{number} "] * 4)), stream=True) as chunks:
            return "".join([chunk.choices[0].delta.content or "" async for chunk in chunks])

    assert await asyncio.gather(*map(stream, range(32))) == [f"{number} " * 4 for number in range(32)]
    assert running() == 0


async def test_the_async_clients_answer_the_same(own):
    asynchronous, official = modelet.AsyncOpenAI(), openai.AsyncOpenAI(api_key="unused", http_client=modelet.async_http_client())
    for request in (REQUESTS["text and two calls"], REQUESTS["reasoning"]):
        expected = answer(own, **request)
        assert without_identity((await asynchronous.chat.completions.create(**request)).model_dump()) == expected
        assert without_identity((await official.chat.completions.create(**request)).model_dump()) == expected
    with pytest.raises(modelet.BadRequestError):
        await asynchronous.chat.completions.create(**say("boom"), stream=True)
    with pytest.raises(openai.BadRequestError):
        await official.chat.completions.create(**say("boom"), stream=True)


async def test_a_cancelled_task_ends_its_stream():
    own, official = modelet.AsyncOpenAI(), openai.AsyncOpenAI(api_key="unused", http_client=modelet.async_http_client())
    for client in (own, official):
        begun = asyncio.Event()

        async def read(client=client, begun=begun):
            async for _ in await client.chat.completions.create(**say("endless"), stream=True):
                begun.set()

        task = asyncio.create_task(read())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        del task
        while running():
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("library", ["httpx", "httpx2"])
def test_both_http_libraries_stream(library):
    with modelet.http_client(library=library).stream(
        "POST", "http://modelet/v1/chat/completions", json={**say("a|b"), "stream": True}
    ) as response:
        assert response.headers["content-type"] == "text/event-stream"
        lines = [line for line in response.iter_lines() if line]
    assert lines[-1] == "data: [DONE]"
    assert [json.loads(line[6:])["choices"][0]["delta"].get("content") for line in lines[:-1]] == ["", "a", "b", None]
