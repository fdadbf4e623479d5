from datetime import date, datetime, time, timedelta, timezone
from typing import Any

HOLIDAYS = frozenset({date(2024, 1, 1), date(2024, 12, 25)})
NAMES = {date(2024, 1, 1): "new year"}


def working_days(start: str, count: int) -> list[str]:
    day, found = date.fromisoformat(start), []
    while len(found) < count:
        day += timedelta(days=1)
        if day.weekday() < 5 and day not in HOLIDAYS:
            found.append(day.isoformat() + NAMES.get(day, ""))
    return found


def weeks_by_name(text: str) -> list[Any]:
    week = date.fromisoformat(text).isocalendar()
    year, number, weekday = week
    return [week.year, week.week, week.weekday, week[1], number == week.week, year, weekday, str(week), week == (2024, 1, 1)]


def parts_of_time(text: str) -> list[Any]:
    moment = datetime.fromisoformat(text)
    parts = moment.timetuple()
    return [parts.tm_yday, parts.tm_wday, parts.tm_hour, parts[0], str(parts), str(moment.utctimetuple()), str(moment.date().timetuple())]


def ends_of_time(text: str) -> list[Any]:
    day = date.fromisoformat(text)
    moment = datetime.combine(day, time.min)
    return [
        str(moment),
        str(datetime.combine(day, time.max)),
        str(date.min),
        repr(date.max),
        day < date.max,
        str(datetime.max),
        moment > datetime.min,
        str(date.resolution),
        moment.replace(tzinfo=timezone.utc).isoformat(),
        min([day, date.max], key=lambda one: one.toordinal()).year,
    ]


def latest_of(texts: list[str]) -> str:
    latest = datetime.min
    for text in texts:
        latest = max(latest, datetime.fromisoformat(text))
    return latest.isoformat()


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    working_days: [("2023-12-29", 3), ("2024-12-24", 2), ("2024-02-28", 0), ("x", 1)],
    weeks_by_name: [("2024-01-01",), ("2024-12-30",), ("2023-01-01",)],
    parts_of_time: [("2024-03-01T12:30:05",), ("2024-12-31T23:59:59+05:30",), ("0001-01-01",)],
    ends_of_time: [("2024-02-29",), ("9999-12-31",)],
    latest_of: [(["2024-01-01", "2023-05-05T10:00:00"],), ([],), (["x"],)],
}  # fmt: skip
