"""re: patterns and matches."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.operations import Call
from modelet_compiler.ir.types import (
    BOOL,
    INT,
    JSON,
    NONE,
    STR,
    DictType,
    IteratorType,
    ListType,
    MatchType,
    PatternType,
    TupleType,
    Type,
    UnionType,
    is_function,
    tuple_of,
)
from modelet_compiler.lowering.regex.shape import pattern_type
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import regex_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context

REGISTRY.add([("re.escape(pattern: str) -> str", "python::escape_pattern")])

FOREVER = typed.Literal(2**63 - 1, INT)
ZERO = typed.Literal(0, INT)
METHODS: dict[str, tuple[tuple[str, typed.Literal | None], ...]] = {
    "match": (("string", None), ("pos", ZERO), ("endpos", FOREVER)),
    "fullmatch": (("string", None), ("pos", ZERO), ("endpos", FOREVER)),
    "search": (("string", None), ("pos", ZERO), ("endpos", FOREVER)),
    "findall": (("string", None), ("pos", ZERO), ("endpos", FOREVER)),
    "finditer": (("string", None), ("pos", ZERO), ("endpos", FOREVER)),
    "split": (("string", None), ("maxsplit", ZERO)),
    "sub": (("repl", None), ("string", None), ("count", ZERO)),
    "subn": (("repl", None), ("string", None), ("count", ZERO)),
}
"""Parameters behind the pattern; in functions of the module there is no `pos` and `endpos`."""


@REGISTRY.rule("re.match", "re.fullmatch", "re.search", "re.findall", "re.finditer", "re.split", "re.sub", "re.subn")
def module_function(context: Context, call: Call) -> typed.Expression | None:
    """The tracer has compiled every pattern that is known; what is left holds a pattern or is not known."""
    if not call.positional:
        return None
    pattern, *rest = call.positional
    if not isinstance(context.solver.shallow(pattern.type), PatternType):  # the function is a value: of a partial, or handed on
        pattern = late(context, pattern, typed.Literal(0, INT), call)
    found: typed.Expression | None = method(context, Call(call.name, [pattern, *rest], call.keywords, call.span))
    return found


RUN_TIME = "modelet_compiler.standard.regex_functions.compiled"


@REGISTRY.rule(RUN_TIME)
def compiled_later(context: Context, call: Call) -> typed.Expression | None:
    """A pattern that is compiled when the function runs, or is one already."""
    pattern, flags, shape = call.positional
    type_ = context.solver.shallow(pattern.type)
    if isinstance(type_, PatternType):
        return pattern if isinstance(flags, typed.Literal) and flags.value == 0 else None
    if type_ == JSON:
        said = typed.Literal("first argument must be string or compiled pattern", STR)
        pattern = context.compute(STR, "python::json_text", [(pattern, JSON), (said, STR)], call.span)
    elif type_ != STR:
        return None
    if context.solver.shallow(flags.type) != INT:
        flags = context.required("builtins.int", [flags], {}, call.span)
    made = shaped(shape.value if isinstance(shape, typed.Literal) else None)
    arguments = [(pattern, STR), (flags, INT), (typed.Literal(-1 if made.groups is None else made.groups, INT), INT)]
    return context.compute(made, "python::compile_pattern", arguments, call.span)


def shaped(shape: Any) -> PatternType:
    """What is known of a pattern that has the groups of `shape`."""
    if not isinstance(shape, str):
        return PatternType(None, (), ())
    try:
        return pattern_type(re.compile(shape, re.VERBOSE if "(?x)" in shape else 0))
    except (re.error, OverflowError, Unsupported):
        return PatternType(None, (), ())


@REGISTRY.rule("re.compile")
def compiled(context: Context, call: Call) -> typed.Expression | None:
    """A pattern is compiled to itself."""
    if len(call.positional) == 1 and isinstance(context.solver.shallow(call.positional[0].type), PatternType):
        return call.positional[0]
    flags = [*call.positional[1:], *(value for name, value in call.keywords.items() if name == "flags")]
    if not call.positional or len(flags) > 1 or set(call.keywords) - {"flags"}:
        return None
    return late(context, call.positional[0], flags[0] if flags else typed.Literal(0, INT), call)


def late(context: Context, pattern: typed.Expression, flags: typed.Expression, call: Call) -> typed.Expression:
    """The pattern that a str is, which only the function that is a value here was told."""
    made: typed.Expression | None = compiled_later(context, Call(RUN_TIME, [pattern, flags, pattern], {}, call.span))
    if made is None:
        raise Unsupported("this pattern is known only at run time", "it is no str", "a constant, or a pattern at module level")
    return made


@REGISTRY.rule(*(f"re.Pattern.{name}" for name in METHODS))
def method(context: Context, call: Call) -> typed.Expression | None:
    """Methods of a pattern."""
    name = call.name.rsplit(".", 1)[1]
    bound = bind(METHODS[name], call.positional[1:], call.keywords)
    if bound is None:
        return None
    pattern = context.solver.shallow(call.positional[0].type)
    assert isinstance(pattern, PatternType)
    several = context.solver.shallow(bound[0].type)
    if name in ("sub", "subn") and isinstance(several, UnionType):

        def one(member: typed.Expression) -> typed.Expression | None:
            return context.apply(call.name, [call.positional[0], member, *bound[1:]], {}, call.span)

        return context.switch(bound[0], several, one, lambda _: None, call.span)
    if name in ("sub", "subn") and is_function(context.solver.shallow(bound[0].type)):
        function = regex_functions.substituted if name == "sub" else regex_functions.replaced
        made: typed.Expression = context.helper(function, f"re.{name}", [call.positional[0], *bound], {}, call.span)
        return made
    arguments: list[tuple[Any, Type]] = [(call.positional[0], pattern)]
    for (parameter, _), value in zip(METHODS[name], bound, strict=True):
        wanted = INT if parameter in ("pos", "endpos", "maxsplit", "count") else STR
        have = context.solver.shallow(value.type)
        if parameter == "string" and have == JSON:
            said = typed.Literal("expected string or bytes-like object, got '{}'", STR)
            value, have = context.compute(STR, "python::json_text", [(value, JSON), (said, STR)], call.span), STR
        if have not in (wanted, BOOL if wanted == INT else wanted):
            return None
        arguments.append((value, wanted))
    if name in ("sub", "subn"):
        check_template(pattern, bound[0])
    return RESULTS[name](context, pattern, arguments, call)


def bind(parameters: Any, positional: list[Any], keywords: dict[str, Any]) -> list[Any] | None:
    """A value for every parameter, or None when the call has another shape."""
    named = dict(keywords)
    bound = []
    for position, (name, default) in enumerate(parameters):
        if position < len(positional):
            if name in named:
                return None
            bound.append(positional[position])
        elif name in named or default is not None:
            bound.append(named.pop(name, default))
        else:
            return None
    return bound if not named and len(positional) <= len(parameters) else None


def check_template(pattern: PatternType, template: Any) -> None:
    """A template that is known must be right for the pattern; CPython would raise `re.error` at the call."""
    if not isinstance(template, typed.Literal) or not isinstance(template.value, str) or pattern.groups is None:
        return
    names = {name: f"(?P<{name}>)" for name, _ in pattern.names}
    numbered = {number: names[name] for name, number in pattern.names}
    like = re.compile("".join(numbered.get(number, "()") for number in range(1, pattern.groups + 1)))
    try:
        like.sub(template.value, "")
    except (re.error, IndexError) as error:
        raise Unsupported(f"the replacement {template.value!r} is wrong for its pattern", str(error)) from None


def _found(name: str) -> Callable[..., typed.Expression]:
    def result(context: Context, pattern: PatternType, arguments: Any, call: Call) -> typed.Expression:
        return context.compute(UnionType((NONE, MatchType(pattern))), f"python::{name}", arguments, call.span)

    return result


def _findall(context: Context, pattern: PatternType, arguments: Any, call: Call) -> typed.Expression:
    if pattern.groups is None and not pattern.single:
        return list_of(context, UnionType((STR, tuple_of(STR))), "python::findall_any<{T}>", arguments, call)
    item: Type = STR if pattern.groups is None or pattern.groups < 2 else TupleType((STR,) * pattern.groups)
    return list_of(context, item, "python::findall<{T}, {I}>", arguments, call)


def list_of(context: Context, item: Type, cpp: str, arguments: Any, call: Call) -> typed.Expression:
    """A new list, whose items may become more general later."""
    variable = context.site_variable((context.key, call.span, call.name))
    context.solver.include(variable, item)
    return context.compute_template(ListType(variable), cpp, {"T": variable, "I": item}, arguments, call.span)


def _finditer(context: Context, pattern: PatternType, arguments: Any, call: Call) -> typed.Expression:
    result = IteratorType("callable_iterator", "py::MatchIterator", MatchType(pattern))
    return context.compute(result, "python::finditer", arguments, call.span)


def _split(context: Context, pattern: PatternType, arguments: Any, call: Call) -> typed.Expression:
    item: Type = STR if pattern.groups == len(pattern.certain) and all(pattern.certain) else UnionType((NONE, STR))
    return list_of(context, item, "python::split_by<{T}>", arguments, call)


def _sub(context: Context, pattern: PatternType, arguments: Any, call: Call) -> typed.Expression:
    del pattern
    return context.compute(STR, "python::substituted", arguments, call.span)


def _subn(context: Context, pattern: PatternType, arguments: Any, call: Call) -> typed.Expression:
    del pattern
    return context.compute(TupleType((STR, INT)), "python::substitute", arguments, call.span)


RESULTS: dict[str, Callable[..., typed.Expression]] = {
    "match": _found("match"), "fullmatch": _found("fullmatch"), "search": _found("search"), "findall": _findall, "finditer": _finditer,
    "split": _split, "sub": _sub, "subn": _subn,
}  # fmt: skip


# ---- matches


@REGISTRY.rule("re.Match.group", "[]")
def group(context: Context, call: Call) -> typed.Expression | None:
    """One group, or a tuple of several."""
    type_ = context.solver.shallow(call.positional[0].type)
    if not isinstance(type_, MatchType) or call.keywords:
        return None
    wanted = call.positional[1:] or [ZERO]
    found = [_one_group(context, call, type_, which) for which in wanted]
    parts = [part for part in found if part is not None]
    if len(parts) != len(found):
        return None
    if len(parts) == 1:
        return parts[0]
    result = TupleType(tuple(part.type for part in parts))
    return context.compute(result, "tuple", list(zip(parts, result.items, strict=True)), call.span, raises=False, plain=True)


def _one_group(context: Context, call: Call, type_: MatchType, which: typed.Expression) -> typed.Expression | None:
    asked = _which(context, type_, which)
    if asked is None:
        return None
    which, given = asked
    sure = which.value == 0 or _is_certain(type_.pattern, which.value) if isinstance(which, typed.Literal) and given == INT else False
    result: Type = STR if sure else UnionType((NONE, STR))
    arguments = [(call.positional[0], type_), (which, given)]
    return context.compute_template(result, "python::group<{R}>", {"R": result}, arguments, call.span)


def _which(context: Context, type_: MatchType, which: typed.Expression) -> tuple[typed.Expression, Type] | None:
    """A group as a number where the compiler knows it, else as it was given."""
    have = context.solver.shallow(which.type)
    if have not in (INT, BOOL, STR):
        return None
    if isinstance(which, typed.Literal) and not which.captured:
        pattern = type_.pattern
        number = dict(pattern.names).get(which.value) if have == STR else int(which.value)
        if number is not None:
            which, have = typed.Literal(number, INT), INT
    return which, INT if have == BOOL else have


def _is_certain(pattern: PatternType, number: int) -> bool:
    return 0 < number <= len(pattern.certain) and pattern.certain[number - 1]


@REGISTRY.rule("re.Match.start", "re.Match.end", "re.Match.span")
def place(context: Context, call: Call) -> typed.Expression | None:
    """Where a group is."""
    type_ = context.solver.shallow(call.positional[0].type)
    name = call.name.rsplit(".", 1)[1]
    if not isinstance(type_, MatchType) or call.keywords or len(call.positional) > 2:
        return None
    asked = _which(context, type_, (call.positional[1:] or [ZERO])[0])
    if asked is None:
        return None
    result: Type = TupleType((INT, INT)) if name == "span" else INT
    return context.compute(result, f"python::group_{name}", [(call.positional[0], type_), asked], call.span)


@REGISTRY.rule("re.Match.groups", "re.Match.groupdict")
def all_groups(context: Context, call: Call) -> typed.Expression | None:
    """All groups; one that is not set is the default."""
    type_ = context.solver.shallow(call.positional[0].type)
    bound = bind((("default", typed.Literal(None, NONE)),), call.positional[1:], call.keywords)
    if not isinstance(type_, MatchType) or bound is None:
        return None
    pattern = type_.pattern
    default = context.solver.shallow(bound[0].type)
    if pattern.groups is None or (call.name.endswith("dict") and len(pattern.certain) < pattern.groups):
        return _unknown_groups(context, call, context.solver.join(STR, default), bound[0])
    items = [STR if certain else context.solver.join(STR, default) for certain in pattern.certain]
    arguments = [(call.positional[0], type_), (bound[0], default)]
    if call.name.endswith("groups"):
        result = TupleType(tuple(items))
        return context.compute_template(result, "python::groups<{T}>", {"T": result}, arguments, call.span)
    named = [items[number - 1] for _, number in pattern.names]
    variable = context.site_variable((context.key, call.span, call.name))
    context.solver.include(variable, context.solver.union(named) if named else STR)
    return context.compute_template(DictType(STR, variable), "python::groupdict<{V}>", {"V": variable}, arguments, call.span)


def _unknown_groups(context: Context, call: Call, item: Type, default: typed.Expression) -> typed.Expression:
    """Of patterns whose groups are known at run time only."""
    given = context.solver.shallow(default.type)
    arguments = [(call.positional[0], context.solver.shallow(call.positional[0].type)), (default, given)]
    if call.name.endswith("groups"):
        made = tuple_of(item)
        return context.compute_template(made, "python::groups_any<{T}>", {"T": made}, arguments, call.span)
    variable = context.site_variable((context.key, call.span, call.name))
    context.solver.include(variable, item)
    return context.compute_template(DictType(STR, variable), "python::groupdict<{V}>", {"V": variable}, arguments, call.span)


@REGISTRY.rule("re.Match.expand")
def expanded(context: Context, call: Call) -> typed.Expression | None:
    """A template filled in."""
    type_ = context.solver.shallow(call.positional[0].type)
    bound = bind((("template", None),), call.positional[1:], call.keywords)
    if not isinstance(type_, MatchType) or bound is None or context.solver.shallow(bound[0].type) != STR:
        return None
    check_template(type_.pattern, bound[0])
    return context.compute(STR, "python::expand", [(call.positional[0], type_), (bound[0], STR)], call.span)


ATTRIBUTES: dict[str, tuple[Type, str]] = {
    "re.Match.string": (STR, "text_of"),
    "re.Match.pos": (INT, "pos_of"),
    "re.Match.endpos": (INT, "endpos_of"),
    "re.Match.lastindex": (UnionType((NONE, INT)), "last_index"),
    "re.Match.lastgroup": (UnionType((NONE, STR)), "last_name"),
    "re.Pattern.pattern": (STR, "source_of"),
    "re.Pattern.flags": (INT, "flags_of"),
    "re.Pattern.groups": (INT, "groups_of"),
}


@REGISTRY.rule(*(f"attribute {name}" for name in ATTRIBUTES))
def attribute(context: Context, call: Call) -> typed.Expression | None:
    """What a pattern or match knows about itself."""
    result, cpp = ATTRIBUTES[call.name.removeprefix("attribute ")]
    type_ = context.solver.shallow(call.positional[0].type)
    return context.compute(result, f"python::{cpp}", [(call.positional[0], type_)], call.span, raises=False)


@REGISTRY.rule("attribute re.Pattern.groupindex")
def group_index(context: Context, call: Call) -> typed.Expression | None:
    """Names and numbers."""
    return context.compute(DictType(STR, INT), "python::groupindex", [(call.positional[0], call.positional[0].type)], call.span)


@REGISTRY.rule("attribute re.Match.re")
def own_pattern(context: Context, call: Call) -> typed.Expression | None:
    """The pattern that matched."""
    type_ = context.solver.shallow(call.positional[0].type)
    assert isinstance(type_, MatchType)
    return context.compute(type_.pattern, "python::pattern_of", [(call.positional[0], type_)], call.span, raises=False)
