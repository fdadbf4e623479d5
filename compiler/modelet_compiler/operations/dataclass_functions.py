"""The functions of the module dataclasses: replace, asdict, astuple, fields, is_dataclass."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import is_init_variable, is_model, synthesized, vars_of_dataclass
from modelet_compiler.ir.types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    JSON,
    NONE,
    STR,
    DictType,
    EnumType,
    ListType,
    ObjectType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    is_tuple_of,
    static,
    type_name,
)
from modelet_compiler.lowering.objects import captured_type
from modelet_compiler.operations import named_tuples
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import dataclass_parts

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call

PARTS = f"{dataclass_parts.__name__}."
IMMUTABLE = (NONE, BOOL, INT, FLOAT, STR)


def dataclass_of(context: Context, value: typed.Expression) -> ObjectType | None:
    """The type of a dataclass's instance; None for a union, whose members are asked one by one."""
    type_ = context.solver.shallow(value.type)
    if isinstance(type_, UnionType):
        return None
    if not isinstance(type_, ObjectType) or not dataclasses.is_dataclass(type_.python):
        raise Unsupported(f"{type_name(context.solver.resolve(type_))} is no instance of a dataclass")
    return type_


@REGISTRY.rule("dataclasses.replace")
def replace(context: Context, call: Call) -> typed.Expression | None:
    """A call of the class with every field that is not given."""
    if len(call.positional) != 1:
        return None
    type_ = dataclass_of(context, call.positional[0])
    if type_ is None:
        return None
    cls = type_.python
    kept = []
    for one in vars_of_dataclass(cls):
        if not one.init and one.name in call.keywords:
            raise Unsupported(f"the field `{one.name}` is declared with init=False", "dataclasses.replace raises ValueError")
        if one.name in call.keywords or not one.init:
            continue
        if is_init_variable(one):
            raise Unsupported(f"dataclasses.replace needs the InitVar `{one.name}`", "an instance does not keep it", "give it a value")
        kept.append(f"{one.name}=self.{one.name}")
    given = [f"{name}={name}" for name in call.keywords]
    names = "".join(f", {name}" for name in call.keywords)
    lines = [f"def replace(self{names}):", f"    return cls({', '.join([*given, *kept])})"]
    function = synthesized(context.info(type_), "replace", lines, {"cls": cls})
    return context.helper(function, "dataclasses.replace", [call.positional[0], *call.keywords.values()], {}, call.span)


@REGISTRY.rule("dataclasses.asdict")
def asdict(context: Context, call: Call) -> typed.Expression | None:
    """Names and parts."""
    type_ = dataclass_of(context, call.positional[0]) if len(call.positional) == 1 and not call.keywords else None
    if type_ is None:
        return None
    names = [one.name for one in dataclasses.fields(type_.python)]
    parts = "".join(f"{name!r}: part(self.{name}), " for name in names)
    function = synthesized(
        context.info(type_), "asdict", ["def asdict(self):", f"    return {{{parts}}}"], {"part": dataclass_parts.dict_part}
    )
    return context.helper(function, "dataclasses.asdict", list(call.positional), {}, call.span)


@REGISTRY.rule("dataclasses.astuple")
def astuple(context: Context, call: Call) -> typed.Expression | None:
    """Parts."""
    type_ = dataclass_of(context, call.positional[0]) if len(call.positional) == 1 and not call.keywords else None
    if type_ is None:
        return None
    parts = "".join(f"part(self.{one.name}), " for one in dataclasses.fields(type_.python))
    lines = ["def astuple(self):", f"    return ({parts})"]
    function = synthesized(context.info(type_), "astuple", lines, {"part": dataclass_parts.tuple_part})
    return context.helper(function, "dataclasses.astuple", list(call.positional), {}, call.span)


@REGISTRY.rule(f"{PARTS}dict_part", f"{PARTS}present_part", f"{PARTS}tuple_part")
def part(context: Context, call: Call) -> typed.Expression | None:
    """Containers are rebuilt, dataclasses in them converted, everything else deeply copied."""
    value, span = call.positional[0], call.span
    type_ = context.solver.shallow(value.type)
    name = call.name.rsplit(".", 1)[1]
    function = getattr(dataclass_parts, name)
    itself = typed.Literal(function, static(name, function), name)
    if type_ in (*IMMUTABLE, BYTES) or isinstance(type_, EnumType):
        return value
    if isinstance(type_, ObjectType) and dataclasses.is_dataclass(type_.python):
        if name == "present_part":
            raise Unsupported("`model_dump(exclude_none=True)` is not supported for a model that holds a dataclass", instead="a model")
        return context.required("dataclasses.asdict" if name == "dict_part" else "dataclasses.astuple", [value], {}, span)
    if isinstance(type_, ObjectType) and is_model(type_.python) and name != "tuple_part":
        keywords: dict[str, typed.Expression] = {"exclude_none": typed.Literal(True, BOOL)} if name == "present_part" else {}
        return context.call_member(value, "model_dump", [], keywords, span)
    if isinstance(type_, ListType):
        return context.helper(dataclass_parts.listed, "dataclasses", [itself, value], {}, span)
    if isinstance(type_, DictType) and type_.kind == "dict":
        return context.helper(dataclass_parts.mapped, "dataclasses", [itself, value], {}, span)
    if isinstance(type_, TupleType):
        items = [context.required(call.name, [context.tuple_item(value, type_, at, span)], {}, span) for at in range(len(type_.items))]
        if type_.cls is not None:
            return named_tuples.made(context, type_.cls, items, span)
        made = TupleType(tuple(context.solver.shallow(item.type) for item in items))
        return context.compute(made, "tuple", list(zip(items, made.items, strict=True)), span, raises=False, plain=True)
    return None if isinstance(type_, UnionType) else context.required("copy.deepcopy", [value], {}, span)


@REGISTRY.rule(f"{PARTS}plain_part", f"{PARTS}present_plain_part")
def plain_part(context: Context, call: Call) -> typed.Expression | None:
    """Of what JSON has: sets and tuples are lists, members of Enums their values."""
    value, span = call.positional[0], call.span
    type_ = context.solver.shallow(value.type)
    name = call.name.rsplit(".", 1)[1]
    function = getattr(dataclass_parts, name)
    itself = typed.Literal(function, static(name, function), name)
    if type_ in IMMUTABLE:
        return value
    if isinstance(type_, EnumType):
        inner = context.attribute_of(value, "value", span)
        return None if inner is None else context.required(call.name, [inner], {}, span)
    if isinstance(type_, ObjectType) and is_model(type_.python):
        keywords: dict[str, typed.Expression] = {"mode": typed.Literal("json", STR)}
        keywords |= {"exclude_none": typed.Literal(True, BOOL)} if name == "present_plain_part" else {}
        return context.call_member(value, "model_dump", [], keywords, span)
    if isinstance(type_, ListType | SetType) or is_tuple_of(type_):
        return context.helper(dataclass_parts.listed, "model_dump", [itself, value], {}, span)
    if isinstance(type_, DictType) and type_.kind == "dict" and context.solver.shallow(type_.key) == STR:
        return context.helper(dataclass_parts.mapped, "model_dump", [itself, value], {}, span)
    if isinstance(type_, TupleType) and type_.cls is None:
        items = [context.required(call.name, [context.tuple_item(value, type_, at, span)], {}, span) for at in range(len(type_.items))]
        item = context.site_variable((context.key, call.span, "plain"))
        for one in items:
            context.solver.include(item, context.solver.shallow(one.type))
        return context.compute(ListType(item), "python::list", [(one, item) for one in items], span)
    if isinstance(type_, UnionType) or type_ == JSON:
        return None
    shown = type_name(context.solver.resolve(type_))
    raise Unsupported(f'`model_dump(mode="json")` of {shown} is not supported', instead="model_dump()")


@REGISTRY.rule("dataclasses.fields")
def fields(context: Context, call: Call) -> typed.Expression | None:
    """A constant tuple: the names are known when compiling."""
    if len(call.positional) != 1 or call.keywords:
        return None
    cls = class_of(context, call.positional[0])
    if cls is None or not dataclasses.is_dataclass(cls):
        return None
    table = context.program.tables.setdefault((id(cls), "fields"), tuple(map(dataclass_parts.Field, dataclasses.fields(cls))))
    type_ = captured_type(table)
    assert type_ is not None
    context.declare_captured(table, type_)
    return typed.Literal(table, type_, "dataclasses.fields")


@REGISTRY.rule("dataclasses.is_dataclass")
def is_dataclass(context: Context, call: Call) -> typed.Expression | None:
    """Of a class or an instance."""
    if len(call.positional) != 1 or call.keywords or isinstance(context.solver.shallow(call.positional[0].type), UnionType):
        return None
    cls = class_of(context, call.positional[0])
    return typed.Literal(cls is not None and dataclasses.is_dataclass(cls), BOOL)


def class_of(context: Context, value: typed.Expression) -> Any:
    """The class that a value is or has; None for types without one of the user's."""
    type_: Type = context.solver.shallow(value.type)
    if isinstance(type_, StaticType):
        return type_.value if isinstance(type_.value, type) else type(type_.value)
    return type_.python if isinstance(type_, ObjectType) else None
