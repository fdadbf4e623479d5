"""Many calls on one handle, from threads and from asyncio, cancelled at random; and several modelets on one pool of workers."""

from __future__ import annotations

import asyncio
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import modelet
from modelet import AsyncOpenAI, OpenAI
from modelet_compiler import build
from modelet_compiler.commands import load_functions
from tests.language_models.small_models import generate_llama

CALLS = 32
TOKENS = 10


def request(name: str, number: int) -> dict[str, Any]:
    """A short answer to a question of its own."""
    messages = [{"role": "user", "content": f"Say the number {number % 8} in words."}]
    return {"model": name, "messages": messages, "max_completion_tokens": TOKENS, "stream": True}


def content(chunk: Any) -> str:
    return (chunk.choices[0].delta.content or "") if chunk.choices else ""


def read(openai: OpenAI, name: str, number: int, pieces: int | None) -> str:
    """The answer, given up after so many pieces."""
    text = ""
    with openai.chat.completions.create(**request(name, number)) as stream:
        for index, chunk in enumerate(stream):
            if index == pieces:
                break
            text += content(chunk)
    return text


async def read_async(openai: AsyncOpenAI, name: str, number: int, pieces: int | None) -> str:
    text = ""
    async with await openai.chat.completions.create(**request(name, number)) as stream:
        index = 0
        async for chunk in stream:
            if index == pieces:
                asyncio.current_task().cancel()  # type: ignore[union-attr]
            text += content(chunk)
            index += 1
    return text


def state_of(name: str) -> dict[str, Any]:
    """What the modelet says of itself."""
    return modelet.load(name)._instance.request(b'{"control": "stats"}').json()


def engine_state(name: str) -> dict[str, Any]:
    [state] = state_of(name)["services"].values()
    return state


def test_64_calls_cancelled_at_random_leave_the_others_and_the_cache_alone(client: tuple[OpenAI, str]) -> None:
    openai, name = client
    alone = [read(openai, name, number, None) for number in range(8)]
    chance = random.Random(4)
    given_up = [chance.choice([None, None, *range(TOKENS)]) for _ in range(2 * CALLS)]

    async def from_asyncio() -> list[str | BaseException]:
        tasks = [asyncio.create_task(read_async(AsyncOpenAI(), name, number, given_up[number])) for number in range(CALLS)]
        return await asyncio.gather(*tasks, return_exceptions=True)

    with ThreadPoolExecutor(CALLS + 1) as threads:
        others = threads.submit(asyncio.run, from_asyncio())
        answers = list(threads.map(lambda number: read(openai, name, number, given_up[number]), range(CALLS, 2 * CALLS)))
        answers = [*others.result(), *answers]
    for number, (answer, pieces) in enumerate(zip(answers, given_up, strict=True)):
        if pieces is None:
            assert answer == alone[number % 8], number
        elif isinstance(answer, BaseException):
            assert isinstance(answer, asyncio.CancelledError), answer
        else:
            assert alone[number % 8].startswith(answer), number
    state = engine_state(name)
    assert (state["running"], state["waiting"]) == (0, 0)
    assert state["cache"]["used"] == 0


def threads_of_this_process() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


def test_an_embedder_and_two_language_models_share_the_workers(client: tuple[OpenAI, str], tmp_path: Path) -> None:
    openai, chat = client
    embed_functions, _ = load_functions("examples/embeddings/minilm.py")
    embedder = str(build(embed_functions, name="@tests/embedder", output=tmp_path / "embedder").layout)
    other = modelet.load(str(build(generate_llama, name="@tests/other", output=tmp_path / "other").layout))

    def work(number: int) -> object:
        if number % 3 == 0:
            return openai.embeddings.create(model=embedder, input="a text to embed").data[0].embedding
        return read(openai, chat, 1, None) if number % 3 == 1 else other.call([3, 5, 7], 8)

    alone = [work(kind) for kind in range(3)]
    before = threads_of_this_process()
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(work, range(24)))
        assert threads_of_this_process() <= before + 6  # the callers; no workers beside those there were
    assert all(found[number] == alone[number % 3] for number in range(24))
    assert all(state_of(name)["threads"] <= (os.cpu_count() or 1) for name in (chat, embedder))
