"""Values whose kind is known at run time only: what has no need to look at each kind when compiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import (
    BOOL,
    FLOAT,
    INT,
    JSON,
    JSON_DICT,
    JSON_LIST,
    NONE,
    STR,
    DictType,
    ListType,
    SliceType,
    TupleType,
    Type,
    UnionType,
    members_of,
)
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

SCALARS = (NONE, BOOL, INT, FLOAT, STR)
KINDS = (*SCALARS, JSON_LIST, JSON_DICT)
NUMBERS = (BOOL, INT, FLOAT)
KEYS: tuple[Type, ...] = (STR, INT, BOOL, JSON)
ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "/", "//": "f", "%": "%"}


def holds_json(context: Context, type_: Type) -> bool:
    """Whether a key of this type may turn out not to be hashable."""
    type_ = context.solver.shallow(type_)
    if isinstance(type_, TupleType):
        return any(holds_json(context, item) for item in type_.items)
    return type_ == JSON or (isinstance(type_, UnionType) and any(holds_json(context, member) for member in type_.members))


@REGISTRY.rule("[]")
def subscript(context: Context, call: Call) -> typed.Expression | None:
    """`value[key]`: whatever the kinds are."""
    value, key = (context.solver.shallow(item.type) for item in call.positional)
    if value == JSON and (key in KEYS or isinstance(key, SliceType)):
        key_type = INT if key == BOOL else key
        return context.compute(JSON, "python::index", [(call.positional[0], JSON), (call.positional[1], key_type)], call.span)
    return None


@REGISTRY.rule("[]=")
def store(context: Context, call: Call) -> typed.Expression | None:
    """`value[key] = item`."""
    value, key, item = (context.solver.shallow(each.type) for each in call.positional)
    if value != JSON or key not in KEYS:
        return None
    if not context.solver.become_json(item):
        raise Unsupported("this value cannot be put into a value of type Any", "its type is not one of JSON's", "convert it first")
    arguments = [(call.positional[0], JSON), (call.positional[1], INT if key == BOOL else key), (call.positional[2], JSON)]
    return context.compute(NONE, "python::store", arguments, call.span)


@REGISTRY.rule("del []")
def delete(context: Context, call: Call) -> typed.Expression | None:
    """`del value[key]`."""
    value, key = (context.solver.shallow(each.type) for each in call.positional)
    if value != JSON or key not in KEYS:
        return None
    arguments = [(call.positional[0], JSON), (call.positional[1], INT if key == BOOL else key)]
    return context.compute(NONE, "python::remove_at", arguments, call.span)


@REGISTRY.rule("builtins.len")
def length(context: Context, call: Call) -> typed.Expression | None:
    """Of what has one."""
    if len(call.positional) != 1 or call.keywords or context.solver.shallow(call.positional[0].type) != JSON:
        return None
    return context.compute(INT, "python::len", [(call.positional[0], JSON)], call.span)


@REGISTRY.rule("in")
def contained(context: Context, call: Call) -> typed.Expression | None:
    """`item in value`."""
    item, value = (context.solver.shallow(each.type) for each in call.positional)
    if value != JSON or not (item == JSON or context.solver.become_json(item)):
        return None
    return context.compute(BOOL, "python::contains", [(call.positional[0], item), (call.positional[1], JSON)], call.span)


@REGISTRY.rule("unpack", "unpack star")
def unpacked(context: Context, call: Call) -> typed.Expression | None:
    """`a, b = value`."""
    if context.solver.shallow(call.positional[0].type) != JSON:
        return None
    star = typed.Literal(0 if call.name == "unpack star" else -1, INT)
    return context.compute(
        JSON_LIST, "python::json_unpack", [(call.positional[0], JSON), (call.positional[1], INT), (star, INT)], call.span
    )


@REGISTRY.rule("str.join")
def joined(context: Context, call: Call) -> typed.Expression | None:
    """Texts of a list whose items may be anything."""
    if len(call.positional) != 2 or call.keywords:
        return None
    source = call.positional[1]
    item = iteration_item(context.solver, context.solver.shallow(source.type))
    if item is None or context.solver.shallow(item) != JSON:
        return None
    cpp = "python::joinable" if context.solver.shallow(source.type) == JSON else "python::to_list<{T}>"
    parts = context.compute_template(JSON_LIST, cpp, {"T": JSON}, [(source, None)], call.span)
    return context.compute(STR, "python::json_join", [(call.positional[0], STR), (parts, JSON_LIST)], call.span)


@REGISTRY.rule(*ARITHMETIC)
def arithmetic(context: Context, call: Call) -> typed.Expression | None:
    """Of any two kinds, without code for each pair."""
    types = [context.solver.shallow(each.type) for each in call.positional]
    if JSON not in types or not all(member in KINDS for type_ in types for member in members_of(type_)):
        return None
    pairs = [(left, right) for left in members_of(types[0]) for right in members_of(types[1])]
    found = [result for left, right in pairs for result in results(call.name, left, right)]
    result = context.solver.union(found) if found else NONE
    in_place = "true" if context.in_place else "false"
    name = f"python::combine<'{ARITHMETIC[call.name]}', {in_place}, {{R}}>"
    return context.compute_template(result, name, {"R": result}, list(zip(call.positional, types, strict=True)), call.span)


def results(symbol: str, left: Type, right: Type) -> list[Type]:
    """The type of `left symbol right`, if it has one."""
    if left in NUMBERS and right in NUMBERS:
        return [FLOAT if FLOAT in (left, right) or symbol == "/" else INT]
    sequences = (STR, JSON_LIST)
    if symbol == "+" and left in sequences and left == right:
        return [left]
    if symbol == "*" and left in sequences and right in (INT, BOOL):
        return [left]
    if symbol == "*" and right in sequences and left in (INT, BOOL):
        return [right]
    return []


@REGISTRY.rule("builtins.sum")
def total(context: Context, call: Call) -> typed.Expression | None:
    """Numbers whose kinds are known at run time only."""
    start = call.keywords.get("start") or (call.positional[1] if len(call.positional) == 2 else typed.Literal(0, INT))
    if not 1 <= len(call.positional) <= 2 or set(call.keywords) - {"start"}:
        return None
    source = context.iterable(call.positional[0], call.span)
    item = iteration_item(context.solver, context.solver.shallow(source.type))
    number = UnionType((FLOAT, INT))
    if item is None or context.solver.shallow(start.type) not in NUMBERS or not _summed(context, item):
        return None
    return context.compute(number, "python::json_sum", [(source, context.solver.shallow(source.type)), (start, number)], call.span)


def _summed(context: Context, item: Type) -> bool:
    members = members_of(context.solver.shallow(item))
    return any(member not in NUMBERS for member in members) and all(member in KINDS for member in members) and len(members) > 1


@REGISTRY.rule("builtins.dict", "dict.update")
def pairs(context: Context, call: Call) -> typed.Expression | None:
    """`dict(value)` and `.update(value)`: of a dict, or of pairs."""
    place = 0 if call.name == "builtins.dict" else 1
    if call.keywords or len(call.positional) != place + 1 or context.solver.shallow(call.positional[place].type) != JSON:
        return None
    made = context.compute(JSON_DICT, "python::json_dict", [(call.positional[place], JSON)], call.span)
    return made if place == 0 else context.required(call.name, [call.positional[0], made], {}, call.span)


@REGISTRY.rule("dict.get", "dict.setdefault")
def open_default(context: Context, call: Call) -> None:
    """A default of a dict of anything becomes one of its kinds."""
    type_ = context.solver.shallow(call.positional[0].type)
    if isinstance(type_, DictType) and context.solver.shallow(type_.value) == JSON:
        for value in call.positional[2:]:
            context.solver.become_json(value.type)


__all__ = ["ListType", "holds_json"]
