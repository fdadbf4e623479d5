import json
import re
from typing import Any


def program_reshape(records: list[dict[str, Any]]) -> dict[str, Any]:
    out = {"users": [], "by_id": {}, "stats": {"n": 0, "mean": 0.0}}
    scores = []
    for rec in records:
        uid = rec.get("id")
        if uid is None:
            continue
        user = {"id": uid, "name": str(rec.get("name", "")).strip().title(), "tags": sorted(set(rec.get("tags", [])))}
        out["users"].append(user)
        out["by_id"][str(uid)] = user
        s = rec.get("score")
        if isinstance(s, (int, float)) and not isinstance(s, bool):
            scores.append(float(s))
    out["stats"]["n"] = len(out["users"])
    if scores:
        out["stats"]["mean"] = sum(scores) / len(scores)
    return out


def program_deep_get(data: dict[str, Any], path: str, default: Any = None) -> Any:
    cur = data
    for part in path.split("."):
        if isinstance(cur, dict) and part in cur:
            cur = cur[part]
        elif isinstance(cur, list) and part.isdigit() and int(part) < len(cur):
            cur = cur[int(part)]
        else:
            return default
    return cur


def program_merge(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    out = dict(a)
    for k, v in b.items():
        if k in out and isinstance(out[k], dict) and isinstance(v, dict):
            out[k] = program_merge(out[k], v)
        else:
            out[k] = v
    return out


def program_parse_jsonl(text: str) -> list[dict[str, Any]]:
    rows = []
    for i, line in enumerate(text.splitlines()):
        line = line.strip()
        if not line:
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as e:
            rows.append({"error": str(e), "line": i})
            continue
        if not isinstance(row, dict):
            raise ValueError(f"line {i}: expected object, got {type(row).__name__}")
        rows.append(row)
    return rows


def program_extract_json_block(text: str) -> dict[str, Any]:
    m = re.search(r"```(?:json)?\s*(\{.*?\})\s*```", text, re.DOTALL)
    if m:
        return json.loads(m.group(1))
    start = text.find("{")
    end = text.rfind("}")
    if start == -1 or end == -1:
        return {}
    return json.loads(text[start : end + 1])


def program_tool_calls(message: dict[str, Any]) -> list[dict[str, Any]]:
    calls = []
    for call in message.get("tool_calls", []):
        fn = call["function"]
        args = json.loads(fn["arguments"]) if isinstance(fn["arguments"], str) else fn["arguments"]
        calls.append({"id": call["id"], "name": fn["name"], "args": args})
    return calls


def program_chat_to_prompt(messages: list[dict[str, str]]) -> str:
    return "\n".join(f"<|{m['role']}|>{m['content']}" for m in messages) + "\n<|assistant|>"


def program_template(text: str, values: dict[str, Any]) -> str:
    return re.sub(r"\{\{\s*(\w+)\s*\}\}", lambda m: str(values.get(m.group(1), "")), text)


def program_template2(text: str, values: dict[str, Any]) -> str:
    def repl(m: re.Match) -> str:
        key = m.group(1)
        if key not in values:
            raise KeyError(key)
        return str(values[key])

    return re.sub(r"\$(\w+)", repl, text)


def program_group_by(items: list[dict[str, Any]], key: str) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        groups.setdefault(str(item[key]), []).append(item)
    return groups


def program_tree(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    by_id = {}
    for n in nodes:
        by_id[n["id"]] = {"id": n["id"], "children": []}
    roots = []
    for n in nodes:
        node = by_id[n["id"]]
        parent = n.get("parent")
        if parent is None:
            roots.append(node)
        else:
            by_id[parent]["children"].append(node)
    return roots


def program_unflatten(flat: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in flat.items():
        cur = out
        parts = key.split(".")
        for p in parts[:-1]:
            cur = cur.setdefault(p, {})
        cur[parts[-1]] = value
    return out


def program_clean_text(text: str) -> str:
    text = text.lower()
    for pat, rep in [(r"https?://\S+", " "), (r"[^a-z0-9\s]", " "), (r"\s+", " ")]:
        text = re.sub(pat, rep, text)
    return text.strip()


def program_sentences(text: str) -> list[str]:
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+", text) if s.strip()]


def program_kv(text: str) -> dict[str, Any]:
    out = {}
    for m in re.finditer(r"(\w+)=(?:\"([^\"]*)\"|(\d+)|(true|false))", text):
        name, s, n, b = m.groups()
        if s is not None:
            out[name] = s
        elif n is not None:
            out[name] = int(n)
        else:
            out[name] = b == "true"
    return out


def program_validate(data: dict[str, Any]) -> list[str]:
    errors = []
    schema = {"name": str, "age": int}
    for k in ("name", "age"):
        if k not in data:
            errors.append(f"missing {k}")
    if "name" in data and not isinstance(data["name"], str):
        errors.append("name must be str")
    if isinstance(data.get("age"), int) and data["age"] < 0:
        errors.append("age negative")
    return errors


def program_to_csv(rows: list[dict[str, Any]], columns: list[str]) -> str:
    lines = [",".join(columns)]
    for r in rows:
        lines.append(",".join(str(r.get(c, "")) for c in columns))
    return "\n".join(lines)


def program_pivot(rows: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    out = {}
    for r in rows:
        out.setdefault(r["city"], {})[r["metric"]] = float(r["value"])
    return out


def program_top(rows: list[dict[str, Any]], k: int) -> list[str]:
    rows = sorted(rows, key=lambda r: (-r["score"], r["name"]))
    return [r["name"] for r in rows[:k]]


def program_counts(rows: list[dict[str, Any]]) -> dict[str, int]:
    c: dict[str, int] = {}
    for r in rows:
        for t in r["tags"]:
            c[t] = c.get(t, 0) + 1
    return dict(sorted(c.items(), key=lambda kv: (-kv[1], kv[0])))


def program_scale(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**r, "value": round(r["value"] * 2, 2)} for r in rows]


def program_roundtrip(obj: dict[str, Any]) -> str:
    obj = {k: v for k, v in obj.items() if v is not None and k != "secret"}
    return json.dumps(obj, separators=(",", ":"), sort_keys=True)


RECORDS = [
    {"id": 1, "name": " bob ", "tags": ["b", "a", "b"], "score": 2, "city": "x", "metric": "m", "value": 1.5},
    {"id": 2, "name": "al", "tags": [], "score": 2.5, "parent": 1, "city": "x", "metric": "n", "value": "3"},
    {"name": "z"},
]
FIRST_TWO = RECORDS[:2]
ARGUMENTS = {
    program_reshape: [(RECORDS,), ([],)],
    program_deep_get: [({"a": {"b": [1, {"c": 5}]}}, p) for p in ("a.b.1.c", "a.x", "a.b.9", "a")],
    program_merge: [({"a": {"x": 1}, "b": 2}, {"a": {"y": 2}, "c": [1]})],
    program_parse_jsonl: [('{"a":1}\n\n{bad\n{"b":[]}',), ("1",)],
    program_extract_json_block: [('x ```json\n{"a": 1}\n``` y',), ('pre {"b": 2} post',), ("none",), ("{bad}",)],
    program_tool_calls: [
        (
            {
                "tool_calls": [
                    {"id": "1", "function": {"name": "f", "arguments": '{"x":1}'}},
                    {"id": "2", "function": {"name": "g", "arguments": {"y": 2}}},
                ]
            },
        ),
        ({},),
    ],
    program_chat_to_prompt: [([{"role": "user", "content": "hi"}],)],
    program_template: [("a {{ x }} {{y}} {{z}}", {"x": 1, "y": None})],
    program_template2: [("$a $b", {"a": 1, "b": 2}), ("$c", {})],
    program_group_by: [(RECORDS, "name"), (RECORDS, "q")],
    program_tree: [([{"id": 1}, {"id": 2, "parent": 1}, {"id": 3, "parent": 2}],)],
    program_unflatten: [({"a.b": 1, "a.c": 2, "d": 3},)],
    program_clean_text: [("Hello, WORLD http://x.y z",)],
    program_sentences: [("A b. C? D!",)],
    program_kv: [('a="x y" b=12 c=true',)],
    program_validate: [({"name": "x", "age": -1},), ({},), ({"name": 5, "age": "x"},)],
    program_to_csv: [(RECORDS, ["id", "name"])],
    program_pivot: [(FIRST_TWO,)],
    program_top: [(FIRST_TWO, 1), (FIRST_TWO, 5), (RECORDS, 2)],
    program_counts: [(FIRST_TWO,)],
    program_scale: [([{"value": 1.234}],), (FIRST_TWO,)],
    program_roundtrip: [({"b": 1, "a": None, "secret": 2, "c": [1]},)],
}
