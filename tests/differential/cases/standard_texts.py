"""csv, string.Template, io.StringIO, urllib.parse, ChainMap."""

from __future__ import annotations

from collections import ChainMap
from string import Template
from typing import Any
from urllib.parse import parse_qs
from urllib.parse import quote
from urllib.parse import urlencode
from urllib.parse import urljoin
from urllib.parse import urlparse
import copy
import csv
import io


def chain_map(user: dict[str, int], defaults: dict[str, int]) -> list[Any]:
    c = ChainMap(user, defaults)
    c["new"] = 1
    child = c.new_child({"x": 9})
    return [dict(c), c.get("zz", 4), sorted(c.keys()), len(c), user, "a" in c, child["x"], sorted(child.items())]


def deep_copy_of_any(config: dict[str, Any]) -> list[Any]:
    c = copy.deepcopy(config)
    c["extra"] = [1]
    for v in c.values():
        if isinstance(v, list):
            v.append("x")
    return [config, c]


def csv_round(rows: list[list[str]]) -> list[Any]:
    buf = io.StringIO()
    w = csv.writer(buf)
    w.writerow(["a", "b"])
    w.writerows(rows)
    text = buf.getvalue()
    back = list(csv.reader(io.StringIO(text)))
    dicts = list(csv.DictReader(io.StringIO(text)))
    return [text, back, dicts]


def csv_dictwriter(rows: list[dict[str, Any]]) -> str:
    buf = io.StringIO(newline="")
    w = csv.DictWriter(buf, fieldnames=["id", "name"], extrasaction="ignore")
    w.writeheader()
    for r in rows:
        w.writerow(r)
    return buf.getvalue()


def text_templates(name: str) -> list[str]:
    t = Template("Hello $name, ${greeting}! $$5 $missing")
    out = [t.safe_substitute(name=name, greeting="hi")]
    try:
        t.substitute(name=name)
    except KeyError as e:
        out.append(repr(e))
    return out


def string_buffers(lines: list[str]) -> list[Any]:
    b = io.StringIO()
    for l in lines:
        print(l, file=b)
    print("x", 1, sep="-", end="!", file=b)
    b.write("tail")
    v = b.getvalue()
    b.seek(0)
    return [v, b.readline(), b.read(), [l.rstrip() for l in io.StringIO(v)]]


def joined_urls(base: str, rel: str) -> list[Any]:
    p = urlparse(urljoin(base, rel))
    return [p.scheme, p.netloc, p.path, urlencode({"q": "a b", "n": 1}), quote("a/b c"), parse_qs(p.query)]


def fmt_errors(x: str) -> list[str]:
    out = []
    for spec in [",x", "d", ".2f", "+", "=5", ",s"]:
        try:
            out.append(format(x, spec))
        except ValueError as e:
            out.append(str(e))
    for spec in [",x", ",b", "s", "c", ".2d", "_x", ",c"]:
        try:
            out.append(format(255, spec))
        except (ValueError, OverflowError) as e:
            out.append(str(e))
    return out


def codec_errors(s: str, b: bytes) -> list[Any]:
    out = []
    try:
        s.encode("ascii")
    except UnicodeEncodeError as e:
        out += [str(e), repr(e), e.reason, e.start, e.end, e.encoding]
    try:
        b.decode()
    except UnicodeDecodeError as e:
        out += [str(e), repr(e), e.reason, e.start]
    return out


ARGUMENTS = {
    csv_round: [([["1", "x,y"], ['q"q', "line\nbreak"]],)],
    csv_dictwriter: [([{"id": 1, "name": "a,b", "z": 3}, {"id": 2, "name": None}],)],
    text_templates: [("Bob",)],
    string_buffers: [(["a", "b"],)],
    joined_urls: [("http://a.com/b/c?x=1", "../d?q=1&q=2")],
    chain_map: [({"a": 1}, {"a": 2, "b": 3})],
    deep_copy_of_any: [({"a": [1, 2], "b": {"c": 1}, "d": "x"},)],
    codec_errors: [("héé", b"a\xff"), ("ok", b"ok")],
    fmt_errors: [("ab",)],
}
