"""Builtin functions that take any type: min, max, sum, any, all, print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NEVER, NONE, STR, DictType, EnumType, ListType, ObjectType, TupleType, UnionType
from modelet_compiler.operations import named_tuples
from modelet_compiler.operations.comparisons import has_order, may_be_ordered, ordered, require_order
from modelet_compiler.operations.lists import item_type
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import enum_functions, extremes, plain_objects, products

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

NUMBER = UnionType((FLOAT, INT))


@REGISTRY.rule("builtins.min", "builtins.max")
def extreme(context: Context, call: Call) -> typed.Expression | None:
    """Of one iterable, or of several values."""
    largest = call.name == "builtins.max"
    if set(call.keywords) - {"default", "key"}:
        return None
    if len(call.positional) == 1:
        return _of_iterable(context, call, largest)
    if not call.positional or "default" in call.keywords:
        return None
    types = [context.solver.shallow(value.type) for value in call.positional]
    doubtful = [type_ for type_ in types if isinstance(type_, UnionType) and not ordered(context, type_, type_)]
    instances = len(types) > 1 and any(isinstance(type_, ObjectType) for type_ in types)
    if instances or any(may_be_ordered(context, type_, type_) for type_ in doubtful):
        function = extremes.larger if largest else extremes.smaller
        best = call.positional[0]
        for value in call.positional[1:]:
            best = context.helper(function, call.name, [best, value], {}, call.span)
        return best
    joined = context.solver.union(types)
    for type_ in types:
        require_order(context, type_, types[0], ">" if largest else "<")
    same = TupleType((joined,) * len(types))
    values = context.compute(same, "tuple", [(value, joined) for value in call.positional], call.span, raises=False, plain=True)
    return context.compute(joined, f"python::{'max_of' if largest else 'min_of'}", [(values, same)], call.span)


def _of_iterable(context: Context, call: Call, largest: bool) -> typed.Expression | None:
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    if item is None:
        return None
    item = context.solver.shallow(item)
    if not has_order(context, item):
        return _compared(context, call, largest, source)
    if "default" not in call.keywords:
        name = "max_of" if largest else "min_of"
        return context.compute(item, f"python::{name}", [(source, type_)], call.span)
    default = call.keywords["default"]
    joined = context.solver.join(item, context.solver.shallow(default.type))
    arguments = [(source, type_), (typed.Literal(largest, BOOL), BOOL), (default, joined)]
    return context.compute_template(joined, "python::best_or<{T}>", {"T": joined}, arguments, call.span)


def _compared(context: Context, call: Call, largest: bool, source: typed.Expression) -> typed.Expression | None:
    """Of values that only Python code can compare."""
    if "default" in call.keywords:
        function: Any = extremes.largest_or if largest else extremes.smallest_or
        return context.helper(function, call.name, [source, call.keywords["default"]], {}, call.span)
    return context.helper(extremes.largest if largest else extremes.smallest, call.name, [source], {}, call.span)


@REGISTRY.rule("keyed min", "keyed max")
def keyed_extreme(context: Context, call: Call) -> typed.Expression | None:
    """By keys that were computed before."""
    items, keys = call.positional
    key = context.solver.shallow(item_type(keys))
    largest = call.name == "keyed max"
    if isinstance(key, UnionType) and not has_order(context, key) and may_be_ordered(context, key, key):
        return _keyed_compared(context, call, largest)
    require_order(context, key, key, ">" if largest else "<")
    item = context.solver.shallow(item_type(items))
    name = "max" if largest else "min"
    if "default" in call.keywords:
        default = call.keywords["default"]
        joined = context.solver.join(item, context.solver.shallow(default.type))
        arguments = [(items, items.type), (keys, keys.type), (typed.Literal(largest, BOOL), BOOL), (default, joined)]
        return context.compute_template(joined, "python::best_by_or<{T}>", {"T": joined}, arguments, call.span)
    return context.compute(item, f"python::{name}_by", [(items, items.type), (keys, keys.type)], call.span)


def _keyed_compared(context: Context, call: Call, largest: bool) -> typed.Expression | None:
    """By keys that only Python code can compare."""
    name = "largest" if largest else "smallest"
    arguments = list(call.positional)
    if "default" in call.keywords:
        function = getattr(extremes, f"{name}_by_or")
        return context.helper(function, call.name.removeprefix("keyed "), [*arguments, call.keywords["default"]], {}, call.span)
    return context.helper(getattr(extremes, f"{name}_by"), call.name.removeprefix("keyed "), arguments, {}, call.span)


@REGISTRY.rule("builtins.object")
def plain_object(context: Context, call: Call) -> typed.Expression | None:
    """An instance that is only told apart from others."""
    return None if call.positional or call.keywords else context.construct(plain_objects.object, [], {}, call.span)


@REGISTRY.rule("builtins.sum")
def total(context: Context, call: Call) -> typed.Expression | None:
    """Ints stay exact; a float anywhere makes a float from there on; lists are joined one by one, which Python allows."""
    start = call.keywords.get("start") or (call.positional[1] if len(call.positional) == 2 else typed.Literal(0, INT))
    if not call.positional or len(call.positional) > 2 or set(call.keywords) - {"start"}:
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    if item is None:
        return None
    item, first = context.solver.shallow(item), context.solver.shallow(start.type)
    if isinstance(item, EnumType) and getattr(item.python, "__add__", None) in (int.__add__, float.__add__):
        numbers = context.helper(enum_functions.numbers, "sum", [source], {}, call.span)
        return context.required("builtins.sum", [numbers, start], {}, call.span)
    if item == NEVER:
        return start if isinstance(start, typed.Read | typed.Temporary | typed.Literal) else None
    if item in (INT, BOOL) and first in (INT, BOOL):
        arguments = [(source, type_), (start, INT)]
        return context.compute_template(INT, "python::sum<{T}>", {"T": INT}, arguments, call.span)
    if first == FLOAT and item in (INT, FLOAT, BOOL):
        return context.compute_template(FLOAT, "python::sum<{T}>", {"T": FLOAT}, [(source, type_), (start, FLOAT)], call.span)
    members = item.members if isinstance(item, UnionType) else (item,)
    if first in (INT, BOOL, FLOAT) and all(member in (INT, FLOAT, BOOL) for member in members):
        return context.compute(NUMBER, "python::sum_numbers", [(source, type_), (start, NUMBER)], call.span)
    if isinstance(item, ListType) and isinstance(first, ListType):
        context.solver.include(first.item, context.solver.shallow(item.item))
        return context.compute_template(first, "python::sum<{T}>", {"T": first}, [(source, type_), (start, first)], call.span)
    is_added = named_tuples.defined(item, "__add__") is not None or (isinstance(item, DictType) and item.kind == "Counter")
    if isinstance(item, ObjectType) or (isinstance(item, UnionType) and first != STR) or is_added:
        return context.helper(products.object_sum, "sum", [source, start], {}, call.span)
    return None


@REGISTRY.rule("builtins.any", "builtins.all")
def quantified(context: Context, call: Call) -> typed.Expression | None:
    """Of anything iterable."""
    if len(call.positional) != 1 or call.keywords:
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    if iteration_item(context.solver, type_) is None:
        return None
    return context.compute(BOOL, f"python::{call.name.removeprefix('builtins.')}", [(source, type_)], call.span)


@REGISTRY.rule("builtins.print")
def printed(context: Context, call: Call) -> typed.Expression | None:
    """One line of the call's log."""
    if set(call.keywords) - {"sep", "end", "flush", "file"}:
        return None
    file = call.keywords.get("file")
    if file is not None and isinstance(context.solver.shallow(file.type), ObjectType):
        return written(context, call, file)
    if file is not None and file.type != NONE and not (isinstance(file, typed.Literal) and is_stream(file)):
        raise Unsupported("print to a file is not supported", "a compiled function prints to the call's log", "sys.stdout or sys.stderr")
    texts = [context.required("str", [value], {}, call.span) for value in call.positional]
    separator, end = (printed_between(context, call, name, default) for name, default in (("sep", " "), ("end", "\n")))
    arguments = [(separator, STR), (end, STR), *((text, STR) for text in texts)]
    return context.compute(NONE, "python::print", arguments, call.span)


def written(context: Context, call: Call, file: typed.Expression) -> typed.Expression:
    """To an object with a method `write`, part by part."""
    separator, end = (printed_between(context, call, name, default) for name, default in (("sep", " "), ("end", "\n")))
    for position, value in enumerate(call.positional):
        if position:
            context.method(file, "write", [separator], {}, call.span)
        context.method(file, "write", [context.required("str", [value], {}, call.span)], {}, call.span)
    context.method(file, "write", [end], {}, call.span)
    return typed.Literal(None, NONE)


def printed_between(context: Context, call: Call, name: str, default: str) -> typed.Expression:
    """A separator; None stands for the default."""
    given = call.keywords.get(name, typed.Literal(default, STR))
    type_ = context.solver.shallow(given.type)
    if type_ not in (STR, NONE):
        raise Unsupported(f"{name} must be None or a string")
    return given if type_ == STR else typed.Literal(default, STR)


def is_stream(file: typed.Literal) -> bool:
    """Whether this is standard output or error, by its name or itself."""
    return file.captured in ("sys.stdout", "sys.stderr") or any(file.value is one for one in (sys.stdout, sys.stderr))


NO_COMPILER = ("the compiler is not part of the library", "a function")
NO_NAMES = ("variables have no names at run time", "a dict")
OUTSIDE = {
    "input": ("there is no one to ask", "take the text as a parameter"),
    "open": ("compiled code reads no files", "take the content as a parameter"),
    "eval": NO_COMPILER, "exec": NO_COMPILER, "compile": NO_COMPILER, "locals": NO_NAMES, "vars": NO_NAMES, "dir": NO_NAMES,
    "globals": ("compiled code has no global variables", "parameters"), "breakpoint": ("there is no debugger", "print"),
    "memoryview": ("the memory of compiled values moves", "a slice"), "id": ("addresses differ from run to run", "`is`"),
    "__import__": ("modules are imported before the function is compiled", "import at module level"),
}  # fmt: skip


@REGISTRY.rule(*(f"builtins.{name}" for name in OUTSIDE), "_io.open", "io.open")
def outside(context: Context, call: Call) -> typed.Expression | None:
    """Only refuses: what reaches out of the library."""
    del context
    name = call.name.rsplit(".", 1)[1]
    raise Unsupported(f"`{name}` is not supported", *OUTSIDE[name])
