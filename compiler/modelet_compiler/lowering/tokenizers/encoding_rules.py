"""Type rules of Python's operations on a BatchEncoding, and of `len(tokenizer)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.types import StaticType
from modelet_compiler.lowering.adapter import NativeCall, Refused
from modelet_compiler.lowering.tokenizers.encoding_type import BatchEncodingType
from modelet_compiler.operations.registry import REGISTRY

FIELDS = ("input_ids", "token_type_ids", "attention_mask")


def _computed(context: Any, call: Any, rule: Callable[[], NativeCall]) -> Any:
    """The value of a rule's C++ function; its refusal becomes a diagnostic."""
    encoding = call.positional[0]
    try:
        accepted = rule()
    except Refused as refused:
        raise Unsupported(refused.reason, instead=refused.instead) from None
    return context.compute(accepted.result, accepted.cpp, [(encoding, encoding.type)], call.span)


@REGISTRY.rule("[]")
def item(context: Any, call: Any) -> Any:
    """`encoding["input_ids"]`."""
    type_ = context.solver.shallow(call.positional[0].type)
    if not isinstance(type_, BatchEncodingType):
        return None
    return _computed(context, call, lambda: type_.item(context.as_argument(call.positional[1])))


@REGISTRY.rule(*(f"attribute BatchEncoding.{name}" for name in FIELDS))
def attribute(context: Any, call: Any) -> Any:
    """`encoding.input_ids`."""
    type_ = context.solver.shallow(call.positional[0].type)
    return _computed(context, call, lambda: type_.attribute(call.name.rsplit(".", 1)[1]))


@REGISTRY.rule("builtins.len")
def length(context: Any, call: Any) -> Any:
    """`len(tokenizer)`, or of any captured object whose adapter knows its length."""
    type_ = call.positional[0].type if len(call.positional) == 1 else None
    native = context.program.natives.find(type_.value, type_.name) if isinstance(type_, StaticType) else None
    return context._native(type_, native, "__len__", [], {}, call.span) if native is not None else None
