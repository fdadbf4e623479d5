def string_case(s: str) -> list[str]:
    return [s.lower(), s.upper(), s.title(), s.capitalize(), s.casefold(), s.swapcase()]


def string_tests(s: str) -> list[bool]:
    return [
        s.isalpha(),
        s.isdigit(),
        s.isdecimal(),
        s.isnumeric(),
        s.isalnum(),
        s.isspace(),
        s.isupper(),
        s.islower(),
        s.istitle(),
        s.isprintable(),
        s.isascii(),
    ]


def string_strip(s: str) -> list[str]:
    return [s.strip(), s.lstrip(), s.rstrip(), s.strip("xy"), s.lstrip("x"), s.rstrip("y "), s.removeprefix("xy"), s.removesuffix("yx")]


def string_split(s: str) -> list[list[str]]:
    return [
        s.split(),
        s.split(" "),
        s.split(","),
        s.split(None, 1),
        s.split(",", 1),
        s.rsplit(",", 1),
        s.rsplit(None, 2),
        s.splitlines(),
        s.splitlines(True),
        s.rsplit(),
        s.split(sep=", ", maxsplit=2),
    ]


def string_find(s: str, t: str) -> list[int]:
    return [s.find(t), s.rfind(t), s.count(t), s.find(t, 2), s.find(t, -3), s.find(t, 1, 4), s.count(t, 1), s.rfind(t, 0, 3)]


def string_index(s: str, t: str) -> int:
    return s.index(t)


def string_affixes(s: str) -> list[bool]:
    return [
        s.startswith("ab"),
        s.endswith("yz"),
        s.startswith(("x", "ab")),
        s.endswith(("q", "")),
        s.startswith("b", 1),
        s.startswith("", 100),
        s.endswith("b", 0, 2),
    ]


def string_pad(s: str, n: int) -> list[str]:
    return [s.center(n), s.ljust(n, "."), s.rjust(n, "*"), s.zfill(n), s.expandtabs(4), s.center(n, "é")]


def string_replace(s: str, a: str, b: str) -> list[str]:
    return [s.replace(a, b), s.replace(a, b, 1), s.replace(a, b, 0)]


def string_join(parts: list[str], separator: str) -> list[str]:
    return [
        separator.join(parts),
        separator.join(part.upper() for part in parts),
        "".join(reversed(parts)),
        separator.join("abc"),
        ",".join(str(i) for i in range(4)),
    ]


def string_partition(s: str, t: str) -> list[tuple[str, str, str]]:
    return [s.partition(t), s.rpartition(t)]


_TEXTS = [
    "",
    "hello World",
    "ÉCOLE straße",
    "ǅ ﬁ İstanbul",
    "ΑΣ ΣΑΣ. Σ",
    "123",
    "٣٤",
    "½²",
    "   \t\n",
    "a1_b",
    "日本語",
    "\U0001f600x",
    "it's O'Brien",
    "ABC",
    "\u2028line\x85sep\x1c",
    "ᾳ ŉ",
    "\ud800",
]
ARGUMENTS = {
    string_case: [(text,) for text in _TEXTS],
    string_tests: [(text,) for text in _TEXTS],
    string_strip: [("  xyabcyx \n",), ("xyxyx",), ("",), ("\u3000wide\u00a0",)],
    string_split: [("a, b,,c  d\ne\r\nf",), ("",), ("   ",), ("one",), ("a\x0bb\x1cc\u2029d\x85e",)],
    string_find: [("abcabcabc", "bc"), ("aaaa", "aa"), ("abc", ""), ("", "a"), ("", "")],
    string_index: [("abc", "c"), ("abc", "z")],
    string_affixes: [("abcxyz",), ("",), ("b",)],
    string_pad: [("ab", 7), ("-5", 6), ("a\tb", 3), ("+", 4), ("", 2), ("odd", 8), ("even", 7)],
    string_replace: [("aXbXc", "X", "--"), ("abc", "", "-"), ("aaa", "aa", "b"), ("", "", "x"), ("abc", "z", "y")],
    string_join: [(["a", "b", "c"], "-"), ([], "x"), (["one"], ", ")],
    string_partition: [("a=b=c", "="), ("abc", "="), ("abc", "")],
}
