from __future__ import annotations

from collections.abc import Iterator


def _words(text: str) -> Iterator[str]:
    for word in text.split():
        if word == "bad":
            raise ValueError("a bad word")
        yield word


def stream_of_a_helper(text: str) -> Iterator[str]:
    if not text:
        raise KeyError("empty")
    return _words(text)


def stream_of_an_expression(text: str, least: int) -> Iterator[int]:
    return (len(word) for word in _words(text) if len(word) >= least)


ARGUMENTS = {
    stream_of_a_helper: [("one two",), ("",), ("one bad two",), (" ",)],
    stream_of_an_expression: [("one three", 4), ("", 0), ("one bad", 0)],
}
