"""Classes that are keys of dicts and items of sets, looked up by `type(value)`."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any


class Shape:
    pass


class Circle(Shape):
    pass


class Refused(Exception):
    pass


class RefusedTwice(Refused):
    pass


def classes_to_functions(values: list[int | str | float | None]) -> list[str]:
    handlers: dict[type, Any] = {int: lambda v: f"int {v + 1}", str: lambda v: f"str {v}", type(None): lambda v: "nothing"}
    out = []
    for value in values:
        handler = handlers.get(type(value))
        out.append(handler(value) if handler else "none")
        out.append(handlers.get(type(value), repr)(value))
    return out


def classes_of_json(text: str) -> list[str]:
    names = {int: "integer", str: "string", type(None): "null", bool: "boolean", list: "array", dict: "object"}
    return [names.get(type(value), "number") for value in json.loads(text)]


def classes_of_errors(texts: list[str]) -> list[int]:
    codes = {ValueError: 400, KeyError: 404, RefusedTwice: 403}
    out = []
    for text in texts:
        try:
            if text == "key":
                out.append({"a": 1}[text])
            if text == "zero":
                out.append(1 // len(text[4:]))
            if text == "refused":
                raise RefusedTwice(text)
            out.append(int(text))
        except Exception as error:
            out.append(codes.get(type(error), 500) * (2 if type(error) in {KeyError, RefusedTwice} else 1))
    return out


def classes_missing(values: list[int | str | float]) -> list[str]:
    names = {int: "i", str: "s", Circle: "c"}
    out = []
    for value in values:
        try:
            out.append(names[type(value)])
        except KeyError as error:
            out.append(f"{error} {error!r}")
    for shape in [Shape(), Circle()]:
        try:
            out.append(names[type(shape)])
        except KeyError as error:
            out.append(str(error))
    try:
        out.append(names[float])
    except KeyError as error:
        out.append(str(error))
    return out


def classes_stored(values: list[int | str | None]) -> list[object]:
    counts = Counter(type(value) for value in values)
    seen = {type(value) for value in values}
    groups: dict[type, list[str]] = {}
    sizes: defaultdict[type, int] = defaultdict(int)
    for value in values:
        groups.setdefault(type(value), []).append(str(value))
        sizes[type(value)] += 1
    sizes[int] += 10
    names = {kind.__name__: parts for kind, parts in groups.items()}
    found = [counts[int], counts[str], counts[float], int in seen, seen == {int, str}, len(seen - {int}), groups.get(int), sizes[int]]
    return [*found, len(sizes), names]


def classes_in_lists(values: list[int | str]) -> list[bool]:
    kinds = [type(value) for value in values]
    return [kinds[0] == kinds[1], kinds[0] is kinds[1], int in kinds, kinds.count(str) == 1, kinds == [int, str], (kinds[0],) == (int,)]


def classes_replaced(values: list[int | str]) -> list[object]:
    table = {int: "int", bool: "bool"}
    for value in values:
        kind = type(value)
        if kind in table:
            table.pop(kind)
        table[kind] = f"new {value}"
    return [table.get(int, "-"), table.get(str, "-"), table.get(bool, "-"), len(table)]


class Never(Exception):
    pass


def errors_never_raised(texts: list[str]) -> list[str]:
    return [repr(error) for error in [Never(text) for text in texts]]


ARGUMENTS = {
    classes_to_functions: [([1, "a", None, 2.5],), ([],)],
    classes_of_json: [('[1, "a", null, true, 2.5, [], {}]',)],
    classes_of_errors: [(["1", "x", "key", "zero", "refused"],)],
    classes_missing: [([1, "a", 2.5],), ([],)],
    classes_stored: [([1, "a", "b"],), ([1, None],), ([],)],
    classes_in_lists: [([1, "a"],), (["a", "a"],)],
    classes_replaced: [([1, "a"],), ([],)],
    errors_never_raised: [(["a", ""],), ([],)],
}
