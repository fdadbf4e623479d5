"""What the validators of pydantic models need of the compiler: an instance without attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import StaticType, object_type
from modelet_compiler.operations.registry import REGISTRY

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
