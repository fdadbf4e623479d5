from typing import Union

JSONValue = Union[None, bool, int, float, str, list["JSONValue"], dict[str, "JSONValue"]]


def depth(value: JSONValue) -> int:
    if isinstance(value, dict):
        return 1 + max((depth(v) for v in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((depth(v) for v in value), default=0)
    return 0


def recursive_annotation(value: JSONValue) -> dict[str, JSONValue]:
    return {"depth": depth(value), "type": type(value).__name__, "value": value}


ARGUMENTS = [({"a": [1, [2, {"b": None}]]},), (3,), ([],), ("x",)]
