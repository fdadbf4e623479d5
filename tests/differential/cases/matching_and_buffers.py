"""difflib.SequenceMatcher and io.StringIO."""

import difflib, io
from difflib import SequenceMatcher


def ratios(a: str, b: str):
    m = SequenceMatcher(None, a, b)
    return m.ratio(), m.quick_ratio(), m.real_quick_ratio(), [tuple(x) for x in m.get_matching_blocks()], m.get_opcodes()


def close_words(word: str, words: list[str]):
    return difflib.get_close_matches(word, words), difflib.get_close_matches(word, words, n=1, cutoff=0.3)


def line_diffs(a: list[str], b: list[str]):
    return list(difflib.unified_diff(a, b, lineterm="", n=1)), SequenceMatcher(a=a, b=b).ratio()


def buffers(parts: list[str]):
    out = io.StringIO()
    for p in parts:
        out.write(p)
    out.write("end\n")
    text = out.getvalue()
    back = io.StringIO(text)
    first = back.readline()
    return text, first, back.read(3), back.read(), [line.strip() for line in io.StringIO(text)], out.tell()


ARGUMENTS = {
    ratios: [
        ("abcd", "bcde"),
        ("", ""),
        ("private Thread currentThread;", "private volatile Thread currentThread;"),
        ("a" * 300, "ab" * 150),
    ],
    close_words: [("appel", ["ape", "apple", "peach", "puppy"]), ("zzz", ["a"]), ("x", [])],
    line_diffs: [(["a", "b", "c"], ["a", "c", "d"]), ([], [])],
    buffers: [(["one\n", "two", "\nthree\n"],), ([],)],
}
