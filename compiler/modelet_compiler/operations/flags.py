"""Members of Flags, made of their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modelet_compiler.ir import typed
from modelet_compiler.ir.types import INT, StaticType, enum_type
from modelet_compiler.operations.registry import REGISTRY

if TYPE_CHECKING:
    from modelet_compiler.ir.conditions import Conditions as Context
    from modelet_compiler.ir.operations import Call


@REGISTRY.rule("modelet_compiler.standard.flags.member_of")
def member_of(context: Context, call: Call) -> typed.Expression | None:
    """`member_of(cls, number)`."""
    cls, number = call.positional
    assert isinstance(cls.type, StaticType)
    made = enum_type(cls.type.value)
    return context.compute_template(made, "python::flag_member<{T}>", {"T": made}, [(number, INT)], call.span, raises=False)
