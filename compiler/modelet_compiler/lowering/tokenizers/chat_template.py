"""`tokenizer.apply_chat_template(…)`: its type rule, and the C++ that renders and encodes.

The template is compiled with the library. What is rendered converts by its static type, in function templates of the emitted
header: the types of a function's lists and dicts are final only when all of it is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modelet_compiler.ir.types import (
    BoolType,
    DictType,
    FloatType,
    IntType,
    JsonType,
    ListType,
    LiteralType,
    NeverType,
    NoneType,
    StrType,
    TupleType,
    Type,
    UnionType,
    VariableType,
)
from modelet_compiler.lowering.adapter import Argument, NativeCall, Refused
from modelet_compiler.lowering.templates.compile import compile_template
from modelet_compiler.lowering.templates.emit import text_view, write_template
from modelet_compiler.lowering.tokenizers.binding import Bound, bind
from modelet_compiler.lowering.tokenizers.encoding_type import BatchEncodingType

if TYPE_CHECKING:
    from modelet_compiler.lowering.tokenizers.calls import CallRules

PARAMETERS = (
    "conversation", "tools", "documents", "chat_template", "add_generation_prompt", "continue_final_message", "tokenize",
    "sanitize_control_tokens", "padding", "truncation", "max_length", "return_tensors", "return_dict", "return_assistant_tokens_mask",
    "tokenizer_kwargs",
)  # fmt: skip
_SHOWN = "tokenizer.apply_chat_template"
_OWN_VARIABLES = ("messages", "tools", "documents", "add_generation_prompt")


@dataclass(frozen=True)
class ChatSettings:
    """What a tokenizer knows about chats."""

    templates: str | dict[str, str] | None = None
    special_tokens: tuple[tuple[str, str], ...] = ()
    own_method: bool = False  # a class of its own overrides apply_chat_template


def chat_settings(value: Any) -> ChatSettings:
    """Read from the object."""
    module = getattr(getattr(type(value), "apply_chat_template", None), "__module__", "")
    templates = getattr(value, "chat_template", None)
    return ChatSettings(
        templates=dict(templates) if isinstance(templates, dict) else templates,
        special_tokens=tuple(value.special_tokens_map.items()),
        own_method=module != "transformers.tokenization_utils_base",
    )


@dataclass
class ChatParts:
    """The templates that accepted calls use, and their functions, by C++ name."""

    templates: dict[str, str] = field(default_factory=dict)  # source → name
    functions: dict[str, str] = field(default_factory=dict)  # text of the function with `@` for its name → name

    def template(self, source: str) -> str:
        """The name of a template, which is compiled when it is new. Raises Refused."""
        if source not in self.templates:
            compile_template(source)
            self.templates[source] = f"chat_template_{len(self.templates)}"
        return self.templates[source]

    def function(self, text: str) -> str:
        """The name of a function with this text."""
        return self.functions.setdefault(text, f"apply_chat_template_{len(self.functions)}")

    def includes(self) -> str:
        """What the header needs."""
        return '#include "templates/apply.h"\n' if self.functions else ""

    def header(self) -> str:
        """Declarations and function templates, inside of the tokenizer's namespace."""
        declared = [f"extern const modelet::templates::Template {name};" for name in self.templates.values()]
        return "\n".join([*declared, *(text.replace("@", name) for text, name in self.functions.items())])

    def source(self) -> str:
        """The tables of the templates, inside of the tokenizer's namespace."""
        declared = "\n".join(f"extern const modelet::templates::Template {name};" for name in self.templates.values())
        return "\n".join([declared, *(write_template(name, compile_template(source)) for source, name in self.templates.items())])


def chat_rule(rules: CallRules, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall:
    """The rule of `tokenizer.apply_chat_template(…)`. Raises Refused."""
    variables = {name: argument for name, argument in keywords.items() if name not in PARAMETERS}
    bound = bind(_SHOWN, PARAMETERS, positional, {name: one for name, one in keywords.items() if name in PARAMETERS})
    if rules.captured.chat.own_method:
        raise Refused("the tokenizer's class has an apply_chat_template of its own", "use a class that leaves it alone")
    _check(bound, variables)
    template = rules.chat.template(_chosen(rules.captured.chat.templates, bound))
    return _Call(rules, bound, variables, template).rule()


def _check(bound: Bound, variables: Mapping[str, Argument]) -> None:
    for name, accepted in (("sanitize_control_tokens", False), ("return_assistant_tokens_mask", False), ("tokenizer_kwargs", None)):
        bound.only(name, (accepted,))
    if not bound.has("conversation"):
        raise Refused(f"{_SHOWN} is called without a conversation", "give a list of messages")
    for name in ("conversation", "tools", "documents"):
        if bound.has(name):
            _check_list(bound.arguments[name].type, name)
    for name, argument in variables.items():
        if name in _OWN_VARIABLES:
            raise Refused(f"{_SHOWN}({name}=…) is no variable that may be given", "name it otherwise")
        if not _renders(argument.type):
            raise Refused(f"{name} of {_SHOWN} has a type that templates do not see as it is", _KINDS)


_KINDS = "supported: None, bool, int, float, str, Any, and lists, tuples and dicts of such"
_PLAIN = (NoneType, BoolType, IntType, FloatType, StrType, JsonType, NeverType, VariableType, LiteralType)


def _renders(type_: Type) -> bool:
    """Whether a template sees a value of this type as transformers shows it."""
    match type_:
        case ListType(item):
            return _renders(item)
        case DictType(key, value):
            return _renders(key) and _renders(value)
        case TupleType(items, None):
            return all(map(_renders, items))
        case UnionType(members):
            return all(map(_renders, members))
    return isinstance(type_, _PLAIN)


def _check_list(type_: Type, name: str) -> None:
    members = type_.members if isinstance(type_, UnionType) else (type_,)
    for member in members:
        if name != "conversation" and isinstance(member, NoneType):
            continue
        if isinstance(member, ListType) and isinstance(member.item, ListType):
            raise Refused(f"{_SHOWN} is given several conversations", "call it for each")
        if not isinstance(member, ListType | JsonType) or not _renders(member):
            instead = {"tools": "give JSON schemas as dicts (transformers.utils.get_json_schema(function), outside of the function)"}
            raise Refused(f"{name} of {_SHOWN} is not a list of dicts", instead.get(name, "give a list of dicts; " + _KINDS))


def _chosen(templates: str | dict[str, str] | None, bound: Bound) -> str:
    """The source of the template, as `get_chat_template` chooses it."""
    given = bound.constant("chat_template", None)
    if given is not None and not isinstance(given, str):
        raise Refused(f"chat_template of {_SHOWN} is {given!r}", "give a str, or None")
    if not isinstance(templates, dict):
        if given is None and templates is None:
            raise Refused(
                "Cannot use chat template functions because tokenizer.chat_template is not set and no template argument was passed",
                "set tokenizer.chat_template",
            )
        return templates if given is None and templates is not None else str(given)
    if given is not None:
        return templates.get(given, given)
    tools = bound.arguments.get("tools")
    if "tool_use" in templates and tools is not None and not isinstance(tools.type, NoneType):
        if isinstance(tools.type, UnionType | JsonType):
            raise Refused("whether there are tools is known at run time, and the tokenizer has a template of its own for them", _NAME_IT)
        return templates["tool_use"]
    if "default" not in templates:
        raise Refused(f"the tokenizer has several chat templates, and none is the default: {sorted(templates)}", _NAME_IT)
    return templates["default"]


_NAME_IT = 'name the template: chat_template="…"'


@dataclass(frozen=True)
class _Call:
    """One call that is being accepted."""

    rules: CallRules
    bound: Bound
    variables: Mapping[str, Argument]
    template: str

    def rule(self) -> NativeCall:
        tokenize = self.bound.only("tokenize", (True, False))
        passes, parameters, arguments, options = self._parts()
        text = (
            f"modelet::templates::apply(call, {self.template}, {{{self._special_tokens()}}}, {options}, "
            f"{{{', '.join(map(text_view, self.variables))}}}, {', '.join(arguments)})"
        )
        if not tokenize:
            return NativeCall(StrType(), self._named(parameters, "modelet::python::Str", f"return {text};"), tuple(passes))
        return self._encoded(text, passes, parameters)

    def _parts(self) -> tuple[list[int | str], list[str], list[str], str]:
        """What is passed, the parameters of the function, what it gives on, and its options."""
        passes: list[int | str] = []
        parameters: list[str] = []

        def value(place: int | str) -> str:
            passes.append(place)
            parameters.append(f"value_{len(parameters)}")
            return parameters[-1]

        bound, places = self.bound, self.bound.places
        arguments = [value(places["conversation"])]
        for name in ("tools", "documents"):
            given = bound.has(name) and not isinstance(bound.arguments[name].type, NoneType)
            arguments.append(value(places[name]) if given else "modelet::python::None{}")
        arguments += [value(name) for name in self.variables]
        prompt = self._flag("add_generation_prompt", value)
        continued = self._continued(value)
        return passes, parameters, arguments, f"{{{prompt}, {continued}}}"

    def _flag(self, name: str, value: Callable[[int | str], str]) -> str:
        argument = self.bound.arguments.get(name)
        if argument is None:
            return "false"
        if argument.type != BoolType():
            raise Refused(f"{name} of {_SHOWN} is not a bool", "give True or False")
        return str(bool(argument.constant)).lower() if argument.is_constant else value(self.bound.places[name])

    def _continued(self, value: Callable[[int | str], str]) -> str:
        name = "continue_final_message"
        argument = self.bound.arguments.get(name)
        if argument is not None and argument.is_constant and isinstance(argument.constant, str):
            return f"modelet::python::Str({text_view(argument.constant)})"
        flag = self._flag(name, value)
        content = 'modelet::python::Str(U"content")'
        return {"false": "modelet::python::Str()", "true": content}.get(flag, f"{flag} ? {content} : modelet::python::Str()")

    def _special_tokens(self) -> str:
        given = [(name, text) for name, text in self.rules.captured.chat.special_tokens if name not in self.variables]
        return ", ".join(f"modelet::templates::Setting{{{text_view(name)}, {text_view(text)}}}" for name, text in given)

    def _named(self, parameters: Sequence[str], result: str, body: str) -> str:
        """The C++ name of a function template with this body."""
        types = ", ".join(f"typename Type{at}" for at in range(len(parameters)))
        listed = "".join(f", const Type{at} &{name}" for at, name in enumerate(parameters))
        text = f"template <{types}>\n{result} @(modelet::Call &call{listed}) {{\n  {body}\n}}"
        return f"{self.rules.namespace}::{self.rules.chat.function(text)}"

    def _encoded(self, text: str, passes: list[int | str], parameters: list[str]) -> NativeCall:
        """The rendered text, encoded like any other."""
        from modelet_compiler.lowering.tokenizers.calls import METHODS

        given = {"text": Argument(StrType()), "add_special_tokens": Argument(BoolType(), False, True)}
        places: dict[str, int | str] = {"text": 0}
        for name in ("padding", "truncation", "max_length", "return_tensors"):
            if self.bound.has(name):
                given[name], places[name] = self.bound.arguments[name], self.bound.places[name]
        encode = METHODS["__call__"][1](self.rules, Bound(_SHOWN, given, places))
        more = ["text"]
        for place in encode.passes[1:]:
            passes.append(place)
            parameters.append(f"value_{len(parameters)}")
            more.append(parameters[-1])
        encoding = encode.result
        assert isinstance(encoding, BatchEncodingType)
        encoded = f"{encode.cpp}(call, {', '.join(more)})"
        start = f"const modelet::python::Str text = {text};\n  "
        if self.bound.only("return_dict", (True, False)):
            result = "modelet::tokenizers::Encoding"
            body = f"{start}return call.failed() ? {result}() : {encoded};"
            return NativeCall(encoding, self._named(parameters, result, body), tuple(passes))
        ids = encoding.attribute("input_ids")
        result = "modelet::numpy::Array" if encoding.form == "numpy" else "modelet::python::List<int64_t>"
        body = (
            f"{start}if (call.failed()) return {result}();\n  const auto encoding = {encoded};\n"
            f"  return call.failed() ? {result}() : {ids.cpp}(call, encoding);"
        )
        return NativeCall(ids.result, self._named(parameters, result, body), tuple(passes))
