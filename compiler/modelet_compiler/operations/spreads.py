"""Builtins that take `*values` of a length known only at run time."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modelet_compiler.ir import typed
from modelet_compiler.ir.arguments import unknown_number
from modelet_compiler.ir.classes import ClassInfo, synthesized
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.python_errors import asked, python_function
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ListType, SetType, class_name, members_of, object_type
from modelet_compiler.operations.formatting import check_fields
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import itertools_functions, spreads

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


def spread_call(context: Context, call: Call) -> typed.Expression | None:
    """The result of a registered operation with `*values` among its arguments."""
    if call.name in REGISTRY.compiled:
        return context.helper(REGISTRY.compiled[call.name], call.name, call.positional, call.keywords, call.span)
    handler = SPREADS.get(call.name)
    found = handler(context, call) if handler is not None else _counted(context, call)
    if found is None:
        raise unknown_number()
    return found


ARITIES = {"builtins.range": (1, 3), "builtins.int": (0, 2), "math.log": (1, 2),
           **{f"str.{name}": (2, 4) for name in ("startswith", "endswith", "find", "rfind", "index", "rindex", "count")}}  # fmt: skip
"""How many arguments those take whose signature Python does not tell."""
MOST_ARGUMENTS = 6
MANY = 37


def _counted(context: Context, call: Call) -> typed.Expression | None:
    """Of a builtin that takes a certain number of arguments: as many versions as numbers that it takes."""
    function = python_function(call.name)
    spread = [at for at, value in enumerate(call.positional) if isinstance(value, typed.Spread)]
    least, most = ARITIES.get(call.name) or _arity(function)
    if function is None or call.keywords or len(spread) != 1 or not 0 <= most <= MOST_ARGUMENTS:
        return None
    names = [f"argument_{at}" for at in range(len(call.positional))]
    before, after = names[: spread[0]], names[spread[0] + 1 :]
    bound = int(hasattr(function, "__objclass__"))  # a method counts what is behind its object
    lines = [f"def __call__({', '.join(names)}):", f"    items = list({names[spread[0]]})", "    count = len(items)"]
    for count in range(max(most - len(before) - len(after), -1) + 1):
        given = ", ".join([*before, *(f"items[{at}]" for at in range(count)), *after])
        total = count + len(before) + len(after)
        said = _wrong_number(function, total - bound) if total < least else (_wrong_types(context, call, spread[0], count) or "")
        lines += [f"    if count == {count}:", f"        raise TypeError({said!r})" if said else f"        return function({given})"]
    head, _, tail = _wrong_number(function, MANY).partition(str(MANY))
    given = f" + str(count + {len(before) + len(after) - bound}) + {tail!r}" if head != _wrong_number(function, MANY) else ""
    lines.append(f"    raise TypeError({head!r}{given})")
    info = context.program.lookups.setdefault(id(ARITIES), ClassInfo(object_type(type(ARITIES))))
    given_values = [value.value if isinstance(value, typed.Spread) else value for value in call.positional]
    return context.helper(synthesized(info, "__call__", lines, {"function": function}), call.name, given_values, {}, call.span)


def _wrong_types(context: Context, call: Call, at: int, count: int) -> str:
    """What CPython says when it takes so many values, but none of their type."""
    types = [context.solver.shallow(value.type) for value in call.positional]
    spread = call.positional[at]
    assert isinstance(spread, typed.Spread)
    item = context.solver.shallow(iteration_item(context.solver, context.solver.shallow(spread.value.type)) or NONE)
    found = asked(call.name, [*types[:at], *[item] * count, *types[at + 1 :]])
    return found[1] if found is not None and found[0] == "TypeError" else ""


def _arity(function: Any) -> tuple[int, int]:
    """The least and the most number of positional arguments; -1 when it is not known."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return -1, -1
    if any(item.kind is item.VAR_POSITIONAL for item in parameters):
        return -1, -1
    places = [item for item in parameters if item.kind in (item.POSITIONAL_ONLY, item.POSITIONAL_OR_KEYWORD)]
    return sum(item.default is item.empty for item in places), len(places)


def _wrong_number(function: Any, count: int) -> str:
    owner = [function.__objclass__()] if hasattr(function, "__objclass__") else []
    try:
        function(*owner, *[0] * count)
    except TypeError as error:
        return str(error)
    raise AssertionError(function, count)


def _printed(context: Context, call: Call) -> typed.Expression | None:
    """print(*values): their texts joined."""
    texts: typed.Expression | None = None
    for value in call.positional:
        part = _texts(context, call, value)
        texts = part if texts is None else context.required("+", [texts, part], {}, call.span)
    separator = call.keywords.get("sep", typed.Literal(" ", STR))
    separator = typed.Literal(" ", STR) if separator.type == NONE else separator
    assert texts is not None
    text = context.required("str.join", [separator, texts], {}, call.span)
    rest = {name: value for name, value in call.keywords.items() if name != "sep"}
    return context.required("builtins.print", [text], rest, call.span)


def _texts(context: Context, call: Call, value: typed.Expression) -> typed.Expression:
    if isinstance(value, typed.Spread):
        return context.helper(spreads.shown, "print", [value.value], {}, call.span)
    item = context.site_variable((context.key, call.span, "texts"))
    context.solver.include(item, STR)
    text = context.required("str", [value], {}, call.span)
    return context.compute(ListType(item), "python::list", [(text, item)], call.span)


def _extreme(context: Context, call: Call) -> typed.Expression | None:
    """max(*numbers)."""
    if call.keywords:
        return None
    value, kind = whole_list(context, call), type_of_one(context, call)
    item = context.solver.shallow(iteration_item(context.solver, context.solver.shallow(value.type)) or NONE)
    if any(member not in (INT, FLOAT, BOOL) for member in members_of(item)):
        return None
    function = spreads.largest if call.name == "builtins.max" else spreads.smallest
    return context.helper(function, call.name.removeprefix("builtins."), [value, typed.Literal(kind, STR)], {}, call.span)


def whole_list(context: Context, call: Call) -> typed.Expression:
    """All arguments as one list."""
    if len(call.positional) == 1 and isinstance(call.positional[0], typed.Spread):
        only: typed.Expression = call.positional[0].value
        return only
    whole: typed.Expression | None = None
    for value in call.positional:
        function: Any = spreads.listed if isinstance(value, typed.Spread) else spreads.single
        part = context.helper(function, "list", [value.value if isinstance(value, typed.Spread) else value], {}, call.span)
        whole = part if whole is None else context.required("+", [whole, part], {}, call.span)
    assert whole is not None
    return whole


def type_of_one(context: Context, call: Call) -> str:
    """The class of the only argument when `*values` gives nothing, or of what it gives."""
    plain = [value for value in call.positional if not isinstance(value, typed.Spread)]
    if plain:
        return class_name(context.solver.shallow(plain[0].type))
    spread = call.positional[0]
    assert isinstance(spread, typed.Spread)
    item = context.solver.shallow(iteration_item(context.solver, context.solver.shallow(spread.value.type)) or NONE)
    return class_name(members_of(item)[0])


WHOLE: dict[str, Callable[..., Any]] = {
    "math.gcd": spreads.divisor, "math.lcm": spreads.multiple, "math.hypot": spreads.length, "itertools.product": spreads.products,
}  # fmt: skip


def _zipped(context: Context, call: Call) -> typed.Expression | None:
    """zip(first, *rows), and with `strict`, which must be a constant."""
    strict = call.keywords.get("strict", typed.Literal(False, BOOL))
    if set(call.keywords) - {"strict"} or not isinstance(strict, typed.Literal):
        return None
    function = spreads.strict_rounds if strict.value else spreads.rounds
    return context.helper(function, "zip", [whole_list(context, call)], {}, call.span)


def _mapped(context: Context, call: Call) -> typed.Expression | None:
    """map(function, *rows)."""
    function, *rows = call.positional
    if call.keywords or isinstance(function, typed.Spread):
        return None
    listed = whole_list(context, replace(call, positional=rows))
    return context.helper(spreads.mapped, "map", [function, listed], {}, call.span)


def _longest(context: Context, call: Call) -> typed.Expression | None:
    """zip_longest(*rows)."""
    fill = call.keywords.get("fillvalue", typed.Literal(None, NONE))
    if set(call.keywords) - {"fillvalue"}:
        return None
    return context.helper(spreads.longest, call.name, [whole_list(context, call), fill], {}, call.span)


def _whole(context: Context, call: Call) -> typed.Expression | None:
    """Functions that take the list of all their arguments."""
    if call.keywords:
        return None
    return context.helper(WHOLE[call.name], call.name, [whole_list(context, call)], {}, call.span)


def _formatted(context: Context, call: Call) -> typed.Expression | None:
    """template.format(*values)."""
    template, *values = call.positional
    if call.keywords or len(values) != 1 or not isinstance(values[0], typed.Spread) or context.solver.shallow(template.type) != STR:
        return None
    listed = context.required("builtins.tuple", [values[0].value], {}, call.span)
    check_fields(context, [listed])
    arguments = [(template, STR), (listed, context.solver.shallow(listed.type)), (typed.Literal("", STR), STR)]
    return context.compute(STR, "python::format_template", arguments, call.span)


def _sets(context: Context, call: Call) -> typed.Expression | None:
    """first.union(*others), and set.union(*sets)."""
    method = call.name.removeprefix("set.")
    first, *others = call.positional
    if isinstance(first, typed.Spread):
        whole: dict[str, Callable[..., Any]] = {"union": spreads.all_union, "intersection": spreads.all_intersection}
        item = context.solver.shallow(iteration_item(context.solver, context.solver.shallow(first.value.type)) or NONE)
        if others or method not in whole or not isinstance(item, SetType):
            return None
        return context.helper(whole[method], call.name, [first.value], {}, call.span)
    if len(others) != 1 or not isinstance(others[0], typed.Spread) or call.keywords:
        return None
    function = {"union": spreads.union, "intersection": spreads.intersection, "difference": spreads.difference}[method]
    return context.helper(function, call.name, [first, others[0].value], {}, call.span)


def _chained(context: Context, call: Call) -> typed.Expression | None:
    """itertools.chain(*values) is chain.from_iterable(values)."""
    if len(call.positional) != 1 or not isinstance(call.positional[0], typed.Spread):
        return None
    return context.helper(itertools_functions.from_iterable, call.name, [call.positional[0].value], {}, call.span)


def _packed(context: Context, call: Call) -> typed.Expression | None:
    """struct.pack(format, *values)."""
    from modelet_compiler.operations import packing

    made: typed.Expression | None = packing.packed(context, call) if call.name == "_struct.pack" else packing.packed_into(context, call)
    return made


SPREADS: dict[str, Callable[[Context, Call], typed.Expression | None]] = {
    "builtins.print": _printed,
    "builtins.max": _extreme,
    "builtins.min": _extreme,
    "set.union": _sets,
    "set.intersection": _sets,
    "set.difference": _sets,
    "builtins.zip": _zipped,
    "builtins.map": _mapped,
    "itertools.chain": _chained,
    "itertools.zip_longest": _longest,
    **dict.fromkeys(WHOLE, _whole),
    "str.format": _formatted,
    "_struct.pack": _packed,
    "_struct.pack_into": _packed,
}
