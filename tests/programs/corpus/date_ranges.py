from datetime import date, datetime, timedelta


def business_days(start: date, end: date) -> list[date]:
    days = []
    day = start
    while day <= end:
        if day.weekday() < 5:
            days.append(day)
        day += timedelta(days=1)
    return days


def date_ranges(start: str, end: str, fmt: str = "%d.%m.%Y") -> dict[str, object]:
    a, b = date.fromisoformat(start), date.fromisoformat(end)
    if b < a:
        a, b = b, a
    days = business_days(a, b)
    span = b - a
    stamp = datetime(a.year, a.month, a.day, 13, 5, 9)
    return {
        "days": [d.isoformat() for d in days[:5]],
        "count": len(days),
        "span": span.days,
        "formatted": a.strftime(fmt),
        "week": list(b.isocalendar()),
        "stamp": stamp.strftime("%Y/%m/%d %H:%M:%S %j %A %b"),
        "next": (stamp + timedelta(hours=11, minutes=-5)).isoformat(),
        "text": str(span),
    }


ARGUMENTS = [
    ("2024-02-26", "2024-03-04"),
    ("2023-12-31", "2023-12-31", "%y-%B"),
    ("2024-03-01", "2024-02-28"),
    ("2024-02-30", "2024-03-01"),
    ("oops", "2024-01-01"),
]
