"""functools: reduce, partial, caches, cmp_to_key. `wraps` is a decorator that the tracer leaves out."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.arguments import unknown_number
from modelet_compiler.ir.types import BOOL, INT, NEVER, NONE, ClosureType, static
from modelet_compiler.lowering.objects import is_plain
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import functools_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

DEFAULT_SIZE = 128
COUNTED = "caches are asked"
INFORMED = "cache_info() is asked"
CLEARED = "cleared caches"
CACHES = ("cached.", "cached_least_recent.", "counted.")


@dataclass(frozen=True)
class CacheDecorator:
    """What `lru_cache(maxsize=…)` returns."""

    size: int | None


@REGISTRY.rule("_functools.reduce")
def reduced(context: Context, call: Call) -> typed.Expression | None:
    """With or without an initial value."""
    if call.keywords or not 2 <= len(call.positional) <= 3:
        return None
    function = functools_functions.reduce if len(call.positional) == 2 else functools_functions.reduce_from
    return context.helper(function, "reduce", list(call.positional), {}, call.span)


@REGISTRY.rule("functools.partial")
def bound(context: Context, call: Call) -> typed.Expression | None:
    """A function that holds some of its arguments."""
    return context.helper(functools_functions.partial, "partial", list(call.positional), dict(call.keywords), call.span)


@REGISTRY.rule("call partial")
def call_partial(context: Context, call: Call) -> typed.Expression | None:
    """A captured partial: its arguments are constants."""
    made, *positional = call.positional
    assert isinstance(made, typed.Literal)
    value: functools.partial[Any] = made.value
    given = [context.captured(f"{made.captured}.args", item) for item in value.args]
    named = {name: context.captured(f"{made.captured}.{name}", item) for name, item in value.keywords.items()}
    function = context.captured(f"{made.captured}.func", value.func)
    return context.call_value(function, [*given, *positional], {**named, **call.keywords}, call.span)


@REGISTRY.rule("functools.cache")
def cache(context: Context, call: Call) -> typed.Expression | None:
    """Of a function made inside of another one."""
    return _cached(context, call, None) if len(call.positional) == 1 and not call.keywords else None


@REGISTRY.rule("functools.lru_cache")
def lru_cache(context: Context, call: Call) -> typed.Expression | None:
    """As a decorator, or what makes one."""
    names = ("maxsize", "typed")
    given = {**dict(zip(names, call.positional, strict=False)), **call.keywords}
    if call.positional and context.solver.shallow(call.positional[0].type) not in (INT, NONE, BOOL):
        return _cached(context, call, DEFAULT_SIZE)
    values = {name: value.value for name, value in given.items() if isinstance(value, typed.Literal) and is_plain(value.value)}
    if len(values) != len(given) or set(given) - set(names) or values.get("typed"):
        raise Unsupported("this lru_cache is not supported", "its size must be known, and `typed` false", "lru_cache(maxsize=None)")
    size = values.get("maxsize", DEFAULT_SIZE)
    made = context.program.memo.setdefault((context.key, call.span, "cache"), CacheDecorator(size))
    return typed.Literal(made, static("lru_cache", made), "lru_cache")


@REGISTRY.rule("call CacheDecorator")
def decorate(context: Context, call: Call) -> typed.Expression | None:
    """The function with a cache around it."""
    made, *positional = call.positional
    assert isinstance(made, typed.Literal)
    return (
        context.apply("functools.cache", positional, {}, call.span) if made.value.size is None else _sized(context, made, positional, call)
    )


@REGISTRY.rule("function.cache_info", "function.cache_clear")
def ask(context: Context, call: Call) -> typed.Expression | None:
    """Of a function with a cache around it, which counts its hits in programs that ask."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    if not isinstance(type_, ClosureType) or not type_.function.qualified.startswith(CACHES):
        return None
    counting(context, call)
    if not type_.function.qualified.startswith("counted."):  # made before it was known that the program asks
        return typed.Literal(None, NEVER)
    asked = functools_functions.cache_info if call.name.endswith("info") else functools_functions.cache_clear
    return context.helper(asked, call.name, _held(context, call.positional[0], type_, call), {}, call.span)


@REGISTRY.rule("functools cached cache_info", "functools cached cache_clear")
def ask_captured(context: Context, call: Call) -> typed.Expression | None:
    """Of a captured function. What its cache held before this call of the entry function is not known until it is cleared."""
    made = call.positional[0]
    assert isinstance(made, typed.Literal)
    if len(call.positional) != 1 or call.keywords:
        return None
    counting(context, call)
    cleared = context.program.memo.setdefault(CLEARED, set())
    clears = call.name.endswith("clear")
    if clears and made.value not in cleared:
        cleared.add(made.value)
        context.program.changed = True
    if not clears and made.value not in cleared:
        shown = f"{made.captured}.cache_info()"
        if not context.program.final:
            return typed.Literal(None, NEVER)
        raise Unsupported(
            f"`{shown}` is not supported so", "earlier calls count in Python, and each call of compiled code has its own cache",
            f"`{made.captured}.cache_clear()` before",
        )  # fmt: skip
    cached_function = _captured(context, made, call)
    type_ = context.solver.shallow(cached_function.type)
    if not isinstance(type_, ClosureType):
        return None
    asked = functools_functions.cache_clear if clears else functools_functions.cleared_info
    return context.helper(asked, call.name, _held(context, cached_function, type_, call), {}, call.span)


def counting(context: Context, call: Call) -> None:
    """From now on caches count."""
    for asked in (COUNTED, INFORMED) if call.name.endswith("info") else (COUNTED,):
        if not context.program.memo.get(asked):
            context.program.memo[asked] = context.program.changed = True


def _held(context: Context, cached_function: typed.Expression, type_: ClosureType, call: Call) -> list[typed.Expression]:
    """The memory, the counts and the size that a cached function holds."""
    names = [taken.name for taken in type_.function.captures if taken.mode != "self"]
    places = [type_.function.stored + names.index(name) for name in ("memory", "counts", "size")]
    return [context.part(cached_function, place, context.solver.shallow(type_.parts[place]), call.span) for place in places]


def _sized(context: Context, made: typed.Literal, positional: list[typed.Expression], call: Call) -> typed.Expression:
    return _cached(context, replace(call, positional=positional), max(made.value.size, 0))


def _cached(context: Context, call: Call, size: int | None) -> typed.Expression:
    if context.program.memo.get(COUNTED):
        given = [*call.positional, typed.Literal(size, constant_type(size))]
        return context.helper(functools_functions.counted, "lru_cache", given, {}, call.span)
    if size is None:
        return context.helper(functools_functions.cached, "cache", list(call.positional), {}, call.span)
    arguments = [*call.positional, typed.Literal(size, INT)]
    return context.helper(functools_functions.cached_least_recent, "lru_cache", arguments, {}, call.span)


@REGISTRY.rule("call _lru_cache_wrapper")
def call_cached(context: Context, call: Call) -> typed.Expression | None:
    """A captured function with a cache: what it holds lives as long as the call of the entry function."""
    made, *positional = call.positional
    assert isinstance(made, typed.Literal)
    if call.keywords and context.program.memo.get(INFORMED):
        raise Unsupported("a named argument here is not supported", "`cache_info()` counts it as another call", "give it by position")
    cached_function = _captured(context, made, call)
    return context.call_value(cached_function, _by_position(context, made.value.__wrapped__, positional, call), {}, call.span)


def _captured(context: Context, made: typed.Literal, call: Call) -> typed.Expression:
    function, parameters = made.value.__wrapped__, made.value.cache_parameters()
    if parameters["typed"]:
        raise Unsupported("lru_cache(typed=True) is not supported", instead="lru_cache(maxsize=None)")
    plain = context.captured(function.__name__, function)
    size = parameters["maxsize"]
    maker: Any = functools_functions.cached if size is None else functools_functions.cached_least_recent
    given = [plain] if size is None else [plain, typed.Literal(size, constant_type(size))]
    if context.program.memo.get(COUNTED):
        maker, given = functools_functions.counted, [plain, typed.Literal(size, constant_type(size))]
    return context.once(maker, given, call.span)


def _by_position(context: Context, function: Any, positional: list[typed.Expression], call: Call) -> list[typed.Expression]:
    """Named arguments in their places, since the cache looks at places."""
    if not call.keywords or not isinstance(function, FunctionType):
        return positional
    traced = context.program.function(function)
    if any(parameter.kind in ("rest", "keywords", "keyword") for parameter in traced.parameters):
        raise unknown_number()
    return context.bind_function(traced, positional, dict(call.keywords), call.span)


REGISTRY.compiled["_functools.cmp_to_key"] = functools_functions.cmp_to_key
