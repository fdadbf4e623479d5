"""datetime, time and uuid."""

import datetime as dt
import time
import uuid
from datetime import date, datetime, timedelta, timezone

LIMIT = timedelta(hours=36, minutes=5)
START = datetime(2024, 1, 31, 12, 30)


def delta_all(days: int, hours: float, us: int):
    d = timedelta(days=days, hours=hours, microseconds=us)
    e = timedelta(seconds=us)
    return (
        str(d),
        repr(d),
        d.days,
        d.seconds,
        d.microseconds,
        d.total_seconds(),
        str(d + e),
        str(d - e),
        str(-d),
        str(abs(d)),
        str(d * 3),
        str(2 * d),
        str(d / 4),
        str(d // 7),
        d < e,
        d == e,
        d >= timedelta(0),
        bool(e),
        str(d * 0.37),
        repr(timedelta()),
        str(timedelta(weeks=1, milliseconds=1500)),
        str(LIMIT),
        d > LIMIT,
        str(sum([d, e], timedelta())),
    )


def delta_divide(a: int, b: int):
    return (
        timedelta(seconds=a) / timedelta(seconds=b),
        timedelta(seconds=a) // timedelta(seconds=b),
        str(timedelta(seconds=a) % timedelta(seconds=b)),
    )


def date_all(y: int, m: int, d: int, n: int):
    a = date(y, m, d)
    b = a + timedelta(days=n)
    return (
        str(a),
        repr(b),
        b.isoformat(),
        a.weekday(),
        a.isoweekday(),
        a.toordinal(),
        str(date.fromordinal(a.toordinal() + 1)),
        a < b,
        a == b,
        (b - a).days,
        a.strftime("%d/%m/%Y %j %a %A %b %B %U %W %V %G %u %w %y %%"),
        str(a.replace(day=1)),
        f"{a:%Y}",
        f"{a}",
        a.ctime(),
        tuple(a.isocalendar()),
        max(a, b) == b,
        {a: 1}[date(y, m, d)],
        sorted([b, a])[0] == min(a, b),
        isinstance(a, date),
        isinstance(a, datetime),
    )


def datetime_all(text: str, minutes: int):
    a = datetime.fromisoformat(text)
    b = a + timedelta(minutes=minutes)
    return (
        str(a),
        repr(a),
        a.isoformat(),
        b.isoformat(sep=" ", timespec="milliseconds"),
        b.isoformat(timespec="minutes"),
        str(b - a),
        (b - a).total_seconds(),
        a.hour,
        a.minute,
        a.second,
        a.microsecond,
        str(a.date()),
        str(a.time()),
        a.strftime("%Y-%m-%dT%H:%M:%S.%f%z %I %p %Z %c"),
        b > a,
        a == a.replace(),
        str(a.replace(hour=0, minute=0)),
        a.weekday(),
        f"{a:%H:%M}",
        str(a.tzinfo),
        str(START),
        repr(START + LIMIT),
        isinstance(a, date),
    )


def datetime_zones(text: str):
    a = datetime.fromisoformat(text)
    utc = a.astimezone(timezone.utc)
    b = datetime(2024, 5, 1, 10, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    return (
        str(utc),
        utc.timestamp(),
        str(b),
        repr(b),
        str(b.astimezone(timezone.utc)),
        b.utcoffset() == timedelta(hours=5.5),
        (b - utc).total_seconds(),
        str(datetime.fromtimestamp(1700000000.5, tz=timezone.utc)),
        str(datetime.fromtimestamp(0, timezone.utc)),
        repr(timezone.utc),
        str(dt.datetime(2000, 1, 1, tzinfo=dt.UTC)),
        b == b.astimezone(timezone.utc),
        str(datetime.utcfromtimestamp(1.25)),
        repr(timezone(timedelta(hours=-3), "BRT")),
        b.tzname(),
    )


def datetime_parse(text: str, n: int):
    if n == 0:
        return str(datetime.strptime(text, "%Y-%m-%d %H:%M:%S"))
    if n == 1:
        return str(datetime.strptime(text, "%d/%b/%y %I:%M %p"))
    if n == 2:
        return str(datetime.strptime(text, "%Y%m%dT%H%M%S.%f%z"))
    return str(datetime.strptime(text, "%B %d, %Y").date())


def date_errors(n: int):
    if n == 0:
        return str(date(2023, 2, 29))
    if n == 1:
        return str(date(2023, 13, 1))
    if n == 2:
        return str(datetime(2023, 1, 1, 24))
    if n == 3:
        return str(date.fromisoformat("2023-1-1"))
    if n == 4:
        return str(datetime.fromisoformat("nope"))
    if n == 5:
        return str(date(9999, 12, 31) + timedelta(days=1))
    if n == 6:
        return str(datetime(2023, 1, 1) - datetime(2023, 1, 1, tzinfo=timezone.utc))
    if n == 7:
        return str(datetime(2023, 1, 1) < datetime(2023, 1, 1, tzinfo=timezone.utc))
    if n == 8:
        return str(timedelta(seconds=1) / timedelta(0))
    return str(date(0, 1, 1))


def clocks():
    a = time.perf_counter()
    b = time.time()
    time.sleep(0.001)
    n = datetime.now()
    return (
        time.perf_counter() > a,
        abs(n.timestamp() - b) < 5,
        abs(datetime.now(timezone.utc).timestamp() - b) < 5,
        date.today() == n.date() or True,
        time.time_ns() > 10**18,
        time.monotonic() >= 0,
    )


def sleep_bad():
    time.sleep(-1)


def uuids():
    a = uuid.uuid4()
    b = str(a)
    return (
        len(b),
        b[14],
        b[19] in "89ab",
        a == uuid.uuid4(),
        len(a.hex),
        str(uuid.UUID("{12345678-1234-5678-1234-567812345678}")),
        repr(uuid.UUID("12345678123456781234567812345678")),
    )


ARGUMENTS = {
    delta_all: [(1, 2.5, 3), (-1, 0.1, 1500000), (0, 0.0, 0), (0, 1e-9, -1), (400, -3.7, 10**9)],
    delta_divide: [(7, 2), (-7, 2), (1, 3)],
    date_all: [(2024, 2, 29, 1), (2023, 12, 31, 45), (1999, 1, 1, -400), (2021, 1, 3, 0), (1, 1, 1, 7), (2020, 12, 28, 366)],
    datetime_all: [
        ("2024-02-28T23:59:59.123456", 5),
        ("2024-02-28", -60),
        ("20240301T101112", 0),
        ("2024-01-01T10:00:00+05:30", 90),
        ("2024-01-01 10:00:00Z", 1),
        ("2024-W05-3T08", 1),
        ("2024-01-01T10:00:00.5", 1),
        ("x", 1),
        ("2024-13-01", 1),
        ("2024-01-01T25:00", 1),
        ("2024-01-01T10:00:00-03:00:30", 0),
    ],
    datetime_zones: [("2024-03-10T12:00:00+02:00",), ("1969-12-31T23:59:59.250000+00:00",)],
    datetime_parse: [
        ("2024-01-02 03:04:05", 0),
        ("2024-1-2 3:4:5", 0),
        ("bad", 0),
        ("2024-01-02 03:04:05 extra", 0),
        ("05/Mar/98 12:30 am", 1),
        ("05/mar/24 12:30 PM", 1),
        ("20240102T030405.25+0530", 2),
        ("20240102T030405.250000Z", 2),
        ("February 29, 2024", 3),
        ("February 30, 2024", 3),
    ],
    date_errors: [(i,) for i in range(10)],
    clocks: [()],
    sleep_bad: [()],
    uuids: [()],
}
