"""How a model writes tool calls and reasoning, told from its chat template. The formats are rows of engine/openai/chat/formats.h."""

from __future__ import annotations

TOOLS = (
    ("harmony", ("<|channel|>", "<|message|>"), ()),
    ("gemma", ("<|tool_call>",), ()),
    ("function_gemma", ("<start_function_call>",), ()),
    ("mistral", ("[TOOL_CALLS]",), ()),
    ("hermes", ("<tool_call>",), ("<function=", "<arg_key>")),
    ("llama", ("<|python_tag|>",), ()),
    ("tool_code", ("```tool_code",), ()),
    ("llama", ('"parameters": dictionary of argument name',), ()),
)
"""Format, what its template holds, and what would make it another one that is not read."""

REASONING = (
    ("harmony", ("<|channel|>analysis",)),
    ("gemma", ("<|channel>",)),
    ("think", ("<think>",)),
)


def recognise(template: str) -> tuple[str, str]:
    """(tool format, reasoning format) of a chat template; "" where it shows none that is known."""
    tools = (name for name, held, others in TOOLS if _holds(template, held) and not any(other in template for other in others))
    reasoning = next((name for name, held in REASONING if _holds(template, held)), "")
    return next(tools, ""), f"{reasoning}_opened" if reasoning == "think" and _opened(template) else reasoning


def _holds(template: str, parts: tuple[str, ...]) -> bool:
    return all(part in template for part in parts)


def _opened(template: str) -> bool:
    """Whether the prompt of an answer ends inside of the thoughts."""
    prompt = template.rpartition("add_generation_prompt")[2]
    return "<think>" in prompt and "</think>" not in prompt
