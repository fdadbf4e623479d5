"""The chat example on the real SmolLM2-135M-Instruct, as its GGUF file has it, against transformers on the same weights."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from modelet import BadRequestError, OpenAI
from tests.language_models.library import ModelLibrary

TEXT = """The lighthouse keeper wrote every evening in a small green book: the weather, the ships, and what he had cooked. In the winter of
1911 nothing passed for nine days. On the tenth he wrote only this: "Snow. Bread is gone. I have begun to talk to the lamp." A list,
of the things to ask for in spring: (1) flour, 20 kg; (2) ink; (3) a radio, if such a thing could be had for less than 45 crowns."""
LICENSE = Path(__file__).parents[2] / "LICENSE"
QUESTIONS = ["What is the capital of France?", "Write a haiku about the sea.", "Which is heavier, a kilogram of iron or of feathers? Why?"]


def test_divergence_from_float_weights_is_small(example: Any, tmp_path: Path) -> None:
    library = ModelLibrary([example.chat], ["manager"], tmp_path)
    tokens = example.tokenizer(TEXT + LICENSE.read_text(encoding="utf-8")).input_ids[:2000]
    assert len(tokens) == 2000
    with torch.no_grad():
        expected = torch.log_softmax(example.model(torch.tensor([tokens])).logits[0].double(), -1)
    found = torch.log_softmax(
        torch.from_numpy(library.logits("manager", tokens, example.model.config.vocab_size, 250, isa=_host())).double(), -1
    )
    divergence = (expected.exp() * (expected - found)).sum(-1)
    assert divergence.mean() <= 1e-3
    assert (expected.argmax(-1) == found.argmax(-1)).double().mean() >= 0.97


def _host() -> str:
    flags = Path("/proc/cpuinfo").read_text().split() if Path("/proc/cpuinfo").exists() else []
    return "avx2" if "avx2" in flags and "fma" in flags else "generic"


def greedy(example: Any, question: str, limit: int) -> tuple[str, int]:
    """The answer of transformers, and how many tokens it has."""
    messages = [{"role": "user", "content": question}]
    prompt = example.tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
    ids = torch.tensor([prompt])
    with torch.no_grad():
        made = example.model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=limit, do_sample=False)[0, len(prompt) :]
    return example.tokenizer.decode(made, skip_special_tokens=True), len(made)


def test_greedy_answers_are_those_of_transformers(example: Any, client: tuple[OpenAI, str]) -> None:
    openai, name = client
    for question in QUESTIONS:
        text, tokens = greedy(example, question, 48)
        answer = openai.chat.completions.create(model=name, messages=[{"role": "user", "content": question}], max_completion_tokens=48)
        assert answer.choices[0].message.content == text
        assert answer.usage is not None
        assert answer.usage.completion_tokens == tokens
        assert answer.choices[0].finish_reason == ("length" if tokens == 48 else "stop")


def test_a_stream_gives_the_same_text_in_pieces(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    request: dict[str, Any] = {"model": name, "messages": [{"role": "user", "content": "Count to five."}], "max_completion_tokens": 24}
    whole = openai.chat.completions.create(**request).choices[0].message.content
    pieces = [chunk.choices[0].delta.content or "" for chunk in openai.chat.completions.create(stream=True, **request)]
    assert "".join(pieces) == whole
    assert len(pieces) > 5


def test_a_seed_gives_the_same_text_and_another_seed_another(client: tuple[OpenAI, str]) -> None:
    openai, name = client

    def answer(seed: int) -> str | None:
        messages = [{"role": "user", "content": "Tell me a story."}]
        made = openai.chat.completions.create(model=name, messages=messages, max_completion_tokens=16, temperature=1.0, seed=seed)
        return made.choices[0].message.content

    assert answer(1) == answer(1)
    assert len({answer(seed) for seed in range(4)}) > 1


def test_answers_fit_a_schema(client: tuple[OpenAI, str]) -> None:
    import json

    openai, name = client
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 20}, "population": {"type": "integer", "minimum": 0, "maximum": 99999999}},
        "required": ["city", "population"],
        "additionalProperties": False,
    }
    answer = openai.chat.completions.create(
        model=name,
        messages=[{"role": "user", "content": "Name a large city and how many people live there, as JSON."}],
        response_format={"type": "json_schema", "json_schema": {"name": "city", "schema": schema, "strict": True}},
        max_completion_tokens=64,
    )
    value = json.loads(answer.choices[0].message.content or "")
    assert set(value) == {"city", "population"}
    assert isinstance(value["population"], int)


def test_log_probabilities_are_those_of_the_tokens(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    answer = openai.chat.completions.create(
        model=name, messages=[{"role": "user", "content": "Say yes."}], max_completion_tokens=4, logprobs=True, top_logprobs=3
    )
    logprobs = answer.choices[0].logprobs
    assert logprobs is not None and logprobs.content  # noqa: PT018
    for token in logprobs.content:
        assert token.logprob <= 0
        assert len(token.top_logprobs) == 3
        assert token.logprob == pytest.approx(max(one.logprob for one in token.top_logprobs), abs=1e-6)  # greedy
        assert np.exp([one.logprob for one in token.top_logprobs]).sum() <= 1.0001


def test_a_prompt_beyond_the_context_is_a_400_that_says_by_how_much(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    with pytest.raises(BadRequestError, match=r"the prompt has \d+ tokens, \d+ more than the 8191") as caught:
        openai.chat.completions.create(model=name, messages=[{"role": "user", "content": "word " * 9000}])
    assert (caught.value.code, caught.value.param) == ("context_length_exceeded", "messages")
    with pytest.raises(BadRequestError) as caught:
        openai.responses.create(model=name, input="word " * 9000)
    assert (caught.value.code, caught.value.param) == ("context_length_exceeded", "input")


def test_a_bias_of_an_id_that_the_model_lacks_is_a_400_that_says_which_it_has(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    messages = [{"role": "user", "content": "Hello"}]
    with pytest.raises(BadRequestError, match="logit_bias holds the id 49152; the model's ids are 0 to 49151") as caught:
        openai.chat.completions.create(model=name, messages=messages, logit_bias={"49151": 1, "49152": 1})
    assert (caught.value.code, caught.value.param) == ("invalid_token", "logit_bias")


QUESTION = {"role": "user", "content": "What is the capital of France?"}


def test_an_answer_that_was_begun_goes_on(example: Any, client: tuple[OpenAI, str]) -> None:
    import anthropic

    import modelet

    _, name = client
    claude = anthropic.Anthropic(api_key="unused", http_client=modelet.http_client())
    whole, _ = greedy(example, QUESTION["content"], 48)
    for begun in (whole[: whole.index(" ")], "The capital"):
        messages: Any = [QUESTION, {"role": "assistant", "content": begun}]
        prompt = example.tokenizer.apply_chat_template(messages, continue_final_message=True, return_dict=False)
        counted = claude.messages.count_tokens(model=name, messages=messages)
        assert counted.input_tokens == len(prompt)
        answer = claude.messages.create(model=name, messages=messages, max_tokens=48)
        assert begun + answer.content[0].text == whole
        with claude.messages.stream(model=name, messages=messages, max_tokens=48) as stream:
            assert stream.get_final_text() == answer.content[0].text


def test_chat_completions_go_on_when_asked(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    messages = [QUESTION, {"role": "assistant", "content": "The capital"}]

    def ask(messages: Any = messages, **options: Any) -> Any:
        return openai.chat.completions.create(model=name, messages=messages, max_completion_tokens=24, extra_body=options)

    assert ask(continue_final_message=True, add_generation_prompt=False).choices[0].message.content.startswith(" of France is")
    assert ask().usage.prompt_tokens > ask(continue_final_message=True).usage.prompt_tokens  # a turn of its own
    for wrong in ({"continue_final_message": True, "add_generation_prompt": True}, {"add_generation_prompt": False}):
        with pytest.raises(BadRequestError) as caught:
            ask(**wrong)
        assert caught.value.param == "add_generation_prompt"
    with pytest.raises(BadRequestError, match="only when the last message is a text of the assistant"):
        ask([QUESTION], continue_final_message=True)
    with pytest.raises(BadRequestError, match="cannot be held to a format"):
        ask(continue_final_message=True, response_format={"type": "json_object"})


def test_callers_at_once_get_what_they_get_alone(client: tuple[OpenAI, str]) -> None:
    openai, name = client

    def answer(number: int) -> str | None:
        messages = [{"role": "user", "content": f"Say the number {number} in words."}]
        return openai.chat.completions.create(model=name, messages=messages, max_completion_tokens=12).choices[0].message.content

    alone = [answer(number) for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(answer, range(8))) == alone


def test_an_answer_held_to_an_expression_ends_where_it_does(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    pattern = r"(yes|no), because [a-z ]{3,20}\."

    def answer(pattern: str) -> Any:
        messages = [{"role": "user", "content": "Is water wet?"}]
        return openai.chat.completions.create(
            model=name, messages=messages, response_format={"type": "regex", "pattern": pattern}, max_completion_tokens=60
        ).choices[0]

    said = answer(pattern)
    assert re.fullmatch(pattern, said.message.content)
    assert said.finish_reason == "stop"
    with pytest.raises(BadRequestError, match=r"cannot be held to this format: .* at place 1 of the pattern"):
        answer("[")


def test_a_count_is_that_of_the_template_and_computes_nothing(example: Any, client: tuple[OpenAI, str]) -> None:
    import anthropic
    import openai as official

    import modelet

    def steps() -> int:
        [state] = modelet.load(name)._instance.request(b'{"control": "stats"}').json()["services"].values()
        return int(state["steps"])

    _, name = client
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTIONS[0]}]
    length = len(example.tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False))
    before = steps()
    http: Any = modelet.http_client()
    counted = official.OpenAI(api_key="unused", http_client=http).responses.input_tokens.count(
        model=name, input=QUESTIONS[0], instructions="Be brief."
    )
    assert counted.input_tokens == length
    claude = anthropic.Anthropic(api_key="unused", http_client=http)
    assert claude.messages.count_tokens(model=name, system="Be brief.", messages=[messages[1]]).input_tokens == length  # type: ignore[list-item]
    assert steps() == before
