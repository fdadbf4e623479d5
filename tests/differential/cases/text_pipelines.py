import json
import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from typing import Any

WORDS = {"color": re.compile(r"\b(red|green|blue)\b", re.I), "num": re.compile(r"\d+")}
PATTERNS = [re.compile(r"foo"), re.compile(r"ba[rz]")]
EMAIL = re.compile(r"(?P<user>[\w.+-]+)@(?P<host>[\w-]+(?:\.[\w-]+)+)")
ESC = {"&": "&amp;", "<": "&lt;"}


@dataclass
class Token:
    kind: str
    text: str
    pos: int


SPEC = [("NUM", r"\d+(?:\.\d+)?"), ("ID", r"[A-Za-z_]\w*"), ("OP", r"[-+*/()=]"), ("WS", r"\s+")]
MASTER = re.compile("|".join(f"(?P<{n}>{p})" for n, p in SPEC))


def text_tokenize(s: str) -> list[str]:
    out = []
    pos = 0
    while pos < len(s):
        m = MASTER.match(s, pos)
        if m is None:
            raise SyntaxError(f"bad char {s[pos]!r} at {pos}")
        kind = m.lastgroup
        if kind != "WS":
            out.append(Token(kind, m.group(), pos))
        pos = m.end()
    return [f"{t.kind}:{t.text}@{t.pos}" for t in out]


def text_classify(s: str) -> dict[str, list[str]]:
    return {name: p.findall(s) for name, p in WORDS.items()}


def text_any_match(s: str) -> bool:
    return any(p.search(s) for p in PATTERNS)


def text_emails(s: str) -> list[dict[str, str]]:
    return [m.groupdict() for m in EMAIL.finditer(s)]


def text_escape(s: str) -> str:
    return re.sub(r"[&<]", lambda m: ESC[m.group(0)], s)


def text_date2(s: str) -> tuple[int, int]:
    m = re.match(r"(\d+)/(\d+)", s)
    a, b = m.groups()
    return int(a), int(b)


def text_headers(md: str) -> list[tuple[int, str]]:
    return [(len(m.group(1)), m.group(2).strip()) for m in re.finditer(r"^(#{1,6})\s+(.*)$", md, flags=re.MULTILINE)]


def text_filt(words: list[str]) -> list[str]:
    return list(filter(WORDS["num"].fullmatch, words)) + [w for w in words if re.match("[a-c]", w)]


def text_dump_data(name: str, xs: list[int]) -> str:
    t = Token(name, "x", 1)
    return json.dumps({"t": asdict(t), "c": dict(Counter(xs)), "cc": Counter(xs)})


def text_dump_default2(xs: list[int]) -> str:
    return json.dumps({"s": xs}, default=str, sort_keys=True)


def text_nested_sum(data: Any) -> float:
    if isinstance(data, (int, float)):
        return data
    if isinstance(data, list):
        return sum(text_nested_sum(x) for x in data)
    if isinstance(data, dict):
        return sum(text_nested_sum(x) for x in data.values())
    return 0


def text_parse_ini(s: str) -> dict[str, dict[str, str]]:
    out: dict[str, dict[str, str]] = {}
    cur = None
    for line in s.splitlines():
        if m := re.match(r"\[(\w+)\]$", line.strip()):
            cur = m.group(1)
            out[cur] = {}
        elif "=" in line and cur:
            k, _, v = line.partition("=")
            out[cur][k.strip()] = v.strip()
    return out


def text_best(resp: str) -> str:
    d = json.loads(resp)
    return max(d["results"], key=lambda r: r["score"])["label"]


def text_avg(recs: list[dict[str, Any]]) -> dict[str, float]:
    acc = defaultdict(list)
    for r in recs:
        acc[r["k"]].append(r["v"])
    return {k: sum(v) / len(v) for k, v in acc.items()}


def text_schema(v: Any) -> str:
    if isinstance(v, dict):
        return "{" + ", ".join(f"{k}: {text_schema(x)}" for k, x in sorted(v.items())) + "}"
    if isinstance(v, list):
        return "[" + (text_schema(v[0]) if v else "") + "]"
    return type(v).__name__


def text_msgs(messages: list[dict[str, Any]]) -> str:
    out = []
    for m in messages:
        c = m["content"]
        if isinstance(c, str):
            out.append(f"{m['role']}: {c}")
        else:
            out.append(f"{m['role']}: " + " ".join(p["text"] for p in c if p["type"] == "text"))
    return "\n".join(out)


RS = '{"results":[{"label":"a","score":0.5},{"label":"b","score":0.7},{"label":"c","score":null}]}'
RS2 = '{"results":[{"label":"a","score":0.5},{"label":"b","score":0.7}]}'


ARGUMENTS = {
    text_tokenize: [("a = 1.5*(b+2)",), ("?",)],
    text_classify: [("Red 12 blue 3",)],
    text_any_match: [("xbaz",), ("q",)],
    text_emails: [("a.b@c.de x@y.z.w",)],
    text_escape: [("a<b&c",)],
    text_date2: [("1/2",), ("x",)],
    text_headers: [("# A\ntext\n## B c \n",)],
    text_filt: [(["1", "a", "d2"],)],
    text_dump_data: [("q", [1, 1, 2])],
    text_dump_default2: [([1],)],
    text_nested_sum: [({"a": [1, 2.5, {"b": 3}], "c": "x"},)],
    text_parse_ini: [("[a]\nx = 1\n[b]\ny=2",)],
    text_best: [(RS2,), (RS,)],
    text_avg: [([{"k": "a", "v": 1}, {"k": "a", "v": 2.5}, {"k": "b", "v": 3}],)],
    text_schema: [({"a": [1], "b": None, "c": {"d": "x"}},)],
    text_msgs: [([{"role": "u", "content": "hi"}, {"role": "a", "content": [{"type": "text", "text": "yo"}, {"type": "image"}]}],)],
}
