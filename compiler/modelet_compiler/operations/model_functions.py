"""What pydantic models need of the compiler: an instance without attributes, and the text of what fields hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import computed_of, fields_of, has_fields, is_model, synthesized
from modelet_compiler.ir.models import computed_in_json
from modelet_compiler.ir.types import (
    BOOL,
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
    UnionType,
    object_type,
    static,
    type_name,
)
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import pydantic_json

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("modelet_compiler.standard.pydantic_parts.new")
def new(context: Context, call: Call) -> typed.Expression | None:
    """Its attributes are stored next."""
    cls = call.positional[0].type
    assert isinstance(cls, StaticType)
    type_ = object_type(cls.value)
    context.info(type_)
    return context.compute_template(type_, "python::new_instance<{object}>", {"object": type_}, [], call.span)


PART = typed.Literal(pydantic_json.json_part, static("json_part", pydantic_json.json_part), "json_part")


@REGISTRY.rule("modelet_compiler.standard.pydantic_json.json_part")
def json_part(context: Context, call: Call) -> typed.Expression | None:
    """The JSON text of a value."""
    value, span = call.positional[0], call.span
    type_ = context.solver.shallow(value.type)
    if type_ == NONE:
        return typed.Literal("null", STR)
    if type_ == BOOL:
        return context.required("str.lower", [context.required("str", [value], {}, span)], {}, span)
    if type_ == INT:
        return context.required("str", [value], {}, span)
    if type_ in (FLOAT, STR):
        function = pydantic_json.float_text if type_ == FLOAT else pydantic_json.str_text
        return context.helper(function, "model_dump_json", [value], {}, span)
    if isinstance(type_, EnumType):
        inner = context.attribute_of(value, "value", span)
        return None if inner is None else context.required(call.name, [inner], {}, span)
    if isinstance(type_, ObjectType) and has_fields(type_.python):
        return object_text(context, value, type_, call)
    if isinstance(type_, ListType | SetType):
        return context.helper(pydantic_json.listed, "model_dump_json", [PART, value], {}, span)
    if isinstance(type_, DictType) and context.solver.shallow(type_.key) == STR:
        return context.helper(pydantic_json.mapped, "model_dump_json", [PART, value], {}, span)
    if isinstance(type_, TupleType):
        items = [context.required(call.name, [context.tuple_item(value, type_, at, span)], {}, span) for at in range(len(type_.items))]
        commas = [part for item in items for part in (typed.Literal(",", STR), item)][1:]
        parts = [typed.Literal("[", STR), *commas, typed.Literal("]", STR)]
        return context.compute(STR, "python::concatenate", [(part, STR) for part in parts], span)
    if isinstance(type_, UnionType) or type_ == JSON:
        return None
    raise Unsupported(f"the JSON text of {type_name(context.solver.resolve(type_))} is not supported here")


def object_text(context: Context, value: typed.Expression, type_: ObjectType, call: Call) -> typed.Expression:
    """Its fields, in order."""
    if is_model(type_.python) and any(one.exclude for one in type_.python.model_fields.values()):
        raise Unsupported(f"`{type_.name}.model_dump_json` is not supported", "the model excludes fields")
    items = {one.name: f"self.{one.name}" for one in fields_of(type_.python)}
    items |= {one.name: f"{computed_in_json(type_.python, one.name)}(self.{one.name})" for one in computed_of(type_.python)}
    pieces = "".join(
        f" + {',' * bool(at)!r} + {chr(34) + name + chr(34) + ':'!r} + part({item})" for at, (name, item) in enumerate(items.items())
    )
    lines = ["def model_dump_json(self):", f"    return '{{'{pieces} + '}}'"]
    scope = {"part": pydantic_json.json_part, "shown_int": pydantic_json.shown_int, "shown_float": pydantic_json.shown_float}
    function = synthesized(context.info(type_), "model_dump_json", lines, scope)
    return context.helper(function, f"{type_.name}.model_dump_json", [value], {}, call.span)
