from collections import OrderedDict
from datetime import datetime, timedelta, timezone


def bucket(moment: datetime, minutes: int) -> datetime:
    extra = timedelta(minutes=moment.minute % minutes, seconds=moment.second, microseconds=moment.microsecond)
    return moment - extra


def datetime_bucket(stamps: list[str], minutes: int) -> dict[str, object]:
    buckets: OrderedDict[datetime, int] = OrderedDict()
    for s in stamps:
        moment = datetime.fromisoformat(s)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone.utc)
        key = bucket(moment.astimezone(timezone.utc), minutes)
        buckets[key] = buckets.get(key, 0) + 1
    ordered = sorted(buckets.items())
    gaps = [str(b - a) for (a, _), (b, _) in zip(ordered, ordered[1:])]
    return {"buckets": {k.isoformat(): v for k, v in ordered}, "gaps": gaps, "first": ordered[0][0].timestamp() if ordered else None}


ARGUMENTS = [
    (["2024-05-01T10:07:31", "2024-05-01T12:04:00+02:00", "2024-05-02T00:00:00.5"], 15),
    ([], 5),
    (["2024-05-01"], 0),
    (["1969-12-31T23:59:59-05:30", "2000-02-29T12:00:00"], 30),
]
