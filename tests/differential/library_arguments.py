"""Arguments for library_functions.py: CPython's own test data where it is installed, and seeded random ones."""

from __future__ import annotations

import importlib.util
import random
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Arguments = tuple[str, tuple[Any, ...]]  # name of the function, its arguments

LETTERS = [
    *"abcABC  \t\n\r\x0b\x0c.,-_!?09'\"\\<>&%{}$#",
    *(
        "é",
        "ß",
        "İ",
        "ı",
        "ﬁ",
        "Σ",
        "ς",
        "ǅ",
        "漢",
        "😀",
        "\u0301",
        "\u2028",
        "\x1c",
        "\x85",
        "\xa0",
        "٣",
        "²",
        "Ⅷ",
        "\ud800",
        "\x00",
        "\x7f",
    ),
]
FLOATS = [0.0, -0.0, 1.5, -2.675, -7.25, 1e20, 1e-7, 123456.789, float("inf"), float("nan")]
FLAGS = [int(flag) for flag in (re.NOFLAG, re.I, re.M | re.S, re.X, re.A)]


def data_folder() -> Path | None:
    """CPython's `test` package, which some distributions leave out."""
    found = importlib.util.find_spec("test")
    return Path(found.origin).parent if found and found.origin and (Path(found.origin).parent / "re_tests.py").exists() else None


def of_cpython(folder: Path) -> Iterator[Arguments]:
    """Patterns, formats and numbers from CPython's own tests."""
    from test.re_tests import tests  # type: ignore[import-untyped, unused-ignore]

    for pattern, text, *_ in tests:
        for flags in FLAGS:
            for name in ("re_all", "re_findall", "re_full", "re_split"):
                yield name, (pattern, text, flags)
            yield "re_sub", (pattern, r"<\g<0>>", text, flags)
            yield "re_sub", (pattern, r"<\1>", text, flags)
    for form, number, *_ in _rows(folder / "formatfloat_testcases.txt"):
        for value in (float(number), -float(number)):
            yield "percent_float", (form, value)
            yield "fmt_float", (value, form[1:])
    for row in _rows(folder / "floating_points.txt"):
        yield "to_float", (row[3] if len(row) > 3 else row[-1],)
    for _, name, first, second, *_ in _rows(folder / "cmath_testcases.txt"):
        if name in ("rect", "polar"):
            continue
        yield "cmath1", (name, complex(float(first), float(second)))
    for file in ("cmath_testcases.txt", "math_testcases.txt"):
        for _, name, number, *_ in _rows(folder / file):
            yield "math1", (name, float(number))


def _rows(path: Path) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith(("#", "--")):
            yield line.split()


def generated(seed: int, count: int) -> Iterator[Arguments]:
    """`count` sets for each generator below."""
    chance = random.Random(seed)
    for _ in range(count):
        for generator in (formats, numbers, texts, markup, addresses, series, dates, packings, documents):
            yield from generator(chance)


def formats(chance: random.Random) -> Iterator[Arguments]:
    spec = _spec(chance)
    yield "fmt_float", (_float(chance), spec)
    yield "fmt_int", (_int(chance), spec)
    yield "fmt_str", (chance.choice(["", "a", "héllo", "long text here"]), spec)
    flags, width, precision = (
        chance.choice(["", "-", "+", " ", "#", "0", "-0", "+#"]),
        chance.choice(["", "5", "12"]),
        chance.choice(["", ".0", ".3", "."]),
    )
    form = "%" + flags + width + precision + chance.choice("diouxXeEfFgGcrsa%")
    yield "percent_float", (form, _float(chance))
    yield "percent_int", (form, _int(chance))
    yield "percent_str", (form, chance.choice(["", "a", "héllo", "x y"]))
    template = chance.choice(
        ["{}", "{0}{1}", "{1}{0!r:>10}", "{!s:*^9}{}", "{0:{1}}", "{{}}{}", "{", "}", "{2}", "{a}", "{:d}{:s}", "{!a}{!r}", "{:,}{}"]
    )
    yield "dot_format", (template, chance.randint(-5, 2000), chance.choice(["a", "<5", "é", "07", "x>9"]))


def _spec(chance: random.Random) -> str:
    align = chance.choice(["", "<", ">", "^", "="])
    parts = [
        chance.choice(["", "*", "é"]) if align else "",
        align,
        chance.choice(["", "+", "-", " "]),
        chance.choice(["", "", "", "z"]),
        chance.choice(["", "", "#"]),
        chance.choice(["", "0"]),
        chance.choice(["", "5", "12", "0", "1"]),
        chance.choice(["", "", ",", "_"]),
        chance.choice(["", "", ".0", ".3", ".10", "."]),
        chance.choice([*"bcdeEfFgGnosxX%", "", "", ""]),
    ]
    return "".join(parts)


def _float(chance: random.Random) -> float:
    return chance.choice([*FLOATS, chance.uniform(-1e6, 1e6), chance.random() * 10 ** chance.randint(-300, 300)])


def _int(chance: random.Random) -> int:
    return chance.choice([0, 1, -1, 65, 255, -12345, 2**53, 1114111, chance.randint(-(10**9), 10**9)])


def numbers(chance: random.Random) -> Iterator[Arguments]:
    prefix = chance.choice(["", "-", "+", " "]) + chance.choice(["", "", "0x", "0b", "0o", "0X", "_"])
    text = prefix + _text(chance, 8, [*"0123456789abcfz_eE."]) + chance.choice(["", "", "", "\n", " ", "٣", "inf", "nan"])
    yield "to_float", (text,)
    yield "to_int", (text, chance.choice([0, 2, 8, 10, 16, 36, 1, 37, -1]))
    yield "float_repr", (struct.unpack("d", struct.pack("Q", chance.getrandbits(64)))[0],)
    yield "float_repr", (chance.choice([chance.random(), chance.randint(-(10**6), 10**6) / 100, float(chance.randint(-(2**60), 2**60))]),)
    yield "int_math", (chance.choice([0, 1, -1, 7, -13, 2**40, chance.randint(-(10**12), 10**12)]), chance.choice([0, 1, -1, 3, -7, 10**6]))
    yield "float_math", (_float(chance), chance.choice([0.0, -0.0, 2.0, -3.5, float("inf"), chance.uniform(-10, 10)]))
    name = chance.choice(["gamma", "lgamma", "exp", "log", "sin", "cos", "tan", "sqrt", "log10", "log2", "exp2"])
    yield (
        "math1",
        (name, chance.choice([chance.uniform(-20, 20), chance.uniform(0, 300), chance.random() * 10 ** chance.randint(-300, 300)])),
    )


def _text(chance: random.Random, longest: int, letters: list[str] = LETTERS) -> str:
    return "".join(chance.choice(letters) for _ in range(chance.randint(0, longest)))


def texts(chance: random.Random) -> Iterator[Arguments]:
    text = _text(chance, 20)
    part, count = chance.choice([_text(chance, 2), text[1:3], text[:2], "a", " "]), chance.randint(-3, 25)
    yield "str_methods", (text, part, count)
    yield "str_parts", (text, part, count)
    yield "texts", (_text(chance, 60),)
    yield "normal", (_text(chance, 12),)
    options = [chance.random() < 0.5 for _ in range(5)]
    yield "wrapped", (_text(chance, 80, [*"ab cd  \t-\n—éxyz "]), chance.choice([0, 1, 5, 10, 20]), *options)
    lines = [[chance.choice("abcde") * chance.randint(1, 3) for _ in range(chance.randint(0, 8))] for _ in range(2)]
    yield "diff", (lines[0], lines[1])


def markup(chance: random.Random) -> Iterator[Arguments]:
    entity = chance.choice(["amp", "lt;", "#39;", "#x41", "#x110000;", "notit;", "eacute;", "nbsp", "#0;", "#128;", "copy"])
    yield "html_both", (chance.choice([_text(chance, 20), "&" + entity + _text(chance, 4)]),)
    yield "csv_rows", (_text(chance, 30, [*"ab,\"\n\r' "]),)
    yield "csv_text", ([[_text(chance, 6, [*"ab,\"\n\r' "]) for _ in range(chance.randint(0, 3))] for _ in range(2)],)
    yield "shell", (_text(chance, 15, [*"ab '\"\\\n#$"]),)
    yield "shell_quote", (_text(chance, 8),)
    yield "template", (_text(chance, 12, [*"a${}b $"]), _text(chance, 3))
    yield "unb64", (_text(chance, 9, [*"abAB01+/=-_ \n"]),)


def addresses(chance: random.Random) -> Iterator[Arguments]:
    scheme = chance.choice(["http", "https", "ftp", "mailto", "", "file", "HTTP"]) + chance.choice([":", "://", "", ":///"])
    host = chance.choice(["", "user:pw@"]) + chance.choice(["example.com", "", "[::1]", "a.b.c", "EXAMPLE.Com"])
    port = chance.choice(["", ":80", ":", "::", ":99999", ":x"])
    path = (
        chance.choice(["", "/", "/a/b", "/a;p=1", "/../x", "//y"])
        + chance.choice(["", "?q=1&b=2", "?", "?a=%20+b&&c"])
        + chance.choice(["", "#f", "#"])
    )
    yield "url_parts", (scheme + host + port + path,)
    yield (
        "url_join",
        (scheme + host + port + path, chance.choice(["x", "/y", "../z", "?q", "#f", "//h/p", "http://o/", "", "./a/../b", "g;x=1/../y"])),
    )
    yield "url_query", (_text(chance, 15, [*"ab=&;+%20é"]), chance.random() < 0.5)
    yield "urls", (chance.choice([_text(chance, 15), "%" + _text(chance, 4, [*"0123456789abcdefXYZ%+ "])]),)


def series(chance: random.Random) -> Iterator[Arguments]:
    yield "stats", ([chance.choice([chance.uniform(-10, 10), float(chance.randint(-5, 5)), 1e16]) for _ in range(chance.randint(0, 8))],)


def dates(chance: random.Random) -> Iterator[Arguments]:
    day = f"{chance.randint(1, 9999):04d}-{chance.randint(0, 13):02d}-{chance.randint(0, 32):02d}"
    clock = chance.choice(["", "12:30", "23:59:59", "24:00", "01:02:03.5", "01:02:03.123456", "01:02:03,123"])
    yield "date_text", (day + chance.choice(["", "T", "t", " "]) + clock + chance.choice(["", "Z", "+02:00", "-0330", "+25:00"]),)
    yield "date_text", (chance.choice(["20240102", "2024-W01-3", "2024W013", "2024-01-02T030405", "20240102T03:04", "2024-1-2"]),)
    text = chance.choice(
        ["2024-02-29 10:11:12", "29/02/24", "Feb 29 2024", "10:11 PM", "2023-02-29", "1 Jan 1970", "2024-060", " 2024 ", "12.5"]
    )
    form = chance.choice(["%Y-%m-%d %H:%M:%S", "%d/%m/%y", "%b %d %Y", "%I:%M %p", "%Y-%m-%d", "%d %b %Y", "%Y-%j", "%Y", "%H.%f", "%q"])
    yield "date_parse", (text, form)


def packings(chance: random.Random) -> Iterator[Arguments]:
    form = chance.choice(["<ih", ">Qb", "hh", "@iq", "!HH", "<bB", "=lL", "qq", "<3s"])
    yield "packed", (form, chance.randint(-300, 70000), chance.randint(-300, 300))


def documents(chance: random.Random) -> Iterator[Arguments]:
    pieces = [*'{}[]:,,1"', '"a"', "-2.5", "true", "null", " ", '"\\n"', "e", "NaN", "\\ud800", "01", "1e400"]
    yield "json_load", ("".join(chance.choice(pieces) for _ in range(chance.randint(1, 8))),)
    yield "json_round", (_value(chance, 3), chance.choice([None, 0, 2]), chance.random() < 0.5, chance.random() < 0.5)


def _value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(8 if depth else 5)
    if kind < 5:
        number = chance.uniform(-1, 1) * 10 ** chance.randint(-20, 20)
        return [None, True, chance.randint(-(10**6), 10**6), number, _text(chance, 6)][kind]
    if kind < 7:
        return [_value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return {_text(chance, 4, [*'ab$é"\\']): _value(chance, depth - 1) for _ in range(3)}
