"""logging and warnings: lines of the call's log. Whether a level is enabled is asked when compiling."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, NONE, STR, StaticType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

LEVELS = {"debug": 10, "info": 20, "warning": 30, "warn": 30, "error": 40, "exception": 40, "critical": 50, "fatal": 50}
OPTIONS = frozenset(["exc_info", "extra", "stack_info", "stacklevel"])


def write(context: Context, call: Call, parts: list[typed.Expression]) -> typed.Expression:
    """One line."""
    texts = [context.required("str", [part], {}, call.span) for part in parts]
    ends: list[tuple[typed.Expression, Any]] = [(typed.Literal(text, STR), STR) for text in ("", "\n")]
    return context.compute(NONE, "python::print", [*ends, *((text, STR) for text in texts)], call.span)


def logger_and_rest(call: Call) -> tuple[logging.Logger, list[typed.Expression]]:
    """The logger that a method is called on, else the root's, and the arguments."""
    first = call.positional[0] if call.name.startswith("logging.Logger.") else None
    if isinstance(first, typed.Literal) and isinstance(first.value, logging.Logger):
        return first.value, call.positional[1:]
    return logging.getLogger(), list(call.positional)


@REGISTRY.rule(*(f"logging.{owner}{name}" for owner in ("", "Logger.") for name in LEVELS))
def logged(context: Context, call: Call) -> typed.Expression | None:
    """The message, as it stands when it has arguments: formatting it may not raise."""
    logger, given = logger_and_rest(call)
    if not given or set(call.keywords) - OPTIONS:
        return None
    name = call.name.rsplit(".", 1)[1]
    if not logger.isEnabledFor(LEVELS[name]):
        return typed.Literal(None, NONE)
    return write(context, call, [typed.Literal(f"{name.upper()}:{logger.name}:", STR), given[0]])


@REGISTRY.rule("logging.Logger.isEnabledFor")
def enabled(context: Context, call: Call) -> typed.Expression | None:
    """A constant."""
    del context
    logger, given = logger_and_rest(call)
    if len(given) != 1 or not isinstance(given[0], typed.Literal):
        return None
    return typed.Literal(logger.isEnabledFor(given[0].value), BOOL)


@REGISTRY.rule("logging.getLogger")
def logger_of(context: Context, call: Call) -> typed.Expression | None:
    """The logger itself."""
    if not call.positional:
        return context.captured("logger", logging.getLogger())
    name = call.positional[0]
    if len(call.positional) > 1 or call.keywords or not isinstance(name, typed.Literal):
        return None
    return context.captured("logger", logging.getLogger(name.value))


@REGISTRY.rule("sys.exc_info", *(f"traceback.{name}" for name in ("format_exc", "print_exc", "format_exception", "print_exception")))
def frames(context: Context, call: Call) -> typed.Expression | None:
    """Only refuses."""
    del context
    raise Unsupported(f"`{call.name}` is not supported", "compiled code keeps no frames", "the exception: `except Exception as error`")


@REGISTRY.rule("_warnings.warn")
def warned(context: Context, call: Call) -> typed.Expression | None:
    """As the default filters have it: written, not raised."""
    if not call.positional or set(call.keywords) - {"category", "stacklevel", "source"}:
        return None
    given = call.keywords.get("category") or (call.positional[1] if len(call.positional) > 1 else None)
    if given is not None and not isinstance(given.type, StaticType):
        return None
    category = given.type.value.__name__ if given is not None and isinstance(given.type, StaticType) else "UserWarning"
    return write(context, call, [typed.Literal(f"{category}: ", STR), call.positional[0]])


@REGISTRY.rule("warnings.simplefilter", "warnings.filterwarnings")
def filtered(context: Context, call: Call) -> typed.Expression | None:
    """Warnings are written, never raised."""
    del context
    action = call.positional[0] if call.positional else call.keywords.get("action")
    if not isinstance(action, typed.Literal) or action.value == "error":
        raise Unsupported("warnings that are raised are not supported", "", "raise an exception")
    return typed.Literal(None, NONE)
