from __future__ import annotations


def spaces_that_splits_keep(text: str, most: int) -> list[list[str]]:
    return [text.split(None, most), text.rsplit(None, most), text.split(maxsplit=most), text.rsplit(maxsplit=most), text.split()]


TEXTS = ("  a b\tc\n", "", "   ", "a", " a ", "a\u2003b  \x1f", "x  y z  ")
ARGUMENTS = {spaces_that_splits_keep: [(text, most) for text in TEXTS for most in (-1, 0, 1, 2, 9)]}
