import re
from datetime import datetime, timedelta

UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%b %d, %Y", "%Y-%m-%dT%H:%M:%S")


def parse_any(text: str) -> datetime:
    for f in FORMATS:
        try:
            return datetime.strptime(text, f)
        except ValueError:
            continue
    raise ValueError(f"cannot parse {text!r}")


def parse_delta(text: str) -> timedelta:
    parts = re.findall(r"(\d+)([smhdw])", text)
    if not parts or "".join(a + b for a, b in parts) != text:
        raise ValueError(f"bad duration {text!r}")
    return sum((timedelta(**{UNITS[u]: int(n)}) for n, u in parts), timedelta())


def locale_free_dates(dates: list[str], delta: str) -> list[str]:
    d = parse_delta(delta)
    out = []
    for text in dates:
        t = parse_any(text) + d
        out.append(f"{t:%Y-%m-%d %H:%M} {t.strftime('%j')} {t.isocalendar()[1]} {d.total_seconds():.0f} {d}")
    return out


ARGUMENTS = [(["2024-02-28", "31/12/2023", "Mar 05, 2024"], "1d12h"), (["x"], "1d"), ([], "5"), (["2024-02-30"], "1s")]
