"""textwrap, html, string and difflib, from CPython's own source."""

import textwrap, html, string, difflib


def wraps(text: str, width: int):
    return textwrap.wrap(text, width), textwrap.fill(text, width=width), textwrap.shorten(text, width=width)


def wrap_options(text: str):
    return textwrap.wrap(text, 20, initial_indent="* ", subsequent_indent="  ", break_long_words=False), textwrap.wrap(
        text, width=12, break_on_hyphens=False, max_lines=2, placeholder="..."
    )


def dedents(text: str):
    return textwrap.dedent(text), textwrap.indent(text, "> "), textwrap.indent(text, "+", lambda line: True)


def escapes(text: str):
    return html.escape(text), html.escape(text, quote=False)


def strings(text: str):
    return (
        string.capwords(text),
        string.capwords(text, "-"),
        string.ascii_letters,
        string.digits,
        string.punctuation,
        string.whitespace,
        string.ascii_lowercase,
        string.hexdigits,
        [c for c in text if c in string.ascii_uppercase],
    )


def unescapes(text: str):
    return html.unescape(text)


def diffs(a: list[str], b: list[str]):
    return list(difflib.unified_diff(a, b, lineterm=""))


T = "The quick brown fox jumps over the lazy dog. A very-long-hyphenated-word and supercalifragilisticexpialidocious!\n\n  New   paragraph\twith tabs."
ARGUMENTS = {
    wraps: [(T, 20), (T, 5), ("", 10), ("x" * 30, 7), ("a b", 70), ("ünï cödé " * 5, 11)],
    wrap_options: [(T,), ("",)],
    dedents: [("  a\n    b\n  c\n",), ("",), ("\n \n\tx\n",), ("a\n b",)],
    escapes: [("<a href=\"x\">'&'</a>",), ("",)],
    strings: [("hello  world-foo Bar",), ("",)],
    unescapes: [("&lt;p&gt; &amp;amp; &#39; &#x41; &nbsp; &unknown; &copy &notit;",), ("plain",)],
    diffs: [(["a", "b"], ["a", "c"])],
}
