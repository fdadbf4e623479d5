"""Formats of tool calls and reasoning are told from chat templates, and every one has its row in the engine."""

from __future__ import annotations

import re

import pytest

from modelet_compiler.lowering.tokenizers.chat_formats import REASONING, TOOLS, recognise
from modelet_compiler.toolchain.paths import engine_folder
from tests.real_tokenizers import real_tokenizer

QWEN = (
    "{{ '<tool_call>\\n' }}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% if not thinking %}{{ '<think>\\n\\n</think>' }}"
)


@pytest.mark.parametrize(
    ("template", "formats"),
    [
        ("{{ messages[0].content }}", ("", "")),
        (QWEN, ("hermes", "think")),
        ("<tool_call><function=f>", ("", "")),
        ("{% if add_generation_prompt %}{{ '<think>\\n' }}{% endif %}", ("", "think_opened")),
        ("<|python_tag|>", ("llama", "")),
        ("[TOOL_CALLS]", ("mistral", "")),
        ("Write calls as ```tool_code\nname(key=value)\n```", ("tool_code", "")),
        ("<start_function_call>call:", ("function_gemma", "")),
        ("<|tool_call>call: <|channel>thought", ("gemma", "gemma")),
        ("<|channel|>analysis<|message|>", ("harmony", "harmony")),
    ],
)
def test_formats_of_templates(template, formats):
    assert recognise(template) == formats


@pytest.mark.parametrize(
    ("name", "formats"), [("smollm2", ("", "")), ("gemma3", ("", "")), ("qwen3", ("hermes", "think")), ("llama3", ("", ""))]
)
def test_formats_of_the_templates_that_packages_ship(name, formats):
    assert recognise(real_tokenizer(name).chat_template) == formats


def test_every_format_is_a_row_of_the_engine():
    header = (engine_folder() / "openai/chat/formats.h").read_text(encoding="utf-8")
    tools, reasoning = (set(re.findall(rf"extern const {kind} (\w+);", header)) for kind in ("ToolFormat", "ReasoningFormat"))
    assert {name for name, *_ in TOOLS} <= tools
    assert {name for name, _ in REASONING} | {"think_opened"} <= reasoning
