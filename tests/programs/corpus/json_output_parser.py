import json
import re

FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def candidates(text: str) -> list[str]:
    found = [m.group(1).strip() for m in FENCE.finditer(text)]
    start = text.find("{")
    end = text.rfind("}")
    if start != -1 and end > start:
        found.append(text[start : end + 1])
    return found


def json_output_parser(text: str) -> dict[str, object]:
    errors: list[str] = []
    for candidate in candidates(text):
        try:
            value = json.loads(candidate)
        except json.JSONDecodeError as error:
            errors.append(f"{error.msg} at {error.lineno}:{error.colno} ({error.pos})")
            continue
        if isinstance(value, dict):
            return {"value": value, "errors": errors, "keys": sorted(value)}
        errors.append(f"expected object, got {type(value).__name__}")
    return {"value": None, "errors": errors, "keys": []}


ARGUMENTS = [
    ('Sure!\n```json\n{"b": [1, 2.5, null], "a": "\\u00e9\\ud83d\\ude00"}\n```\nDone',),
    ("no json here",),
    ("```\n[1,2,3]\n``` and {broken: 1}",),
    ('{"x": {"y": true, "z": 1e3}} trailing',),
    ('{"a": 1,}',),
]
