from typing import Any


def describe(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case True | False:
            return f"flag {value}"
        case int(n) if n < 0:
            return f"negative {n}"
        case int() | float():
            return f"number {value}"
        case "":
            return "empty text"
        case str() as text:
            return f"text {text!r}"
        case []:
            return "empty list"
        case [single]:
            return f"one ({describe(single)})"
        case [first, *_, last]:
            return f"from {describe(first)} to {describe(last)}"
        case {"type": "point", "x": x, "y": y}:
            return f"point {x},{y}"
        case {"type": str(kind), **rest}:
            return f"{kind} with {sorted(rest)}"
        case dict():
            return f"dict {len(value)}"
        case _:
            return "other"


def match_commands(values: list[Any]) -> list[str]:
    return [describe(v) for v in values]


ARGUMENTS = [
    ([None, True, -3, 2.5, "", "x", [], [1], [1, "a", None]],),
    ([{"type": "point", "x": 1, "y": 2, "z": 3}, {"type": "blob", "a": 1}, {"type": 3}, {}],),
    ([[[["deep"]]], [1, 2], 0, -0.0, float("nan")],),
    ([],),
]
