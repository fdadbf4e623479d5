"""Plain functions that yield text, as a user writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import Choice, ChoiceDelta

from modelet import openai


def words(messages: list[dict[str, str]], temperature: float = 1.0, shout: bool = False) -> Iterator[str]:
    """Says the last message word by word, and how warm it is."""
    if messages[-1]["role"] != "user":
        raise ValueError("the last message must be the user's")
    for word in messages[-1]["content"].split():
        yield (word.upper() if shout else word) + " "
    yield f"({temperature:.1f})"


def chunks(
    messages: list[openai.ChatCompletionMessageParam],
    warmth: Annotated[float, openai.Temperature] = 1.0,
    tools: list[dict[str, Any]] | None = None,
) -> Iterator[openai.ChatCompletionChunk]:
    """The same in chunks, with the tools' names."""
    for word in str(messages[-1]["content"]).split():
        yield openai.ChatCompletionChunk(choices=[openai.Choice(openai.ChoiceDelta(content=word + " "))])
    for tool in tools or []:
        yield openai.ChatCompletionChunk(choices=[openai.Choice(openai.ChoiceDelta(content=str(tool["function"]["name"])))])
    yield openai.ChatCompletionChunk(choices=[openai.Choice(openai.ChoiceDelta(content=str(warmth)), finish_reason="length")])


def official(messages: list[dict[str, str]]) -> Iterator[ChatCompletionChunk]:
    """The same with the official SDK's chunks."""
    for number, word in enumerate(messages[-1]["content"].split()):
        choice = Choice(index=0, delta=ChoiceDelta(content=word + " "))
        yield ChatCompletionChunk(id=str(number), created=0, model="any", object="chat.completion.chunk", choices=[choice])
