"""Which OpenAI endpoints a function answers, by its parameters' names and types or as `Annotated` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, get_args, get_origin

from modelet_compiler.ir import typed
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.solver import literal_base
from modelet_compiler.ir.types import (
    INT,
    NONE,
    STR,
    ArrayType,
    DictType,
    GeneratorType,
    JsonType,
    ListType,
    LiteralType,
    ObjectType,
    Type,
    UnionType,
)

HANDLERS = {
    "chat.completions": "modelet::openai::chat_completions",
    "completions": "modelet::openai::completions",
    "messages": "modelet::anthropic::messages",
    "messages.count_tokens": "modelet::anthropic::count_tokens",
    "responses": "modelet::openai::responses",
    "responses.input_tokens": "modelet::openai::input_tokens",
}
"""The C++ name of each endpoint's handler, for functions that yield text (core/library.h)."""
CHAT = ("chat.completions", "messages", "messages.count_tokens", "responses", "responses.input_tokens")
COMPLETIONS = ("completions",)
_INPUTS = {"embeddings": "input", "chat.completions": "messages", "completions": "prompt"}
"""The field that is a function's input, by its first endpoint."""
FIELDS = {
    "FrequencyPenalty": "frequency_penalty",
    "LogitBias": "logit_bias",
    "MaxTokens": "max_tokens",
    "PresencePenalty": "presence_penalty",
    "ReasoningEffort": "reasoning_effort",
    "ResponseFormat": "response_format",
    "Seed": "seed",
    "Stop": "stop",
    "Temperature": "temperature",
    "Tools": "tools",
    "TopP": "top_p",
}
"""Marks of `modelet.openai`, and the field of a request that each stands for."""


@dataclass(frozen=True)
class Binding:
    """A function's endpoints, the parameter that takes their input, and those that take other fields."""

    endpoints: tuple[str, ...]
    input: str
    fields: Mapping[str, str] = field(default_factory=dict)  # field of the request → parameter
    text_messages: bool = False  # messages are dicts of strings

    @property
    def text(self) -> bool:
        """Whether the function yields text."""
        return self.endpoints != ("embeddings",)


def decode_types(declared: Type) -> Type:
    """The type a parameter has inside the function: a Literal's values are checked at the call."""
    return literal_base(declared) if isinstance(declared, LiteralType) else declared


def bind_endpoint(function: Any, code: typed.Function, types: tuple[Type, ...]) -> Binding | None:
    """`list[str]` in, a 2-D float array out: embeddings. `messages` in, an iterator of text or chunks out: chat.completions. `prompt`
    in and an iterator of text out: completions. None when the function has another shape.
    """
    marks = _marks(function)
    parameters = dict(zip((parameter.name for parameter in code.parameters), types, strict=True))
    required = [parameter.name for parameter in code.parameters if parameter.default is EMPTY]
    if is_matrix(code.result):
        binding = _embeddings(parameters, required, marks)
    elif yields_text(code.result, marks):
        binding = _text(parameters, marks)
    else:
        return None
    if binding is None:
        return None
    given = {binding.input} if binding.text else {binding.input, *binding.fields.values()}
    return binding if set(required) <= given else None


def endpoint_entry(endpoint: str, function: str, binding: Binding) -> dict[str, Any]:
    """An endpoint in the manifest."""
    entry: dict[str, Any] = {"name": endpoint, "function": function, "input": binding.input}
    if not binding.text:
        return {**entry, "dimensions": binding.fields.get("dimensions")}
    return {**entry, "fields": dict(binding.fields)}


def describe_binding(binding: Binding) -> list[str]:
    """Lines that say what was bound: the endpoints, then each field with the parameter that takes it."""
    taken = {_INPUTS[binding.endpoints[0]]: binding.input, **binding.fields}
    return [f"endpoints: {', '.join(binding.endpoints)}", *(f"  {name} -> {parameter}" for name, parameter in taken.items())]


def is_matrix(result: Type) -> bool:
    """A 2-D float array."""
    return isinstance(result, ArrayType) and result.dtype in ("float32", "float64") and result.rank == 2


def yields_text(result: Type, marks: Mapping[str, set[str]]) -> bool:
    """An iterator of text or chunks; text itself where a parameter is marked."""
    if isinstance(result, GeneratorType):
        members = result.item.members if isinstance(result.item, UnionType) else (result.item,)
        return all(member == STR or _is_chunk(member) for member in members)
    return result == STR and any({"Messages", "Prompt"} & names for names in marks.values())


def _is_chunk(type_: Type) -> bool:
    return isinstance(type_, ObjectType) and type_.python.__name__ == "ChatCompletionChunk"


def _embeddings(parameters: Mapping[str, Type], required: list[str], marks: Mapping[str, set[str]]) -> Binding | None:
    inputs = _marked("Input", marks) or [name for name in required if parameters[name] == ListType(STR)]
    if len(inputs) != 1:
        return None
    dimensions = [name for name, type_ in parameters.items() if _is_integer(type_) and _named("Dimensions", "dimensions", name, marks)]
    return Binding(("embeddings",), inputs[0], {"dimensions": dimensions[0]} if dimensions else {})


def _is_integer(type_: Type) -> bool:
    return type_ == INT or (isinstance(type_, UnionType) and set(type_.members) == {INT, NONE})


def _text(parameters: Mapping[str, Type], marks: Mapping[str, set[str]]) -> Binding | None:
    messages = _marked("Messages", marks) or [name for name in parameters if name == "messages"]
    if len(messages) == 1 and (item := message_type(parameters[messages[0]])) is not None:
        return Binding(CHAT, messages[0], _fields(parameters, messages[0], marks), item == DictType(STR, STR))
    prompts = _marked("Prompt", marks) or [name for name in parameters if name == "prompt"]
    if len(prompts) == 1 and parameters[prompts[0]] == STR:
        return Binding(COMPLETIONS, prompts[0], _fields(parameters, prompts[0], marks))
    return None


def message_type(type_: Type) -> Type | None:
    """What a list of messages holds: dicts by string, or objects. None for any other type."""
    if not isinstance(type_, ListType):
        return None
    item = type_.item
    fits = isinstance(item, ObjectType | JsonType) or (isinstance(item, DictType) and item.key == STR)
    return item if fits else None


def _fields(parameters: Mapping[str, Type], taken: str, marks: Mapping[str, set[str]]) -> dict[str, str]:
    """Every other parameter takes the field that its mark says, or that has its name."""
    fields: dict[str, str] = {}
    for name in parameters:
        if name != taken:
            said = [FIELDS[mark] for mark in sorted(marks.get(name, ())) if mark in FIELDS]
            fields[said[0] if said else name] = name
    return fields


def _marked(mark: str, marks: Mapping[str, set[str]]) -> list[str]:
    return [name for name, found in marks.items() if mark in found]


def _named(mark: str, field_: str, name: str, marks: Mapping[str, set[str]]) -> bool:
    return mark in marks.get(name, ()) or name == field_


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
