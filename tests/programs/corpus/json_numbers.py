import json
import math


def json_numbers(text: str) -> list[object]:
    out: list[object] = []
    try:
        value = json.loads(text)
    except json.JSONDecodeError as e:
        return [str(e), e.pos, e.msg]
    out.append(value)
    out.append(json.dumps(value))
    out.append(json.dumps(value, indent=2, ensure_ascii=False))
    if isinstance(value, list):
        numbers = [v for v in value if isinstance(v, (int, float)) and not isinstance(v, bool)]
        out.append([type(n).__name__ for n in numbers])
        out.append(sum(numbers))
        out.append(json.dumps([math.inf, -0.0, 1e16, 1e-7, 0.1 + 0.2, float("nan")]))
    return out


ARGUMENTS = [
    ('[1, 2.0, -0, -0.0, 1e5, 1E400, true, null, "\\u0041\\n"]',),
    ('{"a": {"b": []}, "a": {}, "": ""}',),
    ("[1,]",),
    ('"\\ud800"',),
    ("  NaN ",),
    ("",),
]
