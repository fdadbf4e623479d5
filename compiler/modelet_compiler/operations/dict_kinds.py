"""collections: defaultdict, Counter and OrderedDict, which are dicts in the engine, and know what they are at run time."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import INT, NONE, ClosureType, DictType, StaticType, Type, static, type_name
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import collections_counter, factories

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

IN_PLACE = {
    "+=": collections_counter.add_in_place,
    "-=": collections_counter.subtract_in_place,
    "|=": collections_counter.unite_in_place,
    "&=": collections_counter.common_in_place,
}
OPERATORS = {
    "+": collections_counter.added,
    "-": collections_counter.subtracted,
    "|": collections_counter.united,
    "&": collections_counter.common,
    "<=": collections_counter.included,
    "<": collections_counter.properly_included,
    ">=": collections_counter.includes,
    ">": collections_counter.properly_includes,
    **IN_PLACE,
}
REGISTRY.compiled.update(
    {
        "Counter.most_common": collections_counter.most_common,
        "Counter.elements": collections_counter.elements,
        "Counter.total": collections_counter.total,
    }
)


def kind_of(context: Context, value: typed.Expression) -> str:
    """Which kind of dict a value is; empty when it is none."""
    type_ = context.solver.shallow(value.type)
    return type_.kind if isinstance(type_, DictType) else ""


def with_kind(type_: Type, kind: str) -> DictType:
    """The same keys and values in another kind of dict."""
    assert isinstance(type_, DictType)
    return DictType(type_.key, type_.value, kind)


@REGISTRY.rule("collections.OrderedDict")
def ordered_dict(context: Context, call: Call) -> typed.Expression | None:
    """Made of what a dict is made of."""
    return _made(context, call, "OrderedDict", "ordered")


def _made(context: Context, call: Call, kind: str, enumerator: str) -> typed.Expression | None:
    plain = context.apply("builtins.dict", call.positional, call.keywords, call.span)
    if plain is None:
        return None
    arguments = [(plain, plain.type), (typed.Raw(f"py::DictKind::{enumerator}", NONE), NONE)]
    return context.compute(with_kind(plain.type, kind), "python::dict_of_kind", arguments, call.span, raises=False)


@REGISTRY.rule("collections.defaultdict")
def default_dict(context: Context, call: Call) -> typed.Expression | None:
    """Its values are at least what the factory makes."""
    plain = context.apply("builtins.dict", call.positional[1:], call.keywords, call.span)
    if plain is None:
        return None
    result = with_kind(plain.type, "defaultdict")
    factory = call.positional[0] if call.positional else typed.Literal(None, NONE)
    made = typed.Raw("{}", NONE) if context.solver.shallow(factory.type) == NONE else _factory(context, call, factory, result.value)
    return context.compute(result, "python::with_factory", [(plain, plain.type), (made, result.value)], call.span)


def _factory(context: Context, call: Call, factory: typed.Expression, value: Type) -> typed.Expression:
    """A compiled function without arguments; each place has its own, as the items of `list()` belong to a place."""
    type_ = context.solver.shallow(factory.type)
    if not isinstance(type_, StaticType | ClosureType):
        raise Unsupported("this default factory is not known when compiling", instead="a class, a lambda or a function")
    if isinstance(type_, StaticType) and not callable(type_.value):
        raise Unsupported("the first argument of defaultdict must be callable or None")
    site = context.program.memo.setdefault((context.key, call.span, "factory"), call)
    traced = context.program.function(factories.produced)
    key, result = context.program.specialise(traced, (type_, static("site", site)))
    context.solver.include(value, context.solver.shallow(result))
    if isinstance(type_, StaticType):
        return typed.Maker(key, _shown(type_.value), [], value)
    return typed.Maker(key, f"<function {type_.function.name} at 0x7f0000000000>", [(factory, type_)], value)


def _shown(factory: object) -> str:
    """Its repr; a function's address is any."""
    return f"<function {factory.__qualname__} at 0x7f0000000000>" if isinstance(factory, FunctionType) else repr(factory)


@REGISTRY.rule("[]")
def looked_up(context: Context, call: Call) -> None:
    """A missing key becomes a key of a defaultdict."""
    type_ = context.solver.shallow(call.positional[0].type)
    if isinstance(type_, DictType) and type_.kind in ("defaultdict", "mapping"):
        context.check_hashable(call.positional[1].type)
        context.solver.include(type_.key, context.solver.shallow(call.positional[1].type))


@REGISTRY.rule("collections.Counter")
def counter(context: Context, call: Call) -> typed.Expression | None:
    """Counts are ints, or what a mapping or the program puts in their place."""
    if len(call.positional) > 1:
        return None
    inner = type(call)(call.name, [], {}, call.span)
    made = _made(context, inner, "Counter", "counter")
    assert made is not None
    assert isinstance(made.type, DictType)
    context.solver.include(made.type.value, INT)
    _count(context, call, made, list(map(context.collection, call.positional)), "update")
    return made


@REGISTRY.rule("Counter.update", "Counter.subtract")
def counted(context: Context, call: Call) -> typed.Expression | None:
    """With a mapping its counts, with anything else its elements."""
    if len(call.positional) > 2:
        return None
    _count(context, call, call.positional[0], call.positional[1:], call.name.removeprefix("Counter."))
    return typed.Literal(None, NONE)


def _count(context: Context, call: Call, receiver: typed.Expression, sources: list[typed.Expression], name: str) -> None:
    given = [source for source in sources if context.solver.shallow(source.type) != NONE]
    if call.keywords:
        named = context.apply("builtins.dict", [], call.keywords, call.span)
        assert named is not None
        given.append(named)
    for source in given:
        kind = "counts" if kind_of(context, source) else "elements"
        if kind == "elements" and iteration_item(context.solver, context.solver.shallow(source.type)) is None:
            raise Unsupported(f"Counter.{name} does not take {type_name(context.solver.resolve(source.type))}")
        context.helper(getattr(collections_counter, f"{name}_{kind}"), f"Counter.{name}", [receiver, source], {}, call.span)


@REGISTRY.rule(*OPERATORS)
def counter_operator(context: Context, call: Call) -> typed.Expression | None:
    """Between two Counters; `|` of other kinds of dicts keeps the kind."""
    kinds = [kind_of(context, value) for value in call.positional]
    if "" in kinds or set(kinds) == {"dict"}:
        return None
    if set(kinds) == {"Counter"}:
        return context.helper(OPERATORS[call.name], call.name, call.positional, {}, call.span)
    if "Counter" in kinds or "mapping" in kinds or call.name not in ("|", "|="):
        raise Unsupported(f"`{call.name}` of {' and '.join(kinds)} is not supported", instead="two dicts of one kind")
    merged = context.apply("merge dicts" if call.name == "|" else "update dict", call.positional, {}, call.span)
    assert merged is not None
    kind = kinds[0] if kinds[0] != "dict" or call.name == "|=" else kinds[1]
    return context.compute(with_kind(merged.type, kind), "copy", [(merged, merged.type)], call.span, raises=False, plain=True)


REGISTRY.add(
    [
        ("merge dicts(left: dict[K, V], right: dict[K, V]) -> dict[K, V]", "python::merged"),
        ("update dict(left: dict[K, V], right: dict[K, V]) -> dict[K, V]", "python::updated"),
        ("collections.OrderedDict.move_to_end(self: dict[K, V], key: k, last: bool = True) -> None", "python::move_to_end"),
        ("collections.OrderedDict.popitem(self: dict[K, V], last: bool = True) -> tuple[K, V]", "python::popitem_from"),
    ]
)


@REGISTRY.rule("unary +", "unary -")
def signed(context: Context, call: Call) -> typed.Expression | None:
    """The positive counts of a Counter, or its negative ones made positive."""
    if kind_of(context, call.positional[0]) != "Counter":
        return None
    function = collections_counter.positive if call.name == "unary +" else collections_counter.negative
    return context.helper(function, call.name, call.positional, {}, call.span)


@REGISTRY.rule("dict.copy", "Counter.copy")
def copied(context: Context, call: Call) -> typed.Expression | None:
    """The copy is of the same kind."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    return context.compute(type_, "python::copy", [(call.positional[0], type_)], call.span)
