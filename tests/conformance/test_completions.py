"""completions: modelet's own client and the official SDK give equal objects, whole and in steps."""

from __future__ import annotations

import json

import openai
import pytest

import modelet


@pytest.fixture(scope="module")
def official():
    return openai.OpenAI(api_key="unused", http_client=modelet.http_client())


@pytest.fixture(scope="module")
def own():
    return modelet.OpenAI()


def without_identity(value):
    """Ids and times differ between two requests."""
    if isinstance(value, dict):
        return {name: "" if name in ("id", "created") and item else without_identity(item) for name, item in value.items()}
    return [without_identity(item) for item in value] if isinstance(value, list) else value


REQUESTS = {
    "text": {"prompt": "Hel|lo| world"},
    "reasoning is text": {"prompt": "<think>|a</think>b"},
    "several prompts": {"prompt": ["a|b", "c"], "n": 2},
    "token ids": {"prompt": [2, 3, 4]},
    "lists of token ids": {"prompt": [[2, 3], [4]]},
    "echo": {"prompt": ["a|b", "ü"], "echo": True},
    "stop": {"prompt": "one| t|wo three", "stop": ["two"]},
    "a limit": {"prompt": "a|b|c", "max_tokens": 2},
    "log probabilities": {"prompt": "ü|b|c", "logprobs": 2},
    "log probabilities of prompts": {"prompt": ["aü|b", "c"], "logprobs": 1, "echo": True, "n": 2},
    "prompts alone": {"prompt": ["ab", "c|d"], "logprobs": 1, "echo": True, "max_tokens": 0},
    "nothing": {"prompt": "a|b", "max_tokens": 0},
    "best of as many": {"prompt": "a", "n": 2, "best_of": 2, "user": "u"},
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_answers_are_equal(official, own, request_):
    ours, theirs = (client.completions.create(model="chat", **request_) for client in (own, official))
    assert without_identity(ours.model_dump()) == without_identity(theirs.model_dump())
    steps = [
        [without_identity(step.model_dump()) for step in client.completions.create(model="chat", **request_, stream=True)]
        for client in (own, official)
    ]
    assert steps[0] == steps[1]
    for choice in ours.choices:
        mine = [one for step in steps[0] for one in step["choices"] if one["index"] == choice.index]
        assert "".join(one["text"] for one in mine) == choice.text
        assert [one["finish_reason"] for one in mine if one["finish_reason"]] == [choice.finish_reason]


SAID = {
    "text": ["Hello world"],
    "reasoning is text": ["<think>a</think>b"],
    "several prompts": ["ab", "ab", "c", "c"],
    "token ids": ["abc"],
    "lists of token ids": ["ab", "c"],
    "echo": ["a|bab", "üü"],
    "stop": ["one "],
    "a limit": ["ab"],
    "log probabilities of prompts": ["aü|baüb", "aü|baüb", "cc", "cc"],
    "prompts alone": ["ab", "c|d"],
    "nothing": [""],
}


@pytest.mark.parametrize("name", SAID)
def test_texts(own, name):
    response = own.completions.create(model="chat", **REQUESTS[name])
    assert [choice.text for choice in response.choices] == SAID[name]
    assert [choice.index for choice in response.choices] == list(range(len(SAID[name])))


def test_usage_counts_each_prompt_once(own):
    usage = own.completions.create(model="chat", **REQUESTS["several prompts"]).usage
    assert (usage.prompt_tokens, usage.completion_tokens) == (3 + 1, 2 * 2 + 2 * 1)
    steps = list(own.completions.create(model="chat", **REQUESTS["several prompts"], stream=True, stream_options={"include_usage": True}))
    assert steps[-1].usage == usage
    assert {step.usage for step in steps[:-1]} == {None}


def test_offsets_count_characters(own):
    logprobs = own.completions.create(model="chat", **REQUESTS["log probabilities"]).choices[0].logprobs
    assert logprobs.tokens == ["ü", "b", "c"]
    assert logprobs.text_offset == [0, 1, 2]
    assert [len(top) for top in logprobs.top_logprobs] == [2, 2, 2]


def test_log_probabilities_of_prompts_come_first(own):
    first, *_ = own.completions.create(model="chat", **REQUESTS["log probabilities of prompts"]).choices
    logprobs = first.logprobs
    assert logprobs.tokens == ["<s>", "a", "bytes:\\xc3", "bytes:\\xbc", "|", "b", "aü", "b"]
    assert logprobs.text_offset == [0, 0, 1, 2, 2, 3, 4, 6]
    assert logprobs.token_logprobs == [None, -0.25, -0.5, -0.75, -1, -1.25, -0.5, -0.5]
    assert logprobs.top_logprobs[0] is None
    assert logprobs.top_logprobs[1] == {"likely": -0.125, "a": -0.25}


def test_a_prompt_is_scored_without_saying_anything(own):
    answer = own.completions.create(model="chat", **REQUESTS["prompts alone"])
    assert [choice.logprobs.tokens for choice in answer.choices] == [["<s>", "a", "b"], ["<s>", "c", "|", "d"]]
    assert {choice.finish_reason for choice in answer.choices} == {"length"}
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (2 + 3, 0)
    nothing = own.completions.create(model="chat", **REQUESTS["nothing"])
    assert (nothing.choices[0].finish_reason, nothing.usage.completion_tokens) == ("length", 0)


def test_options_reach_the_model_and_seeds_count_up_for_each_prompt(own):
    response = own.completions.create(model="chat", prompt=["options", "options"], n=2, seed=3, temperature=0.5)
    said = [json.loads(choice.text) for choice in response.choices]
    assert [one["seed"] for one in said] == [3, 4, 3, 4]
    assert {one["temperature"] for one in said} == {0.5}


@pytest.mark.parametrize(
    ("request_", "param"),
    [
        ({"prompt": []}, "prompt"),
        ({"prompt": 5}, "prompt"),
        ({"prompt": ["a", {}]}, "prompt"),
        ({"prompt": [2, 99]}, "prompt"),
        ({"prompt": ["a"] * 2049}, "prompt"),
        ({"prompt": "a", "suffix": "b"}, "suffix"),
        ({"prompt": "a", "best_of": 3}, "best_of"),
        ({"prompt": "a", "logprobs": 6}, "logprobs"),
        ({"prompt": "a", "echo": "yes"}, "echo"),
        ({"prompt": "changed", "echo": True, "logprobs": 1}, "echo"),
        ({"prompt": "a", "max_tokens": -1}, "max_tokens"),
    ],
)
def test_what_is_refused_names_the_field(official, own, request_, param):
    with pytest.raises(openai.BadRequestError) as theirs:
        official.completions.create(model="chat", **request_)
    with pytest.raises(modelet.BadRequestError) as ours:
        own.completions.create(model="chat", **request_)
    assert ours.value.param == param
    assert ours.value.body == theirs.value.body
