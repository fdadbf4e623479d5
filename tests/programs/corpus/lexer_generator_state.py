from collections.abc import Iterator
from typing import Literal, NamedTuple

Kind = Literal["tag", "close", "text"]


class Event(NamedTuple):
    kind: Kind
    value: str
    attributes: dict[str, str]


def attributes(raw: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for part in raw.split():
        key, eq, value = part.partition("=")
        out[key] = value.strip("\"'") if eq else ""
    return out


def events(markup: str) -> Iterator[Event]:
    i = 0
    while i < len(markup):
        if markup[i] == "<":
            end = markup.find(">", i)
            if end < 0:
                raise ValueError(f"unclosed tag at {i}")
            inner = markup[i + 1 : end]
            if inner.startswith("/"):
                yield Event("close", inner[1:].strip(), {})
            else:
                name, _, rest = inner.partition(" ")
                yield Event("tag", name, attributes(rest))
            i = end + 1
        else:
            end = markup.find("<", i)
            end = len(markup) if end == -1 else end
            if text := markup[i:end].strip():
                yield Event("text", text, {})
            i = end


def lexer_generator_state(markup: str) -> list[tuple[str, int, dict[str, str]]]:
    depth, out, stack = 0, [], []
    for kind, value, attrs in events(markup):
        if kind == "close":
            if not stack or stack.pop() != value:
                raise ValueError(f"unexpected </{value}>")
            depth -= 1
        else:
            out.append((f"{kind}:{value}", depth, attrs))
            if kind == "tag":
                stack.append(value)
                depth += 1
    return out


ARGUMENTS = [("<a href='x' b><b>hi é</b> yo</a>",), ("",), ("<a></b>",), ("text <unclosed",), ("</x>",)]
