"""hash of what has the same hash in every process, and the names of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import BOOL, FLOAT, INT, STR, GeneratorType, TupleType, Type, UnionType, type_name
from modelet_compiler.ir.typetests import python_class
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("builtins.hash")
def hashed(context: Context, call: Call) -> typed.Expression | None:
    """Numbers, and tuples of them; the hash of a string differs in every process."""
    if len(call.positional) != 1 or call.keywords:
        return None
    type_ = context.solver.shallow(call.positional[0].type)
    context.check_hashable(type_)
    if context.key[0] == "__hash__":  # what it gives is for dicts and sets, not for the caller
        return context.compute(INT, "python::hash_value", [(call.positional[0], type_)], call.span)
    if not fixed(context, type_):
        shown = type_name(context.solver.resolve(type_))
        raise Unsupported(f"the hash of {shown} is not supported", "it differs from run to run", "zlib.crc32 or hashlib, or a dict")
    return context.compute(INT, "python::hash_of", [(call.positional[0], type_)], call.span, raises=False)


REGISTRY.add(
    [
        ("is(left: exception, right: exception) -> bool", "python::identical"),
        ("is not(left: exception, right: exception) -> bool", "python::not_identical"),
    ],
    raises=False,
)


@REGISTRY.rule("is", "is not")
def identity(context: Context, call: Call) -> typed.Expression | None:
    """Values of different classes are never one object."""
    left, right = (context.solver.shallow(value.type) for value in call.positional)
    if isinstance(left, GeneratorType) and left == right:
        arguments = list(zip(call.positional, (left, right), strict=True))
        return context.compute(BOOL, f"python::{'equal' if call.name == 'is' else 'not_equal'}", arguments, call.span, raises=False)
    if UnionType in (type(left), type(right)) or kind(left) is kind(right):
        return None
    return typed.Literal(call.name == "is not", BOOL)


def kind(type_: Type) -> Any:
    """The class of a value, or its kind of type where it has none."""
    try:
        return python_class(type_)
    except Unsupported:
        return type(type_)


def fixed(context: Context, type_: Type) -> bool:
    """Whether a hash follows from the value alone."""
    type_ = context.solver.shallow(type_)
    if isinstance(type_, TupleType | UnionType):
        return all(fixed(context, part) for part in (type_.items if isinstance(type_, TupleType) else type_.members))
    return type_ in (INT, BOOL, FLOAT)


@REGISTRY.rule("attribute type.__name__", "attribute type.__qualname__")
def class_name_of(context: Context, call: Call) -> typed.Expression:
    """A class that is known at run time only is its name."""
    return context.compute(STR, "copy", [(call.positional[0], STR)], call.span, raises=False, plain=True)
