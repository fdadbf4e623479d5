import json
from collections.abc import Iterator
from typing import Any


class Decoder:
    def __init__(self) -> None:
        self.buffer = ""
        self.bad = 0

    def feed(self, piece: str) -> Iterator[dict[str, Any]]:
        self.buffer += piece
        *lines, self.buffer = self.buffer.split("\n")
        for line in lines:
            if not line.startswith("data:"):
                continue
            payload = line[5:].strip()
            if payload == "[DONE]":
                return
            try:
                value = json.loads(payload)
            except ValueError:
                self.bad += 1
            else:
                if isinstance(value, dict):
                    yield value


def stream_json_lines(pieces: list[str]) -> Iterator[str]:
    decoder = Decoder()
    total = 0
    for piece in pieces:
        for event in decoder.feed(piece):
            for choice in event.get("choices", []):
                text = choice.get("delta", {}).get("content")
                if text:
                    total += len(text)
                    yield text
    yield f"[{total} chars, {decoder.bad} bad, rest {decoder.buffer!r}]"


ARGUMENTS = [
    (
        [
            'data: {"choices": [{"delta": {"content": "Hé"}}]}\nda',
            'ta: {"choices": [{"delta": {}}, {"delta": {"content": "llo"}}]}\n\n',
            "data: [DONE]\n",
            "data: {}\n",
        ],
    ),
    ([],),
    (["data: {bad\n", "data: 5\n", ": ping\n", "tail"],),
    (['data: {"choices": [{"delta": {"content": null}}]}\n'],),
]
