"""The chat templates that real models ship, over conversations of every kind, against transformers."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

import pytest

from modelet_compiler.lowering.templates.compile import compile_template
from tests.real_tokenizers import NAMES, real_tokenizer

from .test_families import CONVERSATIONS, OPTIONS, PLAIN_TOOL, TOOL

ASKED = {"role": "user", "content": "How warm is it in Zürich, and what time is it?"}
LATER = {"role": "user", "content": "And tomorrow?"}


def call(identifier: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


WEATHER = call("abcdefgh1", "get_weather", {"city": "Zürich", "days": 1})
NOW = call("abcdefgh2", "now", {})


def answer(identifier: str, name: str, content: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identifier, "name": name, "content": content}


WARM, NOON = answer("abcdefgh1", "get_weather", '{"celsius": 21}'), answer("abcdefgh2", "now", "12:00")
THOUGHT = {"role": "assistant", "content": "<think>\nLet me see.\n</think>\n\nOne moment.", "tool_calls": [WEATHER]}
REASONED = {"role": "assistant", "content": "", "reasoning_content": "Let me see.", "tool_calls": [WEATHER]}
SAID = {"role": "assistant", "content": "It is 21 °C."}
WITH_TOOLS: dict[str, list[Any]] = {
    "one call": [ASKED, {"role": "assistant", "content": "", "tool_calls": [WEATHER]}, WARM],
    "a call and its answer": [ASKED, {"role": "assistant", "content": None, "tool_calls": [WEATHER]}, WARM, SAID, LATER],
    "two calls at once": [ASKED, {"role": "assistant", "content": "", "tool_calls": [WEATHER, NOW]}, WARM, NOON, SAID, LATER],
    "call after call": [ASKED, {"role": "assistant", "content": "", "tool_calls": [WEATHER]}, WARM, {"role": "assistant", "content": "", "tool_calls": [NOW]}, NOON],
    "with a system message": [{"role": "system", "content": "Be brief."}, ASKED, {"role": "assistant", "content": "", "tool_calls": [NOW]}, NOON, SAID],
    "thoughts before a call": [ASKED, THOUGHT, WARM, SAID, LATER],
    "reasoning before a call": [ASKED, REASONED, WARM, {**SAID, "reasoning_content": "So it is."}],
    "arguments as text": [ASKED, {"role": "assistant", "content": "", "tool_calls": [call("abcdefgh1", "get_weather", '{"city": "Bern"}')]}, WARM],
    "content that is data": [ASKED, {"role": "assistant", "content": "", "tool_calls": [WEATHER]}, answer("abcdefgh1", "get_weather", {"celsius": 21})],
}  # fmt: skip
TALKS = {**CONVERSATIONS, **WITH_TOOLS}
TOOLS: list[dict[str, Any]] = [
    {"tools": tools, "add_generation_prompt": prompt} for tools in ([TOOL, PLAIN_TOOL], None) for prompt in (True, False)
]
CHOICES: list[dict[str, Any]] = [{}, {"enable_thinking": False}, {"enable_thinking": True}]
SHIPPED = [name for name in NAMES if name != "gptoss"]
"""The package of gpt-oss ships none."""


@pytest.mark.parametrize("name", SHIPPED)
def test_templates_of_packages_render_as_transformers_does(name: str, renderer: Any, reference: Any) -> None:
    tokenizer = real_tokenizer(name)
    program, wrong, rendered = compile_template(tokenizer.chat_template), [], 0
    for talk, messages in TALKS.items():
        for options in [*OPTIONS, *TOOLS]:
            for choice in CHOICES:
                variables = {**tokenizer.special_tokens_map, **choice}
                wanted = reference(tokenizer.chat_template, dict(variables), messages=messages, **options)
                got = renderer.render(program, variables, messages=messages, **options)
                rendered += wanted.text is not None
                if (got.text, got.error, got.message) != (wanted.text, wanted.error, wanted.message):
                    wrong.append((talk, options, choice, got, wanted))
    assert wrong == []
    assert rendered > len(TALKS) * len(CHOICES) * 2, "many conversations are legal"


def test_the_package_without_a_template_still_has_none() -> None:
    assert real_tokenizer("gptoss").chat_template is None
