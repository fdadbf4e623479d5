"""csv, urllib.parse and shlex."""

import csv, io, shlex
from urllib.parse import quote, quote_plus, unquote, unquote_plus, urlencode, parse_qs, parse_qsl, urlparse, urlsplit


def csv_rows(lines: list[str]):
    return list(csv.reader(lines)), [row for row in csv.reader(lines, delimiter=";", skipinitialspace=True)]


def csv_dicts(lines: list[str]):
    return (
        [dict(r) for r in csv.DictReader(lines)],
        [int(r["n"]) for r in csv.DictReader(["n,m", "5,6", "", "7,8"])],
        list(csv.DictReader(["1,2"], fieldnames=["a", "b", "c"], restval="-")),
    )


def csv_text(text: str):
    return [row for row in csv.reader(text.splitlines())], list(csv.reader(io.StringIO(text)))


def url_quotes(text: str):
    return (
        quote(text),
        quote(text, safe=""),
        quote_plus(text),
        unquote(quote(text)),
        unquote_plus(quote_plus(text)),
        unquote(text),
        urlencode({"q": text, "n": 1}),
        urlencode([("a", 1.5), ("b", True)]),
    )


def url_queries(text: str):
    return parse_qs(text), parse_qsl(text), parse_qsl(text, keep_blank_values=True)


def url_parts(url: str):
    a = urlparse(url)
    b = urlsplit(url)
    return a, b, a.scheme, a.netloc, a.path, a.query, b.fragment, a.params


def shell_words(text: str):
    return shlex.split(text), shlex.quote(text)


ARGUMENTS = {
    csv_rows: [
        (["a,b", "", '"x\ny",2', '"q""r",s', "a; b, c", '"ab"c,d', '"open'],),
        (["a\n", "b,\r\n"],),
        ([],),
        (['"multi', 'line",z', ",", '"a"x"b"'],),
    ],
    csv_dicts: [(["a,b", "1,2", "3,4"],), (["a"],), ([],)],
    csv_text: [('a,b\n1,"x\ny"\n',), ("",)],
    url_quotes: [("a b/c?d=é&%41%zz%",), ("日本 +~",), ("%E6%97%A5%FF%C3x%e9",), ("",)],
    url_queries: [("a=1&b=2&a=3&c=&d",), ("",), ("q=a+b%20c&&x=%C3%A9",)],
    url_parts: [
        ("https://user@host.com:80/a/b;p?x=1&y=2#frag",),
        ("/just/path?q",),
        ("mailto:x@y.z",),
        ("HTTP://A.b/",),
        ("//net/p",),
        ("",),
        ("a:b:c",),
    ],
    shell_words: [("a 'b c' \"d e\" f\\ g",), ("",), ("it's",)],
}
