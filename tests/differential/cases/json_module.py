import json
import re
from typing import Any


def json_loads(text: str) -> Any:
    return json.loads(text)


def json_chain(text: str) -> str:
    data = json.loads(text)
    return data["items"][0]["name"].upper()


def json_names(text: str) -> list[str]:
    data = json.loads(text)
    return [item["name"] for item in data["items"]]


def json_round_trip(text: str) -> tuple[str, str]:
    data = json.loads(text)
    return json.dumps(data, sort_keys=True), json.dumps(data, indent=2, ensure_ascii=False)


def json_error(text: str) -> str:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error} {error.msg} {error.pos} {error.lineno} {error.colno}"
    except ValueError:
        return "another"
    return repr(data)


def json_dumps_options(value: Any) -> str:
    return json.dumps(value, indent="--", separators=(";", "="), ensure_ascii=False)


def json_dumps_strict(value: Any) -> str:
    return json.dumps(value, allow_nan=False, sort_keys=True)


def json_dumps_typed(name: str, scores: list[float]) -> str:
    row = {"name": name, "scores": scores, 1: (name, None), 2.5: True, True: [], None: {}}
    return json.dumps(row, indent=1) + json.dumps({"s": {1}} if not scores else [[name]])


def json_summary(records: list[dict[str, Any]]) -> dict[str, Any]:
    total, names = 0, []
    for record in records:
        total += record.get("n", 0)
        names.append(record["name"])
    return {"total": total, "names": names, "count": len(records), "best": max((r["n"] for r in records), default=None)}


def json_sorted(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(records, key=lambda record: record["score"], reverse=True)


def flattened(data: Any, prefix: str) -> dict[str, Any]:
    out = {}
    if isinstance(data, dict):
        for key, value in data.items():
            out.update(flattened(value, f"{prefix}{key}."))
    elif isinstance(data, list):
        for position, value in enumerate(data):
            out.update(flattened(value, f"{prefix}{position}."))
    else:
        out[prefix] = data
    return out


def json_flatten(data: Any) -> dict[str, Any]:
    return flattened(data, "")


def json_change(record: dict[str, Any]) -> str:
    record["x"] = [1, 2]
    record["meta"] = {"a": None}
    record["meta"]["b"] = 3
    record["meta"]["a"] = record["x"]
    record["x"].append("end")
    return ", ".join(record["tags"]) + f" {record['score']:.2f} {record}"


def json_cycle(record: dict[str, Any]) -> str:
    record["self"] = record
    shown = repr(record)
    try:
        return json.dumps(record)
    except ValueError as error:
        return f"{shown} {error}"


def json_group(records: list[dict[str, Any]]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for record in records:
        groups.setdefault(record["name"], []).append(record.get("n"))
    return groups


def json_narrowed(value: Any) -> Any:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, (list, dict)):
        return len(value)
    return value + 1


def json_plain(value: dict, items: list) -> list:
    return [value.get("a"), *items, type(value).__name__]


def json_pop(text: str) -> Any:
    data = json.loads(text)
    data.pop("x", None)
    return data


def json_words(text: str) -> tuple[list[str], int]:
    data = json.loads(text)
    return re.findall(r"\w+", data["t"]), range(data["n"])[0]


TEXTS = [
    "", "1", '{"items": [{"name": "a", "n": 1}, {"name": "b", "n": 2.5, "t": null}]}', "[", '{"a":1,}', "[1,]", '{"items": []}',
    '{"items": 3}', '{"items":[{"name":5}]}', '[1, 2.0, "x", null, true, {"é": "\\u00e9\\ud83d\\ude00\\ud800"}]', "NaN", "-Infinity",
    '{"b":1,"a":{"d":[],"c":{}}}', "1e999", "-0", "-0.0", "nul", '"abc', '"a\nb"', '"\\x"', '"\\u12"', "\ufeff1", "1 2", "{'a':1}",
    '{"a" 1}', "[1 2]", "01", "-", "1.", "1e", '{"a":1, "a":2}', '\n\n {"a":\n }', '"\\ud83d\\u0041"', "[" * 2000,
]  # fmt: skip
VALUES = [None, True, 3, -2.5, 'é\x7f\u2028😀"\\\n\x01', [], [1, [2.0, {}]], {"b": {"a": 1}, "a": []}, float("nan"), [float("inf")]]
RECORDS = [{"name": "x", "n": 1, "score": 2, "tags": ["p", "q"]}, {"name": "y", "n": 2.5, "score": 1.5, "tags": []}]
ARGUMENTS = {
    **{function: [(text,) for text in TEXTS] for function in (json_loads, json_chain, json_names, json_round_trip, json_error)},
    **{function: [(value,) for value in VALUES] for function in (json_dumps_options, json_dumps_strict, json_narrowed)},
    **{
        function: [(text,) for text in ['{"x":1,"t":"a b","n":3}', "[]", '{"t":5,"n":"x"}', '"s"', "5", '{"t":"a","n":2.5}']]
        for function in (json_pop, json_words)
    },
    json_dumps_typed: [("é", [1.0, 1e300]), ("a", [])],
    json_summary: [(RECORDS,), ([],), ([{"name": 1, "n": "x"}],), ([{}],)],
    json_sorted: [(RECORDS,), ([*RECORDS, {"score": "x"}],), ([{"score": None}, {"score": 1}],), ([{"score": None}],), ([{}],)],
    json_flatten: [({"a": [1, {"b": None}]},), (5,), ([],)],
    json_change: [(RECORDS[0],), (RECORDS[1],), ({"tags": [1], "score": 1},), ({"tags": 5, "score": 1},), ({"tags": [], "score": "x"},)],
    json_cycle: [({"a": [1]},)],
    json_group: [(RECORDS,), ([{"name": None}, {"name": "a", "n": []}],)],
    json_plain: [({"a": 1}, [2, "x"]), ({}, [])],
}
