"""Classes of the standard library that are written in C, and those in Python that stand for them in compiled code."""

from __future__ import annotations

import calendar
import collections
import contextlib
import datetime
import decimal
import difflib
import fractions
import graphlib
import io
import pathlib
import queue
import string
import types
import urllib.parse
import uuid
from typing import Any

from modelet_compiler.standard import (
    chain_classes,
    context_classes,
    datetime_classes,
    decimal_classes,
    difflib_classes,
    exit_stack,
    fraction_classes,
    graph_classes,
    io_classes,
    path_classes,
    plain_objects,
    queue_classes,
    template_classes,
    url_functions,
    uuid_classes,
)

REPLACED: dict[Any, Any] = {
    contextlib.ExitStack: exit_stack.ExitStack,
    contextlib.closing: context_classes.closing,
    contextlib.nullcontext: context_classes.nullcontext,
    contextlib.suppress: context_classes.suppress,
    collections.ChainMap: chain_classes.ChainMap,
    datetime.date: datetime_classes.date,
    datetime.datetime: datetime_classes.datetime,
    datetime.time: datetime_classes.time,
    datetime.timedelta: datetime_classes.timedelta,
    datetime.timezone: datetime_classes.timezone,
    decimal.Decimal: decimal_classes.Decimal,
    decimal.DecimalException: decimal_classes.DecimalException,
    decimal.DivisionByZero: decimal_classes.DivisionByZero,
    decimal.InvalidOperation: decimal_classes.InvalidOperation,
    fractions.Fraction: fraction_classes.Fraction,
    graphlib.CycleError: graph_classes.CycleError,
    graphlib.TopologicalSorter: graph_classes.TopologicalSorter,
    difflib.SequenceMatcher: difflib_classes.SequenceMatcher,
    io.BytesIO: io_classes.BytesIO,
    io.StringIO: io_classes.StringIO,
    pathlib.Path: path_classes.PosixPath,
    pathlib.PosixPath: path_classes.PosixPath,
    pathlib.PurePath: path_classes.PurePosixPath,
    pathlib.PurePosixPath: path_classes.PurePosixPath,
    queue.Empty: queue_classes.Empty,
    queue.Full: queue_classes.Full,
    queue.LifoQueue: queue_classes.LifoQueue,
    queue.PriorityQueue: queue_classes.PriorityQueue,
    queue.Queue: queue_classes.Queue,
    queue.SimpleQueue: queue_classes.Queue,
    string.Template: template_classes.Template,
    types.MappingProxyType: plain_objects.MappingProxyType,
    types.SimpleNamespace: plain_objects.SimpleNamespace,
    uuid.UUID: uuid_classes.UUID,
}


OFFICIAL_CHUNKS = ("openai.types.chat.chat_completion_chunk", "openai.types.completion_usage")
NAMES: Any = tuple(map(type, (calendar.month_name, calendar.day_name)))
INSTANCES = (
    *NAMES,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
    decimal.Decimal,
    fractions.Fraction,
    pathlib.PurePath,
    string.Template,
    types.MappingProxyType,
    types.SimpleNamespace,
    uuid.UUID,
)
HEAP_TYPE = 1 << 9  # of CPython: a class that a `class` statement, or code like one, made
SEEN: dict[int, tuple[Any, int, bool]] = {}  # containers by identity, with their lengths and whether they hold such instances
KEPT: dict[int, tuple[Any, Any]] = {}  # instances by identity, with what stands for them


def replaced_class(cls: type) -> type | None:
    """The class of the standard library that one of ours stands for."""
    return next((real for real, ours in REPLACED.items() if ours is cls and isinstance(real, type)), None)


def shown_class(cls: type) -> str:
    """What an AttributeError calls a class: those that are written in C have their module before their name."""
    real = types.SimpleNamespace if issubclass(cls, plain_objects.SimpleNamespace) else replaced_class(cls)
    return class_path(real) if real is not None and not real.__flags__ & HEAP_TYPE else cls.__name__


def class_path(cls: type) -> str:
    """What repr() shows of a class between its quotes; of one that stands for another, the other's."""
    real = replaced_class(cls) or cls
    return real.__qualname__ if real.__module__ == "builtins" else f"{real.__module__}.{real.__qualname__}"


def stand_in(value: Any) -> Any:
    """The class or instance that is compiled in place of `value`, or `value` itself."""
    if value is urllib.parse.urlsplit:  # behind a cache
        return url_functions.urlsplit
    if isinstance(value, type):
        return _official_chunk(value) if value.__module__ in OFFICIAL_CHUNKS else REPLACED.get(value, value)
    if not holds_instances(value):
        return value
    if id(value) not in KEPT:
        KEPT[id(value)] = (value, _instance(value) if isinstance(value, INSTANCES) else _container(value))
    return KEPT[id(value)][1]


def holds_instances(value: Any) -> bool:
    """Whether something stands for a value, or for one in it."""
    if type(value) not in (dict, list, tuple, set, frozenset):
        return isinstance(value, INSTANCES)
    known = SEEN.get(id(value))
    if known is None or known[0] is not value or known[1] != len(value):
        items = [*value, *value.values()] if isinstance(value, dict) else value
        known = SEEN[id(value)] = (value, len(value), any(map(holds_instances, items)))
    return known[2]


def _container(value: Any) -> Any:
    """A container of what stands for its items."""
    if type(value) is dict:
        return {stand_in(key): stand_in(item) for key, item in value.items()}
    return type(value)(map(stand_in, value))


def _official_chunk(value: type) -> Any:
    """Loaded only when a function uses the official SDK, which brings pydantic."""
    from modelet_compiler.standard import openai_chunks

    return getattr(openai_chunks, value.__name__, value)


def _namespace(value: Any) -> Any:
    namespace = plain_objects.namespace_class(tuple(vars(value)))()
    for name, item in vars(value).items():
        setattr(namespace, name, stand_in(item))
    return namespace


def _instance(value: Any) -> Any:
    made: Any = datetime_classes  # whose Python has no annotations
    if isinstance(value, NAMES):
        return list(value)
    match value:
        case decimal.Decimal():
            return REPLACED[decimal.Decimal](str(value))
        case pathlib.PurePath():
            return REPLACED[type(value)](str(value))
        case fractions.Fraction():
            return REPLACED[fractions.Fraction](value.numerator, value.denominator)
        case types.MappingProxyType():
            return REPLACED[types.MappingProxyType](stand_in(dict(value)))
        case types.SimpleNamespace():
            return _namespace(value)
        case string.Template():
            return REPLACED[string.Template](value.template)
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
