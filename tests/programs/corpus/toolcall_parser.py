import json
import re
from dataclasses import dataclass, field
from typing import Any

CALL = re.compile(r"<tool name=\"(?P<name>\w+)\">(?P<body>.*?)</tool>", re.S)


class ToolError(Exception):
    pass


@dataclass
class Call:
    name: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass
class Parsed:
    text: str
    calls: list[Call]


def parse(output: str, known: set[str]) -> Parsed:
    calls: list[Call] = []
    for m in CALL.finditer(output):
        name = m["name"]
        if name not in known:
            raise ToolError(f"unknown tool {name!r}; known: {', '.join(sorted(known))}")
        try:
            arguments = json.loads(m["body"] or "{}")
        except ValueError as e:
            raise ToolError(f"{name}: {e}") from e
        calls.append(Call(name, arguments))
    return Parsed(CALL.sub("", output).strip(), calls)


def toolcall_parser(output: str, tools: list[str]) -> Parsed:
    return parse(output, set(tools))


ARGUMENTS = [
    ('Let me check. <tool name="search">{"q": "é", "n": 3}</tool> ok <tool name="now"></tool>', ["search", "now"]),
    ("plain", []),
    ('<tool name="x">{}</tool>', ["b", "a"]),
    ('<tool name="a">{bad}</tool>', ["a"]),
]
