import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass
class Found:
    name: str
    extra: Any


def any_beside_a_tuple(n: int, value: Any) -> list[Any]:
    return [(n, n), n, value, "a", None]


def any_beside_shapes(a: NDArray[np.uint8]) -> list[Any]:
    return [a.shape, a.ndim, a.tolist(), a.dtype.name]


def kinds_of_any_beside_others(value: Any) -> list[str]:
    out = []
    for item in [value, (1, "b"), {1, 2}, b"x", Found("f", value)]:
        if isinstance(item, tuple):
            out.append(f"tuple {item[0]} {len(item)}")
        elif isinstance(item, dict):
            out.append(f"dict {sorted(item)}")
        elif isinstance(item, (int, float)):
            out.append(f"number {item + 1}")
        elif isinstance(item, str):
            out.append(item.upper())
        elif isinstance(item, Found):
            out.append(f"{item.name} {item.extra!r}")
        elif item is None:
            out.append("none")
        else:
            out.append(type(item).__name__)
    return out


def loaded_beside_tuples(text: str) -> list[str]:
    pending: list[Any] = [("root", json.loads(text))]
    seen = []
    while pending:
        item = pending.pop()
        if isinstance(item, tuple):
            name, inner = item
            seen.append(name)
            pending.append(inner)
        elif isinstance(item, dict):
            pending.extend((key, item[key]) for key in sorted(item))
        elif isinstance(item, list):
            pending.extend(item)
        else:
            seen.append(repr(item))
    return seen


def any_or_a_tuple(value: Any, pair: bool) -> str:
    chosen = (value, 1) if pair else value
    return f"{chosen!r} {chosen == value} {type(chosen).__name__}"


def any_in_a_dict_of_others(value: Any) -> dict[str, Any]:
    table = {"given": value, "pair": (1, 2), "set": {3}, "text": "x"}
    table["more"] = [value, (4, 5)]
    return table


def any_of_a_call_or_others(flag: int, value: Any) -> Any:
    def chosen():
        if flag == 0:
            return value
        if flag == 1:
            return (1, 2.5)
        return {"a": value}

    return [chosen(), chosen() == value]


ARGUMENTS = {
    any_beside_a_tuple: [(3, {"x": [1, None]}), (0, 1.5), (1, None), (2, "s"), (2, [True])],
    any_beside_shapes: [(np.arange(6, dtype=np.uint8).reshape(2, 3),)],
    kinds_of_any_beside_others: [(1,), (2.5,), ("abc",), ({"k": 1},), ([1],), (None,), (True,)],
    loaded_beside_tuples: [('{"a": [1, {"b": null}], "c": "d"}',), ("[[1, 2], 3.5]",)],
    any_or_a_tuple: [(1, True), ("a", False), ([1], True), (None, False)],
    any_in_a_dict_of_others: [(1,), ({"k": [1]},), (None,)],
    any_of_a_call_or_others: [(0, 5), (1, 5), (2, "v"), (0, {"q": None})],
}
