"""Patterns of pydantic's fields, which are written for Rust's regex, as Python's re has them."""

from __future__ import annotations

import re

from modelet_compiler.frontend.diagnostics import Unsupported

SPACES = r"\t-\r "
LETTERS = "dDwWsSbBtrnfv"
UNICODE = "dDwWsSbB"
"""What differs for texts that are not ASCII."""
REPEATS = ("*", "+", "?", "{")
COUNTS = re.compile(r"\{\d*,?\d*\}")


def python_pattern(given: str) -> tuple[str, bool]:
    """The same pattern for `re.search`, and whether it means the same for texts of ASCII only."""
    made: list[str] = []
    inside, at, is_ascii = False, 0, False
    while at < len(given):
        letter, following = given[at], given[at + 1 : at + 2]
        if letter == "\\":
            if following.isalnum() and following not in LETTERS:
                raise _unknown(given, letter + following)
            if following in "<>B" or (inside and following in "Sb") or (following == "b" and given[at + 2 : at + 3] in REPEATS):
                raise _unknown(given, letter + following)
            is_ascii |= following in UNICODE
            made.append(_escape(letter + following, inside))
            at += 2
            continue
        if not inside and _is_odd_repeat(given, at):
            raise _unknown(given, given[at : at + 2])
        if inside and (letter == "[" or given[at : at + 2] in ("&&", "--", "~~")):
            raise _unknown(given, given[at : at + 2])
        if letter == "(" and following == "?":
            is_ascii |= _flags(given, at)
        made.append(r"\Z" if letter == "$" and not inside else letter)
        if letter == "[" and not inside and given[at + 1 : at + 2] == "^":
            made.append("^")
            at += 1
        if letter == "[" and not inside and given[at + 1 : at + 2] == "]":
            raise _unknown(given, "[]")
        inside = (letter == "[") or (inside and letter != "]")
        at += 1
    return "".join(made), is_ascii


def _is_odd_repeat(given: str, at: int) -> bool:
    """Whether Python reads a repetition otherwise: after another one (there possessive), of nothing, or with blanks in its count."""
    letter, following = given[at], given[at + 1 : at + 2]
    if letter == "{" and not COUNTS.match(given, at):
        return True
    if letter in "*+?}" and following in ("*", "+", "{"):
        return True
    return letter in "^$|(" and following in REPEATS and given[at : at + 2] != "(?"


def _escape(escape: str, inside: bool) -> str:
    """`\\s` is fewer characters to Rust than to Python."""
    if escape == r"\s":
        return SPACES if inside else f"[{SPACES}]"
    if escape == r"\S" and not inside:
        return f"[^{SPACES}]"
    return escape


def _flags(given: str, at: int) -> bool:
    """Whether a group that begins with `(?` folds case."""
    start = given[at : at + 4]
    if start.startswith(("(?:", "(?P<")):
        return False
    if at == 0 and start == "(?i)":
        return True
    raise _unknown(given, start)


def _unknown(given: str, part: str) -> Unsupported:
    return Unsupported(f"`{part}` in the pattern {given!r} of a model's field is not supported", instead="a field_validator that uses re")


__all__ = ["python_pattern"]
