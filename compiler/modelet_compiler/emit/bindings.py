"""Which OpenAI endpoint a function answers, by its parameters' names and types or as `Annotated` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from modelet_compiler.ir import typed
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.solver import literal_base
from modelet_compiler.ir.types import INT, NONE, STR, ArrayType, ListType, LiteralType, Type, UnionType


@dataclass(frozen=True)
class Binding:
    """Parameter names of an embeddings function."""

    input: str
    dimensions: str | None


def decode_types(declared: Type) -> Type:
    """The type a parameter has inside the function: a Literal's values are checked at the call."""
    return literal_base(declared) if isinstance(declared, LiteralType) else declared


def bind_endpoint(function: Any, code: typed.Function, types: tuple[Type, ...]) -> Binding | None:
    """`list[str]` in, a 2-D float array out: embeddings. None when the function has another shape."""
    result = code.result
    if not isinstance(result, ArrayType) or result.dtype not in ("float32", "float64") or result.rank != 2:
        return None
    marks = _marks(function)
    inputs = [parameter.name for parameter in code.parameters if "Input" in marks.get(parameter.name, ())]
    if not inputs:
        inputs = [
            parameter.name
            for parameter, type_ in zip(code.parameters, types, strict=True)
            if type_ == ListType(STR) and parameter.default is EMPTY
        ]
    if len(inputs) != 1:
        return None
    dimensions = _dimensions(code, types, marks)
    others = [item for item in code.parameters if item.name not in (inputs[0], dimensions) and item.default is EMPTY]
    return None if others else Binding(inputs[0], dimensions)


def _dimensions(code: typed.Function, types: tuple[Type, ...], marks: dict[str, set[str]]) -> str | None:
    for parameter, type_ in zip(code.parameters, types, strict=True):
        integer = type_ == INT or (isinstance(type_, UnionType) and set(type_.members) == {INT, NONE})
        if integer and ("Dimensions" in marks.get(parameter.name, ()) or parameter.name == "dimensions"):
            return parameter.name
    return None


def _marks(function: Any) -> dict[str, set[str]]:
    """The names of the `modelet.openai` marks in each parameter's `Annotated`."""
    marks: dict[str, set[str]] = {}
    for name, annotation in _annotations(function).items():
        if get_origin(annotation) is Annotated:
            marks[name] = {getattr(item, "__name__", type(item).__name__) for item in get_args(annotation)[1:]}
    return marks


def _annotations(function: Any) -> dict[str, Any]:
    from modelet_compiler.frontend.capture import evaluated_annotations

    return evaluated_annotations(function)
