import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple


class Span(NamedTuple):
    kind: str
    text: str
    start: int

    def __str__(self) -> str:
        return f"{self.kind}[{self.start}]={self.text!r}"


class Place(NamedTuple):
    x: int


def named_tuple_texts(text: str) -> list[Any]:
    spans = [Span("word", word, at) for at, word in enumerate(text.split())]
    one: Span | Place = spans[0] if spans else Place(3)
    return [
        [str(span) for span in spans],
        [f"{span}|{span!s}" for span in spans],
        str(one),
        repr(one),
        f"{one!r} {one}",
        str(spans),
        repr(spans),
    ]


def joined_while_none(tokens: list[str]) -> list[str]:
    index: defaultdict[str, list[int]] = defaultdict(list)
    for at, token in enumerate(tokens):
        index[token].append(at)
    result = None
    for at, token in enumerate(tokens):
        here = {(token, place - at) for place in index[token]}
        result = here if result is None else result & here
    return sorted({name for name, _ in result})


def first_of_streams(streams: list[list[int]]) -> list[int]:
    best = None
    for stream in streams:
        if best is None or len(stream) > len(best):
            best = stream
    return [item + 1 for item in best]


def replaced_by_rules(text: str) -> str:
    rules: Any = ((r"\d+", "#"), (r"[aeiou]", lambda found: found[0].upper()), (r"(x)(y)", r"\2\1"))
    count = 0
    for pattern, replacement in rules:
        text, number = re.subn(pattern, replacement, text)
        count += number
    return f"{text} {count}"


def checked_by_rules(name: str, size: int) -> list[str]:
    rules: dict[str, Callable[[Any], bool]] = {"size": lambda size: size > 0, "name": str.isidentifier}
    found = []
    values: dict[str, Any] = {"name": name, "size": size, "other": size}
    for key, rule in rules.items():
        found.append(f"{key} {rule(values[key])}")
    try:
        found.append(str(rules["name"](values["other"])))
    except TypeError as error:
        found.append(str(error))
    return found


class Tag:
    def __init__(self, name: str, pairs: list[tuple[str, str]] | None = None) -> None:
        self.name = name
        self.pairs = dict(pairs or [])


def dicts_of_nothing(name: str) -> list[Any]:
    return [Tag(name).pairs, dict([]), dict(()), len(dict(Tag(name, []).pairs or {}))]


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    named_tuple_texts: [("a b",), ("",), ("é",)],
    joined_while_none: [(["a", "a"],), (["a"],), ([],)],
    first_of_streams: [([[1], [2, 3]],), ([],)],
    replaced_by_rules: [("abc 12 xy",), ("",)],
    checked_by_rules: [("a1", 3), ("1a", -1)],
    dicts_of_nothing: [("p",), ("",)],
}
