"""Dates and times as texts: strftime, isoformat, and reading the latter."""

from modelet_compiler.standard.calendar_parts import (
    FULL_MONTHS,
    FULL_WEEKDAYS,
    MONTHS,
    SECOND,
    WEEKDAYS,
    date_of,
    iso_monday,
    iso_week,
    ordinal_of,
)


def offset_text(total, colons):
    sign = "-" if total < 0 else "+"
    minutes, seconds = divmod(abs(total) // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    colon = ":" if colons else ""
    text = f"{sign}{hours:02d}{colon}{minutes:02d}"
    return f"{text}{colon}{seconds:02d}" if seconds else text


def formatted(text, year, month, day, hour, minute, second, microsecond, offset, name):
    out = []
    at = 0
    ordinal = ordinal_of(year, month, day)
    weekday = (ordinal + 6) % 7
    while at < len(text):
        code = text[at]
        at += 1
        if code != "%" or at >= len(text):
            out.append(code)
            continue
        code = text[at]
        at += 1
        first = 1 + (ordinal - ordinal_of(year, 1, 1))
        if code == "Y":
            out.append(str(year))
        elif code == "m":
            out.append(f"{month:02d}")
        elif code == "d":
            out.append(f"{day:02d}")
        elif code == "e":
            out.append(f"{day:2d}")
        elif code == "H":
            out.append(f"{hour:02d}")
        elif code == "I":
            out.append(f"{(hour + 11) % 12 + 1:02d}")
        elif code == "M":
            out.append(f"{minute:02d}")
        elif code == "S":
            out.append(f"{second:02d}")
        elif code == "f":
            out.append(f"{microsecond:06d}")
        elif code == "y":
            out.append(f"{year % 100:02d}")
        elif code == "C":
            out.append(f"{year // 100:02d}")
        elif code == "p":
            out.append("AM" if hour < 12 else "PM")
        elif code == "a":
            out.append(WEEKDAYS[weekday])
        elif code == "A":
            out.append(FULL_WEEKDAYS[weekday])
        elif code in ("b", "h"):
            out.append(MONTHS[month])
        elif code == "B":
            out.append(FULL_MONTHS[month])
        elif code == "j":
            out.append(f"{first:03d}")
        elif code == "w":
            out.append(str((weekday + 1) % 7))
        elif code == "u":
            out.append(str(weekday + 1))
        elif code == "U":
            out.append(f"{(first + 6 - (weekday + 1) % 7) // 7:02d}")
        elif code == "W":
            out.append(f"{(first + 6 - weekday) // 7:02d}")
        elif code == "G":
            out.append(str(iso_week(year, month, day)[0]))
        elif code == "V":
            out.append(f"{iso_week(year, month, day)[1]:02d}")
        elif code == "z":
            out.append("" if offset is None else offset_text(offset, False))
        elif code == "Z":
            out.append("" if name is None else name)
        elif code == "F":
            out.append(f"{year}-{month:02d}-{day:02d}")
        elif code in ("T", "X"):
            out.append(f"{hour:02d}:{minute:02d}:{second:02d}")
        elif code == "R":
            out.append(f"{hour:02d}:{minute:02d}")
        elif code in ("D", "x"):
            out.append(f"{month:02d}/{day:02d}/{year % 100:02d}")
        elif code == "c":
            out.append(f"{WEEKDAYS[weekday]} {MONTHS[month]} {day:2d} {hour:02d}:{minute:02d}:{second:02d} {year}")
        elif code == "n":
            out.append("\n")
        elif code == "t":
            out.append("\t")
        elif code == "%":
            out.append("%")
        else:
            out.append("%" + code)
    return "".join(out)


def clock_text(hour, minute, second, microsecond, timespec):
    if timespec == "auto":
        timespec = "microseconds" if microsecond else "seconds"
    if timespec == "hours":
        return f"{hour:02d}"
    if timespec == "minutes":
        return f"{hour:02d}:{minute:02d}"
    text = f"{hour:02d}:{minute:02d}:{second:02d}"
    if timespec == "seconds":
        return text
    if timespec == "milliseconds":
        return f"{text}.{microsecond // 1000:03d}"
    if timespec == "microseconds":
        return f"{text}.{microsecond:06d}"
    raise ValueError("Unknown timespec value")


def digits(text, start, count):
    part = text[start : start + count]
    if len(part) != count or not (part.isascii() and part.isdigit()):
        raise ValueError("digits")
    return int(part)


def parsed_date(text):
    year = digits(text, 0, 4)
    dash = 1 if text[4:5] == "-" else 0
    if text[4 + dash : 5 + dash] == "W":
        at = 5 + dash
        week = digits(text, at, 2)
        weekday = 1
        if len(text) > at + 2:
            if (text[at + 2 : at + 3] == "-") != (dash == 1):
                raise ValueError("week")
            weekday = digits(text, at + 2 + dash, 1)
            if len(text) != at + 3 + dash:
                raise ValueError("week")
        last = 53 if iso_week(year, 12, 28)[1] == 53 else 52
        if not 1 <= week <= last or not 1 <= weekday <= 7:
            raise ValueError("week")
        return date_of(iso_monday(year) + (week - 1) * 7 + weekday - 1)
    month = digits(text, 4 + dash, 2)
    if (text[6 + dash : 7 + dash] == "-") != (dash == 1):
        raise ValueError("date")
    day = digits(text, 6 + 2 * dash, 2)
    if len(text) != 8 + 2 * dash:
        raise ValueError("date")
    return year, month, day


def parsed_clock(text):
    hour = digits(text, 0, 2)
    minute = 0
    second = 0
    microsecond = 0
    colon = 1 if text[2:3] == ":" else 0
    at = 2
    if len(text) > at:
        minute = digits(text, at + colon, 2)
        at += colon + 2
    if len(text) > at:
        if (text[at : at + 1] == ":") != (colon == 1):
            raise ValueError("time")
        second = digits(text, at + colon, 2)
        at += colon + 2
    if len(text) > at:
        if text[at] not in ".,":
            raise ValueError("time")
        part = text[at + 1 :]
        if not part or not (part.isascii() and part.isdigit()):
            raise ValueError("time")
        microsecond = int(part[:6].ljust(6, "0"))
    return hour, minute, second, microsecond


def zone_start(text):
    for at, character in enumerate(text):
        if character in "+-Z":
            return at
    return -1


def parsed_offset(text):
    """Microseconds, which may be more than a timezone takes."""
    if text == "Z":
        return 0
    hour, minute, second, microsecond = parsed_clock(text[1:])
    total = (hour * 3600 + minute * 60 + second) * SECOND + microsecond
    return -total if text[0] == "-" else total
