import json
from typing import Any, Literal, TypedDict


class Param(TypedDict, total=False):
    type: Literal["string", "integer", "number", "boolean", "array"]
    enum: list[str]
    required: bool


CHECKS = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}


def validate(schema: dict[str, Param], arguments: dict[str, Any]) -> list[str]:
    errors = []
    for name, param in schema.items():
        if name not in arguments:
            if param.get("required"):
                errors.append(f"missing {name}")
            continue
        value = arguments[name]
        expected = param.get("type", "string")
        if expected in ("integer", "number") and isinstance(value, bool) or not isinstance(value, CHECKS[expected]):
            errors.append(f"{name}: expected {expected}, got {type(value).__name__}")
        elif "enum" in param and value not in param["enum"]:
            errors.append(f"{name}: {value!r} not in {param['enum']}")
    for extra in arguments.keys() - schema.keys():
        errors.append(f"unexpected {extra}")
    return errors


def tool_call_validation(schema: dict[str, Param], payload: str) -> list[str]:
    try:
        arguments = json.loads(payload)
    except json.JSONDecodeError as e:
        return [f"bad json at {e.pos}: {e.msg}"]
    if not isinstance(arguments, dict):
        return ["not an object"]
    return validate(schema, arguments)


ARGUMENTS = [
    (
        {"city": {"type": "string", "required": True}, "n": {"type": "integer"}, "u": {"type": "string", "enum": ["c", "f"]}},
        '{"city": 3, "n": true, "u": "k"}',
    ),
    ({"city": {"type": "string", "required": True}}, "{}"),
    ({"x": {"type": "number"}}, '{"x": 1.5}'),
    ({"x": {}}, '{"x": "a", "y": 1}'),
    ({}, "[1]"),
    ({}, '{"a": }'),
]
