"""datetime: its classes in Python, for the classes of the module that are written in C.

A timedelta is a number of microseconds in one int, so that it spans 292 thousand years and not CPython's millions.
"""

from collections import namedtuple

from modelet_compiler.standard.calendar_parts import (
    DAY,
    EPOCH,
    MONTHS,
    SECOND,
    WEEKDAYS,
    check_date,
    check_ordinal,
    check_time,
    date_of,
    iso_week,
    ordinal_of,
)
from modelet_compiler.standard.clock import local_offset, now_microseconds, scaled
from modelet_compiler.standard.datetime_text import clock_text, formatted, offset_text, parsed_clock, parsed_date, parsed_offset, zone_start


def nearest(a, b):
    quotient, rest = divmod(a, b)
    rest *= 2
    more = rest > b if b > 0 else rest < b
    return quotient + 1 if more or (rest == b and quotient % 2 == 1) else quotient


def microseconds_of(parts):
    total = 0
    left = 0.0
    for value, factor in parts:
        if isinstance(value, float):
            whole = int(value)
            total += whole * factor
            rest = (value - whole) * factor
            total += int(rest)
            left += rest - int(rest)
        else:
            total += value * factor
    if left:
        rounded = float(int(left + 0.5)) if left >= 0 else -float(int(0.5 - left))
        if abs(rounded - left) == 0.5:
            odd = total & 1
            half = (left + odd) * 0.5
            rounded = 2.0 * (float(int(half + 0.5)) if half >= 0 else -float(int(0.5 - half))) - odd
        total += int(rounded)
    return total


def made_delta(total):
    delta = timedelta()
    delta._us = total
    return delta


class timedelta:  # noqa: N801
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        self._us = microseconds_of(
            [
                (microseconds, 1),
                (milliseconds, 1000),
                (seconds, SECOND),
                (minutes, 60 * SECOND),
                (hours, 3600 * SECOND),
                (days, DAY),
                (weeks, 7 * DAY),
            ]
        )

    @property
    def days(self):
        return self._us // DAY

    @property
    def seconds(self):
        return self._us % DAY // SECOND

    @property
    def microseconds(self):
        return self._us % SECOND

    def total_seconds(self):
        return self._us / SECOND

    def __repr__(self):
        parts = []
        if self.days:
            parts.append(f"days={self.days}")
        if self.seconds:
            parts.append(f"seconds={self.seconds}")
        if self.microseconds:
            parts.append(f"microseconds={self.microseconds}")
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self.days:
            text = f"{self.days} day{'s' if abs(self.days) != 1 else ''}, {text}"
        return f"{text}.{self.microseconds:06d}" if self.microseconds else text

    def __add__(self, other):
        if isinstance(other, timedelta):
            return made_delta(self._us + other._us)
        if isinstance(other, datetime):
            return other.shifted(self._us)
        if isinstance(other, date):
            return other.shifted_days(self.days)
        return NotImplemented

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return made_delta(self._us - other._us)
        return NotImplemented

    def __mul__(self, other):
        if isinstance(other, int):
            return made_delta(self._us * other)
        if isinstance(other, float):
            return made_delta(scaled(self._us, other))
        return NotImplemented

    def __rmul__(self, other):
        if isinstance(other, int):
            return made_delta(self._us * other)
        if isinstance(other, float):
            return made_delta(scaled(self._us, other))
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us / other._us
        if isinstance(other, int):
            return made_delta(nearest(self._us, other))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us // other._us
        if isinstance(other, int):
            return made_delta(self._us // other)
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return made_delta(self._us % other._us)
        return NotImplemented

    def __neg__(self):
        return made_delta(-self._us)

    def __pos__(self):
        return self

    def __abs__(self):
        return made_delta(abs(self._us))

    def __bool__(self):
        return self._us != 0

    def __eq__(self, other):
        return self._us == other._us if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us < other._us if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us <= other._us if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us > other._us if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us >= other._us if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self.days, self.seconds, self.microseconds))


class timezone:  # noqa: N801
    def __init__(self, offset, name=None):
        if not -DAY < offset._us < DAY:
            raise ValueError(
                "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not " + repr(offset) + "."
            )
        self._us = offset._us
        self._name = name

    def utcoffset(self, dt):
        return made_delta(self._us)

    def tzname(self, dt):
        name = self._name
        if name is not None:
            return name
        return "UTC" if self._us == 0 else "UTC" + offset_text(self._us, True)

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        if self._us == 0 and self._name is None:
            return "datetime.timezone.utc"
        if self._name is None:
            return f"datetime.timezone({made_delta(self._us)!r})"
        return f"datetime.timezone({made_delta(self._us)!r}, {self._name!r})"

    def __eq__(self, other):
        return self._us == other._us if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._us)


setattr(timezone, "utc", timezone(timedelta(0)))  # noqa: B010


def utc():
    return timezone(timedelta(0))


IsoCalendarDate = namedtuple("IsoCalendarDate", ["year", "week", "weekday"])
IsoCalendarDate.__name__ = "datetime.IsoCalendarDate"
struct_time = namedtuple("struct_time", ["tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"])
struct_time.__name__ = "time.struct_time"


def clock_tuple(day, hour, minute, second, summer):
    yday = day.toordinal() - ordinal_of(day.year, 1, 1) + 1
    return struct_time(day.year, day.month, day.day, hour, minute, second, day.weekday(), yday, summer)


class date:  # noqa: N801
    def __init__(self, year, month, day):
        check_date(year, month, day)
        self.year = year
        self.month = month
        self.day = day

    @classmethod
    def today(cls):
        stamp = now_microseconds() + local_offset(now_microseconds() // SECOND) * SECOND
        year, month, day = date_of(stamp // DAY + EPOCH)
        return date(year, month, day)

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        if n > 3652059:
            raise ValueError("year is out of range")
        year, month, day = date_of(n)
        return date(year, month, day)

    @classmethod
    def fromisoformat(cls, date_string):
        try:
            if len(date_string) not in (7, 8, 10):
                raise ValueError("length")
            year, month, day = parsed_date(date_string)
        except ValueError:
            raise ValueError(f"Invalid isoformat string: {date_string!r}") from None
        return date(year, month, day)

    def toordinal(self):
        return ordinal_of(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        return IsoCalendarDate(*iso_week(self.year, self.month, self.day))

    def timetuple(self):
        return clock_tuple(self, 0, 0, 0, -1)

    def replace(self, year=None, month=None, day=None):
        return date(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day)

    def shifted_days(self, days):
        ordinal = self.toordinal() + days
        check_ordinal(ordinal)
        year, month, day = date_of(ordinal)
        return date(year, month, day)

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    def strftime(self, format):  # noqa: A002
        return formatted(format, self.year, self.month, self.day, 0, 0, 0, 0, None, None)

    def ctime(self):
        return f"{WEEKDAYS[self.weekday()]} {MONTHS[self.month]} {self.day:2d} 00:00:00 {self.year:04d}"

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def __add__(self, other):
        return self.shifted_days(other.days) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self.shifted_days(-other.days)
        if isinstance(other, date):
            return made_delta((self.toordinal() - other.toordinal()) * DAY)
        return NotImplemented

    def __eq__(self, other):
        return self.toordinal() == other.toordinal() if isinstance(other, date) else NotImplemented

    def __lt__(self, other):
        return self.toordinal() < other.toordinal() if isinstance(other, date) else NotImplemented

    def __le__(self, other):
        return self.toordinal() <= other.toordinal() if isinstance(other, date) else NotImplemented

    def __gt__(self, other):
        return self.toordinal() > other.toordinal() if isinstance(other, date) else NotImplemented

    def __ge__(self, other):
        return self.toordinal() >= other.toordinal() if isinstance(other, date) else NotImplemented

    def __hash__(self):
        return hash((self.year, self.month, self.day))


def at_stamp(stamp, zone):
    year, month, day = date_of(stamp // DAY + EPOCH)
    rest = stamp % DAY
    seconds = rest // SECOND
    return datetime(year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60, rest % SECOND, zone)


class datetime(date):  # noqa: N801
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        check_date(year, month, day)
        check_time(hour, minute, second, microsecond)
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
        self.tzinfo = tzinfo

    @classmethod
    def now(cls, tz=None):
        stamp = now_microseconds()
        if tz is None:
            return at_stamp(stamp + local_offset(stamp // SECOND) * SECOND, None)
        return at_stamp(stamp + tz._us, tz)

    @classmethod
    def today(cls):
        stamp = now_microseconds()
        return at_stamp(stamp + local_offset(stamp // SECOND) * SECOND, None)

    @classmethod
    def utcnow(cls):
        return at_stamp(now_microseconds(), None)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        stamp = round(timestamp * SECOND) if isinstance(timestamp, float) else timestamp * SECOND
        if tz is None:
            return at_stamp(stamp + local_offset(stamp // SECOND) * SECOND, None)
        return at_stamp(stamp + tz._us, tz)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        return at_stamp(round(timestamp * SECOND) if isinstance(timestamp, float) else timestamp * SECOND, None)

    @classmethod
    def combine(cls, date, time):
        return datetime(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond)

    @classmethod
    def fromisoformat(cls, date_string):
        offset = None
        hour = minute = second = microsecond = 0
        try:
            length = 10 if date_string[4:5] == "-" else 8
            if date_string[4:6] == "-W":
                length = 10 if date_string[8:9] == "-" else 8
            elif date_string[4:5] == "W":
                length = 8 if date_string[7:8].isdigit() else 7
            year, month, day = parsed_date(date_string[:length])
            clock = date_string[length + 1 :]
            if len(date_string) > length:
                start = zone_start(clock)
                if start >= 0:
                    offset = parsed_offset(clock[start:])
                    clock = clock[:start]
                hour, minute, second, microsecond = parsed_clock(clock)
        except ValueError:
            raise ValueError(f"Invalid isoformat string: {date_string!r}") from None
        zone = None if offset is None else timezone(made_delta(offset))
        return datetime(year, month, day, hour, minute, second, microsecond, zone)

    def offset(self):
        return None if self.tzinfo is None else self.tzinfo._us

    def utcoffset(self):
        return None if self.tzinfo is None else made_delta(self.tzinfo._us)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def stamp(self):
        """Microseconds since 1970, by the clock on the wall."""
        clock = (self.hour * 3600 + self.minute * 60 + self.second) * SECOND + self.microsecond
        return (self.toordinal() - EPOCH) * DAY + clock

    def timestamp(self):
        offset = self.offset()
        if offset is not None:
            return (self.stamp() - offset) / SECOND
        guess = self.stamp() // SECOND
        seconds = guess - local_offset(guess)
        seconds = guess - local_offset(seconds)
        return seconds + self.microsecond / SECOND

    def astimezone(self, tz):
        offset = self.offset()
        if offset is None:
            guess = self.stamp() // SECOND
            offset = local_offset(guess - local_offset(guess)) * SECOND
        return at_stamp(self.stamp() - offset + tz._us, tz)

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True):
        return datetime(
            self.year if year is None else year,
            self.month if month is None else month,
            self.day if day is None else day,
            self.hour if hour is None else hour,
            self.minute if minute is None else minute,
            self.second if second is None else second,
            self.microsecond if microsecond is None else microsecond,
            self.tzinfo if isinstance(tzinfo, bool) else tzinfo,
        )

    def shifted(self, microseconds):
        stamp = self.stamp() + microseconds
        check_ordinal(stamp // DAY + EPOCH)
        return at_stamp(stamp, self.tzinfo)

    def isoformat(self, sep="T", timespec="auto"):
        text = f"{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}" + clock_text(
            self.hour, self.minute, self.second, self.microsecond, timespec
        )
        offset = self.offset()
        return text if offset is None else text + offset_text(offset, True)

    def strftime(self, format):  # noqa: A002
        return formatted(
            format, self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, self.offset(), self.tzname()
        )

    def timetuple(self):
        return clock_tuple(self, self.hour, self.minute, self.second, -1)

    def utctimetuple(self):
        offset = self.offset()
        moved = self if offset is None else at_stamp(self.stamp() - offset, None)
        return clock_tuple(moved, moved.hour, moved.minute, moved.second, 0)

    def ctime(self):
        clock = clock_text(self.hour, self.minute, self.second, 0, "seconds")
        return f"{WEEKDAYS[self.weekday()]} {MONTHS[self.month]} {self.day:2d} {clock} {self.year:04d}"

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        text = f"datetime.datetime({self.year}, {self.month}, {self.day}, {self.hour}, {self.minute}"
        if self.second or self.microsecond:
            text += f", {self.second}"
        if self.microsecond:
            text += f", {self.microsecond}"
        return text + ")" if self.tzinfo is None else f"{text}, tzinfo={self.tzinfo!r})"

    def __add__(self, other):
        return self.shifted(other._us) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self.shifted(-other._us)
        if isinstance(other, datetime):
            return made_delta(apart(self, other, "subtract"))
        return NotImplemented

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            return False
        return apart(self, other, "compare") == 0

    def __lt__(self, other):
        return apart(self, other, "compare") < 0 if isinstance(other, datetime) else NotImplemented

    def __le__(self, other):
        return apart(self, other, "compare") <= 0 if isinstance(other, datetime) else NotImplemented

    def __gt__(self, other):
        return apart(self, other, "compare") > 0 if isinstance(other, datetime) else NotImplemented

    def __ge__(self, other):
        return apart(self, other, "compare") >= 0 if isinstance(other, datetime) else NotImplemented

    def __hash__(self):
        offset = self.offset()
        return hash(self.stamp() if offset is None else self.stamp() - offset)


def apart(left, right, action):
    mine = left.offset()
    others = right.offset()
    if mine is None and others is None:
        return left.stamp() - right.stamp()
    if mine is None or others is None:
        raise TypeError(f"can't {action} offset-naive and offset-aware datetimes")
    return left.stamp() - mine - right.stamp() + others


class time:  # noqa: N801
    def __init__(self, hour=0, minute=0, second=0, microsecond=0):
        check_time(hour, minute, second, microsecond)
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond

    @classmethod
    def fromisoformat(cls, time_string):
        try:
            hour, minute, second, microsecond = parsed_clock(time_string.removeprefix("T"))
        except ValueError:
            raise ValueError(f"Invalid isoformat string: {time_string!r}") from None
        return time(hour, minute, second, microsecond)

    def place(self):
        return (self.hour * 3600 + self.minute * 60 + self.second) * SECOND + self.microsecond

    def isoformat(self, timespec="auto"):
        return clock_text(self.hour, self.minute, self.second, self.microsecond, timespec)

    def strftime(self, format):  # noqa: A002
        return formatted(format, 1900, 1, 1, self.hour, self.minute, self.second, self.microsecond, None, None)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        text = f"datetime.time({self.hour}, {self.minute}"
        if self.second or self.microsecond:
            text += f", {self.second}"
        return text + (f", {self.microsecond})" if self.microsecond else ")")

    def __eq__(self, other):
        return self.place() == other.place() if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self.place() < other.place() if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self.place() <= other.place() if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self.place() > other.place() if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self.place() >= other.place() if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self.place())


for _class, *_ends in (
    (date, date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)),
    (datetime, datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(microseconds=1)),
    (time, time(), time(23, 59, 59, 999999), timedelta(microseconds=1)),
):
    for _name, _value in zip(("min", "max", "resolution"), _ends, strict=True):
        setattr(_class, _name, _value)
