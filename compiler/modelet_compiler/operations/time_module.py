"""time, datetime and uuid: the engine's clocks, and classes in Python for those that CPython has in C."""

from __future__ import annotations

import _strptime
import re
from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import strptime_functions, uuid_classes

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

CLOCK = "modelet_compiler.standard.clock"
CLASSES = "modelet_compiler.standard.datetime_classes"
REGISTRY.add(
    [
        ("time.sleep(seconds: real, /) -> None", "python::time_sleep"),
        (f"{CLOCK}.scaled(value: int, factor: float) -> int", "python::scaled"),
    ]
)
REGISTRY.add(
    [
        ("time.time() -> float", "python::time_time"),
        ("time.time_ns() -> int", "python::time_nanoseconds"),
        ("time.monotonic() -> float", "python::time_monotonic"),
        ("time.monotonic_ns() -> int", "python::time_monotonic_nanoseconds"),
        ("time.perf_counter() -> float", "python::time_monotonic"),
        ("time.perf_counter_ns() -> int", "python::time_monotonic_nanoseconds"),
        ("time.process_time() -> float", "python::time_process"),
        (f"{CLOCK}.now_microseconds() -> int", "python::now_microseconds"),
        (f"{CLOCK}.local_offset(seconds: int) -> int", "python::local_offset"),
    ],
    raises=False,
)
REGISTRY.compiled |= {"uuid.uuid3": uuid_classes.uuid3, "uuid.uuid4": uuid_classes.uuid4, "uuid.uuid5": uuid_classes.uuid5}
READ = frozenset(strptime_functions.READ) | {"%"}


def read_time(context: Context, text: typed.Expression, form: typed.Expression, call: Call) -> typed.Expression:
    """`datetime.strptime`: the format becomes a pattern while compiling, as CPython makes it."""
    if not isinstance(form, typed.Literal) or not isinstance(form.value, str):
        return context.helper(strptime_functions.read_time_as, "strptime", [text, form], {}, call.span)
    unknown = sorted(set(re.findall("%(.)", form.value, re.DOTALL)) - READ)
    if unknown:
        raise Unsupported(f"`%{unknown[0]}` in the format of strptime is not supported", instead="numbers of days, months and years")
    try:
        pattern = _strptime.TimeRE().compile(form.value)
    except (KeyError, IndexError, re.error):
        raise Unsupported(f"{form.value!r} is a bad format of strptime") from None
    kept = context.program.memo.setdefault((context.key, call.span, "strptime"), pattern)
    return context.helper(strptime_functions.read_time, "strptime", [context.captured("pattern", kept), text, form], {}, call.span)


@REGISTRY.rule(f"{CLASSES}.datetime.strptime")
def strptime(context: Context, call: Call) -> typed.Expression | None:
    """`datetime.strptime(text, format)`."""
    if len(call.positional) != 2 or call.keywords:
        return None
    return read_time(context, call.positional[0], call.positional[1], call)
