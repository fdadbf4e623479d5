"""getattr, hasattr, setattr, delattr and vars. Names that are known at run time only are looked up among the attributes."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType
from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.calls import missing_attribute
from modelet_compiler.ir.classes import HELD, MISSING, defines, extends_collection, member, synthesized
from modelet_compiler.ir.objects import field_name
from modelet_compiler.ir.types import BOOL, NONE, STR, EnumType, ExceptionType, ObjectType, StaticType, Type, UnionType, class_name
from modelet_compiler.lowering.objects import is_plain
from modelet_compiler.lowering.replaced import shown_class
from modelet_compiler.operations.name_starts import known_start
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

LATER = "a method by a name that is known at run time only is not supported in compiled code"


def constant_name(context: Context, value: typed.Expression) -> str | None:
    """The name, when it is known when compiling."""
    if isinstance(value, typed.Literal) and isinstance(value.value, str):
        return value.value
    if context.solver.shallow(value.type) != STR:
        raise Unsupported("attribute name must be string", f"this is {class_name(context.solver.shallow(value.type))}")
    return None


@REGISTRY.rule("builtins.getattr")
def get_attribute(context: Context, call: Call) -> typed.Expression | None:
    """`getattr(value, name)` and `getattr(value, name, default)`."""
    if len(call.positional) not in (2, 3) or call.keywords:
        return None
    value, rest = call.positional[0], call.positional[2:]
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, UnionType):
        return None
    name = constant_name(context, call.positional[1])
    if name is None:
        return by_name(context, call, type_)
    if not rest:
        found = context.attribute_of(value, name, call.span)
        return found if found is not None else missing(context, type_, name, call)
    present = has(context, value, type_, name, call)
    if isinstance(present, typed.Literal):
        return context.attribute_of(value, name, call.span) if present.value else rest[0]
    loaded = context.solver.shallow(context.info(type_).fields[name]) if isinstance(type_, ObjectType) else NONE
    slot = context.slot(f"$attribute{context.label()}", context.solver.join(loaded, context.solver.shallow(rest[0].type)))
    then = context.branch(lambda: context.attribute_of(value, name, call.span), slot, call.span)
    orelse = context.branch(lambda: rest[0], slot, call.span)
    context.emit(typed.Branch(present, then, orelse, call.span))
    return typed.Read(slot, slot.type)


def missing(context: Context, type_: Type, name: str, call: Call) -> typed.Expression | None:
    """AttributeError of a type that has no such attribute."""
    said = missing_attribute(type_, name)
    return None if said is None else context.raises(*said, call.span)


@REGISTRY.rule("builtins.hasattr")
def has_attribute(context: Context, call: Call) -> typed.Expression | None:
    """`hasattr(value, name)`."""
    if len(call.positional) != 2 or call.keywords:
        return None
    value = call.positional[0]
    type_ = context.solver.shallow(value.type)
    name = constant_name(context, call.positional[1])
    if isinstance(type_, UnionType):
        return None
    if name is None:
        return has_by_name(context, call, type_)
    return has(context, value, type_, name, call)


def has(context: Context, value: typed.Expression, type_: Type, name: str, call: Call) -> typed.Expression:
    """Whether a value has an attribute; a Literal when that follows from its type."""
    if isinstance(type_, StaticType):
        return typed.Literal(hasattr(type_.value, name), BOOL)
    if isinstance(type_, EnumType):
        return typed.Literal(all(hasattr(one, name) for one in type_.python), BOOL)
    if isinstance(type_, ExceptionType):
        return typed.Literal(context.exception_has(type_, name), BOOL)
    if not isinstance(type_, ObjectType):
        return typed.Literal(missing_attribute(type_, name) is None, BOOL)
    if name == HELD:
        return typed.Literal(extends_collection(type_.python), BOOL)
    found = member(type_.python, name)
    if defines(type_.python, "__getattr__"):
        raise Unsupported(f"hasattr of a {type_.name} is not supported", "it has __getattr__", "try, and except AttributeError")
    if isinstance(found, property):
        raise Unsupported(f"hasattr of the property `{name}` is not supported", "it would be computed", "test what it needs")
    if found is not MISSING and type(found).__name__ != "member_descriptor":
        return typed.Literal(True, BOOL)
    if name not in context.info(type_).fields:
        return typed.Literal(False, BOOL)
    cpp = f"python::has_attribute<&{type_.struct}::{field_name(name)}>"
    return context.compute(BOOL, cpp, [(value, type_)], call.span, raises=False)


def by_name(context: Context, call: Call, type_: Type) -> typed.Expression | None:
    """`getattr(value, name)` with a name that is known at run time only."""
    if not isinstance(type_, ObjectType):
        return None
    if defines(type_.python, "__getattr__"):
        raise Unsupported(f"getattr of a {type_.name} by a name that is known at run time only is not supported", "it has __getattr__")
    start = known_start(call.positional[1], context.block)
    names, methods, others = _by_kind(context.info(type_).fields, type_.python, start)
    if start and others:
        reason = "its class is known when compiling, and which method it is only at run time"
        raise Unsupported(
            f"`{others[0]}` by a name that is known at run time only is not supported", reason, "a method without classmethod"
        )
    has_default = len(call.positional) == 3
    lines = [f"def __getattr__(self, name{', default' * has_default}):"]
    for name in names:
        test = f" and hasattr(self, {name!r})" if has_default and name in context.info(type_).fields else ""
        lines += [f"    if name == {name!r}{test}:", f"        return self.{name}"]
    if start or not names:
        for name in methods:
            lines += [f"    if name == {name!r}:", f"        return self.{name}"]
    else:
        others += methods
    if others:
        lines += [f"    if name in {sorted(others)!r}:", f"        raise NotImplementedError({LATER!r})"]
    message = f"'{shown_class(type_.python)}' object has no attribute {{name!r}}"
    lines.append("    return default" if has_default else f"    raise AttributeError(f{message!r})")
    function = synthesized(context.info(type_), "__getattr__", lines, {})
    return context.helper(function, "getattr", list(call.positional), {}, call.span)


def _by_kind(fields: Iterable[str], cls: type, start: str) -> tuple[list[str], list[str], list[str]]:
    """What begins with `start` in a class: attributes and properties, methods, and class methods, which are no values here."""
    kinds: dict[str, int] = dict.fromkeys(fields, 0)
    for base in cls.__mro__[:-1]:
        for name, found in vars(base).items():
            if isinstance(found, property) or (is_plain(found) and not name.startswith("__")):
                kinds.setdefault(name, 0)
            elif isinstance(found, FunctionType | classmethod | staticmethod):
                kinds.setdefault(name, 2 if isinstance(found, classmethod) or name.startswith("__") else 1)
    first, second, third = ([name for name, kind in kinds.items() if kind == wanted and name.startswith(start)] for wanted in range(3))
    return first, second, third


def has_by_name(context: Context, call: Call, type_: Type) -> typed.Expression | None:
    """`hasattr(value, name)` with a name that is known at run time only."""
    if not isinstance(type_, ObjectType) or defines(type_.python, "__getattr__"):
        raise Unsupported("hasattr with a name that is known at run time only is not supported", instead="a constant name")
    fields = dict.fromkeys(context.info(type_).fields)
    if any(isinstance(found, property) for base in type_.python.__mro__[:-1] for found in vars(base).values()):
        raise Unsupported(f"hasattr of a {type_.name} by a name that is known at run time only", "its properties would be computed")
    always = sorted(name for name in dir(type_.python) if name not in fields or member(type_.python, name) is not MISSING)
    lines = ["def __hasattr__(self, name):", f"    if name in {tuple(always)!r}:", "        return True"]
    for name in fields:
        lines += [f"    if name == {name!r}:", f"        return hasattr(self, {name!r})"]
    function = synthesized(context.info(type_), "__hasattr__", [*lines, "    return False"], {})
    return context.helper(function, "hasattr", list(call.positional), {}, call.span)


def set_by_name(context: Context, call: Call, type_: Type) -> typed.Expression:
    """`setattr(value, name, item)` with a name that is known at run time only: of an attribute that the class has."""
    method = member(type_.python, "__setattr__") if isinstance(type_, ObjectType) else None
    if isinstance(method, FunctionType):
        return context.helper(method, "__setattr__", list(call.positional), {}, call.span)
    if not isinstance(type_, ObjectType):
        raise Unsupported("an attribute with a name that is known at run time only cannot be changed", instead="a dict in an attribute")
    names = dict.fromkeys(context.info(type_).fields)
    for base in type_.python.__mro__[:-1]:
        names |= {name: None for name, found in vars(base).items() if isinstance(found, property)}
    lines = ["def __setattr__(self, name, value):"]
    for name in names:
        lines += [f"    if name == {name!r}:", f"        self.{name} = value", "        return"]
    message = "setattr of an attribute that no code of the program names: "
    lines.append(f"    raise NotImplementedError({message!r} + name)")
    function = synthesized(context.info(type_), "__setattr__", lines, {})
    return context.helper(function, "setattr", list(call.positional), {}, call.span)


@REGISTRY.rule("builtins.setattr", "builtins.delattr")
def set_attribute(context: Context, call: Call) -> typed.Expression | None:
    """`setattr(value, name, item)`, and `delattr(value, name)` with a constant name."""
    count = 3 if call.name == "builtins.setattr" else 2
    if len(call.positional) != count or call.keywords:
        return None
    name = constant_name(context, call.positional[1])
    if name is None and count == 3:
        return set_by_name(context, call, context.solver.shallow(call.positional[0].type))
    if name is None:
        raise Unsupported("an attribute with a name that is known at run time only cannot be changed", instead="a dict in an attribute")
    if count == 3:
        return context.store_attribute(call.positional[0], name, call.positional[2], call.span)
    return context.delete_attribute(call.positional[0], name, call.span)


@REGISTRY.rule("builtins.vars")
def variables(context: Context, call: Call) -> typed.Expression | None:
    """Attributes are fields of a struct."""
    del context, call
    raise Unsupported("`vars` is not supported", "attributes are fields of a struct", "name the attributes, or dataclasses.asdict")
