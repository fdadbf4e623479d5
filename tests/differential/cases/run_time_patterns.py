"""Patterns that are known at run time only."""

from __future__ import annotations

from typing import Any
import re


PATTERNS = [
    "a",
    "abc",
    "a|b|cd",
    "a*b+c?",
    "(a)(b)?",
    "(?P<x>\\w+)=(?P<y>\\d+)",
    "[a-c]+",
    "[^a-c]+",
    "\\d{2,3}",
    "\\d{,2}",
    "a{2}",
    "a{",
    "a{,}",
    "x{1,2",
    "^a.*$",
    "\\bfoo\\b",
    "\\Bo",
    "(?i)AbC",
    "(?s)a.b",
    "(?m)^\\w",
    "(?x) a b # c\n c",
    "(?:ab)+",
    "(?:ab)*?c",
    "a(?=b)",
    "a(?!b)",
    "(?<=a)b",
    "(?<!a)b",
    "(a)\\1",
    "(?P<q>['\"]).*?(?P=q)",
    "(?>a+)b",
    "a++b",
    "(a)?(?(1)b|c)",
    "[\\w.-]+@[\\w-]+\\.\\w+",
    "\\s+",
    "[\\s,;]+",
    "\\x41",
    "\\u0041",
    "\\101",
    "\\n",
    "[]a]",
    "[^]a]",
    "[a-]",
    "[-a]",
    "[\\]]",
    "é",
    "(?i)É",
    "(?i)[à-ý]",
    "(?i)ſ",
    "(?a)\\w+",
    "\\w+",
    "\\W",
    "\\D+",
    "\\S+",
    "(?i:a)b",
    "(?-i:a)",
    "(?i)(?-i:a)b",
    ".",
    "(a|ab)(c|bcd)(d*)",
    "((a)|b)*",
    "(a*)*",
    "(?:a?)*?b",
    "\\Aab\\Z",
    "a$",
    "$",
    "^",
    "",
    "(",
    ")",
    "a)",
    "[",
    "[a",
    "*",
    "a**",
    "a*?+",
    "(?",
    "(?P",
    "(?P<",
    "(?P<a",
    "(?P<1>a)",
    "(?P<a>x)(?P<a>y)",
    "(?P=b)",
    "\\1",
    "(\\1)",
    "\\",
    "\\q",
    "[\\q]",
    "[z-a]",
    "[\\d-a]",
    "(?z)",
    "(?i",
    "a(?i)b",
    "(?<=a*)b",
    "(?<a)b",
    "(?#c",
    "(?#c)a",
    "a{3,2}",
    "(?(2)a)",
    "(?(x)a)",
    "\\x4",
    "\\u12",
    "(?i-i:a)",
    "(?:a",
    "((a)",
    "(?L)a",
    "(?-a:x)",
    "[[:alpha:]]",
    "a|*",
    "(*)",
    "+",
    "^*",
    "\\8",
    "\\400",
    "(?P>a)",
    "(?Px)",
]


TEXTS = ["abc", "aab ab cd foo foobar x=12 y=3 'q' \"z\"", "ABC\nabc\n", "éÉ ſs a.b@c.de", ""]


def run_time_pattern(pattern: str, text: str, flags: int) -> list[Any]:
    out: list[Any] = []
    try:
        p = re.compile(pattern, flags)
    except re.error as e:
        return ["error", str(e)]
    for m in p.finditer(text):
        out.append([m.group(), m.start(), m.end(), list(m.groups()), m.groupdict(), m.lastindex])
    out.append(p.split(text, 2))
    out.append(p.sub("<\\g<0>>", text))
    out.append([p.groups, p.flags, p.pattern, dict(p.groupindex)])
    f = p.findall(text)
    out.append(len(f))
    out.append(f)
    m = p.fullmatch(text)
    out.append(m is not None)
    return out


def words_as_pattern(words: list[str], text: str) -> list[Any]:
    run_time_pattern = re.compile(
        "\\b(?P<w>" + "|".join((re.escape(w) for w in sorted(words, key=len, reverse=True))) + ")\\b", re.IGNORECASE
    )
    return [
        [(m.group("w"), m.start()) for m in run_time_pattern.finditer(text)],
        run_time_pattern.findall(text),
        run_time_pattern.sub(lambda m: m.group("w").upper(), text),
        run_time_pattern.split(text),
    ]


class Cleaner:
    def __init__(self, stop: list[str]):
        self.rx = re.compile("|".join(map(re.escape, stop)))

    def clean(self, t: str) -> str:
        return self.rx.sub("", t)


def cleaned_by_pattern(stop: list[str], t: str) -> str:
    return Cleaner(stop).clean(t)


def masked_term(text: str, term: str, n: int) -> list[Any]:
    m = re.search(f"{re.escape(term)}\\s*(\\d+)", text)
    return [
        m.group(1) if m else None,
        re.sub(re.escape(term), "*" * n, text),
        bool(re.match(term, text)),
        re.split(f"[{re.escape(term)}]", text),
    ]


def highlighted_term(text: str, term: str) -> str:
    return re.sub(f"\\b({re.escape(term)})\\b", "<b>\\1</b>", text, flags=re.I)


ARGUMENTS = {
    run_time_pattern: [(p, t, f) for p in PATTERNS for t in TEXTS for f in ((0, 2) if t else (0, 8, 16, 64, 256))],
    words_as_pattern: [(["cat", "category", "c++"], "Category of C++ cat")],
    cleaned_by_pattern: [(["a", "b."], "xab.b")],
    masked_term: [("abc 12 abc", "abc", 3), ("zz", "a.", 1)],
    highlighted_term: [("the cat sat on the mat", "cat")],
}
