import json
from collections.abc import Callable
from typing import Any


def search(query: str, limit: int = 10, *, lang: str = "en") -> dict[str, Any]:
    return {"q": query, "n": limit, "lang": lang}


def add(a: float, b: float) -> float:
    return a + b


def names(**more: Any) -> list[str]:
    return sorted(more)


class Adder:
    def __init__(self, start: int) -> None:
        self.start = start

    def run(self, value: int, times: int = 1) -> int:
        return self.start + value * times


TOOLS: dict[str, Callable[..., Any]] = {"search": search, "add": add, "names": names}


def tool_from_text(payload: str) -> dict[str, Any]:
    call = json.loads(payload)
    tool = TOOLS.get(call["name"])
    if tool is None:
        return {"error": call["name"]}
    try:
        return {"result": tool(**call.get("arguments", {}))}
    except TypeError as error:
        return {"error": str(error).replace("tests.differential.cases.", "")}


def method_from_json(arguments: Any, start: int) -> Any:
    try:
        return Adder(start).run(**arguments)
    except TypeError as error:
        return str(error)


def names_beside_json(more: dict[str, Any]) -> Any:
    try:
        return search("x", lang="fr", **more)
    except TypeError as error:
        return str(error)


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    tool_from_text: [
        ('{"name": "search", "arguments": {"query": "a", "limit": 3}}',), ('{"name": "add", "arguments": {"a": 1, "b": 2.5}}',),
        ('{"name": "add", "arguments": {"a": 1}}',), ('{"name": "add", "arguments": {"a": 1, "b": 2, "c": 3}}',), ('{"name": "zip"}',),
        ('{"name": "search"}',), ('{"name": "add", "arguments": [1, 2]}',), ('{"name": "names", "arguments": {"z": 1, "y": null}}',),
        ('{"name": "add", "arguments": null}',), ('{"name": "add", "arguments": {"a": "x", "b": 1}}',), ("[]",),
    ],
    method_from_json: [({"value": 2}, 1), ({"value": 2, "times": 3}, 1), ({}, 1), ("x", 1), (None, 0), ({"value": 1, "z": 1}, 0)],
    names_beside_json: [({},), ({"limit": 1},), ({"lang": "de"},), ({"zzz": 1},)],
}  # fmt: skip
