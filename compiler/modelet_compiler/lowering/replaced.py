"""Classes of the standard library that are written in C, and those in Python that stand for them in compiled code."""

from __future__ import annotations

import datetime
import difflib
import io
import urllib.parse
import uuid
from typing import Any

from modelet_compiler.standard import datetime_classes, difflib_classes, io_classes, url_functions, uuid_classes

REPLACED: dict[Any, Any] = {
    datetime.date: datetime_classes.date,
    datetime.datetime: datetime_classes.datetime,
    datetime.time: datetime_classes.time,
    datetime.timedelta: datetime_classes.timedelta,
    datetime.timezone: datetime_classes.timezone,
    difflib.SequenceMatcher: difflib_classes.SequenceMatcher,
    io.StringIO: io_classes.StringIO,
    uuid.UUID: uuid_classes.UUID,
}


INSTANCES = (datetime.date, datetime.time, datetime.timedelta, datetime.timezone, uuid.UUID)
KEPT: dict[int, tuple[Any, Any]] = {}  # instances by identity, with what stands for them


def stand_in(value: Any) -> Any:
    """The class or instance that is compiled in place of `value`, or `value` itself."""
    if value is urllib.parse.urlsplit:  # behind a cache
        return url_functions.urlsplit
    if isinstance(value, type):
        return REPLACED.get(value, value)
    if not isinstance(value, INSTANCES):
        return value
    if id(value) not in KEPT:
        KEPT[id(value)] = (value, _instance(value))
    return KEPT[id(value)][1]


def _instance(value: Any) -> Any:
    made: Any = datetime_classes  # whose Python has no annotations
    match value:
        case datetime.timedelta():
            return made.timedelta(value.days, value.seconds, value.microseconds)
        case datetime.timezone():
            offset, name = value.utcoffset(None), value.__reduce__()[1][1:]
            return made.timezone(_instance(offset), *name)
        case datetime.datetime():
            zone = _instance(value.tzinfo) if value.tzinfo is not None else None
            parts = (value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond)
            return made.datetime(*parts, zone)
        case datetime.date():
            return made.date(value.year, value.month, value.day)
        case datetime.time():
            return made.time(value.hour, value.minute, value.second, value.microsecond)
    return REPLACED[uuid.UUID](str(value))
