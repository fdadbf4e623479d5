"""collections.deque."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import BOOL, INT, NONE, EngineType, IteratorType, Type, UnionType
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

OPTIONAL_INT = UnionType((NONE, INT))
REGISTRY.add(
    [
        ("[](self: deque[T], index: int) -> T", "python::index"),
        ("[]=(self: deque[T], index: int, item: T) -> None", "python::store"),
        ("del [](self: deque[T], index: int) -> None", "python::remove_at"),
        ("+(left: deque[T], right: deque[T]) -> deque[T]", "python::add"),
        ("+=(left: deque[T], right: iterable[T]) -> deque[T]", "python::extended"),
        ("*(left: deque[T], right: int) -> deque[T]", "python::multiply"),
        ("collections.deque.append(self: deque[T], item: T, /) -> None", "python::append"),
        ("collections.deque.appendleft(self: deque[T], item: T, /) -> None", "python::appendleft"),
        ("collections.deque.extend(self: deque[T], items: iterable[T], /) -> None", "python::extend"),
        ("collections.deque.extendleft(self: deque[T], items: iterable[T], /) -> None", "python::extendleft"),
        ("collections.deque.insert(self: deque[T], index: int, item: T, /) -> None", "python::insert"),
        ("collections.deque.pop(self: deque[T]) -> T", "python::pop"),
        ("collections.deque.popleft(self: deque[T]) -> T", "python::popleft"),
        ("collections.deque.remove(self: deque[T], item: any, /) -> None", "python::remove"),
        ("collections.deque.rotate(self: deque[T], n: int = 1, /) -> None", "python::rotate"),
        ("collections.deque.copy(self: deque[T]) -> deque[T]", "python::copy"),
        (
            "collections.deque.index(self: deque[T], item: any, start: int = 0, stop: int = 9223372036854775807, /) -> int",
            "python::index_of",
        ),
        ("in(item: any, items: deque[T]) -> bool", "python::contains"),
    ]
)
REGISTRY.add(
    [
        ("builtins.len(value: deque[T], /) -> int", "python::len"),
        ("collections.deque.clear(self: deque[T]) -> None", "python::clear"),
        ("collections.deque.reverse(self: deque[T]) -> None", "python::reverse"),
        ("collections.deque.count(self: deque[T], item: any, /) -> int", "python::count"),
        ("attribute collections.deque.maxlen(self: deque[T]) -> int | None", "python::maxlen"),
        ("is(left: deque[T], right: deque[T]) -> bool", "python::identical"),
        ("is not(left: deque[T], right: deque[T]) -> bool", "python::not_identical"),
    ],
    raises=False,
)


def deque_of(item: Type) -> EngineType:
    """The type of a deque."""
    return EngineType("collections.deque", "py::Deque<{0}>", (item,), iterable=True)


@REGISTRY.rule("collections.deque")
def new(context: Context, call: Call) -> typed.Expression | None:
    """`deque(iterable, maxlen)`."""
    if len(call.positional) > 2 or set(call.keywords) - {"maxlen", "iterable"}:
        return None
    given = dict(zip(("iterable", "maxlen"), call.positional, strict=False)) | call.keywords
    limit = (given.get("maxlen", typed.Literal(None, NONE)), OPTIONAL_INT)
    if not context.solver.fits(limit[0].type, UnionType((NONE, INT, BOOL))):
        return None
    item = context.site_variable((context.key, call.span, "deque"))
    if "iterable" not in given:
        return context.compute_template(deque_of(item), "python::new_deque<{T}>", {"T": item}, [limit], call.span)
    source = context.iterable(given["iterable"], call.span)
    found = iteration_item(context.solver, context.solver.shallow(source.type))
    if found is None:
        return None
    context.solver.include(item, context.solver.shallow(found))
    return context.compute_template(deque_of(item), "python::to_deque<{T}>", {"T": item}, [(source, None), limit], call.span)


@REGISTRY.rule("builtins.reversed")
def backwards(context: Context, call: Call) -> typed.Expression | None:
    """From its end."""
    type_ = context.solver.shallow(call.positional[0].type) if len(call.positional) == 1 else None
    if not isinstance(type_, EngineType) or type_.python != "collections.deque":
        return None
    result = IteratorType("_collections._deque_reverse_iterator", "py::DequeIterator<{0}>", type_.parameters[0], type_.parameters)
    return context.compute(result, "python::reversed", [(call.positional[0], type_)], call.span, raises=False)
