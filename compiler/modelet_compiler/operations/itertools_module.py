"""itertools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, INT, NONE, GeneratorType, IteratorType, ListType, TupleType, Type, UnionType
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import itertools_functions

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

PLAIN = ["count", "cycle", "repeat", "accumulate", "pairwise", "compress", "takewhile", "dropwhile", "filterfalse", "batched"]
REGISTRY.compiled.update({f"itertools.{name}": getattr(itertools_functions, name) for name in PLAIN})
REGISTRY.compiled["builtins.chain.from_iterable"] = itertools_functions.from_iterable
OF_ANY_LENGTH = {"combinations": itertools_functions.combinations, "permutations": itertools_functions.permutations}
OPTIONAL_INT = UnionType((NONE, INT))


def sources(context: Context, call: Call) -> tuple[list[typed.Expression], list[Type], list[Type]] | None:
    """The iterables, their types, and the types of their items."""
    values = [context.iterable(value, call.span) for value in call.positional]
    types = [context.solver.shallow(value.type) for value in values]
    items = [iteration_item(context.solver, type_) for type_ in types]
    found = [context.solver.shallow(item) for item in items if item is not None]
    return (values, types, found) if len(found) == len(items) else None


def iterators(types: list[Type], first: int) -> str:
    """The C++ classes of iterators over types that stand at `first` and behind."""
    return "".join(f", py::Iterator<{{{position}}}>" for position in range(first, first + len(types)))


@REGISTRY.rule("itertools.chain")
def chained(context: Context, call: Call) -> typed.Expression | None:
    """One after another."""
    given = sources(context, call)
    if given is None or call.keywords:
        return None
    values, types, items = given
    item = context.solver.union(items) if items else NONE
    result = IteratorType("itertools.chain", f"py::Chain<{{0}}{iterators(types, 1)}>", item, (item, *types))
    return context.compute_template(result, "python::chain<{T}>", {"T": item}, list(zip(values, types, strict=True)), call.span)


@REGISTRY.rule("itertools.islice")
def sliced(context: Context, call: Call) -> typed.Expression | None:
    """`islice(iterable, stop)` or `islice(iterable, start, stop, step)`."""
    if not 2 <= len(call.positional) <= 4 or call.keywords:
        return None
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    bounds = call.positional[1:]
    if item is None or not all(context.solver.fits(bound.type, UnionType((BOOL, INT, NONE))) for bound in bounds):
        return None
    none = typed.Literal(None, NONE)
    start, stop, step = (*bounds, none)[:3] if len(bounds) > 1 else (none, bounds[0], none)
    result = IteratorType("itertools.islice", "py::Sliced<py::Iterator<{0}>>", item, (type_,))
    arguments = [(source, type_), *((bound, OPTIONAL_INT) for bound in (start, stop, step))]
    return context.compute(result, "python::islice", arguments, call.span)


@REGISTRY.rule("itertools.zip_longest")
def longest(context: Context, call: Call) -> typed.Expression | None:
    """What has ended gives the fill value."""
    given = sources(context, call)
    if given is None or set(call.keywords) - {"fillvalue"} or not call.positional:
        return None
    values, types, items = given
    fill = call.keywords.get("fillvalue", typed.Literal(None, NONE))
    filling = context.solver.shallow(fill.type)
    item = TupleType(tuple(context.solver.join(one, filling) for one in items))
    result = IteratorType("itertools.zip_longest", f"py::ZipLongest<{{0}}, {{1}}{iterators(types, 2)}>", item, (item, filling, *types))
    arguments = [(fill, filling), *zip(values, types, strict=True)]
    return context.compute_template(result, "python::zip_longest<{T}>", {"T": item}, list(arguments), call.span)


def pool(context: Context, value: typed.Expression, call: Call) -> typed.Expression:
    """A list of what an iterable gives, taken at once."""
    return context.required("builtins.list", [value], {}, call.span)


def constant(value: typed.Expression | None, what: str) -> int:
    """An int that is known when compiling: the length of a tuple is part of its type."""
    if isinstance(value, typed.Literal) and type(value.value) is int and value.value >= 0:
        return value.value
    raise Unsupported(f"{what} is not known when compiling", "the length of a tuple is part of its type", "a constant")


@REGISTRY.rule("itertools.product")
def multiplied(context: Context, call: Call) -> typed.Expression | None:
    """Tuples of one item of each."""
    if set(call.keywords) - {"repeat"}:
        return None
    times = call.keywords.get("repeat", typed.Literal(1, INT))
    if len(call.positional) == 1 and not isinstance(times, typed.Literal) and context.solver.shallow(times.type) == INT:
        return context.helper(itertools_functions.product, "product", [call.positional[0], times], {}, call.span)
    repeat = constant(times, "`repeat` of itertools.product")
    pools = [pool(context, value, type(call)("product", [value], {}, call.span)) for value in call.positional] * repeat
    return _selected(context, call, pools, "ProductRule", "product", [])


@REGISTRY.rule("itertools.combinations", "itertools.combinations_with_replacement", "itertools.permutations")
def selected(context: Context, call: Call) -> typed.Expression | None:
    """Tuples of `r` items of one iterable."""
    given = dict(zip(("iterable", "r"), call.positional, strict=False)) | call.keywords
    if len(call.positional) > 2 or set(given) - {"iterable", "r"} or "iterable" not in given:
        return None
    name = call.name.removeprefix("itertools.")
    wanted = given.get("r", typed.Literal(None, NONE))
    if name in OF_ANY_LENGTH and not (isinstance(wanted, typed.Literal) and wanted.type == INT and wanted.value >= 0):
        known = context.solver.shallow(wanted.type)
        if known == INT or (known == NONE and name == "permutations"):
            return context.helper(OF_ANY_LENGTH[name], name, [given["iterable"], wanted], {}, call.span)
    count = constant(given.get("r"), f"`r` of itertools.{name}")
    pools = [pool(context, given["iterable"], call)] * count
    if name == "permutations":
        return _selected(context, call, pools, "PermutationRule", "permutations", [])
    repeated = typed.Literal(name != "combinations", BOOL)
    return _selected(context, call, pools, "CombinationRule", "combinations", [(repeated, BOOL)])


def _selected(
    context: Context, call: Call, pools: list[typed.Expression], rule: str, name: str, extra: list[tuple[typed.Expression, Type]]
) -> typed.Expression:
    items = [pool.type.item for pool in pools if isinstance(pool.type, ListType)]
    inner = "".join(f", {{{position}}}" for position in range(len(items)))
    shown = call.name
    result = IteratorType(shown, f"py::Places<py::{rule}{inner}>", TupleType(tuple(items)), tuple(items))
    return context.compute(result, f"python::{name}", [*extra, *((pool, pool.type) for pool in pools)], call.span)


@REGISTRY.rule("itertools.groupby")
def grouped(context: Context, call: Call) -> typed.Expression | None:
    """Keys with iterators over the items that have them, one after another."""
    given = dict(zip(("iterable", "key"), call.positional, strict=False)) | call.keywords
    if len(call.positional) > 2 or set(given) - {"iterable", "key"} or "iterable" not in given:
        return None
    arguments = [given["iterable"], given.get("key", typed.Literal(None, NONE))]
    pairs = context.helper(itertools_functions.keyed, "groupby", arguments, {}, call.span)
    type_ = context.solver.shallow(pairs.type)
    pair = context.solver.shallow(type_.item) if isinstance(type_, GeneratorType) else type_
    if not isinstance(pair, TupleType):
        return typed.Literal(None, type_)
    key, item = pair.items
    result = IteratorType("itertools.groupby", "py::GroupBy<{0}, {1}>", TupleType((key, GeneratorType(item))), (key, item))
    return context.compute(result, "python::groupby", [(pairs, type_)], call.span)


@REGISTRY.rule("itertools.starmap")
def starmapped(context: Context, call: Call) -> typed.Expression | None:
    """With tuples, whose length is known."""
    if len(call.positional) != 2 or call.keywords:
        return None
    item = iteration_item(context.solver, context.solver.shallow(call.positional[1].type))
    item = context.solver.shallow(item) if item is not None else None
    if not isinstance(item, TupleType) or not 1 <= len(item.items) <= 4:
        return None
    function = getattr(itertools_functions, f"starmap_{len(item.items)}")
    return context.helper(function, "starmap", call.positional, {}, call.span)


@REGISTRY.rule("itertools.tee")
def teed(context: Context, call: Call) -> typed.Expression | None:
    """Independent iterators over one."""
    if not 1 <= len(call.positional) <= 2 or call.keywords:
        return None
    count = constant(call.positional[1] if len(call.positional) == 2 else typed.Literal(2, INT), "`n` of itertools.tee")
    source = context.iterable(call.positional[0], call.span)
    type_ = context.solver.shallow(source.type)
    item = iteration_item(context.solver, type_)
    if item is None:
        return None
    shared = source
    if not isinstance(type_, GeneratorType):
        shared = context.compute(GeneratorType(item), "python::shared_iterator", [(source, type_)], call.span)
    result = TupleType((GeneratorType(item),) * count)
    return context.compute_template(result, "python::tee<{R}>", {"R": result}, [(shared, shared.type)], call.span)
