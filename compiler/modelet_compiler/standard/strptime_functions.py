"""Reading dates and times by a format, as strptime does: with the pattern that CPython makes of the format."""

import _strptime
import re

from modelet_compiler.standard.calendar_parts import FULL_MONTHS, MONTHS, SECOND, check_date, date_of, ordinal_of
from modelet_compiler.standard.datetime_classes import datetime, made_delta, timezone, utc

LONG_NAMES = [name.lower() for name in FULL_MONTHS]
SHORT_NAMES = [name.lower() for name in MONTHS]


def read_time(pattern, text, format):  # noqa: A002
    """What `strptime` makes of a text, with the pattern that CPython makes of the format."""
    match = pattern.match(text)
    if match is None:
        raise ValueError(f"time data {text!r} does not match format {format!r}")
    if len(text) != match.end():
        raise ValueError(f"unconverted data remains: {text[match.end() :]}")
    year = 1900
    month = day = 1
    hour = minute = second = microsecond = 0
    zone = None
    day_of_year = 0
    seen_year = False
    for name, found in match.groupdict().items():
        if found is None:
            continue
        if name == "Y":
            year = int(found)
            seen_year = True
        elif name == "y":
            year = int(found) + (2000 if int(found) <= 68 else 1900)
            seen_year = True
        elif name == "m":
            month = int(found)
        elif name == "d":
            day = int(found)
        elif name == "B":
            month = LONG_NAMES.index(found.lower())
        elif name == "b":
            month = SHORT_NAMES.index(found.lower())
        elif name == "H":
            hour = int(found)
        elif name == "I":
            hour = int(found)
            part = (match.groupdict().get("p") or "").lower()
            if part in ("", "am"):
                hour = 0 if hour == 12 else hour
            elif part == "pm":
                hour = hour if hour == 12 else hour + 12
        elif name == "M":
            minute = int(found)
        elif name == "S":
            second = int(found)
        elif name == "f":
            microsecond = int(found.ljust(6, "0"))
        elif name == "z":
            zone = read_zone(found)
        elif name == "j":
            day_of_year = int(found)
    if not seen_year and month == 2 and day == 29:
        check_date(1904, month, day)
        raise ValueError("day is out of range for month")
    if day_of_year > 0:
        year, month, day = date_of(ordinal_of(year, 1, 1) + day_of_year - 1)
    return datetime(year, month, day, hour, minute, second, microsecond, zone)


READ = "YymdBbHIMSfpaAzjuw"  # a day of the week alone says nothing
SLASH = "\\"
DIRECTIVES = {letter: pattern for letter, pattern in _strptime.TimeRE().items() if letter in READ} | {"%": "%"}


def read_time_as(text, format):  # noqa: A002
    """`strptime` with a format that is known at run time only."""
    rest = re.sub(r"\s+", r"\\s+", re.sub(r"([\\.^$*+?\(\){}\[\]|])", r"\\\1", format))
    pattern = ""
    while "%" in rest:
        before, _, rest = rest.partition("%")
        letter = rest[:1]
        if letter == "":
            raise ValueError(f"stray % in format '{format}'")
        if letter in "cGUVWxXZ":
            raise NotImplementedError(f"`%{letter}` in the format of strptime")
        if letter not in DIRECTIVES:
            raise ValueError(f"'{'%' if letter == SLASH else letter}' is a bad directive in format '{format}'")
        pattern += before + DIRECTIVES[letter]
        rest = rest[1:]
    return read_time(re.compile(pattern + rest, re.IGNORECASE), text, format)


def read_zone(text):
    if text == "Z":
        return utc()
    plain = text.replace(":", "")
    total = int(plain[1:3]) * 3600 + int(plain[3:5]) * 60
    if len(plain) > 5:
        total += int(plain[5:7])
    return timezone(made_delta((-total if plain[0] == "-" else total) * SECOND))
