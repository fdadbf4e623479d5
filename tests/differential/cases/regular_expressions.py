import re

WORD = re.compile(r"\w+")
TOKEN = re.compile(r"(?P<number>\d+)|(?P<operator>[-+*/])|(?P<space>\s+)")
NAMED = [("letters", re.compile("a+")), ("digits", re.compile(r"(\d)(\d)"))]
STOPWORDS = ["the", "a.b", "of"]
VOWELS = "aeiou"


def regex_findall(text: str) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    return WORD.findall(text), re.findall(r"(\w)\d", text), re.findall(r"(\w)(\d)?", text)


def regex_tokens(text: str) -> list[tuple[str | None, str, int, int]]:
    return [(match.lastgroup, match.group(), match.start(), match.end()) for match in TOKEN.finditer(text)]


def regex_template(text: str) -> str:
    return re.sub(r"(\w+) (?P<second>\w+)", r"\g<second> \1\n\\", text)


def regex_template_at_run_time(text: str, template: str) -> str:
    return re.sub(r"(a)(?P<name>b)?", template, text)


def regex_walrus(text: str) -> int:
    if match := re.match(r"(\d+)-(\d+)", text):
        return int(match.group(1)) + int(match[2])
    return -1


def regex_lambda(text: str) -> str:
    return re.sub(r"\d+", lambda match: str(int(match.group()) * 2), text)


def upper_match(match: re.Match[str]) -> str:
    return match.group(0).upper()


def regex_function(text: str, count: int) -> tuple[str, int]:
    return re.subn(r"\b[a-z]", upper_match, text, count=count)


def regex_maybe(match: re.Match[str]) -> str | None:
    return match[1]


def regex_function_of_none(text: str) -> str:
    return re.sub("(b)|c", regex_maybe, text)


def regex_split(text: str, most: int) -> tuple[list[str], list[str], list[str | None]]:
    return re.split(r"[,;]\s*", text, maxsplit=most), re.split("([,;])", text), re.split("(,)|;", text)


def regex_flags(text: str) -> list[str]:
    pattern = r"^ a (.) $ # a comment"
    return re.findall(pattern, text, re.IGNORECASE | re.MULTILINE | re.VERBOSE | re.DOTALL)


def regex_computed(text: str) -> list[str]:
    joined = "|".join(re.escape(word) for word in sorted(STOPWORDS, key=len))
    return re.findall(rf"\b(?:{joined})\b", text) + re.findall(f"[{VOWELS}]+", text)


def regex_patterns(text: str) -> list[tuple[str, str, int, int | None]]:
    found = []
    for name, pattern in NAMED:
        match = pattern.search(text)
        if match:
            found.append((name, match.group(), pattern.groups, match.lastindex))
    return found


def regex_match_object(text: str) -> tuple[str, dict[str, str | None], tuple[str, str | None], tuple[str, str], tuple[int, int], int, int]:
    match = re.search(r"(?P<first>a)(?P<second>b)?", text)
    assert match is not None
    groups = match.groups("-")
    return match.group("first"), match.groupdict(), match.group(1, 2), groups, match.span("second"), match.pos, match.endpos


def regex_group_errors(text: str, number: int, name: str) -> tuple[str | None, str | None]:
    match = re.match(r"(?P<first>a)|b", text)
    if not match:
        return None, None
    return match.group(number), match[name]


def regex_positions(text: str, pos: int, endpos: int) -> list[tuple[int, int]]:
    pattern = re.compile("^a|b$|c")
    spans = [match.span() for match in pattern.finditer(text, pos, endpos)]
    first = pattern.match(text, pos)
    return spans + ([first.span()] if first else []) + [(len(pattern.pattern), pattern.flags)]


def regex_none_group(text: str) -> str:
    match = re.match("(a)|b", text)
    if match is None:
        return "no match"
    return match.group(1).upper()


def regex_scanner(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise ValueError(f"unexpected {text[at]!r} at {at}")
        if match.lastgroup != "space":
            tokens.append(f"{match.lastgroup}:{match.group()}")
        at = match.end()
    return tokens


def regex_escape(text: str) -> str:
    return re.escape(text)


def regex_expand(text: str) -> list[str]:
    return [match.expand(r"<\1|\g<0>>") for match in re.finditer(r"a(b)?", text)]


def regex_choice(text: str, word: bool) -> str:
    text = text.lower()
    for pattern, replacement in [(r"https?://\S+", "@"), (r"[^a-z0-9@\s]", " "), (r"(\s)+", r"\1")]:
        text = re.sub(pattern, replacement, text)
    chosen = r"\w+" if word else r"\s"
    return text + str(re.findall(chosen, text)) + str([re.findall(one, text) for one in ("a", "(b)")])


def regex_closure(text: str, values: dict[str, int]) -> str:
    def replace(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in values:
            raise KeyError(name)
        return str(values[name])

    return re.sub(r"\$(\w+)", replace, text)


TEXTS = [("",), ("hello world 12 + 7",), ("12-34",), ("a,b; c",), ("aXbYA",), ("12aab",), ("  \n9",), ("the a.b of aeb\nA\n$",), ("é1 ß2",)]
ARGUMENTS = {
    regex_findall: TEXTS,
    regex_tokens: TEXTS,
    regex_template: TEXTS,
    regex_template_at_run_time: [
        ("aab", template) for template in ["x", r"\1\2", r"\g<name>-", r"\\", r"\3", r"\q", r"\g<x>", "\\", r"\g<1", r"\07", r"\400"]
    ],
    regex_walrus: TEXTS,
    regex_lambda: TEXTS,
    regex_function: [(*text, count) for text in TEXTS for count in (0, 1, -1)],
    regex_function_of_none: [("abcb",), ("",)],
    regex_split: [(*text, most) for text in TEXTS for most in (0, 1, -1)],
    regex_flags: [("a\nA b\nAé",), ("ab",), ("",), ("Aa\nxab",)],
    regex_computed: TEXTS,
    regex_patterns: TEXTS,
    regex_match_object: [("a",), ("xab",), ("",)],
    regex_group_errors: [("a", 1, "first"), ("b", 1, "first"), ("a", 2, "first"), ("a", -1, "first"), ("a", 0, "other"), ("c", 5, "")],
    regex_positions: [("abcab", 0, 5), ("abcab", 1, 3), ("abcab", -5, 100), ("abcab", 4, 2), ("", 0, 0)],
    regex_none_group: [("a",), ("b",), ("c",)],
    regex_scanner: [("1 + 22*3",), ("1 ? 2",), ("",)],
    regex_choice: [("Hello, WORLD  http://x.y b", True), ("", False)],
    regex_closure: [("$a $b", {"a": 1, "b": 2}), ("$c", {})],
    regex_escape: [("a.b*c \n#~é-",), ("",)],
    regex_expand: [("ab a",), ("",)],
}
