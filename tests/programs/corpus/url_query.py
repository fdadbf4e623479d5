import re
from dataclasses import dataclass
from urllib.parse import quote, unquote


@dataclass
class Url:
    scheme: str
    host: str
    port: int | None
    path: str
    query: dict[str, list[str]]


PATTERN = re.compile(r"^(?:(\w+)://)?([^/?#:]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?")


def parse(text: str) -> Url:
    m = PATTERN.match(text)
    assert m is not None
    scheme, host, port, path, query = m.groups()
    values: dict[str, list[str]] = {}
    for part in filter(None, (query or "").split("&")):
        key, _, value = part.partition("=")
        values.setdefault(unquote(key), []).append(unquote(value.replace("+", " ")))
    return Url(scheme or "http", host.lower(), int(port) if port else None, path or "/", values)


def build(url: Url) -> str:
    query = "&".join(f"{quote(k)}={quote(v, safe='')}" for k, vs in url.query.items() for v in vs)
    port = f":{url.port}" if url.port is not None else ""
    return f"{url.scheme}://{url.host}{port}{url.path}" + (f"?{query}" if query else "")


def url_query(texts: list[str]) -> list[tuple[Url, str]]:
    return [(u := parse(t), build(u)) for t in texts]


ARGUMENTS = [
    (["https://Ex.com:8080/a/b?x=1&y=a%20b+c&x=%C3%A9", "example.org", "?q", "ftp://h/p#frag"],),
    ([],),
    (["http://h:99999999999/"],),
]
