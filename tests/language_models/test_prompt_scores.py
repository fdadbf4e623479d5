"""completions with `echo` and `logprobs`, as evaluation harnesses score texts, against transformers' log-softmax."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

import modelet
from modelet import EngineInferenceMetadata, compile  # noqa: A004
from modelet_compiler import build
from tests.language_models.small_models import SHAPE, made


def letters() -> PreTrainedTokenizerFast:
    """Each byte is a token; one begins every text."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: index for index, token in enumerate(["<pad>", "<end>", "<begin>", *alphabet])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.TemplateProcessing(single="<begin> $A", special_tokens=[("<begin>", 2)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<begin>", eos_token="<end>", pad_token="<pad>")


tokenizer = letters()
model = made(LlamaForCausalLM, LlamaConfig(**{**SHAPE, "vocab_size": len(tokenizer)}), 21)
manager = model.init_continuous_batching(generation_config=GenerationConfig(do_sample=False, eos_token_id=1))


@compile(metadata=[EngineInferenceMetadata(model=model, cache="float32")])
def complete(prompt: str, max_tokens: int = 16) -> Iterator[str]:
    """Goes on with the prompt."""
    said = ""
    for output in manager.request_id_iter(manager.add_request(tokenizer(prompt).input_ids, max_new_tokens=max_tokens, streaming=True)):
        text = tokenizer.decode(output.generated_tokens, skip_special_tokens=True)
        if output.is_finished() or not text.endswith("\ufffd"):
            yield text[len(said) :]
            said = text


@compile(metadata=[EngineInferenceMetadata(model=model, cache="float32")])
def ask(prompt: str) -> Iterator[str]:
    """Goes on with something else than the prompt."""
    for output in manager.request_id_iter(manager.add_request(tokenizer("Q: " + prompt).input_ids, max_new_tokens=2)):
        yield tokenizer.decode(output.generated_tokens)


@pytest.fixture(scope="module")
def client() -> openai.OpenAI:
    return openai.OpenAI(api_key="unused", http_client=modelet.http_client())


@pytest.fixture(scope="module")
def name(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build(complete, output=tmp_path_factory.mktemp("complete") / "layout").layout)


PROMPTS = ["a", "Grüße, <end> and 日本", "long " * 60]


def expected(ids: list[int]) -> torch.Tensor:
    """Of every token but the first, given those before it: [tokens - 1, vocabulary]."""
    with torch.no_grad():
        return torch.log_softmax(model(torch.tensor([ids])).logits[0, :-1].double(), -1)


@pytest.mark.parametrize("limit", [0, 1, 5])
@pytest.mark.parametrize("text", PROMPTS, ids=["short", "special", "long"])
def test_scores_are_those_of_transformers(client: openai.OpenAI, name: str, text: str, limit: int) -> None:
    for _ in range(2):  # the second time the cache holds the prompt
        answer = client.completions.create(model=name, prompt=text, echo=True, logprobs=3, max_tokens=limit)
        [choice] = answer.choices
        logprobs: Any = choice.logprobs
        prompt = tokenizer(text).input_ids
        assert choice.text.startswith(text)
        assert answer.usage is not None
        assert (answer.usage.prompt_tokens, answer.usage.completion_tokens <= limit) == (len(prompt), True)
        assert logprobs.token_logprobs[0] is None
        assert logprobs.top_logprobs[0] is None
        known = expected(prompt)
        chosen = known.gather(1, torch.tensor(prompt[1:])[:, None])[:, 0]
        assert logprobs.token_logprobs[1 : len(prompt)] == pytest.approx(chosen.tolist(), abs=1e-4)
        best = [max(top.values()) for top in logprobs.top_logprobs[1 : len(prompt)]]
        assert best == pytest.approx(known.max(-1).values.tolist(), abs=1e-4)
        if limit == 0:
            assert choice.text == text
            assert len(logprobs.tokens) == len(prompt)
        assert all(len(top) in (3, 4) for top in logprobs.top_logprobs[1:])


def test_places_are_those_of_the_text(client: openai.OpenAI, name: str) -> None:
    [choice] = client.completions.create(model=name, prompt="aü <end>b", echo=True, logprobs=0, max_tokens=0).choices
    logprobs: Any = choice.logprobs
    assert logprobs.tokens == ["<begin>", "a", "bytes:\\xc3", "bytes:\\xbc", " ", "<end>", "b"]
    assert logprobs.text_offset == [0, 0, 1, 2, 2, 3, 8]


def test_ids_are_scored_as_harnesses_send_them(client: openai.OpenAI, name: str) -> None:
    ids = [tokenizer(text).input_ids for text in ("one two", "three")]
    answer = client.completions.create(model=name, prompt=ids, echo=True, logprobs=1, max_tokens=1, temperature=0, seed=1)
    for choice, prompt in zip(answer.choices, ids, strict=True):
        logprobs: Any = choice.logprobs
        chosen = expected(prompt).gather(1, torch.tensor(prompt[1:])[:, None])[:, 0]
        assert logprobs.token_logprobs[1 : len(prompt)] == pytest.approx(chosen.tolist(), abs=1e-4)


def test_a_stream_tells_the_same(client: openai.OpenAI, name: str) -> None:
    request: dict[str, Any] = {"model": name, "prompt": ["ab", "c"], "echo": True, "logprobs": 2, "max_tokens": 6}
    whole = client.completions.create(**request)
    told: list[list[Any]] = [[], []]
    texts = ["", ""]
    for step in client.completions.create(**request, stream=True):
        for choice in step.choices:
            texts[choice.index] += choice.text
            logs: Any = choice.logprobs
            told[choice.index] += zip(logs.tokens, logs.text_offset, logs.token_logprobs, logs.top_logprobs, strict=True)
    for choice in whole.choices:
        all_logs: Any = choice.logprobs
        assert texts[choice.index] == choice.text
        assert told[choice.index] == list(
            zip(all_logs.tokens, all_logs.text_offset, all_logs.token_logprobs, all_logs.top_logprobs, strict=True)
        )


def test_a_prompt_that_the_function_changes_is_refused(client: openai.OpenAI, tmp_path: Path) -> None:
    changed = str(build(ask, output=tmp_path / "layout").layout)
    assert client.completions.create(model=changed, prompt="a", echo=True).choices[0].text.startswith("a")
    with pytest.raises(openai.BadRequestError, match="not the prompt as it was given") as caught:
        client.completions.create(model=changed, prompt="a", echo=True, logprobs=1)
    assert caught.value.param == "echo"
